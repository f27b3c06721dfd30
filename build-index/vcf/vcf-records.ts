/** Lines of a VCF file with all their alleles, chromosome by chromosome. */
import { DumpError } from '../dump/dump-error.ts';
import { readCalls, type LineCalls } from './line-calls.ts';
import { ListedAlleles } from './listed-alleles.ts';
import { VcfLines } from './vcf-lines.ts';

const [TAB, HASH, ZERO, G, T, S, COLON, COMMA, SEMICOLON, DOT] = [...'\t#0GTs:,;.'].map((letter) => letter.charCodeAt(0)) as [number, number, number, number, number, number, number, number, number, number];
const [CHROM, POS, ID, REF, ALT, INFO] = [0, 1, 2, 3, 4, 7] as const;
const NEEDED = ALT + 1;

export class VcfRecord {
  readonly chromosome: string;
  readonly position: number;
  readonly line: Buffer;
  readonly alleles: ListedAlleles;
  /** Where the column INFO stands in the line. */
  readonly infoFrom: number;
  readonly infoTo: number;
  readonly #idsFrom: number;
  readonly #idsTo: number;
  readonly #callsAt: number;

  /** @param place file and line @param chromosome of the line before, which is probably that of this one */
  constructor(line: Buffer, place: { readonly where: string }, chromosome?: string) {
    this.line = line;
    // Columns before INFO are short: looking at each byte here is quicker than a call for each column.
    let [column, from, at] = [0, 0, 0];
    let named: string | undefined;
    let position = -1;
    let idsFrom = 0;
    let idsTo = 0;
    this.alleles = new ListedAlleles().begin(line);
    for (; column < INFO && at <= line.length; at++) {
      if (at < line.length && line[at] !== TAB) continue;
      if (column === CHROM) named = chromosome !== undefined && spells(line, at, chromosome) ? chromosome : line.toString('utf8', 0, at);
      else if (column === POS) position = wholeNumber(line, from, at);
      else if (column === ID) [idsFrom, idsTo] = [from, at];
      else if (column === REF) this.alleles.add(from, at);
      else if (column === ALT) this.alleles.addList(from, at, COMMA);
      from = at + 1;
      column++;
    }
    if (column < NEEDED || position < 0) throw new DumpError(`${place.where}, which begins '${line.toString('utf8').split('\t').slice(0, 3).join(' ')}', is no variant`);
    const infoEnd = from > line.length ? -1 : line.indexOf(TAB, from);
    this.chromosome = named!;
    this.position = position;
    this.#idsFrom = idsFrom;
    this.#idsTo = idsTo;
    this.infoFrom = Math.min(from, line.length);
    this.infoTo = infoEnd < 0 ? line.length : infoEnd;
    this.#callsAt = infoEnd < 0 ? line.length : callsAt(line, infoEnd + 1);
  }

  get reference(): string {
    return this.alleles.text(0);
  }

  get alternatives(): string[] {
    return Array.from({ length: this.alleles.count - 1 }, (_, each) => this.alleles.text(each + 1));
  }

  /** Is any of its ids so spelled, with or without 'ss' before it? */
  hasId(name: Uint8Array, from: number, to: number): boolean {
    for (let at = this.#idsFrom; at < this.#idsTo; ) {
      let end = at;
      while (end < this.#idsTo && this.line[end] !== SEMICOLON) end++;
      if (end > at && !(end === at + 1 && this.line[at] === DOT)) {
        if (isSpelled(this.line, at, end, name, from, to)) return true;
        if (name[from] === S && name[from + 1] === S && isSpelled(this.line, at, end, name, from + 2, to)) return true;
      }
      at = end + 1;
    }
    return false;
  }

  /** As readCalls. */
  calls(samples: number): LineCalls {
    return readCalls(this.line, this.#callsAt, samples);
  }
}

/** Where the first sample's column begins, if samples have genotypes; else the end of the line. */
function callsAt(line: Buffer, format: number): number {
  const tab = line.indexOf(TAB, format);
  const end = tab < 0 ? line.length : tab;
  const called = line[format] === G && line[format + 1] === T && (format + 2 === end || line[format + 2] === COLON);
  return called ? Math.min(end + 1, line.length) : line.length;
}

/** Is `text`, of ASCII, the beginning of the line up to `end`? */
function spells(line: Buffer, end: number, text: string): boolean {
  if (end !== text.length) return false;
  for (let at = 0; at < end; at++) if (line[at] !== text.charCodeAt(at)) return false;
  return true;
}

function isSpelled(line: Buffer, start: number, end: number, name: Uint8Array, from: number, to: number): boolean {
  if (end - start !== to - from) return false;
  for (let at = 0; at < end - start; at++) if (line[start + at] !== name[from + at]) return false;
  return true;
}

/** -1 for what is none. */
function wholeNumber(line: Buffer, from: number, to: number): number {
  if (from === to) return -1;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = line[at]! - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** What is at hand is given at once: waiting for each line takes longer than parsing most. */
export class VcfRecords {
  readonly path: string;
  /** As the header names them. */
  readonly samples: readonly string[];
  readonly #lines: VcfLines;
  #next: VcfRecord | null | undefined;
  #chromosome: string | undefined;

  private constructor(path: string, lines: VcfLines) {
    this.path = path;
    this.samples = lines.samples;
    this.#lines = lines;
  }

  /** As VcfLines. */
  static async open(path: string): Promise<VcfRecords> {
    return new VcfRecords(path, await VcfLines.open(path));
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

  take(): void {
    this.#next = undefined;
  }

  /** Goes past what is left of a chromosome. */
  async pass(chromosome: string): Promise<void> {
    for (let next = this.peek(chromosome); next instanceof Promise ? await next : next; next = this.peek(chromosome)) this.take();
  }

  close(): void {
    this.#lines.close();
  }

  #peek(): VcfRecord | null | Promise<VcfRecord | null> {
    while (this.#next === undefined) {
      const line = this.#lines.next();
      if (line instanceof Promise) return this.#awaited(line);
      this.#take(line);
    }
    return this.#next;
  }

  async #awaited(line: Promise<Buffer | null>): Promise<VcfRecord | null> {
    this.#take(await line);
    return this.#peek();
  }

  #take(line: Buffer | null): void {
    if (line === null) this.#next = null;
    else if (line.length > 0 && line[0] !== HASH) this.#chromosome = (this.#next = new VcfRecord(line, this.#lines, this.#chromosome)).chromosome;
  }
}
