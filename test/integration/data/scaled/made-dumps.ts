/** Reads the dumps of made data from the folder of its generator. */
import { join } from 'node:path';
import { readDump, type Dump } from '../../../support/read-dump.ts';

export const SPECIES = 'fictomys_demonstrans';
/** Species with genomes aligned to that of SPECIES, the closest first. */
export const ALIGNED = ['fictomys_parvus', 'fictornis_volans'] as const;
export const GROUPS = [
  `${SPECIES}/core`,
  `${SPECIES}/variation`,
  `${SPECIES}/funcgen`,
  'multi/compara',
  'multi/taxonomy',
  'fictomys_parvus/core',
  'fictornis_volans/core',
  'ancestral_sequences/core',
] as const;
export type Group = (typeof GROUPS)[number];
export type MadeDumps = Record<Group, Dump>;

/** Reads the dumps of some groups; the result lacks the others. */
export async function readMadeDumps(folder: string, groups: readonly Group[]): Promise<MadeDumps> {
  return Object.fromEntries(
    await Promise.all(groups.map(async (group) => [group, await readDump(join(folder, group))])),
  ) as MadeDumps;
}
