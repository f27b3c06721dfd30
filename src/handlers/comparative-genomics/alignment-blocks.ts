/** The blocks of a set of species that a slice shows. */
import { ApiError } from '../../api-error.ts';
import { alignmentKey, type AlignmentRecord, type SetName } from '../../compara/alignment-record.ts';
import { inShownOrder, pruneTree, restrictedTree, type AlignmentNode } from '../../compara/alignment-tree.ts';
import { queriesOf } from '../../genome/projection.ts';
import type { RegionQuery } from '../../genome/region-query.ts';
import { unbrokenStretches, type Slice } from '../../genome/seq-region.ts';
import type { Stretch } from '../../genome/transcript.ts';
import { cutIntoPieces } from '../../index/read-ahead.ts';
import { bytesToRead, type Alignments } from '../../release/alignments.ts';
import { READ_AHEAD } from '../../store/memory-budget.ts';

const NO_ALIGNMENT = 'no alignment available for this region';

/** What is aligned to a stretch of a region. */
export interface Aligned extends Stretch {
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
    if (this.#keyOf && from <= to) this.#guessed = { name, records: await this.#overlapping(name, { start: from, end: to }) };
  }

  /** What a slice of at most that length shows, by its place. */
  async found(slice: Slice, methodClass: string): Promise<Aligned[]> {
    const own = slice.region.name.toLowerCase() === this.#guessed?.name.toLowerCase() && slice.start <= slice.end ? this.#guessed.records : null;
    const lists = await Promise.all(placesOf(slice, methodClass).map(async ({ region, start, end }) => {
      const records = region === slice.region.name && own ? own : await this.#overlapping(region, { start, end });
      return records.map((record) => ({ record, start, end }));
    }));
    return lists.flat();
  }

  async #overlapping(region: string, stretch: Stretch): Promise<AlignmentRecord[]> {
    const [records = []] = this.#keyOf ? await this.#alignments.overlapping(this.#keyOf(region), [stretch]) : [];
    return records;
  }
}

/**
 * The stretches that a slice shows: of its own region, of what a component is assembled into, and, in blocks, of what a patch
 * shares with a chromosome; trees are only of the region itself.
 */
function placesOf(slice: Slice, methodClass: string): (Stretch & { region: string })[] {
  const { region } = slice;
  const isTree = methodClass.startsWith('GenomicAlignTree');
  const elsewhere = queriesOf(slice).flatMap((query) => (
    query.segment && !(isTree && region.projection?.includes(query.segment)) ? [{ region: query.segment.name, start: query.start, end: query.end }] : []));
  return [...unbrokenStretches(slice).map((stretch) => ({ region: region.name, ...stretch })), ...elsewhere];
}

/**
 * What was found as blocks, those together that are read together. Throws ApiError (400) when none has an alignment to show.
 *
 * @param shown production names; null for all
 */
export async function* shownBlocks(
  alignments: Alignments, found: readonly Aligned[], strand: 1 | -1, shown: ReadonlySet<string> | null, methodClass: string,
): AsyncGenerator<ShownBlock[]> {
  let any = false;
  for (const some of cutIntoPieces(found, READ_AHEAD, ({ record }) => bytesToRead(record))) {
    const blocks = await alignments.blocks(some.map(({ record }) => record), shown);
    const trees = blocks.flatMap((block, each): ShownBlock[] => {
      const { start, end } = some[each]!;
      const restricted = restrictedTree(block, start, end, strand, methodClass.startsWith('GenomicAlignTree'));
      const tree = restricted && shown ? pruneTree(restricted, (genome) => shown.has(genome)) : restricted;
      return tree ? [{ tree: inShownOrder(tree), turned: block.stretches.find(({ id }) => id === block.reference)!.strand !== strand }] : [];
    });
    any ||= trees.length > 0;
    if (trees.length > 0) yield trees;
  }
  if (!any) throw new ApiError(NO_ALIGNMENT);
}
