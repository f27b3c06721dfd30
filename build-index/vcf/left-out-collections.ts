/** Collections of VCF files that a build was given and leaves out: it has nothing to say them of. */
import { whyLeftOut, type VcfCollection } from './vcf-config.ts';

/** Names told one by one. */
const MOST_NAMES = 8;

/**
 * Says so of each: those of other species in one sentence, as a vcf_config.json of Ensembl's lists all that it has.
 *
 * @param genomes those with a variation database; the assembly is null where it is not known
 * @param path of the vcf_config.json
 */
export function leftOutCollections(collections: readonly VcfCollection[], genomes: readonly { species: string; assembly: string | null }[], path: string): string[] {
  const sentences: string[] = [];
  const elsewhere = new Set<string>();
  for (const collection of collections) {
    const { id, species } = collection;
    const genome = genomes.find((each) => each.species === species);
    const why = genome && whyLeftOut(collection, genome);
    if (!genome) elsewhere.add(species);
    else if (why) sentences.push(`${path}: collection ${id} of ${species} is left out: ${why}.`);
  }
  if (elsewhere.size > 0) sentences.push(`${path}: collections of species without a variation database among the dumps are left out: ${listed([...elsewhere])}.`);
  return sentences;
}

/** As in "a, b and 7 others". */
export function listed(names: readonly string[]): string {
  const [told, others] = [names.slice(0, MOST_NAMES), names.length - MOST_NAMES];
  return others > 0 ? `${told.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'}` : told.join(', ');
}
