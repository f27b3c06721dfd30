/** Notices about collections of VCF files that a build skips. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type VcfCollection, reasonToSkip } from './vcf-config.ts';

/** Maximum of names that a notice lists. */
const MOST_NAMES = 8;

/**
 * One notice per skipped collection. Those of other species share one notice, since Ensembl's vcf_config.json lists
 * many species.
 *
 * @param genomes genomes with a variation database; the assembly is null if unknown
 * @param path of the vcf_config.json
 */
export function skippedCollections(
  collections: readonly VcfCollection[],
  genomes: readonly { species: string; assembly: string | null }[],
  path: string,
): string[] {
  const sentences: string[] = [];
  const elsewhere = new Set<string>();
  for (const collection of collections) {
    const { id, species } = collection;
    const genome = genomes.find((each) => each.species === species);
    const why = genome && reasonToSkip(collection, genome);
    if (!genome) elsewhere.add(species);
    else if (why) sentences.push(`${path}: collection ${id} of ${species} is skipped: ${why}.`);
  }
  if (elsewhere.size > 0)
    sentences.push(
      `${path}: collections of species without a variation database among the dumps are skipped: ` +
        `${listed([...elsewhere])}.`,
    );
  return sentences;
}

/** Names in words, such as "a, b and 7 others". */
export function listed(names: readonly string[]): string {
  const [shown, others] = [names.slice(0, MOST_NAMES), names.length - MOST_NAMES];
  return others > 0 ? `${shown.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'}` : shown.join(', ');
}

/** Possible places of a vcf_config.json, relative to a folder of dumps. */
const PLACES = ['vcf_config.json', 'vcf/vcf_config.json', '../vcf_config.json', '../vcf/vcf_config.json'];

/** A notice for each vcf_config.json near the dumps. A build reads only the one that --vcf names. */
export async function unusedVcfConfigs(dumpFolders: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of dumpFolders) {
    for (const place of PLACES) {
      const path = join(resolve(folder), place);
      if (await isFile(path)) found.add(path);
    }
  }
  return [...found].map(
    (path) => `${path} is next to the dumps, but --vcf does not name it: its genotypes and frequencies are skipped.`,
  );
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
