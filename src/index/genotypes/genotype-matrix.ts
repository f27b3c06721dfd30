/**
 * Genotype matrix: the genotypes of many samples at many variants, found by where the variants stand. The record of a
 * block is
 *
 *   position (4) | varint length, name | genotypes (genotype-row.ts)
 *
 * in order of region and position. A block holds variants of one region, and its entry of the directory has the region
 * (R), and the positions of the first variant (F) and of the last (L), as varints: R less that of the entry before in
 * the group, F less that before when R is the same, L less F. The blocks for (region r, s..e) are neighbours: from the
 * first with (R, L) >= (r, s) to the last with (R, F) <= (r, e), both sorted.
 *
 * Blocks are not compressed: planes of genotypes inflate more slowly than they are counted (docs/decisions). They are
 * packed instead (packed-genotypes.ts).
 */
import type { ByteRange } from '../../store/store.ts';
import type { BlockReader } from '../blocks/block-reader.ts';
import { readBlocks } from '../blocks/block-reads.ts';
import { Directory, DirectoryViews } from '../tables/directory.ts';
import type { FieldReader } from '../blocks/fields.ts';
import { firstIndex } from '../tables/first-index.ts';
import { readU32, writeU32, readVarint, varintLength, writeVarint } from '../blocks/integers.ts';
import { encodeGenotypes } from './genotype-planes.ts';
import type { DirectoryPlace, ObjectSink, TableWriterOptions } from '../blocks/object-sink.ts';
import type { DirectoryEntry, DirectoryLayout, ListedEntry } from '../tables/packed-directory.ts';
import { recordCount, recordStart } from '../tables/record-block.ts';
import { RecordObjectWriter } from '../tables/record-object-writer.ts';
import { at, last } from '../../checked.ts';

const SHAPE = 'genotype matrix';
const NAME_AT = 4;
/**
 * Some 1,000 variants of 2,500 samples, stored in a fifth of it: a window of 500 kb is a few neighbours, read as one.
 * Half of it would be a twentieth more to store.
 */
const BLOCK_BYTES = 128 * 1024;

/** What a query asks for: variants of a region by position, 1-based inclusive. */
export interface MatrixQuery {
  region: number;
  start: number;
  end: number;
}

/** Instead of the last position of a leaf. */
const SEVERAL_REGIONS = 0xffff_ffff;

interface MatrixEntry extends DirectoryEntry {
  region: number;
  first: number;
  last: number;
}

const layout: DirectoryLayout<MatrixEntry> = {
  pack(fields, { region, first, last }, before) {
    fields
      .number(region - (before?.region ?? 0))
      .number(before?.region === region ? first - before.first : first)
      .number(last - first);
  },
  // A leaf may go over several regions: its entry is then that of its first and last block, joined as widely as needed.
  join: (entries) => ({
    ...at(entries, 0),
    last: last(entries).region === at(entries, 0).region ? last(entries).last : SEVERAL_REGIONS,
  }),
};

export interface StoredGenotypes {
  position: number;
  name: Uint8Array;
  /** As encodeGenotypes makes them. */
  genotypes: Uint8Array;
}

export class GenotypeMatrixWriter {
  readonly #object: RecordObjectWriter<MatrixEntry>;
  #region = 0;
  #position = 0;

  constructor(sink: ObjectSink, options: Omit<TableWriterOptions, 'compress'> = {}) {
    this.#object = new RecordObjectWriter(sink, SHAPE, layout, { blockBytes: BLOCK_BYTES, ...options });
  }

  /** Adds a variant; they ascend by region and position. `genotypes`: one GENOTYPE a sample. */
  async add(region: number, position: number, name: string, genotypes: Uint8Array): Promise<void> {
    await this.addStored(region, {
      position,
      name: new TextEncoder().encode(name),
      genotypes: encodeGenotypes(genotypes),
    });
  }

  /** A promise where it has to be waited for: most go into a block that is at hand. */
  addStored(region: number, { position, name, genotypes }: StoredGenotypes): Promise<void> | undefined {
    if (region < this.#region || (region === this.#region && position < this.#position)) {
      throw new Error(
        `the variant at ${region}:${position} comes after ${this.#region}:${this.#position}, which is greater`,
      );
    }
    const genotypesAt = NAME_AT + varintLength(name.length) + name.length;
    const length = genotypesAt + genotypes.length;
    const open = region === this.#region ? this.#object.openEntry(length) : null;
    this.#region = region;
    this.#position = position;
    if (open) open.last = position;
    const at = this.#object.place(
      length,
      open ? undefined : { offset: 0, length: 0, region, first: position, last: position },
    );
    const { records } = this.#object;
    writeU32(records, at, position);
    records.set(name, writeVarint(records, at + NAME_AT, name.length));
    records.set(genotypes, at + genotypesAt);
    return this.#object.isBusy ? this.#object.settle() : undefined;
  }

  /** Writes what is left and the directory. */
  finish(): Promise<DirectoryPlace> {
    return this.#object.finish();
  }

  /** As RecordObjectWriter. */
  get wholeDirectory(): DirectoryPlace | null {
    return this.#object.wholeDirectory;
  }
}

/** A variant where it lies in its block; the parts are looked at when they are needed. */
export class MatrixVariant {
  /** A block shared with the cache: never write to it. */
  readonly block: Uint8Array;
  readonly position: number;
  readonly #at: number;

  constructor(block: Uint8Array, at: number) {
    this.block = block;
    this.position = readU32(block, at);
    this.#at = at;
  }

  /** UTF-8. */
  get name(): Uint8Array {
    const [length, at] = readVarint(this.block, this.#at + NAME_AT);
    return this.block.subarray(at, at + length);
  }

  /** Where the genotypes begin in the block. */
  get genotypesAt(): number {
    const short = this.block[this.#at + NAME_AT]!;
    if (short < 0x80) return this.#at + NAME_AT + 1 + short;
    const [length, at] = readVarint(this.block, this.#at + NAME_AT);
    return at + length;
  }
}

/**
 * Neighbouring variants where they lie in their block, which the cache shares: records [from, to), in order of
 * position.
 */
export class VariantRun {
  readonly block: Uint8Array;
  readonly from: number;
  readonly to: number;

  constructor(block: Uint8Array, from: number, to: number) {
    this.block = block;
    this.from = from;
    this.to = to;
  }

  variant(index: number): MatrixVariant {
    return new MatrixVariant(this.block, recordStart(this.block, index));
  }

  genotypesAt(index: number): number {
    return this.variant(index).genotypesAt;
  }

  *variants(): Iterable<MatrixVariant> {
    for (let index = this.from; index < this.to; index++) yield this.variant(index);
  }

  /** The last variant at a position that `holds`, alone, or null. */
  lastAt(position: number, holds: (variant: MatrixVariant) => boolean): VariantRun | null {
    for (let index = Math.min(this.to, firstAt(this.block, this.to, position + 1)) - 1; index >= this.from; index--) {
      const variant = this.variant(index);
      if (variant.position !== position) return null;
      if (holds(variant)) return new VariantRun(this.block, index, index + 1);
    }
    return null;
  }
}

type ListedBlock = MatrixEntry & ListedEntry;

const views = new DirectoryViews<ListedBlock, MatrixQuery>(SHAPE, unpackBlock, (view, { region, start, end }) => {
  const found: ListedBlock[] = [];
  const endsBefore = (entry: ListedBlock) => entry.region < region || (entry.region === region && entry.last < start);
  let before = null as ListedBlock | null;
  for (const entry of view.from(Math.max(0, view.lastGroup(endsBefore)))) {
    if (entry.region > region || (entry.region === region && entry.first > end)) break;
    if (endsBefore(entry)) before = entry;
    else found.push(entry);
  }
  // A leaf of several regions stands under its first: the one before may reach into this region.
  return before?.last === SEVERAL_REGIONS ? [before, ...found] : found;
});

function unpackBlock(
  fields: FieldReader,
  { index, offset, length }: ListedEntry,
  before: ListedBlock | null,
): ListedBlock {
  const region = (before?.region ?? 0) + fields.number();
  const first = (before?.region === region ? before.first : 0) + fields.number();
  return { index, offset, length, region, first, last: first + fields.number() };
}

export class GenotypeMatrix {
  readonly #object: string;
  readonly #reader: BlockReader;
  readonly #directory: Directory<ListedBlock, MatrixQuery>;

  constructor(place: { object: string; directory: DirectoryPlace }, reader: BlockReader, attached?: Uint8Array) {
    this.#object = place.object;
    this.#reader = reader;
    this.#directory = new Directory(place, reader, attached, views);
  }

  /** Brings the directory to hand, and the ranges of the blocks that queries need. */
  async plan(queries: readonly MatrixQuery[]): Promise<ByteRange[][]> {
    return this.#directory.plan(queries);
  }

  /** Bytes of memory that the blocks take, at most, which queries need; costs no more than the directory. */
  async memory(queries: readonly MatrixQuery[]): Promise<number> {
    return (await this.plan(queries)).flat().reduce((bytes, { length }) => bytes + Math.max(length, BLOCK_BYTES), 0);
  }

  /**
   * The variants of each query, in order of position, those of one position as written. One wave of reads for all
   * queries, after one for a directory that is not at hand.
   */
  async variants(queries: readonly MatrixQuery[]): Promise<MatrixVariant[][]> {
    return (await this.runs(queries)).map((runs) => runs.flatMap((run) => [...run.variants()]));
  }

  /** The same, as they lie in their blocks: for those who look at few of many. */
  async runs(queries: readonly MatrixQuery[]): Promise<VariantRun[][]> {
    const plan = await this.#directory.plan(queries);
    const blocks = await readBlocks(this.#reader, plan.flat());
    let next = 0;
    return queries.map((query, each) => at(plan, each).map((range) => this.#runOf(at(blocks, next++), range, query)));
  }

  #runOf(block: Uint8Array, { offset }: ByteRange, { start, end }: MatrixQuery): VariantRun {
    const count = recordCount(block, SHAPE, this.#object, offset);
    return new VariantRun(block, firstAt(block, count, start), firstAt(block, count, end + 1));
  }
}

/** Index of the first of `count` records that does not stand before a position. */
function firstAt(block: Uint8Array, count: number, position: number): number {
  return firstIndex(0, count, (index) => readU32(block, recordStart(block, index)) < position);
}
