/** Collections of VCF files that a build was given and leaves out: it has nothing to say them of. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type VcfCollection, whyLeftOut } from './vcf-config.ts';

/** Names told one by one. */
const MOST_NAMES = 8;

/**
 * Says so of each: those of other species in one sentence, as a vcf_config.json of Ensembl's lists all that it has.
 *
 * @param genomes those with a variation database; the assembly is null where it is not known
 * @param path of the vcf_config.json
 */
export function leftOutCollections(
  collections: readonly VcfCollection[],
  genomes: readonly { species: string; assembly: string | null }[],
  path: string,
): string[] {
  const sentences: string[] = [];
  const elsewhere = new Set<string>();
  for (const collection of collections) {
    const { id, species } = collection;
    const genome = genomes.find((each) => each.species === species);
    const why = genome && whyLeftOut(collection, genome);
    if (!genome) elsewhere.add(species);
    else if (why) sentences.push(`${path}: collection ${id} of ${species} is left out: ${why}.`);
  }
  if (elsewhere.size > 0)
    sentences.push(
      `${path}: collections of species without a variation database among the dumps are left out: ` +
        `${listed([...elsewhere])}.`,
    );
  return sentences;
}

/** As in "a, b and 7 others". */
export function listed(names: readonly string[]): string {
  const [told, others] = [names.slice(0, MOST_NAMES), names.length - MOST_NAMES];
  return others > 0 ? `${told.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'}` : told.join(', ');
}

/** Where a vcf_config.json is looked for: among the dumps, and beside the folder that holds them. */
const PLACES = ['vcf_config.json', 'vcf/vcf_config.json', '../vcf_config.json', '../vcf/vcf_config.json'];

/** Says so of each vcf_config.json that stands by some folders of dumps: a build takes the one that --vcf names. */
export async function unusedVcfConfigs(dumpFolders: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of dumpFolders) {
    for (const place of PLACES) {
      const path = join(resolve(folder), place);
      if (await isFile(path)) found.add(path);
    }
  }
  return [...found].map(
    (path) =>
      `${path} stands beside the dumps, but --vcf does not name it: its genotypes and frequencies are left out.`,
  );
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
