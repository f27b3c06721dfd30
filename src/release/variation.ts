/**
 * What the variation database of a species says of variants. Tables by name are asked by any name of a variant; those
 * that
 * are asked at the same time are read in the same waves.
 */
import { at, get, only } from '../checked.ts';
import { decodeStructural, isStructural, type StructuralVariantRecord } from '../variants/structural-variant.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import type { TranscriptVariationRecord } from '../variants/transcript-variation.ts';
import { decodeDetails } from '../variants/details-record.ts';
import { decodeInMatrix, genotypesFrom, type GenotypesInMatrix } from '../variants/genotypes-in-matrix.ts';
import { decodeGenotypeGroups } from '../variants/genotypes-record.ts';
import type { GenotypeGroup, VariantDetails } from '../variants/variant-details.ts';
import { decodeVariant, publicationKey, variantKey, type VariantRecord } from '../variants/variant-record.ts';
import { StoreError } from '../store/store.ts';
import type { StoredTables } from './stored-tables.ts';
import type { GenotypeCollection } from './genotypes.ts';
import type { GENOME_TABLES } from './genome-tables.ts';
import type { SortedGenomeTable } from './table-registry.ts';
import { decodePhenotype, decodePhenotypes, type PhenotypeRecord } from '../genome/phenotype-record.ts';
import { placeOnSlice, queriesOf, type Placed } from '../genome/projection.ts';
import type { Slice } from '../genome/seq-region.ts';
import type { IntervalQuery } from '../index/tables/interval-table.ts';

/** What a request wants of variants beside their records. */
export interface VariantWishes {
  details: boolean;
  genotypes: boolean;
}

export type FoundVariant =
  | { structural: false; variant: VariantRecord; details: VariantDetails | null; genotypes: GenotypeGroup[] | null }
  | { structural: true; variant: StructuralVariantRecord };

/** Blocks of genotype matrices that are in memory at a time; and what each takes, as stored bytes of other tables. */
const [BLOCKS_AT_ONCE, STORED_BLOCK] = [64, 8 * 1024] as const;

export class Variation {
  readonly #tables: StoredTables<typeof GENOME_TABLES>;
  readonly #collections: readonly GenotypeCollection[];

  constructor(tables: StoredTables<typeof GENOME_TABLES>, collections: readonly GenotypeCollection[] = []) {
    this.#tables = tables;
    this.#collections = collections;
  }

  /**
   * Short and structural variants by name, synonym or number of a submission ('ss123'), in any case; null for an
   * unknown one.
   */
  async find(names: readonly string[], wishes: VariantWishes): Promise<(FoundVariant | null)[]> {
    const keys = names.map(variantKey);
    const [records, details, genotypes] = await Promise.all([
      this.#tables.records('variants', keys),
      wishes.details ? this.#tables.records('variant-details', keys) : null,
      wishes.genotypes ? this.#genotypes(keys) : null,
    ]);
    return records.map(([record], each) => {
      if (!record) return null;
      if (isStructural(record))
        return { structural: true, variant: this.#tables.decoded('variants', () => decodeStructural(record)) };
      const variant = this.#decode(record, at(keys, each));
      return {
        structural: false,
        variant,
        details: details && this.#tables.decoded('variant-details', () => decodeDetails(at(details, each)[0])),
        genotypes: genotypes && at(genotypes, each),
      };
    });
  }

  /** Stored bytes of the blocks that `find` reads; costs no more than the directories. */
  async storedBytes(names: readonly string[], wishes: VariantWishes): Promise<number> {
    const keys = names.map(variantKey);
    const tables: SortedGenomeTable[] = [
      'variants',
      ...(wishes.details ? ['variant-details' as const] : []),
      ...(wishes.genotypes ? ['variant-genotypes' as const] : []),
    ];
    const bytes = await Promise.all(tables.map((table) => this.#tables.storedBytes(table, keys)));
    const blocks =
      wishes.genotypes && this.#collections.length > 0 ? Math.min(names.length, BLOCKS_AT_ONCE) * STORED_BLOCK : 0;
    return bytes.reduce((sum, each) => sum + each, blocks);
  }

  /**
   * Those that stand in a matrix are read from there, in one wave more, or several for very many: what says where is
   * read beside the records.
   */
  async #genotypes(keys: readonly string[]): Promise<GenotypeGroup[][]> {
    const [records] = await Promise.all([
      this.#tables.records('variant-genotypes', keys),
      ...this.#collections.map((collection) => collection.prepare()),
    ]);
    const [places, groups] = this.#tables.decoded('variant-genotypes', () => {
      const inMatrices = records.map(([record]) => decodeInMatrix(record));
      return [inMatrices, records.map(([record], each) => (inMatrices[each] ? [] : decodeGenotypeGroups(record)))];
    });
    const inMatrix = [...places.entries()].filter((entry): entry is [number, GenotypesInMatrix] => entry[1] !== null);
    for (let from = 0; from < inMatrix.length; from += BLOCKS_AT_ONCE) {
      const some = inMatrix.slice(from, from + BLOCKS_AT_ONCE);
      const found = await this.#fromMatrices(some.map(([, place]) => place));
      for (const [number, [each]] of some.entries()) at(groups, each).push(at(found, number));
    }
    return groups;
  }

  /** Of places in any collections: what stands near each other is one read. */
  async #fromMatrices(places: readonly GenotypesInMatrix[]): Promise<GenotypeGroup[]> {
    const stray = places.find((place) => !this.#collections.some(({ entry }) => entry.id === place.collection));
    if (stray) throw new StoreError(`genotypes of ${stray.name} are in a collection that the release does not have`);
    const found = new Map<GenotypesInMatrix, GenotypeGroup>();
    await Promise.all(
      this.#collections.map(async (collection) => {
        const its = places.filter((place) => place.collection === collection.entry.id);
        if (its.length === 0) return;
        const [variants, columns] = await Promise.all([
          collection.variants(its.map(({ region, position }) => ({ region, start: position, end: position }))),
          collection.columns(),
        ]);
        for (const [each, place] of its.entries()) found.set(place, genotypesFrom(at(variants, each), place, columns));
      }),
    );
    return places.map((place) => get(found, place));
  }

  /** Short variants that a publication cites, in the order of the database; null for an unknown publication. */
  async citedBy(kind: 'pmid' | 'pmcid', id: string): Promise<VariantRecord[] | null> {
    const key = publicationKey(kind, id);
    const [[known, ...variants] = []] = await this.#tables.records('variants-by-publication', [key]);
    return known ? variants.map((record) => this.#decode(record, key)) : null;
  }

  /**
   * What variants do to the coding sequence of a transcript (stable id without version), in the order of the database.
   */
  async onTranscript(id: string): Promise<TranscriptVariationRecord[]> {
    return only(
      await this.#tables.find('transcript-variations', [id.toLowerCase()], decodeRecord<TranscriptVariationRecord>),
    );
  }

  /** Stored bytes of what `onTranscript` would read. */
  bytesOnTranscript(id: string): Promise<number> {
    return this.#tables.storedBytes('transcript-variations', [id.toLowerCase()]);
  }

  /** As onTranscript, in pieces, read block by block. */
  async *eachOnTranscript(id: string): AsyncGenerator<TranscriptVariationRecord[]> {
    const wanted = id.toLowerCase();
    for await (const [key, record] of this.#tables.sorted('transcript-variations')?.entries(wanted) ?? []) {
      if (key !== wanted) return;
      yield [this.#tables.decoded('transcript-variations', () => decodeRecord<TranscriptVariationRecord>(record))];
    }
  }

  #decode(record: Uint8Array, key: string): VariantRecord {
    return this.#tables.decoded('variants', (layouts) => decodeVariant(record, key, layouts));
  }
}

/**
 * The phenotypes of one genome's features, from its variation database. A method asked of nothing brings its table's
 * directory to hand, for a question to come; a genome without phenotypes has empty answers.
 */

export class Phenotypes {
  readonly #tables: StoredTables<typeof GENOME_TABLES>;

  constructor(tables: StoredTables<typeof GENOME_TABLES>) {
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
    return this.#tables.decoded('phenotypes', () =>
      stretches.map((_, each) => decodePhenotypes((found[each] ?? []).map(({ payload }) => payload))),
    );
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

  async #find(table: SortedGenomeTable, keys: readonly string[]): Promise<PhenotypeRecord[][]> {
    const found = await this.#tables.records(
      table,
      keys.map((key) => key.toLowerCase()),
    );
    return this.#tables.decoded(table, () => found.map((records) => decodePhenotypes(records)));
  }

  #storedBytes(table: SortedGenomeTable, keys: readonly string[]): Promise<number> {
    return this.#tables.storedBytes(
      table,
      keys.map((key) => key.toLowerCase()),
    );
  }
}
