/**
 * The rows of compressed_genotype_region, by region and start. A row contains genotypes of one sample at the variants
 * of up to 100 kb, as packed numbers: variation_id and genotype code of the first variant, then for each further
 * variant the number of bases between it and the previous one, its variation_id and its genotype code.
 */
import { present } from '../../../src/checked.ts';
import type { Database } from '../../dump/database.ts';
import { DumpError } from '../../dump/dump-error.ts';
import { columnIndex } from '../../dump/former/former-names.ts';
import { readRows } from '../../dump/row-reader.ts';
import { rulesOf } from '../../dump/table-plan.ts';
import { packedNumbers, plainBytes } from './compressed-genotypes.ts';
import type { RegionSet } from '../genome/regions.ts';
import { SortedRows } from '../rows/sorted-rows.ts';

export const REGION_GENOTYPES = 'compressed_genotype_region';
const MAX_POSITION = 2 ** 32 - 2;

export interface RegionGenotypes {
  /** sample_id. */
  sample: number;
  /** Region of the core genome. */
  ordinal: number;
  /** Position of the first variant. */
  start: number;
  /** Strand of the alleles. */
  strand: 1 | -1;
  numbers: number[];
}

/** The form in which DuckDB sorts the rows, with the bytes in base 64. */
type Stored = [sample: number, ordinal: number, start: number, strand: 1 | -1, bytes: string];

export class RegionGenotypeRows {
  readonly #rows: SortedRows;
  /** sample_ids with at least one row. */
  readonly samples: ReadonlySet<number>;

  private constructor(rows: SortedRows, samples: ReadonlySet<number>) {
    this.#rows = rows;
    this.samples = samples;
  }

  /**
   * Collects the rows of the `wanted` samples on regions of the core genome. Text columns of staged tables cannot hold
   * bytes, so this method reads the dump itself. DuckDB sorts the rows, on disk if necessary. Null if there are none.
   *
   * @throws DumpError with file and line for genotypes that are cut off
   */
  static async gather(
    { dump }: Database,
    regions: RegionSet,
    wanted: (sample: number) => boolean,
    scratch: string,
  ): Promise<RegionGenotypeRows | null> {
    const path = dump.tables.get(REGION_GENOTYPES);
    const schema = dump.schema.get(REGION_GENOTYPES);
    const columns = schema?.columns ?? [];
    const place = (name: string) => columnIndex(dump.group, REGION_GENOTYPES, columns, name);
    const [sampleAt, regionAt, genotypesAt] = [place('sample_id'), place('seq_region_id'), place('genotypes')];
    const [startAt, strandAt] = [place('seq_region_start'), place('seq_region_strand')];
    if (path === undefined || [sampleAt, regionAt, startAt, strandAt, genotypesAt].includes(-1)) return null;
    const samples = new Set<number>();
    let rows: SortedRows | undefined;
    try {
      for await (const batch of readRows(path, columns.length, REGION_GENOTYPES, undefined, rulesOf(dump, schema))) {
        for (let row = 0; row < batch.rowCount; row++) {
          const sample = batch.integer(row, sampleAt);
          const ordinal = regions.byId.get(batch.integer(row, regionAt) ?? 0)?.ordinal;
          const stored = batch.binary(row, genotypesAt);
          if (sample === null || ordinal === undefined || stored === null || stored.length === 0 || !wanted(sample))
            continue;
          const start = batch.integer(row, startAt);
          if (start === null || start < 0) throw batch.broken(row, startAt, 'a position');
          const bytes = plainBytes(stored);
          const fault = faultOf(bytes, start);
          if (fault)
            throw new DumpError(
              `${batch.where(row)}: the genotypes of sample ${sample} in ${REGION_GENOTYPES} ${fault}`,
            );
          samples.add(sample);
          rows ??= await SortedRows.create(scratch, 'region-genotypes');
          const value: Stored = [
            sample,
            ordinal,
            start,
            batch.integer(row, strandAt) === -1 ? -1 : 1,
            bytes.toString('base64'),
          ];
          rows.add(`${String(ordinal).padStart(10, '0')} ${String(start).padStart(10, '0')}`, value);
        }
      }
    } catch (error) {
      rows?.close();
      throw error;
    }
    return rows ? new RegionGenotypeRows(rows, samples) : null;
  }

  /** By region and start. Rows with the same start are in the order of the dump. */
  async *inOrder(): AsyncGenerator<RegionGenotypes> {
    for await (const { value } of this.#rows.sorted()) {
      const [sample, ordinal, start, strand, bytes] = JSON.parse(value) as Stored;
      const numbers = present(packedNumbers(Buffer.from(bytes, 'base64')), 'a packed number');
      yield { sample, ordinal, start, strand, numbers };
    }
  }

  close(): void {
    this.#rows.close();
  }
}

/** The fault of the bytes of a row; null for valid bytes. */
function faultOf(bytes: Uint8Array, start: number): string | null {
  const numbers = packedNumbers(bytes);
  if (!numbers) return 'end within a number';
  if (numbers.length % 3 !== 2) return 'end within a variant';
  let position = start;
  for (let index = 2; index < numbers.length; index += 3) position += numbers[index]! + 1;
  return position > MAX_POSITION ? `reach position ${position}, beyond the end of any region` : null;
}
