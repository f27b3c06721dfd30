/** Reads a VCF file (plain, gzip or bgzip) line by line from its beginning, without a tabix index. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Gunzip, createGunzip } from 'node:zlib';
import { DumpError } from '../dump/dump-error.ts';
import { checkPadding, readFault } from '../dump/dump-source.ts';

const [NEWLINE, RETURN] = [0x0a, 0x0d];
const PART_BYTES = 1024 * 1024;

/** Number of columns before those of the samples: CHROM to FORMAT. */
export const FIXED_COLUMNS = 9;

export class VcfLines {
  /** Names of the samples in the header. */
  readonly samples: readonly string[];
  readonly #lines: TextLines;

  private constructor(samples: readonly string[], lines: TextLines) {
    this.samples = samples;
    this.#lines = lines;
  }

  /** Opens a file and reads its header. The caller closes it. @throws DumpError if it cannot be read or lacks #CHROM */
  static async open(path: string): Promise<VcfLines> {
    await checkBgzfEnd(path);
    const lines = new TextLines(path);
    try {
      while (await lines.advance()) {
        const line = lines.bytes.toString('utf8', lines.from, lines.to);
        if (line.startsWith('##')) continue;
        const columns = line.split('\t');
        if (columns[0] === '#CHROM') return new VcfLines(columns.slice(FIXED_COLUMNS), lines);
        break;
      }
      throw new DumpError(`${path} has no line #CHROM before its variants, so it is no VCF file`);
    } catch (error) {
      lines.close();
      throw error;
    }
  }

  /**
   * The next line without its newline. Null after the last line. Returns buffered lines without a promise, since
   * awaiting costs more than parsing. The bytes never change.
   */
  next(): Buffer | null | Promise<Buffer | null> {
    const found = this.#lines.advance();
    return found instanceof Promise ? found.then((any) => this.#line(any)) : this.#line(found);
  }

  /** Moves to the next line, which is then in `bytes` from `from` to `to`. False after the last line. */
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

  /** File and line number of the last line. */
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

/** Lines of a text file, plain, gzip or bgzip, with line ends of any system. */
export class TextLines {
  readonly #path: string;
  /**
   * Null for a plain file. Gzip detects truncation itself, so its last line may lack a newline. A plain file without a
   * last newline may be truncated.
   */
  readonly #gunzip: Gunzip | null;
  readonly #streams: { destroy(): unknown }[];
  readonly #parts: AsyncIterator<Buffer>;
  /** Bytes with the last line, from `from` to `to`. They never change. */
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;
  /** Start of the next line. */
  #next = 0;
  /** If `bytes` is one line joined from two parts: the second part, and the start of the next line in it. */
  #behind: { bytes: Buffer; next: number } | null = null;
  /** Number of the last line, from 1. */
  #number = 0;
  /** The byte that ends lines; null before a part of the file has one. */
  #lineEnd: number | null = null;

  constructor(path: string) {
    this.#path = path;
    const stored = createReadStream(path, { highWaterMark: PART_BYTES });
    this.#gunzip =
      path.endsWith('.gz') || path.endsWith('.bgz') ? stored.pipe(createGunzip({ chunkSize: PART_BYTES })) : null;
    const plain = this.#gunzip ?? stored;
    if (plain !== stored) stored.on('error', (error) => plain.destroy(error));
    // An error may come before the first read, which then throws it. Without a listener it would end the process.
    plain.on('error', () => {});
    this.#streams = [plain, stored];
    this.#parts = plain[Symbol.asyncIterator]();
  }

  /** Finds the next line. False after the last line. */
  advance(): boolean | Promise<boolean> {
    if (this.#behind && this.#next === this.bytes.length) {
      this.bytes = this.#behind.bytes;
      this.#next = this.#behind.next;
      this.#behind = null;
    }
    const end = this.bytes.indexOf(this.#lineEnd ?? NEWLINE, this.#next);
    return end < 0 ? this.#readOn() : this.#found(end);
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

  async #readOn(): Promise<boolean> {
    const parts = [this.bytes.subarray(this.#next)];
    for (;;) {
      const { done, value } = await this.#parts.next().catch(async (cause: Error) => {
        throw await readFault(this.#path, cause);
      });
      if (!done) this.#lineEnd ??= lineEndOf(value);
      const end = done ? -1 : value.indexOf(this.#lineEnd ?? NEWLINE);
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
        if (!this.#gunzip) throw noLastNewline(this.#path, this.#number + 1);
        return this.#found(begun);
      }
      if (begun === 0) {
        this.bytes = value;
        return this.#found(end);
      }
      // Joins only the line: the rest of the part is a hundred times as long.
      this.bytes = Buffer.concat([...parts, value.subarray(0, end + 1)]);
      this.#behind = { bytes: value, next: end + 1 };
      return this.#found(begun + end);
    }
  }
}

/** The byte that ends lines: in files of old Macs a carriage return. Null for text without a line end. */
function lineEndOf(text: Buffer): number | null {
  if (text.includes(NEWLINE)) return NEWLINE;
  // A newline may follow a carriage return at the end.
  return text.subarray(0, -1).includes(RETURN) ? RETURN : null;
}

/** A plain file that ends without a newline may be truncated. */
export function noLastNewline(path: string, line: number): DumpError {
  return new DumpError(
    `${path} line ${line}: the file ends within this line, without a newline; copy it again, or add the newline if ` +
      'the line is complete',
  );
}

/** The empty member at the end of every bgzip file (SAM specification, section 4.1.2). */
const END = Buffer.from('1f8b08040000000000ff0600424302001b0003000000000000000000', 'hex');
/** The first bytes of every bgzip member, and the name of its extra subfield at byte 12. */
const [MAGIC, NAME, NAME_AT] = [END.subarray(0, 4), Buffer.from('BC'), 12];

/** @throws DumpError for a truncated bgzip file. Accepts other files and missing ones. */
export async function checkBgzfEnd(path: string): Promise<void> {
  const file = await open(path).catch(() => null);
  if (!file) return;
  try {
    const { size } = await file.stat();
    const head = await bytesAt(file, 0, NAME_AT + NAME.length);
    if (!head.subarray(0, MAGIC.length).equals(MAGIC) || !head.subarray(NAME_AT).equals(NAME)) return;
    if ((await bytesAt(file, Math.max(0, size - END.length), END.length)).equals(END)) return;
  } finally {
    await file.close();
  }
  throw new DumpError(`${path} is truncated: it lacks the empty block at the end of every bgzip file; copy it again`);
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
