/** A VCF file, plain, gzipped or bgzipped, line by line from beginning to end: no tabix index is needed. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Gunzip, createGunzip } from 'node:zlib';
import { DumpError } from '../dump/dump-error.ts';
import { checkPadding, readFault } from '../dump/dump-source.ts';

const [NEWLINE, RETURN] = [0x0a, 0x0d];
const PART_BYTES = 1024 * 1024;

/** CHROM to FORMAT: the columns before those of the samples. */
export const FIXED_COLUMNS = 9;

export class VcfLines {
  /** As the header names them. */
  readonly samples: readonly string[];
  readonly #lines: Lines;

  private constructor(samples: readonly string[], lines: Lines) {
    this.samples = samples;
    this.#lines = lines;
  }

  /**
   * Reads the header. Throws DumpError for a file that cannot be read or has no header line of columns. To be closed.
   */
  static async open(path: string): Promise<VcfLines> {
    await checkBgzfEnd(path);
    const lines = new Lines(path);
    try {
      while (await lines.advance()) {
        const line = lines.bytes.toString('utf8', lines.from, lines.to);
        if (line.startsWith('##')) continue;
        const columns = line.split('\t');
        if (columns[0] === '#CHROM') return new VcfLines(columns.slice(FIXED_COLUMNS), lines);
        break;
      }
      throw new DumpError(`${path} has no line #CHROM before its variants`);
    } catch (error) {
      lines.close();
      throw error;
    }
  }

  /**
   * The next line without its end, which stays as it is; null after the last. At once where it has been read: waiting
   * for each takes longer than parsing most.
   */
  next(): Buffer | null | Promise<Buffer | null> {
    const found = this.#lines.advance();
    return found instanceof Promise ? found.then((any) => this.#line(any)) : this.#line(found);
  }

  /**
   * The same for who needs no view of each line: goes to the next, which is `bytes` from `from` to `to`. False after
   * the last.
   */
  advance(): boolean | Promise<boolean> {
    return this.#lines.advance();
  }

  get bytes(): Buffer {
    return this.#lines.bytes;
  }

  get from(): number {
    return this.#lines.from;
  }

  get to(): number {
    return this.#lines.to;
  }

  /** File and line of the line that was given last. */
  get where(): string {
    return this.#lines.where;
  }

  close(): void {
    this.#lines.close();
  }

  #line(any: boolean): Buffer | null {
    return any ? this.#lines.bytes.subarray(this.#lines.from, this.#lines.to) : null;
  }
}

class Lines {
  readonly #path: string;
  /**
   * Gzip says itself that it is whole: its last line may lack its end. A plain file that lacks it may lack more, such
   * as digits.
   */
  readonly #gunzip: Gunzip | null;
  readonly #streams: { destroy(): unknown }[];
  readonly #parts: AsyncIterator<Buffer>;
  /** Where the line that was found last stands, in bytes that stay as they are. */
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;
  /** Where the next line begins. */
  #next = 0;
  /**
   * What comes behind `bytes` where these are one line that was put together, and where the line after it begins there.
   */
  #behind: { bytes: Buffer; next: number } | null = null;
  /** Of the line that was found last. */
  #number = 0;

  constructor(path: string) {
    this.#path = path;
    const stored = createReadStream(path, { highWaterMark: PART_BYTES });
    this.#gunzip =
      path.endsWith('.gz') || path.endsWith('.bgz') ? stored.pipe(createGunzip({ chunkSize: PART_BYTES })) : null;
    const plain = this.#gunzip ?? stored;
    if (plain !== stored) stored.on('error', (error) => plain.destroy(error));
    this.#streams = [plain, stored];
    this.#parts = (plain as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** Finds the next line; false after the last. */
  advance(): boolean | Promise<boolean> {
    if (this.#behind && this.#next === this.bytes.length) {
      this.bytes = this.#behind.bytes;
      this.#next = this.#behind.next;
      this.#behind = null;
    }
    const end = this.bytes.indexOf(NEWLINE, this.#next);
    return end < 0 ? this.#goOn() : this.#found(end);
  }

  close(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  get where(): string {
    return `${this.#path} line ${this.#number}`;
  }

  #found(end: number): true {
    this.#number++;
    this.from = this.#next;
    this.to = end > this.from && this.bytes[end - 1] === RETURN ? end - 1 : end;
    this.#next = end + 1;
    return true;
  }

  async #goOn(): Promise<boolean> {
    const parts = [this.bytes.subarray(this.#next)];
    for (;;) {
      const { done, value } = await this.#parts.next().catch(async (cause: Error) => {
        throw await readFault(this.#path, cause);
      });
      const end = done ? -1 : value.indexOf(NEWLINE);
      if (!done && end < 0) {
        parts.push(value);
        continue;
      }
      const begun = parts.reduce((bytes, part) => bytes + part.length, 0);
      this.#next = 0;
      if (done) {
        this.bytes = Buffer.concat(parts);
        if (this.#gunzip) await checkPadding(this.#path, this.#gunzip.bytesWritten);
        if (begun === 0) return false;
        if (!this.#gunzip)
          throw new DumpError(`${this.#path} line ${this.#number + 1}: the file ends within this line`);
        return this.#found(begun);
      }
      if (begun === 0) {
        this.bytes = value;
        return this.#found(end);
      }
      // Only the line is put together: what follows it is a hundred times as long.
      this.bytes = Buffer.concat([...parts, value.subarray(0, end + 1)]);
      this.#behind = { bytes: value, next: end + 1 };
      return this.#found(begun + end);
    }
  }
}

/** The empty member. */
const END = Buffer.from('1f8b08040000000000ff0600424302001b0003000000000000000000', 'hex');
/** Beginning of any member; its subfield, behind these and eight bytes of other things, has the name BC. */
const [MAGIC, NAME, NAME_AT] = [END.subarray(0, 4), Buffer.from('BC'), 12];

/** @throws DumpError for a file of bgzip that ends early. What is none, or is not there, is not looked at. */
async function checkBgzfEnd(path: string): Promise<void> {
  const file = await open(path).catch(() => null);
  if (!file) return;
  try {
    const { size } = await file.stat();
    const head = await bytesAt(0, NAME_AT + NAME.length);
    if (!head.subarray(0, MAGIC.length).equals(MAGIC) || !head.subarray(NAME_AT).equals(NAME)) return;
    if ((await bytesAt(Math.max(0, size - END.length), END.length)).equals(END)) return;
  } finally {
    await file.close();
  }
  throw new DumpError(`${path} is truncated: the empty block that ends a file of bgzip is missing`);

  async function bytesAt(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await file!.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }
}
