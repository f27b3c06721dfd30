/**
 * The phenotypes of one genome's features, from its variation database. A method asked of nothing brings its table's
 * directory to hand, for a question to come; a genome without phenotypes has empty answers.
 */
import { decodePhenotype, decodePhenotypes, type PhenotypeRecord } from '../genome/phenotype-record.ts';
import { placeOnSlice, queriesOf, type Placed } from '../genome/projection.ts';
import type { Slice } from '../genome/seq-region.ts';
import type { IntervalQuery } from '../index/interval-table.ts';
import type { GenomeTable } from './manifest.ts';
import type { StoredTables } from './stored-tables.ts';

export class Phenotypes {
  readonly #tables: StoredTables<GenomeTable>;

  constructor(tables: StoredTables<GenomeTable>) {
    this.#tables = tables;
  }

  /** Of features that overlap a slice, in order of start; encoded: decode them one by one, there may be many. */
  async overlapping(slice: Slice): Promise<Placed<Uint8Array>[]> {
    const queries = queriesOf(slice);
    return placeOnSlice(slice, queries, (await this.#tables.interval('phenotypes')?.overlapping(queries)) ?? []);
  }

  /** Stored bytes of what `overlapping` would read. */
  bytesOverlapping(slice: Slice): Promise<number> {
    return this.bytesAt(queriesOf(slice));
  }

  /** Of features that overlap stretches of regions (by ordinal), each list in order of start. */
  async at(stretches: readonly IntervalQuery[]): Promise<PhenotypeRecord[][]> {
    const found = (await this.#tables.interval('phenotypes')?.overlapping(stretches)) ?? [];
    return this.#tables.decoded('phenotypes', () => stretches.map((_, each) => decodePhenotypes((found[each] ?? []).map(({ payload }) => payload))));
  }

  /** Stored bytes of what `at` would read. */
  async bytesAt(stretches: readonly IntervalQuery[]): Promise<number> {
    return (await this.#tables.interval('phenotypes')?.storedBytes(stretches)) ?? 0;
  }

  /** Of objects (stable ids without version, names of variants …; any case), in the order of the database. */
  of(objects: readonly string[]): Promise<PhenotypeRecord[][]> {
    return this.#find('phenotypes-by-object', objects);
  }

  /** Stored bytes of what `of` would read. */
  bytesOf(objects: readonly string[]): Promise<number> {
    return this.#storedBytes('phenotypes-by-object', objects);
  }

  /** Of features, other than genes, that a source associates with gene symbols (any case). */
  associatedWith(symbols: readonly string[]): Promise<PhenotypeRecord[][]> {
    return this.#find('phenotypes-by-gene-symbol', symbols);
  }

  /** Stored bytes of what `associatedWith` would read. */
  bytesAssociatedWith(symbols: readonly string[]): Promise<number> {
    return this.#storedBytes('phenotypes-by-gene-symbol', symbols);
  }

  /** That ontology accessions (any case) stand for, in the order of the database. */
  byAccession(accessions: readonly string[]): Promise<PhenotypeRecord[][]> {
    return this.#find('phenotypes-by-accession', accessions);
  }

  /** Stored bytes of what `byAccession` would read. */
  bytesByAccession(accessions: readonly string[]): Promise<number> {
    return this.#storedBytes('phenotypes-by-accession', accessions);
  }

  /** As byAccession, read block by block. */
  async *eachByAccession(accession: string): AsyncIterable<PhenotypeRecord> {
    const wanted = accession.toLowerCase();
    for await (const [key, record] of this.#tables.sorted('phenotypes-by-accession')?.entries(wanted) ?? []) {
      if (key !== wanted) break;
      yield this.#tables.decoded('phenotypes-by-accession', () => decodePhenotype(record));
    }
  }

  async #find(table: GenomeTable, keys: readonly string[]): Promise<PhenotypeRecord[][]> {
    const found = await this.#tables.records(table, keys.map((key) => key.toLowerCase()));
    return this.#tables.decoded(table, () => found.map((records) => decodePhenotypes(records)));
  }

  #storedBytes(table: GenomeTable, keys: readonly string[]): Promise<number> {
    return this.#tables.storedBytes(table, keys.map((key) => key.toLowerCase()));
  }
}
