/**
 * The slice, genomes and filters of one overlap request. All kinds of features share it, so that a request for genes,
 * transcripts and exons reads and decodes the genes only once.
 */
import { only } from '../../checked.ts';
import type { ConstrainedTables } from '../../compara/alignment-record.ts';
import { PlacedGene, alongSlice } from '../../genome/feature-placement.ts';
import type { FeatureTables, RegulationTables } from '../../genome/feature-records.ts';
import type { GeneHead, GeneRecord, TranscriptRecord } from '../../genome/gene-record.ts';
import type { Placed } from '../../genome/projection.ts';
import { findRegion, type Slice } from '../../genome/seq-region.ts';
import type { VariationTables } from '../../variants/variant-features.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import {
  reserveForRecords,
  reserveForStreamedRecords,
  type RequestBudgets,
} from '../../operation/memory-reservation.ts';

/** Filters of a request, named like the parameters. An empty list or text does not filter. */
export interface OverlapFilters {
  db_type?: string;
  logic_name: readonly string[];
  biotype: readonly string[];
  source: readonly string[];
  misc_set: readonly string[];
  so_term: readonly string[];
  variant_set?: string;
  species_set?: string;
}

/** Features in the order of the answer, in pieces. A list in memory is a single piece. */
export type FeaturePieces<T> = Iterable<readonly T[]> | AsyncIterable<readonly T[]>;

/** Applies a function to each piece, to filter or convert features. */
export async function* mapPieces<T, R>(
  pieces: FeaturePieces<T>,
  convert: (features: readonly T[]) => readonly R[],
): AsyncGenerator<readonly R[]> {
  for await (const piece of pieces) yield convert(piece);
}

/** Up to this many compressed bytes of a table, features are sorted by database id: about 5,000 features. */
export const MAX_SORTED_BYTES = 128 * 1024;

/** A transcript that overlaps the slice, and its gene, both in coordinates of the slice's region. */
export interface SliceTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
}

/** A genome and the slice on its seq region: the databases of a species have separate numbers of seq regions. */
interface GenomeSlice {
  genome: Genome;
  slice: Slice;
}

/** Dump tables with a maximal feature length: Ensembl searches only that far from a slice for overlapping features. */
type LimitedTable =
  | 'gene'
  | 'transcript'
  | 'repeat_feature'
  | 'simple_feature'
  | 'misc_feature'
  | 'karyotype'
  | 'regulatory_feature'
  | 'motif_feature'
  | 'variation_feature'
  | 'structural_variation_feature';

/** Tables of features that are found by location. */
type PlacedTables = FeatureTables & RegulationTables & VariationTables & ConstrainedTables;

const ASK_FOR_LESS = 'a smaller region or fewer kinds of features';

export class OverlapScope {
  readonly release: Release;
  /** The genome of the slice's region. */
  readonly genome: Genome;
  readonly slice: Slice;
  readonly filters: OverlapFilters;
  readonly #budgets: RequestBudgets;
  #chosen: Promise<GenomeSlice | null> | null = null;
  readonly #genes = new Map<Genome, Promise<PlacedGene[]>>();

  constructor(release: Release, genome: Genome, slice: Slice, filters: OverlapFilters, budgets: RequestBudgets) {
    this.release = release;
    this.genome = genome;
    this.slice = slice;
    this.filters = filters;
    this.#budgets = budgets;
  }

  /** Genes within Ensembl's search range whose head passes `accept`, sorted by database id. */
  async geneHeads(accept: (head: GeneHead) => boolean): Promise<GeneHead[]> {
    const inRange = this.#searchRange('gene', await this.chosenDatabase());
    const genes = (await this.genes()).filter(
      (each) =>
        each.shows(each.head) &&
        alongSlice(this.slice, each.head) &&
        accept(each.head) &&
        inRange(each.head, each.flipped),
    );
    return genes.map((each) => each.head).sort((a, b) => a.dbId - b.dbId);
  }

  /**
   * Genes on the slice: of the database of db_type ('chosen') or of the slice ('own'). Includes genes that a contig or
   * patch shows only in part, because it can show some of their transcripts as a whole.
   */
  async genes(from: 'chosen' | 'own' = 'chosen'): Promise<PlacedGene[]> {
    const database = from === 'own' ? this : await this.chosenDatabase();
    if (!database) return [];
    const { genome, slice } = database;
    let genes = this.#genes.get(genome);
    if (!genes) {
      genes = this.#readGenes(genome, slice);
      this.#genes.set(genome, genes);
    }
    return genes;
  }

  async #readGenes(genome: Genome, slice: Slice): Promise<PlacedGene[]> {
    await reserveForRecords(this.#budgets, await genome.bytesOverlapping('genes', slice), ASK_FOR_LESS);
    const found = only(await genome.overlappingGenes([slice]));
    return found.map((placed) => new PlacedGene(placed));
  }

  /** Transcripts that overlap the slice, without filters, sorted by database id. */
  async transcripts(from: 'chosen' | 'own' = 'chosen'): Promise<SliceTranscript[]> {
    const found: SliceTranscript[] = [];
    const inRange = this.#searchRange('transcript', from === 'own' ? this : await this.chosenDatabase());
    for (const placed of await this.genes(from)) {
      const gene = placed.record;
      for (const transcript of gene.transcripts) {
        if (!placed.shows(transcript) || !alongSlice(this.slice, transcript) || !inRange(transcript, placed.flipped))
          continue;
        found.push({ gene, transcript });
      }
    }
    return found.sort((a, b) => a.transcript.dbId - b.transcript.dbId);
  }

  /**
   * Features of one table on the slice that pass `accept`. 'chosen' reads the database of db_type; 'core' reads the
   * core genome, whose tables include variation, regulation and compara data. Up to MAX_SORTED_BYTES, features are
   * in the order of the dump; more are in the order of Genome.eachOverlapping, along the slice.
   */
  async features<T extends keyof PlacedTables>(
    table: T,
    dumpTable: LimitedTable | null,
    from: 'chosen' | 'core',
    accept: (record: PlacedTables[T]) => boolean = () => true,
  ): Promise<FeaturePieces<Placed<PlacedTables[T]>>> {
    const database = await (from === 'core' ? this.#databaseOf('core') : this.chosenDatabase());
    if (!database) return [];
    const { genome, slice } = database;
    const inRange = dumpTable === null ? () => true : this.#searchRange(dumpTable, database);
    const accepted = (found: readonly Placed<PlacedTables[T]>[]) =>
      found.filter((each) => accept(each.record) && inRange(each, each.flipped));
    const bytes = await genome.bytesOverlapping(table, slice);
    if (bytes > MAX_SORTED_BYTES) {
      await reserveForStreamedRecords(this.#budgets, bytes, ASK_FOR_LESS);
      return mapPieces(genome.eachOverlapping(table, slice), accepted);
    }
    await reserveForRecords(this.#budgets, bytes, ASK_FOR_LESS);
    const found = only(await genome.overlapping(table, [slice]));
    return [accepted(found).sort((a, b) => orderOf(a.record) - orderOf(b.record))];
  }

  /** The database of db_type with the slice on its region; null if the species has no such database or region. */
  chosenDatabase(): Promise<GenomeSlice | null> {
    return (this.#chosen ??= this.#databaseOf(this.filters.db_type?.toLowerCase()));
  }

  async #databaseOf(group: string | undefined): Promise<GenomeSlice | null> {
    if (!group || group === this.genome.entry.group) return this;
    const genome = await this.release.findGenome(this.genome.species, group);
    if (!genome) return null;
    const named = only(await genome.seqRegions([this.slice.region.name]));
    const region = findRegion(named, this.slice.region);
    return region ? { genome, slice: { ...this.slice, region } } : null;
  }

  /**
   * A test whether Ensembl would find a feature. Ensembl searches before a slice only as far as the maximal feature
   * length of the table (meta_coord). If that value is too small, it does not find some long features.
   */
  #searchRange(
    table: LimitedTable,
    database: GenomeSlice | null,
  ): (place: { start: number; end: number }, flipped: boolean) => boolean {
    const {
      genome,
      slice: { region, start, end },
    } = database ?? this;
    const longest = genome.entry.longest.find((each) => each.table === table && each.rank === region.rank)?.length;
    if (!longest || region.circular) return () => true;
    return (place, flipped) => (flipped ? place.end <= end + longest : place.start >= start - longest);
  }
}

function orderOf(record: PlacedTables[keyof PlacedTables]): number {
  return 'row' in record ? record.row : record.dbId;
}
