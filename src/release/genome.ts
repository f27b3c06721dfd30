/**
 * One genome of the release: reads its tables and returns records. Independent of HTTP requests. All methods plan their
 * reads first and read each table in as few waves as possible. A table that the genome lacks has no records.
 */
import { at, present } from '../checked.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import type { Interval, IntervalQuery } from '../index/tables/interval-table.ts';
import type { StoredSlice } from '../index/sequence/chunk-directory.ts';
import { readPacked, type PackedLetters } from '../index/sequence/packed-sequence.ts';
import type { ConstrainedTables } from '../compara/alignment-record.ts';
import {
  decodeRecord,
  type FeatureTables,
  type ProteinFeatureRecord,
  probeKey,
  type BindingMatrixRecord,
  type ProbeRecord,
  type ProbeSetRecord,
  type RegulationTables,
} from '../genome/feature-records.ts';
import { decodeSeqRegion, type SeqRegionRecord, type Slice, findRegion, type RegionRef } from '../genome/seq-region.ts';
import {
  inNativeDirection,
  placeAsFound,
  placeOnSlice,
  placeParts,
  queriesOf,
  type Placed,
} from '../genome/projection.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { otherObjectKey, type OtherObject } from '../genome/other-object.ts';
import { decodeSymbol, symbolKey, type SymbolRecord } from '../genome/symbol-record.ts';
import { decodeGeneXrefs, type GeneXrefs } from '../genome/xref-record.ts';
import { decodeVariantFeature, type VariationTables } from '../variants/variant-features.ts';
import type { RecordLayouts } from '../variants/record-layouts.ts';
import type { VariantRecord } from '../variants/variant-record.ts';
import { featureDensity, type FeatureDensity } from './feature-density.ts';
import { ScoreTables } from './score-tables.ts';
import { StoredTables } from './stored-tables.ts';
import { GenotypeCollection } from './genotypes.ts';
import { type DocumentOf, type PopulationRecord, readDocument } from './documents.ts';
import type { GENOME_TABLES } from './genome-tables.ts';
import type { CoordSystem, GenomeEntry, GenomeInfo } from './manifest.ts';
import type { GenomeDocument, GenomeTable, SortedGenomeTable } from './table-registry.ts';
import { ParsedRecords } from '../index/tables/parsed-records.ts';
import { Phenotypes, Variation } from './variation.ts';
import { StoreError } from '../store/store.ts';

/** Tables of features that are found by position. */
type PlacedTables = FeatureTables & RegulationTables & VariationTables & ConstrainedTables;

/** Decoders of tables whose payloads are not JSON. */
const DECODERS: {
  [T in keyof PlacedTables]?: (payload: Uint8Array, layouts: RecordLayouts | undefined) => PlacedTables[T];
} = {
  'variant-features': decodeVariantFeature,
  'hidden-variant-features': decodeVariantFeature,
};
export type PlacedTable = 'genes' | keyof PlacedTables;

/** Parsed records of recently used seq regions. Shared between requests: do not modify. */
const parsedRegions = new ParsedRecords(decodeSeqRegion);

export class Genome {
  /** Index in the manifest; StableId.genome refers to it. */
  readonly index: number;
  readonly entry: GenomeEntry;
  readonly #reader: BlockReader;
  readonly #attachments: Record<string, Uint8Array>;
  readonly #tables: StoredTables<typeof GENOME_TABLES>;

  constructor(index: number, entry: GenomeEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.index = index;
    this.entry = entry;
    this.#reader = reader;
    this.#attachments = attachments;
    this.#tables = new StoredTables(entry.tables, reader, attachments);
  }

  /** The same genome for full scans: reads bypass the cache. */
  withoutCaching(): Genome {
    return new Genome(this.index, this.entry, this.#reader.withoutCaching(), this.#attachments);
  }

  /** Record layouts of a table, for callers that read the table without this class. */
  layouts(table: GenomeTable): RecordLayouts | undefined {
    return this.#tables.layouts(table);
  }

  /** Production name of the species. */
  get species(): string {
    return this.entry.species;
  }

  /**
   * Seq regions by name or synonym (case-insensitive): all regions with that name, since coordinate systems share
   * names, best rank first.
   */
  async seqRegions(names: readonly string[]): Promise<SeqRegionRecord[][]> {
    const found = await this.#tables.find(
      'seq-regions',
      names.map((name) => name.toLowerCase()),
      (record) => parsedRegions.get(record),
    );
    return found.map((list) => list.sort((a, b) => a.rank - b.rank));
  }

  /** Names and synonyms of seq regions from `from` on, in byte order; read block by block and decoded when called. */
  async *seqRegionsFrom(from: string): AsyncIterable<[key: string, region: () => SeqRegionRecord]> {
    for await (const [key, record] of this.#tables.sorted('seq-regions')?.entries(from.toLowerCase()) ?? [])
      yield [key, () => this.#tables.decoded('seq-regions', () => decodeSeqRegion(record))];
  }

  /** All seq regions, each once, in no particular order; read block by block. */
  async *allSeqRegions(): AsyncIterable<SeqRegionRecord> {
    const seen = new Set<number>();
    for await (const [, record] of this.#tables.sorted('seq-regions')?.entries() ?? []) {
      const region = this.#tables.decoded('seq-regions', () => decodeSeqRegion(record));
      if (!seen.has(region.ordinal)) yield region;
      seen.add(region.ordinal);
    }
  }

  /** Encoded gene records: decode them with decodeGeneHead (cheap) or decodeGene. */
  genes(locations: readonly RecordLocation[]): Promise<Uint8Array[]> {
    return this.#tables.payloadsAt('genes', locations);
  }

  /** All genes of the genome, ordered by region and start; read block by block, encoded as in `genes`. */
  async *allGenes(): AsyncIterable<Uint8Array> {
    for await (const { payload } of this.#tables.interval('genes')?.scan() ?? []) yield payload;
  }

  /**
   * Genes (encoded) that overlap each slice, ordered by start. A gene that is seen through a haplotype, patch,
   * pseudo-autosomal region or assembly keeps its native position in the record; `placed` is its position on the
   * slice's region. Includes genes that the slice shows only in part (placeParts), since their transcripts and exons
   * may be whole. One wave of reads.
   */
  overlappingGenes(slices: readonly Slice[]): Promise<Placed<Uint8Array>[][]> {
    return this.#overlapping('genes', slices, placeParts);
  }

  /**
   * Features of one table that overlap each slice, ordered by start, with their position on the slice's region. One
   * wave of reads.
   */
  async overlapping<T extends keyof PlacedTables>(
    table: T,
    slices: readonly Slice[],
  ): Promise<Placed<PlacedTables[T]>[][]> {
    const found = await this.#overlapping(table, slices);
    return found.map((list, each) => inNativeDirection(at(slices, each), this.#decodeAll(table, list)));
  }

  /** Like `overlapping` for one slice, in batches that are read on demand; in the order of placeAsFound. */
  async *eachOverlapping<T extends keyof PlacedTables>(
    table: T,
    slice: Slice,
  ): AsyncGenerator<Placed<PlacedTables[T]>[]> {
    const intervals = this.#tables.interval(table);
    if (!intervals) return;
    for await (const found of placeAsFound(slice, (query) => intervals.eachOverlapping(query)))
      yield inNativeDirection(slice, this.#decodeAll(table, found));
  }

  /** Stored bytes that `overlapping` would read for a slice. Callers estimate the memory of the records from it. */
  async bytesOverlapping(table: PlacedTable, slice: Slice): Promise<number> {
    return (await this.#tables.interval(table)?.storedBytes(queriesOf(slice))) ?? 0;
  }

  /** As bytesOverlapping, for several slices; a block that several need counts once. */
  async bytesOverlappingAny(table: PlacedTable, slices: readonly Slice[]): Promise<number> {
    const plan = (await this.#tables.interval(table)?.plan(slices.flatMap(queriesOf))) ?? [];
    const blocks = new Map(plan.map(({ object, offset, length }) => [`${object} ${offset}`, length]));
    return [...blocks.values()].reduce((sum, length) => sum + length, 0);
  }

  /** How many records of a table begin in each part of a region, as stored: see featureDensity. */
  density(table: PlacedTable, { region, start, end }: Slice, bins: number): Promise<FeatureDensity> {
    return featureDensity(this.#tables.interval(table), { region: region.ordinal, start, end }, bins);
  }

  /**
   * Reads the directories of tables that a later query will need, in parallel with other reads. This saves one wave for
   * tables whose directory is not in the root; returns null if there are none.
   */
  prefetchDirectories(tables: readonly PlacedTable[]): Promise<unknown> | null {
    const separate = tables.filter((table) => this.entry.tables[table] && !this.entry.tables[table].attached);
    return separate.length > 0
      ? Promise.all(separate.map((table) => this.#tables.interval(table)?.overlapping([])))
      : null;
  }

  /**
   * Prefetches what `overlapping` will read of some tables for intervals of regions (by ordinal): see
   * BlockReader.readAhead.
   */
  async readAhead(queries: Partial<Record<PlacedTable, readonly IntervalQuery[]>>): Promise<void> {
    const plans = Object.entries(queries).map(
      ([table, intervals]) => this.#tables.interval(table as PlacedTable)?.plan(intervals) ?? [],
    );
    await this.#reader.readAhead((await Promise.all(plans)).flat());
  }

  /**
   * Maps intervals of regions of one coordinate system to another (AssemblyMapping); each list is ordered by start.
   * Lists are empty for systems that the database does not map. With no queries, it only prefetches the table's
   * directory.
   */
  async assemblyMappings(
    one: CoordSystem,
    other: CoordSystem,
    queries: readonly IntervalQuery[],
  ): Promise<Interval[][]> {
    const mapping = this.entry.mappings?.find(({ ranks }) => ranks.includes(one.rank) && ranks.includes(other.rank));
    return mapping ? this.#tables.intervalOf(mapping.table).overlapping(queries) : queries.map(() => []);
  }

  /** External references of genes and their products (all levels), by the location that their stable ids refer to. */
  xrefs(locations: readonly RecordLocation[]): Promise<GeneXrefs[]> {
    return this.#tables.at('xrefs', locations, decodeGeneXrefs);
  }

  /** Symbols by name (primary id, display label or synonym; case-insensitive). */
  symbols(names: readonly string[]): Promise<SymbolRecord[][]> {
    return this.#tables.find('symbols', names.map(symbolKey), decodeSymbol);
  }

  /**
   * All names from `from` on, in byte order, with their symbols; read block by block and decoded when `symbol` is
   * called.
   */
  async *symbolsFrom(from: string): AsyncIterable<[key: string, symbol: () => SymbolRecord]> {
    for await (const [key, record] of this.#tables.sorted('symbols')?.entries(symbolKey(from)) ?? [])
      yield [key, () => this.#tables.decoded('symbols', () => decodeSymbol(record))];
  }

  /** Scores of alleles; empty for a genome without any. */
  get scores(): ScoreTables {
    return new ScoreTables(this.#tables);
  }

  get phenotypes(): Phenotypes {
    return new Phenotypes(this.#tables);
  }

  /**
   * Short variants by name, synonym or submission number (case-insensitive); null for an unknown name and for a
   * structural variant. Of several variants with the name, the one with that primary name wins, else the first. One
   * wave of reads.
   */
  async variants(names: readonly string[]): Promise<(VariantRecord | null)[]> {
    const found = await this.variation.find(names, { details: false, genotypes: false });
    return found.map((each) => (each && !each.structural ? each.variant : null));
  }

  /** Data of the variation database; empty for genomes without one. */
  get variation(): Variation {
    return new Variation(this.#tables, this.genotypes);
  }

  /**
   * Prediction transcripts and operons with each id (case-insensitive), in the order of the dump; one wave of reads.
   */
  otherObjects(ids: readonly string[]): Promise<OtherObject[][]> {
    return this.#tables.find('other-objects', ids.map(otherObjectKey), decodeRecord<OtherObject>);
  }

  proteinFeatures(locations: readonly RecordLocation[]): Promise<ProteinFeatureRecord[][]> {
    return this.#tables.at('protein-features', locations, decodeRecord<ProteinFeatureRecord[]>);
  }

  /** Collections of samples with genotypes; empty for genomes without any. */
  get genotypes(): readonly GenotypeCollection[] {
    return (this.entry.genotypes ?? []).map((entry) => new GenotypeCollection(entry, this.#reader, this.#attachments));
  }

  /**
   * Reads the blocks of stored bases. Throws an Error if the genome has no sequence. Handlers use sequence-reader.ts
   * instead.
   */
  packedBases(slices: readonly StoredSlice[]): Promise<PackedLetters> {
    return readPacked(present(this.entry.sequence, 'the sequence of the genome').object, slices, this.#reader);
  }

  /**
   * The genome's document: meta table, top-level regions, karyotype, statistics. Shared between requests: do not
   * modify.
   */
  info(): Promise<GenomeInfo> {
    return readDocument<GenomeInfo>(this.#reader, this.entry.info);
  }

  /**
   * One of the genome's other documents; null if the databases have no data for it. Shared between requests: do not
   * modify.
   */
  async document<D extends GenomeDocument>(name: D): Promise<DocumentOf[D] | null> {
    const entry = this.entry.documents?.[name];
    return entry ? readDocument<DocumentOf[D]>(this.#reader, entry) : null;
  }

  /** A population with its individuals, by name (case-insensitive); null for an unknown one. */
  population(name: string): Promise<PopulationRecord | null> {
    return this.#first('populations', name.toLowerCase());
  }

  /** A probe of a microarray (names are case-insensitive); null for an unknown one. */
  probe(array: string, name: string): Promise<ProbeRecord | null> {
    return this.#first('probes', probeKey(array, name));
  }

  /** A probe set of a microarray (names are case-insensitive); null for an unknown one. */
  probeSet(array: string, name: string): Promise<ProbeSetRecord | null> {
    return this.#first('probe-sets', probeKey(array, name));
  }

  /** A binding matrix by stable id (case-insensitive); null for an unknown one. */
  bindingMatrix(id: string): Promise<BindingMatrixRecord | null> {
    return this.#first('binding-matrices', id.toLowerCase());
  }

  /** The first record under a key of a table of JSON records. */
  async #first<T>(table: SortedGenomeTable, key: string): Promise<T | null> {
    const [[record] = []] = await this.#tables.find(table, [key], decodeRecord<T>);
    return record ?? null;
  }

  #decodeAll<T extends keyof PlacedTables>(table: T, found: readonly Placed<Uint8Array>[]): Placed<PlacedTables[T]>[] {
    const decode: (payload: Uint8Array, layouts: RecordLayouts | undefined) => PlacedTables[T] =
      DECODERS[table] ?? decodeRecord;
    return this.#tables.decoded(table, (layouts) =>
      found.map((each) => ({ ...each, record: decode(each.record, layouts) })),
    );
  }

  async #overlapping(
    table: PlacedTable,
    slices: readonly Slice[],
    place = placeOnSlice,
  ): Promise<Placed<Uint8Array>[][]> {
    const intervals = this.#tables.interval(table);
    if (!intervals) return slices.map(() => []);
    const queries = slices.map(queriesOf);
    const found = await intervals.overlapping(queries.flat());
    let next = 0;
    return slices.map((slice, each) =>
      place(slice, at(queries, each), found.slice(next, (next += at(queries, each).length))),
    );
  }
}

/**
 * The seq region of a gene. Throws StoreError if it is not among `named`.
 *
 * @param genome the gene's own genome, or another database of its species
 * @param named the regions of `genome` that have the name of the gene's region
 */
export function regionOfGene(
  gene: { id: string; region: RegionRef },
  genome: Genome,
  named: readonly SeqRegionRecord[],
): SeqRegionRecord {
  const region = findRegion(named, gene.region);
  if (region) return region;
  throw new StoreError(
    `${genome.species} lacks the seq region ${gene.region.coordSystem} ${gene.region.name} of the gene ${gene.id}`,
  );
}
