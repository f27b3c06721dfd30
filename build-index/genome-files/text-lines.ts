import { openPlainOrGzip } from '../dump/dump-source.ts';

const BUFFER_BYTES = 1024 * 1024;

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
 * @throws DumpError if the file cannot be read, or its gzip is truncated or damaged
 */
export async function* lineBatches(path: string, progress?: (bytes: number) => void): AsyncGenerator<LineBatch> {
  const source = await openPlainOrGzip(path);
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(BUFFER_BYTES);
  let [rest, first, reported] = ['', 1, 0];
  try {
    while (true) {
      const length = await source.read(buffer);
      progress?.(source.consumed - reported);
      reported = source.consumed;
      let text = rest + decoder.decode(buffer.subarray(0, length), { stream: length > 0 });
      const isEnd = length === 0;
      if (text.includes('\r')) {
        // The newline after a carriage return at the end may come with the next bytes.
        const isOpen = !isEnd && text.endsWith('\r');
        text = `${(isOpen ? text.slice(0, -1) : text).replaceAll(/\r\n?/g, '\n')}${isOpen ? '\r' : ''}`;
      }
      const lines = text.split('\n');
      rest = lines.pop() ?? '';
      if (isEnd && rest !== '') lines.push(rest);
      if (lines.length > 0) yield { first, lines };
      first += lines.length;
      if (isEnd) return;
    }
  } finally {
    await source.close();
  }
}
