/**
 * Writes `protein-predictions`: what SIFT and PolyPhen predict for every substitution in a peptide. The dump has a
 * compressed matrix for each peptide and tool, in the order of its ids; the table has them in the order of the
 * peptides' MD5. Matrices wait in a scratch file: there may be gigabytes of them.
 */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  encodePredictions,
  predictionKey,
  RESIDUES,
  ROW_BYTES,
  type Tool,
} from '../../../src/effects/protein-predictions.ts';
import type { Database } from '../../dump/database.ts';
import { readRows } from '../../dump/row-reader.ts';
import { columnsOf, planTable } from '../../dump/table-plan.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';

export const PREDICTIONS = 'protein_function_predictions';
const COLUMNS = { translation_md5_id: 'integer', analysis_attrib_id: 'integer', prediction_matrix: 'text' } as const;
/** Text at the beginning of a matrix. */
const MAGIC = 'VEP';

/** Ensembl's names of the analyses (attrib.value). */
const ANALYSES: Readonly<Record<string, Tool>> = { sift: 'sift', polyphen_humvar: 'polyphen' };

interface StoredMatrix {
  tool: Tool;
  offset: number;
  length: number;
}

/** Leaves the table empty for a database without predictions. */
export async function compileProteinPredictions(
  database: Database,
  table: SortedSink,
  folder: IndexFolder,
): Promise<void> {
  const plan = await planTable(database.dump, PREDICTIONS, COLUMNS);
  if (plan.path === undefined) return;
  const tools = new Map<number, Tool>();
  for (const { id, value } of await database.all<{ id: number; value: string }>(
    `SELECT attrib_id AS id, value FROM attrib WHERE value IN ('sift', 'polyphen_humvar')`,
  ))
    tools.set(id, ANALYSES[value] ?? 'sift');
  await folder.withScratch(async (scratch) => {
    const file = await open(join(scratch, 'matrices'), 'w+');
    try {
      const stored = new Map<number, StoredMatrix[]>();
      const columns = columnsOf<typeof COLUMNS>(plan);
      let offset = 0;
      for await (const batch of readRows(plan.path ?? '', plan.fieldCount, PREDICTIONS, undefined, plan.rules)) {
        for (let row = 0; row < batch.rowCount; row++) {
          const tool = tools.get(batch.integer(row, columns.analysis_attrib_id) ?? Number.NaN);
          const peptide = batch.integer(row, columns.translation_md5_id);
          const matrix = batch.binary(row, columns.prediction_matrix);
          if (!tool || peptide === null || !matrix) continue;
          const list = stored.get(peptide) ?? [];
          list.push({ tool, offset, length: matrix.length });
          stored.set(peptide, list);
          await file.write(matrix, 0, matrix.length, offset);
          offset += matrix.length;
        }
      }
      const peptides = database.rows<{ id: number; md5: string }>(
        'SELECT translation_md5_id AS id, lower(translation_md5) AS md5 FROM translation_md5 ORDER BY md5, id',
      );
      let before = '';
      for await (const { id, md5 } of peptides) {
        const matrices = stored.get(id);
        if (!matrices || md5 === before) continue;
        before = md5;
        await addPeptide(table, md5, await readMatrices(file, matrices));
      }
    } finally {
      await file.close();
    }
  });
}

async function readMatrices(
  file: Awaited<ReturnType<typeof open>>,
  matrices: readonly StoredMatrix[],
): Promise<Partial<Record<Tool, Uint8Array>>> {
  const rows: Partial<Record<Tool, Uint8Array>> = {};
  for (const { tool, offset, length } of matrices) {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    const matrix = unpacked(buffer);
    if (matrix) rows[tool] ??= matrix;
  }
  return rows;
}

/** The rows of a matrix; null for one that is damaged, which has no predictions in Ensembl's answers either. */
function unpacked(bytes: Buffer): Uint8Array | null {
  try {
    const matrix = gunzipSync(bytes);
    return matrix.toString('latin1', 0, MAGIC.length) === MAGIC ? matrix.subarray(MAGIC.length) : null;
  } catch {
    return null;
  }
}

async function addPeptide(table: SortedSink, md5: string, rows: Partial<Record<Tool, Uint8Array>>): Promise<void> {
  const longest = Math.max(0, ...Object.values(rows).map(({ length }) => length));
  const chunkBytes = RESIDUES * ROW_BYTES;
  for (let chunk = 0; chunk * chunkBytes < longest; chunk++) {
    const part = (bytes: Uint8Array | undefined) => bytes?.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes);
    const { sift, polyphen } = rows;
    const [first, second] = [part(sift), part(polyphen)];
    await table.add(
      predictionKey(md5, chunk),
      encodePredictions({ ...(first && { sift: first }), ...(second && { polyphen: second }) }),
    );
  }
}
