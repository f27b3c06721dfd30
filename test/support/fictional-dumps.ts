import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDump } from './dump-database.ts';
import { oneGeneDatabase } from './one-gene-database.ts';

const PLACE = { seq_region_id: 11, seq_region_start: 105, seq_region_end: 105, seq_region_strand: 1 };

/** Writes the dumps of two species. The first has the databases core, otherfeatures and variation, the second core. */
export async function writeFictionalDumps(folder: string): Promise<void> {
  await writeDump(
    folder,
    'fictus_primus',
    'core',
    oneGeneDatabase('fictus_primus', { dna: [{ seq_region_id: 11, sequence: 'ACGTTGCA'.repeat(625) }] }),
  );
  await writeDump(folder, 'fictus_primus', 'otherfeatures', oneGeneDatabase('fictus_primus'));
  const second = oneGeneDatabase('fictus_secundus', {
    simple_feature: [{ simple_feature_id: 1, ...PLACE, analysis_id: 1, score: 1, display_label: 'fict' }],
  });
  for (const table of ['gene', 'transcript', 'exon', 'translation'])
    second[table] = second[table]?.map((row) => ({ ...row, stable_id: `SEC${String(row.stable_id)}` })) ?? [];
  await writeDump(folder, 'fictus_secundus', 'core', second);
  await writeDump(folder, 'fictus_primus', 'variation', {
    source: [{ source_id: 1, name: 'Invented', version: 1 }],
    variation: [1, 2, 3].map((id) => ({ variation_id: id, source_id: 1, name: `fs${id}` })),
    variation_feature: [1, 2, 3].map((id) => ({
      variation_feature_id: id,
      variation_id: id,
      ...PLACE,
      allele_string: 'A/G',
      variation_name: `fs${id}`,
      source_id: 1,
    })),
  });
}

/**
 * SHA-256 of every file below a folder, by path. Leaves out the two files that differ between equal builds: the list of
 * releases, which contains dates, and `.sealed`, which contains the paths of the dumps.
 */
export async function filesBelow(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== 'releases' && entry.name !== '.sealed')
      found[path.slice(folder.length + 1)] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
  }
  return found;
}
