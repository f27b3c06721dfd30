import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDump } from './dump-database.ts';
import { oneGeneDatabase } from './one-gene-database.ts';

const PLACE = { seq_region_id: 11, seq_region_start: 105, seq_region_end: 105, seq_region_strand: 1 };

/**
 * Two species, one of them with variants and with annotation beside its own, and a comparative database: nine units.
 */
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
  for (const [table, column] of [
    ['gene', 'stable_id'],
    ['transcript', 'stable_id'],
    ['exon', 'stable_id'],
    ['translation', 'stable_id'],
  ] as const) {
    second[table] = second[table]!.map((row) => ({ ...row, [column]: `SEC${String(row[column])}` }));
  }
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
 * SHA-256 of every file below a folder but the list of releases, which tells when they were published, and the note
 * where the dumps were.
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
