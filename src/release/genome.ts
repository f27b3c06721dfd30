/**
 * One genome of the release: reads its tables and hands out records. Knows where bytes stand, nothing of requests.
 * All methods plan first and read each table in as few waves as it allows; what a genome has no table for is empty.
 */
import { at } from '../checked.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import type { Interval, IntervalQuery } from '../index/tables/interval-table.ts';
import type { StoredSlice } from '../index/sequence/chunk-directory.ts';
import { readSequences } from '../index/sequence/packed-sequence.ts';
import type { Mask } from '../index/sequence/sequence-chunk.ts';
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
import { placeAsFound, placeOnSlice, placeParts, queriesOf, type Placed } from '../genome/projection.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { decodeSymbol, symbolKey, type SymbolRecord } from '../genome/symbol-record.ts';
import { decodeGeneXrefs, type GeneXrefs } from '../genome/xref-record.ts';
import { decodeVariantFeature, type VariationTables } from '../variants/variant-features.ts';
import type { RecordLayouts } from '../variants/record-layouts.ts';
import type { VariantRecord } from '../variants/variant-record.ts';
import { StoredTables } from './stored-tables.ts';
import { GenotypeCollection } from './genotypes.ts';
import { type DocumentOf, type PopulationRecord, readDocument } from './documents.ts';
import type { GENOME_TABLES } from './genome-tables.ts';
import type { CoordSystem, GenomeEntry, GenomeInfo } from './manifest.ts';
import type { GenomeDocument, GenomeTable, SortedGenomeTable } from './table-registry.ts';
import { ParsedRecords } from '../index/tables/parsed-records.ts';
import { Phenotypes, Variation } from './variation.ts';
import { StoreError } from '../store/store.ts';

/** Tables of features that are found by their place. */
type PlacedTables = FeatureTables & RegulationTables & VariationTables & ConstrainedTables;

/** Of tables whose payloads are no plain records. */
const DECODERS: {
  [T in keyof PlacedTables]?: (payload: Uint8Array, shapes: RecordLayouts | undefined) => PlacedTables[T];
} = {
  'variant-features': decodeVariantFeature,
  'hidden-variant-features': decodeVariantFeature,
};
export type PlacedTable = 'genes' | keyof PlacedTables;

/** Much visited seq regions; shared, not to be changed. */
const regions = new ParsedRecords(decodeSeqRegion);

export class Genome {
  /** Position in the manifest: what StableId.genome refers to. */
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

  /** The same genome for who reads all of it: what is read leaves the cache as it is. */
  withoutCaching(): Genome {
    return new Genome(this.index, this.entry, this.#reader.withoutCaching(), this.#attachments);
  }

  /** What the records of a table say by number: for who reads the table without this. */
  layouts(table: GenomeTable): RecordLayouts | undefined {
    return this.#tables.layouts(table);
  }

  /** Production name of the species. */
  get species(): string {
    return this.entry.species;
  }

  /**
   * Seq regions by name or synonym, in any case; all regions of that name (coordinate systems share names), best rank
   * first.
   */
  async seqRegions(names: readonly string[]): Promise<SeqRegionRecord[][]> {
    const found = await this.#tables.find(
      'seq-regions',
      names.map((name) => name.toLowerCase()),
      (record) => regions.get(record),
    );
    return found.map((list) => list.sort((a, b) => a.rank - b.rank));
  }

  /** Every seq region, each once, in no particular order, read block by block. */
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

  /** All genes of the genome in order of region and start, block by block; encoded as in `genes`. */
  async *allGenes(): AsyncIterable<Uint8Array> {
    for await (const { payload } of this.#tables.interval('genes')?.scan() ?? []) yield payload;
  }

  /**
   * Genes (encoded) that overlap each slice, in order of start. A gene seen through a haplotype, patch,
   * pseudo-autosomal
   * stretch or assembly stands in its native place in the record; `placed` says where the slice's region shows it.
   * Genes
   * that it shows only in part are among them (placeParts), for the sake of their transcripts and exons. One wave of
   * reads.
   */
  overlappingGenes(slices: readonly Slice[]): Promise<Placed<Uint8Array>[][]> {
    return this.#overlapping('genes', slices, placeParts);
  }

  /**
   * Features of one table that overlap each slice, in order of start, with their place on the slice's region. One wave
   * of reads.
   */
  async overlapping<T extends keyof PlacedTables>(
    table: T,
    slices: readonly Slice[],
  ): Promise<Placed<PlacedTables[T]>[][]> {
    const found = await this.#overlapping(table, slices);
    return found.map((list) => this.#decodeAll(table, list));
  }

  /**
   * As `overlapping` of one slice, some features at a time, read as they are asked for; in the order of placeAsFound.
   */
  async *eachOverlapping<T extends keyof PlacedTables>(
    table: T,
    slice: Slice,
  ): AsyncGenerator<Placed<PlacedTables[T]>[]> {
    const intervals = this.#tables.interval(table);
    if (!intervals) return;
    for await (const found of placeAsFound(slice, (query) => intervals.eachOverlapping(query)))
      yield this.#decodeAll(table, found);
  }

  /** Stored bytes of what `overlapping` would read of a slice: what it would take in memory hangs on that. */
  async bytesOverlapping(table: PlacedTable, slice: Slice): Promise<number> {
    return (await this.#tables.interval(table)?.storedBytes(queriesOf(slice))) ?? 0;
  }

  /**
   * Has the directories of tables that a question to come will need read beside what is read before it: one wave less
   * where
   * they do not ride along with the root, no promise where they do.
   */
  prefetchDirectories(tables: readonly PlacedTable[]): Promise<unknown> | null {
    const apart = tables.filter((table) => this.entry.tables[table] && !this.entry.tables[table].attached);
    return apart.length > 0 ? Promise.all(apart.map((table) => this.#tables.interval(table)!.overlapping([]))) : null;
  }

  /**
   * Reads what `overlapping` will want of tables for stretches of regions, by ordinal, beside what it waits for: see
   * BlockReader.
   */
  async readAhead(queries: Partial<Record<PlacedTable, readonly IntervalQuery[]>>): Promise<void> {
    const plans = Object.entries(queries).map(
      ([table, stretches]) => this.#tables.interval(table as PlacedTable)?.plan(stretches) ?? [],
    );
    await this.#reader.readAhead((await Promise.all(plans)).flat());
  }

  /**
   * Where stretches of regions of one coordinate system stand in the other (AssemblyMapping), each list in order of
   * start;
   * empty lists for systems that the database does not map. Asked of no stretch, it brings the table's directory to
   * hand.
   */
  async assemblyMappings(
    one: CoordSystem,
    other: CoordSystem,
    queries: readonly IntervalQuery[],
  ): Promise<Interval[][]> {
    const mapping = this.entry.mappings?.find(({ ranks }) => ranks.includes(one.rank) && ranks.includes(other.rank));
    return mapping ? this.#tables.intervalOf(mapping.table).overlapping(queries) : queries.map(() => []);
  }

  /** References of genes and their products (all levels), by the location their stable ids give. */
  xrefs(locations: readonly RecordLocation[]): Promise<GeneXrefs[]> {
    return this.#tables.at('xrefs', locations, decodeGeneXrefs);
  }

  /** What each name (primary id, display label, synonym; any case) refers to. */
  symbols(names: readonly string[]): Promise<SymbolRecord[][]> {
    return this.#tables.find('symbols', names.map(symbolKey), decodeSymbol);
  }

  /**
   * All names from `from` on, in byte order, with what they refer to; read block by block, decoded when `symbol` is
   * called.
   */
  async *symbolsFrom(from: string): AsyncIterable<[key: string, symbol: () => SymbolRecord]> {
    for await (const [key, record] of this.#tables.sorted('symbols')?.entries(symbolKey(from)) ?? [])
      yield [key, () => this.#tables.decoded('symbols', () => decodeSymbol(record))];
  }

  get phenotypes(): Phenotypes {
    return new Phenotypes(this.#tables);
  }

  /**
   * Short variants by name, synonym or number of a submission, in any case; null for an unknown or structural one. A
   * name
   * that several variants share stands for the one that bears it, else for the first. One wave of reads.
   */
  async variants(names: readonly string[]): Promise<(VariantRecord | null)[]> {
    const found = await this.variation.find(names, { details: false, genotypes: false });
    return found.map((each) => (each && !each.structural ? each.variant : null));
  }

  /** What its variation database says of variants; empty on genomes without. */
  get variation(): Variation {
    return new Variation(this.#tables, this.genotypes);
  }

  proteinFeatures(locations: readonly RecordLocation[]): Promise<ProteinFeatureRecord[][]> {
    return this.#tables.at('protein-features', locations, decodeRecord<ProteinFeatureRecord[]>);
  }

  /** Collections of samples with genotypes; none on genomes without. */
  get genotypes(): readonly GenotypeCollection[] {
    return (this.entry.genotypes ?? []).map((entry) => new GenotypeCollection(entry, this.#reader, this.#attachments));
  }

  /** Stored bases as upper-case ASCII on the stored strand; see readSequences. Higher up: sequence-reader.ts. */
  storedBases(slices: readonly StoredSlice[], mask?: Mask): Promise<Uint8Array[]> {
    const { sequence } = this.entry;
    return sequence ? readSequences(sequence.object, slices, this.#reader, mask) : Promise.resolve([]);
  }

  /** The genome's document: meta table, top level regions, karyotype, statistics. Shared: not to be changed. */
  info(): Promise<GenomeInfo> {
    return readDocument<GenomeInfo>(this.#reader, this.entry.info);
  }

  /** A further document, null for what the databases have nothing for. Shared: not to be changed. */
  async document<D extends GenomeDocument>(name: D): Promise<DocumentOf[D] | null> {
    const entry = this.entry.documents?.[name];
    return entry ? readDocument<DocumentOf[D]>(this.#reader, entry) : null;
  }

  /** A population with its individuals, by its name in any case; null for an unknown one. */
  population(name: string): Promise<PopulationRecord | null> {
    return this.#first('populations', name.toLowerCase());
  }

  /** A probe of a microarray, names in any case; null for an unknown one. */
  probe(array: string, name: string): Promise<ProbeRecord | null> {
    return this.#first('probes', probeKey(array, name));
  }

  /** A set of probes of a microarray, names in any case; null for an unknown one. */
  probeSet(array: string, name: string): Promise<ProbeSetRecord | null> {
    return this.#first('probe-sets', probeKey(array, name));
  }

  /** A binding matrix by its stable id in any case; null for an unknown one. */
  bindingMatrix(id: string): Promise<BindingMatrixRecord | null> {
    return this.#first('binding-matrices', id.toLowerCase());
  }

  /** The first record under a key of a table of JSON records. */
  async #first<T>(table: SortedGenomeTable, key: string): Promise<T | null> {
    const [[record] = []] = await this.#tables.find(table, [key], decodeRecord<T>);
    return record ?? null;
  }

  #decodeAll<T extends keyof PlacedTables>(table: T, found: readonly Placed<Uint8Array>[]): Placed<PlacedTables[T]>[] {
    const decode: (payload: Uint8Array, shapes: RecordLayouts | undefined) => PlacedTables[T] =
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
    const queries = slices.map(queriesOf);
    const found = (await this.#tables.interval(table)?.overlapping(queries.flat())) ?? [];
    let next = 0;
    return slices.map((slice, each) =>
      place(slice, at(queries, each), found.slice(next, (next += at(queries, each).length))),
    );
  }
}

/**
 * @param genome the gene's own, or another database of its species
 * @param named what `genome` has under the region's name
 * Throws StoreError when the region is not among them.
 */
export function regionOfGene(
  gene: { id: string; region: RegionRef },
  genome: Genome,
  named: readonly SeqRegionRecord[],
): SeqRegionRecord {
  const region = findRegion(named, gene.region);
  if (region) return region;
  throw new StoreError(
    `${genome.species} has no seq region ${gene.region.coordSystem} ${gene.region.name}, where ${gene.id} stands`,
  );
}
