/**
 * Reads the variation database of a species. Tables by name accept any name of a variant. Names of one request are read
 * in the same waves.
 */
import { at, get, only } from '../checked.ts';
import { decodeStructural, isStructural, type StructuralVariantRecord } from '../variants/structural-variant.ts';
import {
  decodePrediction,
  predictionKey,
  RESIDUES,
  type Prediction,
  type Tool,
} from '../effects/protein-predictions.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import type { TranscriptVariationRecord } from '../variants/transcript-variation.ts';
import { decodeDetails } from '../variants/details-record.ts';
import { decodeInMatrix, genotypesFrom, type GenotypesInMatrix } from '../variants/genotypes-in-matrix.ts';
import { decodeGenotypeGroups } from '../variants/genotypes-record.ts';
import type { AlleleFrequency, GenotypeGroup, VariantDetails } from '../variants/variant-details.ts';
import {
  decodeVariant,
  publicationKey,
  variantKey,
  type VariantCitations,
  type VariantRecord,
} from '../variants/variant-record.ts';
import { StoreError } from '../store/store.ts';
import type { StoredTables } from './stored-tables.ts';
import type { GenotypeCollection } from './genotypes.ts';
import type { AlleleSynonym } from '../variants/allele-synonym.ts';
import type { GENOME_TABLES } from './genome-tables.ts';
import type { SortedGenomeTable } from './table-registry.ts';
import { decodePhenotype, decodePhenotypes, type PhenotypeRecord } from '../genome/phenotype-record.ts';
import { placeOnSlice, queriesOf, type Placed } from '../genome/projection.ts';
import type { Slice } from '../genome/seq-region.ts';
import type { IntervalQuery } from '../index/tables/interval-table.ts';

/** The optional parts of variants that a request needs. */
export interface VariantExtras {
  details: boolean;
  genotypes: boolean;
}

export type FoundVariant =
  | { structural: false; variant: VariantRecord; details: VariantDetails | null; genotypes: GenotypeGroup[] | null }
  | { structural: true; variant: StructuralVariantRecord };

/**
 * Maximum number of blocks of genotype matrices in memory at once; and the memory of one, as stored bytes of other
 * tables.
 */
const [BLOCKS_AT_ONCE, STORED_BLOCK] = [64, 8 * 1024] as const;

/** One residue of a peptide becomes another. */
export interface Substitution {
  /** MD5 of the peptide, hexadecimal. */
  md5: string;
  /** Residue, from 1. */
  position: number;
  /** One-letter code. */
  alternative: string;
}

export class Variation {
  readonly #tables: StoredTables<typeof GENOME_TABLES>;
  readonly #collections: readonly GenotypeCollection[];

  constructor(tables: StoredTables<typeof GENOME_TABLES>, collections: readonly GenotypeCollection[] = []) {
    this.#tables = tables;
    this.#collections = collections;
  }

  /**
   * Predictions of SIFT and PolyPhen for substitutions of residues, by the MD5 of the peptide; empty where there are
   * none. One wave of reads.
   */
  async predictions(substitutions: readonly Substitution[]): Promise<Partial<Record<Tool, Prediction>>[]> {
    const keys = substitutions.map(({ md5, position }) => predictionKey(md5, Math.floor((position - 1) / RESIDUES)));
    const found = await this.#tables.records('protein-predictions', keys);
    return substitutions.map(({ position, alternative }, index) => {
      const [record] = at(found, index);
      return record
        ? this.#tables.decoded('protein-predictions', () => decodePrediction(record, position, alternative))
        : {};
    });
  }

  /**
   * Short and structural variants by name, synonym or submission number ('ss123'), case-insensitive; null for an
   * unknown one.
   */
  async find(names: readonly string[], extras: VariantExtras): Promise<(FoundVariant | null)[]> {
    const keys = names.map(variantKey);
    const [records, details, genotypes] = await Promise.all([
      this.#tables.records('variants', keys),
      extras.details ? this.#tables.records('variant-details', keys) : null,
      extras.genotypes ? this.#genotypes(keys) : null,
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

  /**
   * Names and synonyms of variants from `from` on, in byte order, with the name of the variant; read block by block and
   * decoded when called.
   */
  async *namesFrom(from: string): AsyncIterable<[key: string, name: () => string]> {
    for await (const [key, record] of this.#tables.sorted('variants')?.entries(variantKey(from)) ?? [])
      yield [
        key,
        () =>
          isStructural(record)
            ? this.#tables.decoded('variants', () => decodeStructural(record)).name
            : this.#decode(record, key).name,
      ];
  }

  /** Frequencies of the alleles of short variants, by name; empty for an unknown one. One wave of reads. */
  async frequencies(names: readonly string[]): Promise<AlleleFrequency[][]> {
    const found = await this.#tables.records('variant-details', names.map(variantKey));
    return this.#tables.decoded('variant-details', () => found.map(([record]) => decodeDetails(record).alleles));
  }

  /** Stored bytes of the blocks that `frequencies` would read; reads only the directory. */
  bytesOfFrequencies(names: readonly string[]): Promise<number> {
    return this.#tables.storedBytes('variant-details', names.map(variantKey));
  }

  /** Stored bytes of the blocks that `find` would read; reads only directories. */
  async storedBytes(names: readonly string[], extras: VariantExtras): Promise<number> {
    const keys = names.map(variantKey);
    const tables: SortedGenomeTable[] = [
      'variants',
      ...(extras.details ? ['variant-details' as const] : []),
      ...(extras.genotypes ? ['variant-genotypes' as const] : []),
    ];
    const bytes = await Promise.all(tables.map((table) => this.#tables.storedBytes(table, keys)));
    const blocks =
      extras.genotypes && this.#collections.length > 0 ? Math.min(names.length, BLOCKS_AT_ONCE) * STORED_BLOCK : 0;
    return bytes.reduce((sum, each) => sum + each, blocks);
  }

  /**
   * Genotypes that are in a matrix are read from there, in one more wave, or several for very many variants. Their
   * places in the matrix are read in the same wave as the variants.
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

  /** Genotypes at places in any collections. Adjacent places are read together. */
  async #fromMatrices(places: readonly GenotypesInMatrix[]): Promise<GenotypeGroup[]> {
    const unknown = places.find((place) => !this.#collections.some(({ entry }) => entry.id === place.collection));
    if (unknown)
      throw new StoreError(`genotypes of ${unknown.name} are in a collection that the release does not have`);
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

  /** PubMed ids of the publications that cite each short variant, by name; one wave of reads. */
  async citationsOf(names: readonly string[]): Promise<VariantCitations[]> {
    const found = await this.#tables.find('variant-citations', names.map(variantKey), decodeRecord<VariantCitations>);
    return found.map(([ids = []]) => ids);
  }

  /** Stored bytes of the blocks that `citationsOf` would read; reads only the directory. */
  bytesOfCitations(names: readonly string[]): Promise<number> {
    return this.#tables.storedBytes('variant-citations', names.map(variantKey));
  }

  /** The alleles with each CAid (case-insensitive); one wave of reads. */
  allelesNamed(caids: readonly string[]): Promise<AlleleSynonym[][]> {
    return this.#tables.find(
      'allele-synonyms',
      caids.map((caid) => caid.toLowerCase()),
      decodeRecord<AlleleSynonym>,
    );
  }

  /**
   * Effects of variants on the coding sequence of a transcript (stable id without version), in the order of the
   * database.
   */
  async onTranscript(id: string): Promise<TranscriptVariationRecord[]> {
    return only(
      await this.#tables.find('transcript-variations', [id.toLowerCase()], decodeRecord<TranscriptVariationRecord>),
    );
  }

  /** Stored bytes that `onTranscript` would read. */
  bytesOnTranscript(id: string): Promise<number> {
    return this.#tables.storedBytes('transcript-variations', [id.toLowerCase()]);
  }

  /** Like onTranscript, in pieces; read block by block. */
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
 * The phenotypes of one genome's features, from its variation database; empty for a genome without phenotypes. A call
 * with no queries only prefetches the table's directory.
 */

export class Phenotypes {
  readonly #tables: StoredTables<typeof GENOME_TABLES>;

  constructor(tables: StoredTables<typeof GENOME_TABLES>) {
    this.#tables = tables;
  }

  /**
   * Phenotypes of features that overlap a slice, ordered by start. The records are encoded: there may be many, so
   * decode them one by one.
   */
  async overlapping(slice: Slice): Promise<Placed<Uint8Array>[]> {
    const queries = queriesOf(slice);
    return placeOnSlice(slice, queries, (await this.#tables.interval('phenotypes')?.overlapping(queries)) ?? []);
  }

  /** Stored bytes that `overlapping` would read. */
  bytesOverlapping(slice: Slice): Promise<number> {
    return this.bytesAt(queriesOf(slice));
  }

  /** Phenotypes of features that overlap intervals of regions (by ordinal); each list is ordered by start. */
  async at(intervals: readonly IntervalQuery[]): Promise<PhenotypeRecord[][]> {
    const found = (await this.#tables.interval('phenotypes')?.overlapping(intervals)) ?? [];
    return this.#tables.decoded('phenotypes', () =>
      intervals.map((_, each) => decodePhenotypes((found[each] ?? []).map(({ payload }) => payload))),
    );
  }

  /** Stored bytes that `at` would read. */
  async bytesAt(intervals: readonly IntervalQuery[]): Promise<number> {
    return (await this.#tables.interval('phenotypes')?.storedBytes(intervals)) ?? 0;
  }

  /**
   * Phenotypes of objects by id (stable ids without version, names of variants; case-insensitive), in the order of
   * the database.
   */
  of(objects: readonly string[]): Promise<PhenotypeRecord[][]> {
    return this.#find('phenotypes-by-object', objects);
  }

  /** Stored bytes that `of` would read. */
  bytesOf(objects: readonly string[]): Promise<number> {
    return this.#storedBytes('phenotypes-by-object', objects);
  }

  /** Phenotypes of features, other than genes, that a source associates with gene symbols (case-insensitive). */
  associatedWith(symbols: readonly string[]): Promise<PhenotypeRecord[][]> {
    return this.#find('phenotypes-by-gene-symbol', symbols);
  }

  /** Stored bytes that `associatedWith` would read. */
  bytesAssociatedWith(symbols: readonly string[]): Promise<number> {
    return this.#storedBytes('phenotypes-by-gene-symbol', symbols);
  }

  /** Phenotypes with ontology accessions (case-insensitive), in the order of the database. */
  byAccession(accessions: readonly string[]): Promise<PhenotypeRecord[][]> {
    return this.#find('phenotypes-by-accession', accessions);
  }

  /** Stored bytes that `byAccession` would read. */
  bytesByAccession(accessions: readonly string[]): Promise<number> {
    return this.#storedBytes('phenotypes-by-accession', accessions);
  }

  /** Like byAccession for one accession; read block by block. */
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
