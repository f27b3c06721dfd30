/** Lines of a VCF file with all their alleles, chromosome by chromosome. */
import { DumpError } from '../dump/dump-error.ts';
import { readCalls, type LineCalls } from './line-calls.ts';
import { FIXED_COLUMNS, VcfLines } from './vcf-lines.ts';

const [TAB, HASH, ZERO, G, T, COLON] = [...'\t#0GT:'].map((letter) => letter.charCodeAt(0)) as [number, number, number, number, number, number];
const [CHROM, POS, ID, REF, ALT, INFO, FORMAT] = [0, 1, 2, 3, 4, 7, 8] as const;
const NEEDED = ALT + 1;

export class VcfRecord {
  readonly chromosome: string;
  readonly position: number;
  readonly ids: readonly string[];
  readonly reference: string;
  readonly alternatives: readonly string[];
  readonly line: Buffer;
  /** Where the column INFO stands in the line. */
  readonly infoFrom: number;
  readonly infoTo: number;
  readonly #callsAt: number;

  /** @param place file and line @param chromosome of the line before, which is probably that of this one */
  constructor(line: Buffer, place: { readonly where: string }, chromosome?: string) {
    this.line = line;
    let columns = 0;
    let from = 0;
    let end = 0;
    let infoFrom = line.length;
    let infoTo = line.length;
    let formatFrom = line.length;
    let position = -1;
    let named = '';
    let ids = '';
    let reference = '';
    let alternatives = '';
    for (; columns < FIXED_COLUMNS; columns++) {
      const tab = line.indexOf(TAB, from);
      end = tab < 0 ? line.length : tab;
      if (columns === CHROM) named = chromosome !== undefined && spells(line, end, chromosome) ? chromosome : line.toString('utf8', 0, end);
      else if (columns === POS) position = wholeNumber(line, from, end);
      else if (columns === ID) ids = line.toString('utf8', from, end);
      else if (columns === REF) reference = alleleIn(line, from, end);
      else if (columns === ALT) alternatives = alleleIn(line, from, end);
      else if (columns === INFO) {
        infoFrom = from;
        infoTo = end;
      } else if (columns === FORMAT) formatFrom = from;
      from = end + 1;
      if (tab < 0) {
        columns++;
        break;
      }
    }
    if (columns < NEEDED || position < 0) throw new DumpError(`${place.where}, which begins '${line.toString('utf8').split('\t').slice(0, 3).join(' ')}', is no variant`);
    this.chromosome = named;
    this.position = position;
    this.reference = reference;
    this.ids = ids.includes(';') ? ids.split(';').filter((id) => id !== '.' && id !== '') : ids === '.' || ids === '' ? [] : [ids];
    this.alternatives = alternatives.length === 1 ? [alternatives] : alternatives.split(',');
    this.infoFrom = infoFrom;
    this.infoTo = infoTo;
    // Without genotypes there are no calls.
    const called = line[formatFrom] === G && line[formatFrom + 1] === T && (formatFrom + 2 === end || line[formatFrom + 2] === COLON);
    this.#callsAt = called ? Math.min(from, line.length) : line.length;
  }

  /** As readCalls. */
  calls(samples: number): LineCalls {
    return readCalls(this.line, this.#callsAt, samples);
  }
}

/** Is `text`, of ASCII, the beginning of the line up to `end`? */
function spells(line: Buffer, end: number, text: string): boolean {
  if (end !== text.length) return false;
  for (let at = 0; at < end; at++) if (line[at] !== text.charCodeAt(at)) return false;
  return true;
}

/** Most are one letter. */
function alleleIn(line: Buffer, from: number, to: number): string {
  return to - from === 1 && line[from]! < 0x80 ? String.fromCharCode(line[from]!) : line.toString('utf8', from, to);
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
