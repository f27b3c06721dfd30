/**
 * The first place of each variant in the database, in order of region and start. The compiler looks for lines of VCF
 * files at these places.
 */
import { open, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../../../src/checked.ts';
import { type ByteSlice, type ByteSlices, GatheredSlices, sliceOf } from '../../../src/index/blocks/byte-slices.ts';
import { FieldReader, type FieldWriter } from '../../../src/index/blocks/fields.ts';
import type { IntervalRuns } from '../../output/interval-runs.ts';
import { PageMemory, readWhole } from '../../output/merged-runs.ts';
import type { ListedAlleles } from '../../vcf/listed-alleles.ts';

const [SLASH, TAB] = [0x2f, 0x09];

/** A variant and its first place. Texts are as the database spells them, in UTF-8. */
export interface FirstPlace {
  /** The variation_id. */
  id: number;
  strand: number;
  /** Has the database genotypes of samples, which are counted together with those of files? */
  isApart: boolean;
  /** Has the variant further keys than that of its name? */
  hasFurtherKeys: boolean;
  alleles: ByteSlice;
  name: ByteSlice;
  /** The key of the name. */
  key: ByteSlice;
  /** Synonyms with tabs between them, without those that contain a tab: no line of a VCF file can name them. */
  synonyms: ByteSlice;
  /** The database's own details of the variant (see OWN_TABLE); empty if there are none. */
  own: ByteSlice;
}

const [APART, FURTHER] = [1, 2];

/** Writes a place as the payload of an interval. */
export function writeFirstPlace(fields: FieldWriter, place: FirstPlace): FieldWriter {
  const { id, strand, isApart, hasFurtherKeys, alleles, name, key, synonyms, own } = place;
  fields
    .number(id)
    .signed(strand)
    .number((isApart ? APART : 0) + (hasFurtherKeys ? FURTHER : 0));
  for (const { start, end } of [alleles, name, key, synonyms, own]) fields.number(end - start);
  for (const slice of [alleles, name, key, synonyms, own]) fields.slice(slice);
  return fields;
}

/** Rows of a page in a file. */
const PAGE_ROWS = 2048;
const [PLACES, PAGES] = ['first-places', 'first-places.json'];

/** A page: the ordinal of its region, and its offset and size in the file. */
type Page = readonly [region: number, offset: number, size: number];

/**
 * Sorted places in a file, in pages with places of one region. Layout of a page, with bytes:
 *
 *   number of places (4) | starts | ends | end of each payload (4 each) | payloads
 *
 * Numbers are in the machine's byte order, since no other machine reads the file.
 */
export class FirstPlaceFile {
  readonly #file: FileHandle;
  /** By region. */
  readonly #pages: ReadonlyMap<number, readonly Page[]>;

  private constructor(file: FileHandle, pages: readonly Page[]) {
    this.#file = file;
    this.#pages = Map.groupBy(pages, ([region]) => region);
  }

  /** Sorts places and writes them to a folder. @param runs intervals with payloads of writeFirstPlace */
  static async write(folder: string, runs: IntervalRuns): Promise<void> {
    const writer = new PageWriter(await open(join(folder, PLACES), 'wx'));
    try {
      await runs.write({ add: () => Promise.reject(new Error('places come in batches')), addAll: writer.addAll });
      await writeFile(join(folder, PAGES), JSON.stringify(await writer.finish()));
    } finally {
      await writer.close();
    }
  }

  /** Opens the places in a folder, or one of several parts of about equal size. Parts are numbered from 0. */
  static async open(
    folder: string,
    [part, parts]: readonly [part: number, parts: number] = [0, 1],
  ): Promise<FirstPlaceFile> {
    const pages = JSON.parse(await readFile(join(folder, PAGES), 'utf8')) as Page[];
    const from = (which: number) => Math.floor((which * pages.length) / parts);
    return new FirstPlaceFile(await open(join(folder, PLACES)), pages.slice(from(part), from(part + 1)));
  }

  /** Ordinals of the regions with places. */
  get regions(): Set<number> {
    return new Set(this.#pages.keys());
  }

  /** The places of a region in order of start, some thousand at a time. A batch is valid until the next one. */
  async *of(region: number): AsyncGenerator<FirstPlaces> {
    const memory = new PageMemory();
    for (const [, offset, size] of this.#pages.get(region) ?? []) {
      const page = new Uint8Array(memory.of(size), 0, size);
      await readWhole(this.#file, page, offset);
      yield new FirstPlaces(page);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const ROW_BYTES = 12;

class PageWriter {
  readonly #file: FileHandle;
  readonly #pages: Page[] = [];
  #offset = 0;
  #region = -1;
  readonly #starts = new Uint32Array(PAGE_ROWS);
  readonly #ends = new Uint32Array(PAGE_ROWS);
  readonly #payloads = new GatheredSlices(PAGE_ROWS);
  readonly #memory = new PageMemory();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  readonly addAll = async (
    regions: ArrayLike<number>,
    starts: ArrayLike<number>,
    ends: ArrayLike<number>,
    payloads: ByteSlices,
  ): Promise<void> => {
    for (let row = 0; row < regions.length; row++) {
      if (regions[row] !== this.#region || this.#payloads.count === PAGE_ROWS) await this.#writePage();
      this.#region = regions[row]!;
      this.#starts[this.#payloads.count] = starts[row]!;
      this.#ends[this.#payloads.count] = ends[row]!;
      this.#payloads.add(payloads.bytes, payloads.starts[row], payloads.ends[row]);
    }
  };

  async finish(): Promise<readonly Page[]> {
    await this.#writePage();
    return this.#pages;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #writePage(): Promise<void> {
    const { count, size } = this.#payloads;
    if (count === 0) return;
    const length = 4 + ROW_BYTES * count + size;
    const page = new Uint8Array(this.#memory.of(length), 0, length);
    const numbers = new Uint32Array(page.buffer, 0, 1 + 3 * count);
    const { bytes, ends } = this.#payloads.take();
    numbers[0] = count;
    numbers.set(this.#starts.subarray(0, count), 1);
    numbers.set(this.#ends.subarray(0, count), 1 + count);
    numbers.set(ends, 1 + 2 * count);
    page.set(bytes.subarray(0, size), 4 * numbers.length);
    await this.#file.appendFile(page);
    this.#pages.push([this.#region, this.#offset, page.length]);
    this.#offset += page.length;
  }
}

/** A batch of places. Most are near no line of a file, so their payloads are read on demand. */
export class FirstPlaces {
  readonly count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly #payloadEnds: Uint32Array;
  readonly #payloads: Uint8Array;
  /** The place whose payload was read last. */
  #place = -1;
  #id = 0;
  #strand = 0;
  #flags = 0;
  readonly #alleles = sliceOf();
  readonly #name = sliceOf();
  readonly #key = sliceOf();
  readonly #synonyms = sliceOf();
  readonly #own = sliceOf();

  /** @param page of a FirstPlaceFile */
  constructor(page: Uint8Array<ArrayBuffer>) {
    const [count = 0] = new Uint32Array(page.buffer, 0, 1);
    const numbers = (column: number) => new Uint32Array(page.buffer, 4 + 4 * column * count, count);
    this.count = count;
    [this.starts, this.ends, this.#payloadEnds] = [numbers(0), numbers(1), numbers(2)];
    this.#payloads = page.subarray(4 + ROW_BYTES * count);
  }

  /** The variation_id at a place. */
  id(place: number): number {
    this.#read(place);
    return this.#id;
  }

  strand(place: number): number {
    this.#read(place);
    return this.#strand;
  }

  /** As in FirstPlace. */
  isApart(place: number): boolean {
    this.#read(place);
    return (this.#flags & APART) !== 0;
  }

  /** As in FirstPlace. */
  hasFurtherKeys(place: number): boolean {
    this.#read(place);
    return (this.#flags & FURTHER) !== 0;
  }

  /** The alleles at a place. Valid as long as the batch. */
  readAlleles(place: number, to: ListedAlleles): void {
    this.#read(place);
    const { bytes, start, end } = this.#alleles;
    to.begin(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)).addList(0, end - start, SLASH);
  }

  /** The key of the variant at a place. Valid until another place is read. */
  key(place: number): ByteSlice {
    this.#read(place);
    return this.#key;
  }

  /** The database's own details of the variant at a place; null if there are none. */
  own(place: number): Uint8Array | null {
    this.#read(place);
    const { bytes, start, end } = this.#own;
    return end > start ? bytes.subarray(start, end) : null;
  }

  /** Does the name or one of the synonyms of the variant at a place pass the test? */
  someName(place: number, passes: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
    this.#read(place);
    const { bytes, start, end } = this.#name;
    return passes(bytes, start, end) || this.#someSynonym(passes);
  }

  #someSynonym(passes: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
    const { bytes, start, end } = this.#synonyms;
    for (let from = start, at = start; from < end; at++) {
      if (at < end && bytes[at] !== TAB) continue;
      if (passes(bytes, from, at)) return true;
      from = at + 1;
    }
    return false;
  }

  #read(place: number): void {
    if (place === this.#place) return;
    this.#place = place;
    const fields = new FieldReader(this.#payloads, place === 0 ? 0 : at(this.#payloadEnds, place - 1));
    [this.#id, this.#strand, this.#flags] = [fields.number(), fields.signed(), fields.number()];
    const slices = [this.#alleles, this.#name, this.#key, this.#synonyms, this.#own];
    for (const each of slices) each.end = fields.number();
    let from = fields.at;
    for (const each of slices) {
      [each.bytes, each.start, each.end] = [this.#payloads, from, from + each.end];
      from = each.end;
    }
  }
}
