/** Reads scores of alleles: see src/effects/allele-scores.ts. */
import { decodeScores, type ScoreRow, type ScoreSource, type ScoreValues } from '../effects/allele-scores.ts';
import type { IntervalQuery } from '../index/tables/interval-table.ts';
import type { GENOME_TABLES } from './genome-tables.ts';
import type { StoredTables } from './stored-tables.ts';

export class ScoreTables {
  readonly #tables: StoredTables<typeof GENOME_TABLES>;

  constructor(tables: StoredTables<typeof GENOME_TABLES>) {
    this.#tables = tables;
  }

  has(source: ScoreSource): boolean {
    return this.#tables.interval(`${source}-scores`) !== null;
  }

  /** Rows with a position in each interval of a region (by ordinal), in order of position. One wave of reads. */
  async at<S extends ScoreSource>(
    source: S,
    intervals: readonly IntervalQuery[],
  ): Promise<ScoreRow<ScoreValues<S>>[][]> {
    const table = `${source}-scores` as const;
    const found = (await this.#tables.interval(table)?.overlapping(intervals)) ?? [];
    return this.#tables.decoded(table, () =>
      intervals.map(({ start, end }, index) =>
        (found[index] ?? [])
          .flatMap(({ payload }) => decodeScores(source, payload))
          .filter(({ position }) => position >= start && position <= end),
      ),
    );
  }

  /** Stored bytes that `at` would read; reads only the directory. */
  async bytesAt(source: ScoreSource, intervals: readonly IntervalQuery[]): Promise<number> {
    return (await this.#tables.interval(`${source}-scores`)?.storedBytes(intervals)) ?? 0;
  }
}
