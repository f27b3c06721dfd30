/** Reads the lines of a VCF file with all their alleles, chromosome by chromosome. */
import { readCalls, type LineCalls } from './sample-columns.ts';
import {
  ANY_REGION,
  LineOrder,
  NO_POSITION,
  positionAt,
  TOO_FEW_COLUMNS,
  wrongLine,
  type RegionOf,
} from './line-faults.ts';
import { ListedAlleles } from './listed-alleles.ts';
import { sameBytes } from '../../src/index/blocks/bytes.ts';
import { VcfLines } from './vcf-lines.ts';

const [TAB, HASH, STAR, COMMA, DOT, COLON, SEMICOLON] = [0x09, 0x23, 0x2a, 0x2c, 0x2e, 0x3a, 0x3b];
const [G, T, S] = [0x47, 0x54, 0x73];
const NO_BYTES = Buffer.alloc(0);
const [CHROM, POS, ID, REF, ALT, INFO] = [0, 1, 2, 3, 4, 7] as const;
const NEEDED = ALT + 1;

/** A line with the offsets of its parts. VcfRecords may reuse the object after `release`. */
export class VcfRecord {
  chromosome = '';
  position = -1;
  readonly alleles = new ListedAlleles();
  /** Bytes that contain the line. */
  bytes: Buffer = NO_BYTES;
  /** Start and end of the column INFO. */
  infoFrom = 0;
  infoTo = 0;
  #idsFrom = 0;
  #idsTo = 0;
  #callsAt = 0;
  #from = 0;
  #to = 0;

  /** Parses a line. @param place file and line @param before chromosome of the previous line, mostly the same */
  read(bytes: Buffer, start: number, end: number, place: { readonly where: string }, before?: string): this {
    this.bytes = bytes;
    [this.#from, this.#to] = [start, end];
    this.position = -1;
    this.alleles.begin(bytes);
    // Columns before INFO are short, so a loop over the bytes is faster than a call per column.
    let [column, from] = [0, start];
    for (let at = start; column < INFO && at <= end; at++) {
      if (at < end && bytes[at] !== TAB) continue;
      if (column === CHROM)
        this.chromosome =
          before !== undefined && spells(bytes, from, at, before) ? before : bytes.toString('utf8', from, at);
      else if (column === POS) this.position = positionAt(bytes, from, at);
      else if (column === ID) [this.#idsFrom, this.#idsTo] = [from, at];
      else if (column === REF) this.alleles.add(from, at);
      else if (column === ALT) this.alleles.addList(from, at, COMMA);
      from = at + 1;
      column++;
    }
    if (column < NEEDED || this.position < 0)
      throw wrongLine(place.where, bytes, start, end, column < NEEDED ? TOO_FEW_COLUMNS : NO_POSITION);
    this.infoFrom = Math.min(from, end);
    this.infoTo = endOfColumn(bytes, this.infoFrom, end);
    this.#callsAt = this.infoTo < end ? callsAt(bytes, this.infoTo + 1, end) : end;
    return this;
  }

  /** Does the line have this id? A name with the prefix 'ss' also matches an id without it. */
  hasId(name: Uint8Array, from: number, to: number): boolean {
    for (let at = this.#idsFrom; at < this.#idsTo; ) {
      let end = at;
      while (end < this.#idsTo && this.bytes[end] !== SEMICOLON) end++;
      if (end > at && !(end === at + 1 && this.bytes[at] === DOT)) {
        if (sameBytes(this.bytes, at, end, name, from, to)) return true;
        if (name[from] === S && name[from + 1] === S && sameBytes(this.bytes, at, end, name, from + 2, to)) return true;
      }
      at = end + 1;
    }
    return false;
  }

  /** Position and name in a genotype matrix (see VcfVariant). Null for a line without an id. */
  placeAndName(): { position: number; name: string } | null {
    const end = this.bytes.indexOf(SEMICOLON, this.#idsFrom);
    const name = this.bytes.toString('utf8', this.#idsFrom, end < 0 || end > this.#idsTo ? this.#idsTo : end);
    if (name === '' || name === '.') return null;
    let isSingleLetters = true;
    for (let allele = 0; allele < this.alleles.count; allele++) {
      const start = this.alleles.start(allele);
      if (this.alleles.end(allele) - start !== 1 || this.bytes[start] === STAR) isSingleLetters = false;
    }
    return { position: isSingleLetters ? this.position : this.position + 1, name };
  }

  /** The samples' genotypes: see readCalls. */
  calls(samples: number): LineCalls {
    return readCalls(this.bytes.subarray(this.#from, this.#to), this.#callsAt - this.#from, samples);
  }
}

/**
 * End of the column that begins at `from`. The search may pass the line's end, but finds a tab of the next line soon.
 */
function endOfColumn(bytes: Buffer, from: number, end: number): number {
  const tab = bytes.indexOf(TAB, from);
  return tab < 0 || tab > end ? end : tab;
}

/** Start of the first sample's column if FORMAT begins with GT, else the end of the line. */
function callsAt(bytes: Buffer, format: number, end: number): number {
  const formatEnd = endOfColumn(bytes, format, end);
  const called =
    formatEnd >= format + 2 &&
    bytes[format] === G &&
    bytes[format + 1] === T &&
    (formatEnd === format + 2 || bytes[format + 2] === COLON);
  return called ? Math.min(formatEnd + 1, end) : end;
}

/** Are these bytes the ASCII text? */
function spells(bytes: Buffer, from: number, to: number, text: string): boolean {
  if (to - from !== text.length) return false;
  for (let at = from; at < to; at++) if (bytes[at] !== text.charCodeAt(at - from)) return false;
  return true;
}

/** Reads records one by one. Methods return buffered records without a promise: awaiting costs more than parsing. */
export class VcfRecords {
  /** Names of the samples in the header. */
  readonly samples: readonly string[];
  readonly #lines: VcfLines;
  #next: VcfRecord | null | undefined;
  #chromosome: string | undefined;
  readonly #order: LineOrder;
  readonly #released: VcfRecord[] = [];

  private constructor(lines: VcfLines, regionOf: RegionOf) {
    this.samples = lines.samples;
    this.#lines = lines;
    this.#order = new LineOrder(regionOf);
  }

  /** Opens a file and reads its header: see VcfLines. Lines of a region must be sorted by position. */
  static async open(path: string, regionOf = ANY_REGION): Promise<VcfRecords> {
    return new VcfRecords(await VcfLines.open(path), regionOf);
  }

  /** File and line number of the last line that was read. */
  get where(): string {
    return this.#lines.where;
  }

  /** The chromosome of the next line. Null at the end of the file. */
  async chromosome(): Promise<string | null> {
    return (await this.#peek())?.chromosome ?? null;
  }

  /** The next line if it is on this chromosome, else null. */
  peek(chromosome: string): VcfRecord | null | Promise<VcfRecord | null> {
    const next = this.#peek();
    if (next instanceof Promise) return next.then((record) => (record?.chromosome === chromosome ? record : null));
    return next?.chromosome === chromosome ? next : null;
  }

  /** Moves past the next line. */
  take(): void {
    this.#next = undefined;
  }

  /** Returns a taken record, whose object a later line reuses. */
  release(record: VcfRecord): void {
    this.#released.push(record);
  }

  /** Skips the remaining lines of a chromosome. */
  async pass(chromosome: string): Promise<void> {
    for (;;) {
      const peeked = this.peek(chromosome);
      const next = peeked instanceof Promise ? await peeked : peeked;
      if (!next) return;
      this.take();
      this.release(next);
    }
  }

  close(): void {
    this.#lines.close();
  }

  #peek(): VcfRecord | null | Promise<VcfRecord | null> {
    while (this.#next === undefined) {
      const found = this.#lines.advance();
      if (found instanceof Promise) return this.#awaited(found);
      this.#read(found);
    }
    return this.#next;
  }

  async #awaited(found: Promise<boolean>): Promise<VcfRecord | null> {
    this.#read(await found);
    return this.#peek();
  }

  #read(found: boolean): void {
    if (!found) {
      this.#next = null;
      return;
    }
    const { bytes, from, to } = this.#lines;
    if (to === from || bytes[from] === HASH) return;
    const { chromosome, position } = (this.#next = (this.#released.pop() ?? new VcfRecord()).read(
      bytes,
      from,
      to,
      this.#lines,
      this.#chromosome,
    ));
    const fault = this.#order.faultOf(chromosome, position);
    if (fault !== null) throw wrongLine(this.where, bytes, from, to, fault);
    this.#chromosome = chromosome;
  }
}
