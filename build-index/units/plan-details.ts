import { COMPRESSED_GENOTYPES } from '../compile/genotypes/compressed-genotypes.ts';
import { DETAILED_VARIANT_TABLES, JOINED_DETAIL_TABLES, SAMPLE_TABLES, VARIANT_DETAIL_TABLES } from '../compile/variation/variation-schema.ts';
import { localFiles, type VcfCollection } from '../vcf/vcf-config.ts';
import { inputFile, plainBytes } from './input-files.ts';
import type { Draft, DraftUnit } from './unit-draft.ts';

/** Each part goes past the lines of those before it, and the last to the end of all files. */
const MOST_PARTS = 4;
const TABLES = { ...VARIANT_DETAIL_TABLES, ...DETAILED_VARIANT_TABLES, [COMPRESSED_GENOTYPES]: {} };

/**
 * The units of what variants have beside their records: one, or more where VCF files are long.
 *
 * @param place of the databases, with all collections of the species
 * @param compiled those of the genome
 * @param linesAtOnce bytes of their text that one unit reads
 * @throws DumpError for a file that is not there
 */
export async function planDetails(
  unit: DraftUnit, place: { database: string; core: string; collections: VcfCollection[] }, compiled: readonly VcfCollection[], linesAtOnce: number,
): Promise<Draft[]> {
  const parts = Math.min(MOST_PARTS, Math.round(await bytesOfLines(compiled) / linesAtOnce));
  if (parts < 2) return [unit(['details'], { kind: 'variant-details', ...place }, TABLES, place.collections)];
  const staged = unit(['details', 'staged'], { kind: 'staged-details', ...place, parts }, TABLES);
  const lines = Array.from({ length: parts }, (_, part) => ({
    ...unit(['details', `lines-${part + 1}`], { kind: 'line-details', ...place, staged: staged.id, part, parts }, SAMPLE_TABLES, compiled), after: [staged.id], share: 1 / parts,
  }));
  const names = lines.map(({ id }) => id);
  return [staged, ...lines, { ...unit(['details'], { kind: 'joined-details', ...place, staged: staged.id, lines: names }, JOINED_DETAIL_TABLES, place.collections), after: [staged.id, ...names] }];
}

async function bytesOfLines(collections: readonly VcfCollection[]): Promise<number> {
  const bytes = await Promise.all(collections.flatMap(localFiles).map(async (path) => plainBytes(await inputFile(path))));
  return bytes.reduce((sum, each) => sum + each, 0);
}
