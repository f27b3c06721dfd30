/** Lines of a VCF file with all their alleles, chromosome by chromosome. */
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

const [TAB, HASH, G, T, S, COLON, COMMA, SEMICOLON, DOT] = [...'\t#GTs:,;.'].map((letter) => letter.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const STAR = 0x2a;
const NO_BYTES = Buffer.alloc(0);
const [CHROM, POS, ID, REF, ALT, INFO] = [0, 1, 2, 3, 4, 7] as const;
const NEEDED = ALT + 1;

/** A line and where in it what stands. It may be another one after VcfRecords.release. */
export class VcfRecord {
  chromosome = '';
  position = -1;
  readonly alleles = new ListedAlleles();
  /** The line stands here, as long as it is needed. */
  bytes: Buffer = NO_BYTES;
  /** Where its column INFO begins and ends. */
  infoFrom = 0;
  infoTo = 0;
  #idsFrom = 0;
  #idsTo = 0;
  #callsAt = 0;
  #from = 0;
  #to = 0;

  /** @param place file and line @param before chromosome of the line before, which is probably that of this one */
  read(bytes: Buffer, start: number, end: number, place: { readonly where: string }, before?: string): this {
    this.bytes = bytes;
    [this.#from, this.#to] = [start, end];
    this.position = -1;
    this.alleles.begin(bytes);
    // Columns before INFO are short: looking at each byte here is quicker than a call for each column.
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

  /** Is any of its ids so spelled, with or without 'ss' before it? */
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

  /** Where Ensembl has it, and its name, as a genotype matrix has them (VcfVariant); null for one without an id. */
  placeAndName(): { position: number; name: string } | null {
    const end = this.bytes.indexOf(SEMICOLON, this.#idsFrom);
    const name = this.bytes.toString('utf8', this.#idsFrom, end < 0 || end > this.#idsTo ? this.#idsTo : end);
    if (name === '' || name === '.') return null;
    let isOfLetters = true;
    for (let allele = 0; allele < this.alleles.count; allele++) {
      const start = this.alleles.start(allele);
      if (this.alleles.end(allele) - start !== 1 || this.bytes[start] === STAR) isOfLetters = false;
    }
    return { position: isOfLetters ? this.position : this.position + 1, name };
  }

  /** As readCalls. */
  calls(samples: number): LineCalls {
    return readCalls(this.bytes.subarray(this.#from, this.#to), this.#callsAt - this.#from, samples);
  }
}

/** A tab is never far, if it is that of the next line. */
function endOfColumn(bytes: Buffer, from: number, end: number): number {
  const tab = bytes.indexOf(TAB, from);
  return tab < 0 || tab > end ? end : tab;
}

/** Where the first sample's column begins, if samples have genotypes; else the end of the line. */
function callsAt(bytes: Buffer, format: number, end: number): number {
  const formatEnd = endOfColumn(bytes, format, end);
  const called =
    formatEnd >= format + 2 &&
    bytes[format] === G &&
    bytes[format + 1] === T &&
    (formatEnd === format + 2 || bytes[format + 2] === COLON);
  return called ? Math.min(formatEnd + 1, end) : end;
}

/** Is `text`, of ASCII, what stands there? */
function spells(bytes: Buffer, from: number, to: number, text: string): boolean {
  if (to - from !== text.length) return false;
  for (let at = from; at < to; at++) if (bytes[at] !== text.charCodeAt(at - from)) return false;
  return true;
}

/** What is at hand is given at once: waiting for each line takes longer than parsing most. */
export class VcfRecords {
  /** As the header names them. */
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

  /** As VcfLines. Lines on regions are to be in order. */
  static async open(path: string, regionOf = ANY_REGION): Promise<VcfRecords> {
    return new VcfRecords(await VcfLines.open(path), regionOf);
  }

  /** File and line of the line that was looked at last. */
  get where(): string {
    return this.#lines.where;
  }

  /** The chromosome of the next line; null at the end. */
  async chromosome(): Promise<string | null> {
    return (await this.#peek())?.chromosome ?? null;
  }

  /** The next line when it is of a chromosome, else null. */
  peek(chromosome: string): VcfRecord | null | Promise<VcfRecord | null> {
    const next = this.#peek();
    if (next instanceof Promise) return next.then((record) => (record?.chromosome === chromosome ? record : null));
    return next?.chromosome === chromosome ? next : null;
  }

  /** Goes past the next line. */
  take(): void {
    this.#next = undefined;
  }

  /** Says that a record that was taken is not needed any more: it is used for a line to come. */
  release(record: VcfRecord): void {
    this.#released.push(record);
  }

  /** Goes past what is left of a chromosome. */
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
