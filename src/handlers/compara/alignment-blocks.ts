/** The blocks of a set of species that a slice shows. */
import { at, get } from '../../checked.ts';
import { ApiError } from '../../api-error.ts';
import {
  alignmentKey,
  type AlignmentRecord,
  type SetName,
  type AlignedInterval,
} from '../../compara/alignment-record.ts';
import { inAnswerOrder, pruneTree, restrictedTree, type AlignmentNode } from '../../compara/alignment-tree.ts';
import { queriesOf } from '../../genome/projection.ts';
import type { RegionQuery } from '../../genome/region-query.ts';
import { linearSpans, type Slice } from '../../genome/seq-region.ts';
import type { Span } from '../../genome/transcript.ts';
import { cutIntoPieces } from '../../index/blocks/block-reads.ts';
import { bytesToRead, type Alignments } from '../../release/alignments.ts';
import { READ_AHEAD } from '../../index/blocks/read-plan.ts';
import type { AlignmentRow } from '../../compara/alignment-columns.ts';
import { isAncestral } from '../../compara/species.ts';
import { partOfBases, unpackPieces, type StoredBases } from '../../genome/stored-bases.ts';
import type { Mask } from '../../index/sequence/sequence-chunk.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna, readStoredBases } from '../../release/sequence-reader.ts';

const NO_ALIGNMENT = 'no alignment available for this region';

/** What is aligned to a stretch of a region. */
export interface Aligned extends Span {
  record: AlignmentRecord;
}

/** A block to show. */
export interface ShownBlock {
  /** In shown order. */
  tree: AlignmentNode;
  /** Against the strand on which it is stored. */
  turned: boolean;
}

/** Finds what is aligned to a genome in one set of species. */
export class AlignmentSearch {
  readonly #alignments: Alignments;
  readonly #keyOf: ((region: string) => string) | null;
  /** What was found beside the region itself, under the name that was sent for it. */
  #guessed: { name: string; records: AlignmentRecord[] } | null = null;

  /** @param set null where the request names no set, which is then to be refused */
  constructor(alignments: Alignments, genome: string, method: string, set: SetName | null) {
    this.#alignments = alignments;
    this.#keyOf = set && ((region) => alignmentKey(genome, region, method, set));
  }

  /** Looks beside the read of the region itself: most clients call it by its name. */
  async guess({ name, start, end }: RegionQuery, longest: number): Promise<void> {
    const from = start ?? 1;
    const to = Math.min(end ?? Infinity, from + longest - 1);
    if (this.#keyOf && from <= to)
      this.#guessed = { name, records: await this.#overlapping(name, { start: from, end: to }) };
  }

  /** What a slice of at most that length shows, by its place. */
  async found(slice: Slice, methodClass: string): Promise<Aligned[]> {
    const own =
      slice.region.name.toLowerCase() === this.#guessed?.name.toLowerCase() && slice.start <= slice.end
        ? this.#guessed.records
        : null;
    const lists = await Promise.all(
      placesOf(slice, methodClass).map(async ({ region, start, end }) => {
        const records = region === slice.region.name && own ? own : await this.#overlapping(region, { start, end });
        return records.map((record) => ({ record, start, end }));
      }),
    );
    return lists.flat();
  }

  async #overlapping(region: string, stretch: Span): Promise<AlignmentRecord[]> {
    const [records = []] = this.#keyOf ? await this.#alignments.overlapping(this.#keyOf(region), [stretch]) : [];
    return records;
  }
}

/**
 * The stretches that a slice shows: of its own region, of what a component is assembled into, and, in blocks, of what a
 * patch shares with a chromosome; trees are only of the region itself.
 */
function placesOf(slice: Slice, methodClass: string): (Span & { region: string })[] {
  const { region } = slice;
  const isTree = methodClass.startsWith('GenomicAlignTree');
  const elsewhere = queriesOf(slice).flatMap((query) =>
    query.segment && !(isTree && region.projection?.includes(query.segment))
      ? [{ region: query.segment.name, start: query.start, end: query.end }]
      : [],
  );
  return [...linearSpans(slice).map((stretch) => ({ region: region.name, ...stretch })), ...elsewhere];
}

/**
 * What was found as blocks, those together that are read together. Throws ApiError (400) when none has an alignment to
 * show.
 *
 * @param shown production names; null for all
 */
export async function* shownBlocks(
  alignments: Alignments,
  found: readonly Aligned[],
  strand: 1 | -1,
  shown: ReadonlySet<string> | null,
  methodClass: string,
): AsyncGenerator<ShownBlock[]> {
  let any = false;
  for (const some of cutIntoPieces(found, READ_AHEAD, ({ record }) => bytesToRead(record))) {
    const blocks = await alignments.blocks(
      some.map(({ record }) => record),
      shown,
    );
    const trees = blocks.flatMap((block, each): ShownBlock[] => {
      const { start, end } = at(some, each);
      const restricted = restrictedTree(block, start, end, strand, methodClass.startsWith('GenomicAlignTree'));
      const tree = restricted && shown ? pruneTree(restricted, (genome) => shown.has(genome)) : restricted;
      return tree
        ? [
            {
              tree: inAnswerOrder(tree),
              turned: block.intervals.find(({ id }) => id === block.reference)!.strand !== strand,
            },
          ]
        : [];
    });
    any ||= trees.length > 0;
    if (trees.length > 0) yield trees;
  }
  if (!any) throw new ApiError(NO_ALIGNMENT);
}

/** Bases of the rows that are in memory together; a longer row is alone. */
const AT_ONCE = 2_000_000;

const decoder = new TextDecoder();

export class RowBases {
  readonly #release: Release;
  readonly #mask: Mask | undefined;
  readonly #rows: readonly AlignmentRow[];
  readonly #places: ReadonlyMap<AlignmentRow, number>;
  #read = new Map<AlignmentRow, string>();

  /** Throws ApiError (400) for a row of a genome that the release lacks. */
  constructor(release: Release, rows: readonly AlignmentRow[], mask: Mask | undefined) {
    const foreign = rows.find(({ bases }) => bases === null);
    if (foreign)
      throw new ApiError(
        `This release does not have the bases of ${foreign.genome}, which is aligned here: name the species to ` +
          'show with display_species_set',
      );
    this.#release = release;
    this.#mask = mask;
    this.#rows = rows;
    this.#places = new Map(rows.map((row, place) => [row, place]));
  }

  /**
   * The bases of a row on its strand: at once, or one wave of reads for it and for those that come after it, when it
   * has not been read with one before.
   */
  of(row: AlignmentRow): string | Promise<string> {
    return this.#read.get(row) ?? this.#firstOf(row);
  }

  async #firstOf(row: AlignmentRow): Promise<string> {
    this.#read = await this.#readFrom(get(this.#places, row));
    return get(this.#read, row);
  }

  async #readFrom(place: number): Promise<Map<AlignmentRow, string>> {
    const byGenome = new Map<string, AlignmentRow[]>();
    let bases = 0;
    for (const row of this.#rows.slice(place)) {
      bases += row.end - row.start + 1;
      if (byGenome.size > 0 && bases > AT_ONCE) break;
      const its = byGenome.get(row.genome);
      if (its) its.push(row);
      else byGenome.set(row.genome, [row]);
    }
    const read = new Map<AlignmentRow, string>();
    await Promise.all(
      [...byGenome].map(async ([genome, rows]) => {
        // Ancestors are never masked.
        const found = await readStoredBases(
          genomeWithDna(this.#release, this.#release.genome(genome)),
          rows.map(stretchOfRow),
          isAncestral(genome) ? undefined : this.#mask,
        );
        rows.forEach((row, each) => read.set(row, decoder.decode(at(found, each))));
      }),
    );
    return read;
  }
}

function stretchOfRow({ start, end, strand, whole }: AlignmentRow): StoredBases {
  return partOfBases(storedOf(whole), start - whole.start, end - start + 1, strand);
}

/** What is stored of stretches in memory: of a block that is much asked for, taken apart once. */
const stored = new WeakMap<AlignedInterval, StoredBases>();

function storedOf(whole: AlignedInterval): StoredBases {
  let stretch = stored.get(whole);
  if (!stretch)
    stored.set(
      whole,
      (stretch = { length: whole.end - whole.start + 1, strand: 1, pieces: unpackPieces(whole.bases!) }),
    );
  return stretch;
}
