/**
 * Genotype matrix: the genotypes of many samples at many variants, found by position. A record in a block is
 *
 *   position (4) | varint length, name | genotypes (genotype-row.ts)
 *
 * in order of region and position. A block has variants of one region. Its directory entry contains the region (R) and
 * the positions of its first (F) and last variant (L) as varints: R - R of the entry before in the group; F, or F - F
 * of the entry before if R is the same; L - F. The blocks for (region r, s..e) are consecutive: from the first with (R,
 * L) >= (r, s) to the last with (R, F) <= (r, e), both sorted.
 *
 * Blocks are not compressed: inflating planes of genotypes takes longer than counting them (docs/decisions). Instead
 * they are packed (packed-genotypes.ts).
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
 * About 1,000 variants of 2,500 samples, which are stored in a fifth of it. A window of 500 kb has a few adjacent
 * blocks, which one read gets. Half of this size would increase the index by a twentieth.
 */
const BLOCK_BYTES = 128 * 1024;

/** A query for the variants of a region by position, 1-based inclusive. */
export interface MatrixQuery {
  region: number;
  start: number;
  end: number;
}

/** The last position of a leaf of several regions. */
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
  // A leaf may have several regions. Its entry then has the first block's region and start, and no upper bound.
  join: (entries) => ({
    ...at(entries, 0),
    last: last(entries).region === at(entries, 0).region ? last(entries).last : SEVERAL_REGIONS,
  }),
};

export interface StoredGenotypes {
  position: number;
  name: Uint8Array;
  /** As encodeGenotypes returns them. */
  genotypes: Uint8Array;
}

export class GenotypeMatrixWriter {
  readonly #object: RecordObjectWriter<MatrixEntry>;
  #region = 0;
  #position = 0;

  constructor(sink: ObjectSink, options: Omit<TableWriterOptions, 'compress'> = {}) {
    this.#object = new RecordObjectWriter(sink, SHAPE, layout, { blockBytes: BLOCK_BYTES, ...options });
  }

  /**
   * Adds a variant. Variants ascend by region and position; throws Error otherwise.
   *
   * @param genotypes one GENOTYPE per sample
   */
  async add(region: number, position: number, name: string, genotypes: Uint8Array): Promise<void> {
    await this.addStored(region, {
      position,
      name: new TextEncoder().encode(name),
      genotypes: encodeGenotypes(genotypes),
    });
  }

  /**
   * Adds a variant with encoded genotypes. Returns a promise only if the caller must wait: most variants go into the
   * open block.
   */
  addStored(region: number, { position, name, genotypes }: StoredGenotypes): Promise<void> | undefined {
    if (region < this.#region || (region === this.#region && position < this.#position)) {
      throw new Error(
        `the variant at ${region}:${position} follows ${this.#region}:${this.#position}: positions must ascend`,
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

  /** Writes the remaining blocks and the directory. */
  finish(): Promise<DirectoryPlace> {
    return this.#object.finish();
  }

  /** See RecordObjectWriter. */
  get wholeDirectory(): DirectoryPlace | null {
    return this.#object.wholeDirectory;
  }
}

/** A variant in its block, decoded on demand. */
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

  /** Start of the genotypes in the block. */
  get genotypesAt(): number {
    const short = this.block[this.#at + NAME_AT]!;
    if (short < 0x80) return this.#at + NAME_AT + 1 + short;
    const [length, at] = readVarint(this.block, this.#at + NAME_AT);
    return at + length;
  }
}

/** Adjacent variants in their block, which the cache shares: records [from, to), ordered by position. */
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

  /** The last variant at a position that satisfies `matches`, as a run of one; null if there is none. */
  lastAt(position: number, matches: (variant: MatrixVariant) => boolean): VariantRun | null {
    for (let index = Math.min(this.to, firstAt(this.block, this.to, position + 1)) - 1; index >= this.from; index--) {
      const variant = this.variant(index);
      if (variant.position !== position) return null;
      if (matches(variant)) return new VariantRun(this.block, index, index + 1);
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
  // A leaf of several regions is listed under its first one, so the leaf before may reach into this region.
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

  /** The ranges of the blocks for each query. Reads only the directory, which it thereby prefetches. */
  async plan(queries: readonly MatrixQuery[]): Promise<ByteRange[][]> {
    return this.#directory.plan(queries);
  }

  /** Maximum bytes of memory of the blocks for some queries; reads only the directory. */
  async memory(queries: readonly MatrixQuery[]): Promise<number> {
    return (await this.plan(queries)).flat().reduce((bytes, { length }) => bytes + Math.max(length, BLOCK_BYTES), 0);
  }

  /**
   * The variants of each query, ordered by position, equal positions as written. One wave of reads for all queries,
   * after one for a directory that is neither attached nor cached.
   */
  async variants(queries: readonly MatrixQuery[]): Promise<MatrixVariant[][]> {
    return (await this.runs(queries)).map((runs) => runs.flatMap((run) => [...run.variants()]));
  }

  /** Like `variants`, as runs in their blocks: for callers that decode few of many. */
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

/** Index of the first of `count` records at or after a position. */
function firstAt(block: Uint8Array, count: number, position: number): number {
  return firstIndex(0, count, (index) => readU32(block, recordStart(block, index)) < position);
}
