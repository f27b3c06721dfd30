/**
 * What one overlap request looks at: the slice, the genome or genomes behind it, the filters. Kinds of features share
 * it, so that a request for genes, transcripts and exons reads and decodes the genes once.
 */
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

/** Filters of a request, named as the parameters; an empty list or text filters nothing. */
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

/** Features in the order of the answer, some at a time: a list that is in memory is one piece. */
export type FeaturePieces<T> = Iterable<readonly T[]> | AsyncIterable<readonly T[]>;

/** The pieces after some work on each: filtering features, or making others of them. */
export async function* refine<T, R>(
  pieces: FeaturePieces<T>,
  work: (features: readonly T[]) => readonly R[],
): AsyncGenerator<readonly R[]> {
  for await (const piece of pieces) yield work(piece);
}

/**
 * Stored bytes of one table up to which its features are read whole and sorted as in the database: some 5,000 features.
 */
export const MAX_SORTED_BYTES = 128 * 1024;

/** A transcript that overlaps the slice, and the gene it belongs to, both placed on the slice's region. */
export interface SliceTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
}

/** A genome and the slice as its own seq region: databases of one species number their regions apart. */
interface GenomeSlice {
  genome: Genome;
  slice: Slice;
}

/**
 * Tables of the dump whose longest feature limits how far before a slice Ensembl looks for features that overlap it.
 */
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

/** Tables of features that are found by their place. */
type PlacedTables = FeatureTables & RegulationTables & VariationTables & ConstrainedTables;

const ASK_FOR_LESS = 'a smaller region or fewer kinds of features';

export class OverlapScope {
  readonly release: Release;
  /** The genome whose region the slice is of. */
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

  /** Genes within Ensembl's reach whose head passes `accept`, in the order of the database. */
  async geneHeads(accept: (head: GeneHead) => boolean): Promise<GeneHead[]> {
    const withinReach = this.#reach('gene', await this.chosenDatabase());
    const genes = (await this.genes()).filter(
      (each) => each.shows(each.head) && accept(each.head) && withinReach(each.head, each.flipped),
    );
    return genes.map((each) => each.head).sort((a, b) => a.dbId - b.dbId);
  }

  /**
   * Genes on the slice: of the database that db_type names, or of the slice's own. Also those that a contig or patch
   * shows only in part, for their transcripts that it shows whole.
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
    const [found] = await genome.overlappingGenes([slice]);
    return found!.map((placed) => new PlacedGene(placed));
  }

  /** Transcripts that overlap the slice, before any filter, in the order of the database. */
  async transcripts(from: 'chosen' | 'own' = 'chosen'): Promise<SliceTranscript[]> {
    const found: SliceTranscript[] = [];
    const withinReach = this.#reach('transcript', from === 'own' ? this : await this.chosenDatabase());
    for (const placed of await this.genes(from)) {
      const gene = placed.record;
      for (const transcript of gene.transcripts) {
        if (
          !placed.shows(transcript) ||
          !alongSlice(this.slice, transcript) ||
          !withinReach(transcript, placed.flipped)
        )
          continue;
        found.push({ gene, transcript });
      }
    }
    return found.sort((a, b) => a.transcript.dbId - b.transcript.dbId);
  }

  /**
   * Features of one table on the slice that pass `accept`, from the database that db_type names, or the core database,
   * on which those of variation, regulation and comparison hang. Up to MAX_SORTED_BYTES they come in the order of the
   * database, more in that of Genome.eachOverlapping, which is along the slice.
   */
  async features<T extends keyof PlacedTables>(
    table: T,
    named: LimitedTable | null,
    from: 'chosen' | 'core',
    accept: (record: PlacedTables[T]) => boolean = () => true,
  ): Promise<FeaturePieces<Placed<PlacedTables[T]>>> {
    const database = await (from === 'core' ? this.#databaseOf('core') : this.chosenDatabase());
    if (!database) return [];
    const { genome, slice } = database;
    const withinReach = named === null ? () => true : this.#reach(named, database);
    const accepted = (found: readonly Placed<PlacedTables[T]>[]) =>
      found.filter((each) => accept(each.record) && withinReach(each, each.flipped));
    const bytes = await genome.bytesOverlapping(table, slice);
    if (bytes > MAX_SORTED_BYTES) {
      await reserveForStreamedRecords(this.#budgets, bytes, ASK_FOR_LESS);
      return refine(genome.eachOverlapping(table, slice), accepted);
    }
    await reserveForRecords(this.#budgets, bytes, ASK_FOR_LESS);
    const [found = []] = await genome.overlapping(table, [slice]);
    return [accepted(found).sort((a, b) => a.record.dbId - b.record.dbId)];
  }

  /** The database db_type names, with the slice on its region; null when the species or the database has no such. */
  chosenDatabase(): Promise<GenomeSlice | null> {
    return (this.#chosen ??= this.#databaseOf(this.filters.db_type?.toLowerCase()));
  }

  async #databaseOf(group: string | undefined): Promise<GenomeSlice | null> {
    if (!group || group === this.genome.entry.group) return this;
    const genome = this.release.findGenome(this.genome.species, group);
    if (!genome) return null;
    const [named] = await genome.seqRegions([this.slice.region.name]);
    const region = findRegion(named!, this.slice.region);
    return region ? { genome, slice: { ...this.slice, region } } : null;
  }

  /**
   * A database states the length of the longest feature of each table (meta_coord), and Ensembl looks no further before
   * a slice than that. Where the statement is too small, long features that begin far before a slice are not found.
   */
  #reach(
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
