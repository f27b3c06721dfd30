import { DumpError } from '../dump/dump-error.ts';
import { openPlainOrGzip } from '../dump/dump-source.ts';

const BUFFER_BYTES = 1024 * 1024;
/** Letters of the longest line: half as many as V8 puts into one string. */
const LONGEST_LINE = 2 ** 28;

/** Lines of a text file with the number of the first one. */
export interface LineBatch {
  /** Number of the first line in the file, from 1. */
  first: number;
  lines: string[];
}

/**
 * The lines of a plain or gzip file, some thousand at a time. Accepts a byte order mark, and the line ends of Unix,
 * Windows and old Macs in any mixture.
 *
 * @param progress gets the bytes of the stored file that were read since the last call
 * @throws DumpError if the file cannot be read, its gzip is truncated or damaged, or a line has more than 268 million
 *   letters
 */
export async function* lineBatches(path: string, progress?: (bytes: number) => void): AsyncGenerator<LineBatch> {
  const source = await openPlainOrGzip(path);
  const buffer = new Uint8Array(BUFFER_BYTES);
  const splitter = new LineSplitter(path);
  let reported = 0;
  try {
    while (true) {
      const length = await source.read(buffer);
      progress?.(source.consumed - reported);
      reported = source.consumed;
      const batch = length === 0 ? splitter.end() : splitter.add(buffer.subarray(0, length));
      if (batch.lines.length > 0) yield batch;
      if (length === 0) return;
    }
  } finally {
    await source.close();
  }
}

/** Divides the bytes of a text into lines, as `lineBatches` describes them. */
export class LineSplitter {
  readonly #path: string;
  readonly #longest: number;
  readonly #decoder = new TextDecoder();
  /** Number of the line that `#open` begins. */
  #line = 1;
  /** The parts of the last line so far, joined only once, since a line may have many parts. */
  #open: string[] = [];
  #openLength = 0;
  /** A carriage return ended the last part. A newline after it would belong to it. */
  #afterReturn = false;

  constructor(path: string, longest = LONGEST_LINE) {
    this.#path = path;
    this.#longest = longest;
  }

  /** The lines that end within the bytes. */
  add(bytes: Uint8Array): LineBatch {
    return this.#split(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The last line, if it lacks a line end. */
  end(): LineBatch {
    const { first, lines } = this.#split(this.#decoder.decode());
    if (this.#openLength > 0) lines.push(this.#open.join(''));
    return { first, lines };
  }

  #split(decoded: string): LineBatch {
    const first = this.#line;
    let text = decoded;
    if (this.#afterReturn && text.startsWith('\n')) text = text.slice(1);
    if (decoded !== '') this.#afterReturn = decoded.endsWith('\r');
    if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n');
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    const [head] = lines;
    if (head !== undefined) {
      if (this.#openLength > 0) {
        this.#open.push(head);
        lines[0] = this.#open.join('');
      }
      this.#line += lines.length;
      [this.#open, this.#openLength] = [[], 0];
    }
    if (rest !== '') {
      this.#open.push(rest);
      this.#openLength += rest.length;
      if (this.#openLength > this.#longest)
        throw new DumpError(
          `${this.#path} line ${this.#line} has more than ${this.#longest} letters; is it a text file, with line ends?`,
        );
    }
    return { first, lines };
  }
}
