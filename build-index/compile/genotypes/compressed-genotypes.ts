import { at } from '../../../src/checked.ts';
import { type GenotypeGroup, groupGenotypes } from '../../../src/variants/variant-details.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import { DumpError } from '../../dump/dump-error.ts';
import { readRows } from '../../dump/row-reader.ts';
import { rulesOf } from '../../dump/table-plan.ts';
import type { GenotypedSamples } from './genotyped-samples.ts';

/** A row of compressed_genotype_var. */
export interface CompressedGenotypes {
  submission: number | null;
  bytes: Uint8Array;
}

export const COMPRESSED_GENOTYPES = 'compressed_genotype_var';
/** Staged: the same rows in their order, with decoded bytes: key (variation_id), submission, bytes. */
export const COMPRESSED_TABLE = 'compiled_compressed_genotypes';

/**
 * Stages the genotypes of the database. Text columns of staged tables cannot hold bytes, so this function reads them
 * from the dump itself. Some dumps spell the bytes in hexadecimal digits.
 */
export async function stageCompressedGenotypes(database: Database): Promise<void> {
  await stageRows(database, COMPRESSED_TABLE, 'key BIGINT, submission BIGINT, bytes BLOB', compressedRows(database));
}

async function* compressedRows({
  dump,
}: Database): AsyncGenerator<[variation: number, submission: number | null, bytes: Uint8Array]> {
  const path = dump.tables.get(COMPRESSED_GENOTYPES);
  const schema = dump.schema.get(COMPRESSED_GENOTYPES);
  const columns = schema?.columns ?? [];
  const place = (name: string) => columns.findIndex((column) => column.name === name);
  const [variation, submission, genotypes] = [place('variation_id'), place('subsnp_id'), place('genotypes')];
  if (path === undefined || variation < 0 || genotypes < 0) return;
  const rules = rulesOf(dump, schema);
  for await (const batch of readRows(path, columns.length, COMPRESSED_GENOTYPES, undefined, rules)) {
    for (let row = 0; row < batch.rowCount; row++) {
      const id = batch.integer(row, variation);
      const bytes = batch.binary(row, genotypes);
      if (id === null || bytes === null) continue;
      const from = submission < 0 ? null : batch.text(row, submission);
      yield [id, from !== null && /^[1-9]\d*$/.test(from) ? Number(from) : null, plainBytes(bytes)];
    }
  }
}

/** Genotypes by code, such as 'A|G': the alleles in the order of their haplotypes. */
export async function loadGenotypeCodes(database: Database): Promise<Map<number, string>> {
  const codes = new Map<number, string>();
  const rows = database.rows<{ code: number; allele: string }>(`
    SELECT genotype_code_id AS code, allele FROM genotype_code JOIN allele_code USING (allele_code_id)
      WHERE allele IS NOT NULL ORDER BY genotype_code_id, haplotype_id`);
  for await (const { code, allele } of rows) {
    const before = codes.get(code);
    codes.set(code, before === undefined ? allele : `${before}|${allele}`);
  }
  return codes;
}

/**
 * The genotypes of one variant. The bytes are packed pairs of a sample_id and a genotype code. Duplicates within a
 * submission count once. Unknown samples and codes are skipped.
 * @throws DumpError for bytes that are not pairs of packed numbers
 */
export function decodeCompressed(
  rows: readonly CompressedGenotypes[],
  samples: GenotypedSamples,
  codes: ReadonlyMap<number, string>,
): GenotypeGroup[] {
  const seen = new Set<string>();
  return rows
    .map(({ submission, bytes }) => {
      const numbers = packedNumbers(bytes);
      if (!numbers) throw new DumpError(`${COMPRESSED_GENOTYPES}: genotypes end within a number`);
      if (numbers.length % 2 !== 0)
        throw new DumpError(
          `${COMPRESSED_GENOTYPES}: genotypes of submission ${submission ?? 'NULL'} are not pairs of numbers`,
        );
      const called: [number, string][] = [];
      for (let index = 0; index < numbers.length; index += 2) {
        const [id, code] = [at(numbers, index), at(numbers, index + 1)];
        const sample = samples.withId(id);
        const genotype = codes.get(code);
        const key = `${submission ?? 0} ${id} ${code}`;
        if (sample === undefined || genotype === undefined || seen.has(key)) continue;
        seen.add(key);
        called.push([sample, genotype]);
      }
      return groupGenotypes(submission, called);
    })
    .filter(({ codes: called }) => called.length > 0);
}

/**
 * Decodes numbers in base 128, most significant digit first, with the high bit set on all digits except the last (BER
 * integers, Perl's `pack 'w'`). Null if the bytes end within a number.
 */
export function packedNumbers(bytes: Uint8Array): number[] | null {
  const numbers: number[] = [];
  let number = 0;
  let open = false;
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    open = byte >= 0x80;
    if (open) continue;
    numbers.push(number);
    number = 0;
  }
  return open ? null : numbers;
}

/** Decodes bytes that a dump spells in hexadecimal digits. Returns other bytes unchanged. */
export function plainBytes(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  return text.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(text) ? Buffer.from(text, 'hex') : bytes;
}
