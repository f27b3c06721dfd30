import type { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { openPlainOrGzip } from '../dump/dump-source.ts';
import { cut, type InputSequence } from './sequence-names.ts';

const BUFFER_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const LETTER_N = 0x4e;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const HEADER = 0x3e;
const COMMENT = 0x3b;
/** Longest header line that is read; more of it is ignored. */
const HEADER_BYTES = 64 * 1024;
/** Letters of a sequence after which its kind is judged. */
const JUDGED = 200;

/** Kinds of letters: a base or IUPAC letter, one in lower case, a gap or unknown base, another of proteins, a blank. */
const [ODD, BASE, LOWER, GAP, PROTEIN, SKIPPED] = [0, 1, 2, 3, 4, 5];
const NONE = -1;
const KIND = new Uint8Array(256);
for (const letter of 'ACGTURYSWKMBDHV') KIND[letter.charCodeAt(0)] = BASE;
for (const letter of 'acgturyswkmbdhvnx') KIND[letter.charCodeAt(0)] = LOWER;
for (const letter of 'NX-*.') KIND[letter.charCodeAt(0)] = GAP;
for (const letter of 'EFIJLOPQZefijlopqz') KIND[letter.charCodeAt(0)] = PROTEIN;
for (const letter of ' \t\v\f0123456789') KIND[letter.charCodeAt(0)] = SKIPPED;
/** The letters that are stored: RNA becomes DNA, gaps become N. */
const STORED = Uint8Array.from({ length: 256 }, (_, code) => {
  const letter = String.fromCharCode(code).toUpperCase();
  return ('-*.X'.includes(letter) ? 'N' : letter === 'U' ? 'T' : letter).charCodeAt(0);
});

export interface BasesSink {
  begin(sequence: InputSequence): void;
  /** A view that is valid during the call. */
  bases(bases: Uint8Array): void;
  /**
   * @param lower first and last position of each run of lower-case letters, 1-based; none if no base of the sequence is
   *   in upper case
   */
  end(lower: readonly number[]): void;
}

/**
 * Streams the sequences of a FASTA file (plain, gzip or bgzip, any length of lines) to `sink` and returns what it read.
 * Memory does not grow with the sequences.
 *
 * @param options `firstId` is the id of the first sequence; the others count on
 * @throws DumpError with file and line for a file that is no FASTA file of nucleotides
 */
export async function readFasta(
  path: string,
  sink: BasesSink,
  options: { firstId: number; departures: Departures; progress?: ((bytes: number) => void) | undefined },
): Promise<InputSequence[]> {
  const reader = new FastaReader(path, sink, options.firstId, options.departures);
  const source = await openPlainOrGzip(path);
  const buffer = new Uint8Array(BUFFER_BYTES);
  let reported = 0;
  try {
    while (true) {
      const length = await source.read(buffer);
      options.progress?.(source.consumed - reported);
      reported = source.consumed;
      if (length === 0) break;
      reader.take(buffer.subarray(0, length));
    }
  } finally {
    await source.close();
  }
  return reader.finish();
}

/** Reads FASTA text that comes in pieces. */
export class FastaReader {
  readonly #path: string;
  readonly #sink: BasesSink;
  readonly #departures: Departures;
  readonly #sequences: InputSequence[] = [];
  readonly #names = new Set<string>();
  readonly #out = new Uint8Array(BUFFER_BYTES);
  #filled = 0;
  #nextId: number;
  #line: number;
  /** Bytes of the header line that is being read; null within a sequence. */
  #header: number[] | null = null;
  #isLineStart = true;
  #isComment = false;
  #afterReturn = false;
  #current: InputSequence | null = null;
  #proteins = 0;
  #unknown = 0;
  #firstUnknown = '';
  /** Of the sequence: runs of lower case, the first position of an open one or 0, and whether other bases exist. */
  #lower: number[] = [];
  #lowerFrom = 0;
  #hasUpper = false;

  /** @param line number of the first line */
  constructor(path: string, sink: BasesSink, firstId: number, departures: Departures, line = 1) {
    this.#path = path;
    this.#sink = sink;
    this.#nextId = firstId;
    this.#departures = departures;
    this.#line = line;
  }

  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === NEWLINE || byte === RETURN) {
        // A carriage return with a newline is one line end.
        if (!(byte === NEWLINE && this.#afterReturn)) this.#endLine();
        this.#afterReturn = byte === RETURN;
        continue;
      }
      this.#afterReturn = false;
      if (this.#isLineStart) {
        if (this.#line === 1 && BYTE_ORDER_MARK.includes(byte)) continue;
        this.#isLineStart = false;
        if (byte === HEADER) {
          this.#header = [];
          continue;
        }
        this.#isComment = byte === COMMENT;
      }
      if (this.#header) {
        if (this.#header.length < HEADER_BYTES) this.#header.push(byte);
      } else if (!this.#isComment) at = this.#takeBases(bytes, at);
    }
  }

  finish(): InputSequence[] {
    if (this.#header) this.#endLine();
    this.#endSequence();
    if (this.#sequences.length === 0)
      throw new DumpError(`${this.#path} contains no sequence: a FASTA file has lines that begin with ">"`);
    return this.#sequences;
  }

  /** Takes bases up to the end of the line; returns the index of the last byte taken. */
  #takeBases(bytes: Uint8Array, from: number): number {
    if (!this.#current)
      throw new DumpError(
        `${this.#path} line ${this.#line}: a FASTA file begins with a line like ">name", but this one with ` +
          JSON.stringify(new TextDecoder('latin1').decode(bytes.subarray(from, from + 20)).split(/[\r\n]/, 1)[0]),
      );
    if (this.#out.length - this.#filled < bytes.length) this.#flush();
    const out = this.#out;
    let filled = this.#filled;
    let at = from;
    // 1-based position of the letter that is stored next, less its place in `out`.
    const shift = this.#current.length - this.#filled + 1;
    // Most letters are as those before them. The first upper-case base is noted before others are taken for granted.
    let last = this.#lowerFrom > 0 ? LOWER : this.#hasUpper ? BASE : NONE;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      const kind = KIND[byte] ?? ODD;
      if (kind === last) out[filled++] = STORED[byte] ?? LETTER_N;
      else if (byte === NEWLINE || byte === RETURN) break;
      else if (kind !== SKIPPED) {
        if (kind === LOWER) this.#lowerFrom = shift + filled;
        else if (last === LOWER) this.#endLower(shift + filled - 1);
        if (kind === BASE) this.#hasUpper = true;
        last = kind === LOWER ? LOWER : this.#hasUpper ? BASE : NONE;
        const isOdd = kind === PROTEIN || kind === ODD;
        out[filled++] = isOdd ? LETTER_N : (STORED[byte] ?? LETTER_N);
        if (isOdd) this.#odd(byte, kind === PROTEIN);
      }
    }
    this.#current.length += filled - this.#filled;
    this.#filled = filled;
    return at - 1;
  }

  #endLower(position: number): void {
    this.#lower.push(this.#lowerFrom, position);
    this.#lowerFrom = 0;
  }

  #odd(byte: number, isProtein: boolean): void {
    const letter = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
    if (this.#unknown++ === 0)
      this.#firstUnknown =
        `${this.#path} line ${this.#line}: ` + `${this.#current?.name} contains ${letter}, which is no base`;
    if (isProtein) this.#proteins++;
    if (this.#proteins > JUDGED) this.#judge();
  }

  /** @throws DumpError for a protein */
  #judge(): void {
    const length = this.#current?.length ?? 0;
    if (this.#proteins > 5 && this.#proteins > length / 20)
      throw new DumpError(
        `${this.#path} line ${this.#line}: ${cut(this.#current?.name ?? '')} is a protein; give the ` +
          `sequences of the genome ` +
          '(DNA) as FASTA',
      );
  }

  #endLine(): void {
    if (this.#header) {
      const text = new TextDecoder().decode(Uint8Array.from(this.#header)).trim();
      this.#header = null;
      this.#begin(text);
    }
    this.#line++;
    this.#isLineStart = true;
    this.#isComment = false;
  }

  #begin(header: string): void {
    this.#endSequence();
    const space = header.search(/\s/);
    const name = space < 0 ? header : header.slice(0, space);
    if (name === '') throw new DumpError(`${this.#path} line ${this.#line}: the sequence has no name after ">"`);
    if (this.#names.has(name))
      throw new DumpError(`${this.#path} line ${this.#line}: a second sequence has the name ${cut(name)}`);
    this.#names.add(name);
    const description = space < 0 ? '' : header.slice(space + 1).trim();
    this.#current = { name, description, length: 0, id: this.#nextId++ };
    this.#sink.begin(this.#current);
  }

  #endSequence(): void {
    const current = this.#current;
    if (!current) return;
    if (this.#unknown > 0) {
      this.#judge();
      const kind = 'letter that is no base';
      this.#departures.add({ file: this.#path, table: '', kind, count: this.#unknown, first: [this.#firstUnknown] });
    }
    this.#flush();
    if (this.#lowerFrom > 0) this.#endLower(current.length);
    this.#sink.end(this.#hasUpper ? this.#lower : []);
    [this.#lower, this.#hasUpper] = [[], false];
    if (current.length === 0)
      throw new DumpError(`${this.#path} line ${this.#line}: the sequence ${cut(current.name)} has no bases`);
    this.#sequences.push(current);
    [this.#current, this.#proteins, this.#unknown] = [null, 0, 0];
  }

  #flush(): void {
    if (this.#filled > 0) this.#sink.bases(this.#out.subarray(0, this.#filled));
    this.#filled = 0;
  }
}
