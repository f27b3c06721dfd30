/** Finds the alignment blocks of a species set on a slice and reads the bases of their rows. */
import { at, found, get, present } from '../../checked.ts';
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

/** An alignment record and the span of its region that the slice covers. */
export interface FoundAlignment extends Span {
  record: AlignmentRecord;
}

/** A block of the answer. */
export interface ShownBlock {
  /** Children in display order. */
  tree: AlignmentNode;
  /** Whether it is shown on the opposite strand of the stored block. */
  reversed: boolean;
}

/** Finds alignments of a genome in one species set. */
export class AlignmentSearch {
  readonly #alignments: Alignments;
  readonly #keyOf: ((region: string) => string) | null;
  /** Records that were read while the region was resolved, by the name in the request. */
  #prefetched: { name: string; records: AlignmentRecord[] } | null = null;

  /** @param set null for an unknown set, which the caller rejects later */
  constructor(alignments: Alignments, genome: string, method: string, set: SetName | null) {
    this.#alignments = alignments;
    this.#keyOf = set && ((region) => alignmentKey(genome, region, method, set));
  }

  /** Reads the records while the region is resolved, assuming that the request uses the region's own name. */
  async prefetch({ name, start, end }: RegionQuery, longest: number): Promise<void> {
    const from = start ?? 1;
    const to = Math.min(end ?? Infinity, from + longest - 1);
    if (this.#keyOf && from <= to)
      this.#prefetched = { name, records: await this.#overlapping(name, { start: from, end: to }) };
  }

  /** The alignments on a slice. */
  async find(slice: Slice, methodClass: string): Promise<FoundAlignment[]> {
    const prefetched =
      slice.region.name.toLowerCase() === this.#prefetched?.name.toLowerCase() && slice.start <= slice.end
        ? this.#prefetched.records
        : null;
    const lists = await Promise.all(
      placesOf(slice, methodClass).map(async ({ region, start, end }) => {
        const records =
          region === slice.region.name && prefetched ? prefetched : await this.#overlapping(region, { start, end });
        return records.map((record) => ({ record, start, end }));
      }),
    );
    return lists.flat();
  }

  async #overlapping(region: string, span: Span): Promise<AlignmentRecord[]> {
    const [records = []] = this.#keyOf ? await this.#alignments.overlapping(this.#keyOf(region), [span]) : [];
    return records;
  }
}

/**
 * The spans to search: of the slice's region, of the regions that a component is assembled into, and, unless the method
 * makes trees, of the chromosome that a patch shares sequence with.
 */
function placesOf(slice: Slice, methodClass: string): (Span & { region: string })[] {
  const { region } = slice;
  const isTree = methodClass.startsWith('GenomicAlignTree');
  const elsewhere = queriesOf(slice).flatMap((query) =>
    query.segment && !(isTree && region.projection?.includes(query.segment))
      ? [{ region: query.segment.name, start: query.start, end: query.end }]
      : [],
  );
  return [...linearSpans(slice).map((span) => ({ region: region.name, ...span })), ...elsewhere];
}

/**
 * The blocks of alignments, in batches that are read together. Throws ApiError (400) if there is no block.
 *
 * @param shown production names of the species to show; null for all
 */
export async function* shownBlocks(
  alignments: Alignments,
  alignmentsFound: readonly FoundAlignment[],
  strand: 1 | -1,
  shown: ReadonlySet<string> | null,
  methodClass: string,
): AsyncGenerator<ShownBlock[]> {
  let isEmpty = true;
  for (const batch of cutIntoPieces(alignmentsFound, READ_AHEAD, ({ record }) => bytesToRead(record))) {
    const blocks = await alignments.blocks(
      batch.map(({ record }) => record),
      shown,
    );
    const trees = blocks.flatMap((block, each): ShownBlock[] => {
      const { start, end } = at(batch, each);
      const restricted = restrictedTree(block, start, end, strand, methodClass.startsWith('GenomicAlignTree'));
      const tree = restricted && shown ? pruneTree(restricted, (genome) => shown.has(genome)) : restricted;
      return tree
        ? [
            {
              tree: inAnswerOrder(tree),
              reversed: found(block.intervals, ({ id }) => id === block.reference).strand !== strand,
            },
          ]
        : [];
    });
    if (trees.length === 0) continue;
    isEmpty = false;
    yield trees;
  }
  if (isEmpty) throw new ApiError(NO_ALIGNMENT);
}

/** Most bases of rows that are read together; a longer row is read alone. */
const MAX_BATCH_BASES = 2_000_000;

const decoder = new TextDecoder();

/** Reads the bases of rows in batches, in their order. */
export class RowBases {
  readonly #release: Release;
  readonly #mask: Mask | undefined;
  readonly #rows: readonly AlignmentRow[];
  readonly #indices: ReadonlyMap<AlignmentRow, number>;
  #read = new Map<AlignmentRow, string>();

  /** Throws ApiError (400) if the release does not contain the genome of a row. */
  constructor(release: Release, rows: readonly AlignmentRow[], mask: Mask | undefined) {
    const foreign = rows.find(({ bases }) => bases === null);
    if (foreign)
      throw new ApiError(
        `This release does not contain the sequence of ${foreign.genome}, which is aligned here; please select ` +
          'species with display_species_set',
      );
    this.#release = release;
    this.#mask = mask;
    this.#rows = rows;
    this.#indices = new Map(rows.map((row, index) => [row, index]));
  }

  /** The bases of a row on its strand. If they are not in memory, reads those of following rows too, in one wave. */
  of(row: AlignmentRow): string | Promise<string> {
    return this.#read.get(row) ?? this.#firstOf(row);
  }

  async #firstOf(row: AlignmentRow): Promise<string> {
    this.#read = await this.#readFrom(get(this.#indices, row));
    return get(this.#read, row);
  }

  async #readFrom(index: number): Promise<Map<AlignmentRow, string>> {
    const byGenome = new Map<string, AlignmentRow[]>();
    let bases = 0;
    for (const row of this.#rows.slice(index)) {
      bases += row.end - row.start + 1;
      if (byGenome.size > 0 && bases > MAX_BATCH_BASES) break;
      const ofGenome = byGenome.get(row.genome);
      if (ofGenome) ofGenome.push(row);
      else byGenome.set(row.genome, [row]);
    }
    const read = new Map<AlignmentRow, string>();
    await Promise.all(
      [...byGenome].map(async ([genome, rows]) => {
        // Ancestral sequences are not masked.
        const bases = await readStoredBases(
          await genomeWithDna(this.#release, await this.#release.genome(genome)),
          rows.map(basesOfRow),
          isAncestral(genome) ? undefined : this.#mask,
        );
        for (const [which, row] of rows.entries()) read.set(row, decoder.decode(at(bases, which)));
      }),
    );
    return read;
  }
}

function basesOfRow({ start, end, strand, whole }: AlignmentRow): StoredBases {
  return partOfBases(unpackedBases(whole), start - whole.start, end - start + 1, strand);
}

/** Unpacked bases of intervals in memory, so that a popular block is unpacked only once. */
const unpacked = new WeakMap<AlignedInterval, StoredBases>();

function unpackedBases(whole: AlignedInterval): StoredBases {
  const known = unpacked.get(whole);
  if (known) return known;
  const pieces = unpackPieces(present(whole.bases, 'the sequence of an aligned interval'));
  const bases: StoredBases = { length: whole.end - whole.start + 1, strand: 1, pieces };
  unpacked.set(whole, bases);
  return bases;
}
