/** A VCF file, plain, gzipped or bgzipped, line by line from beginning to end: no tabix index is needed. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { DumpError } from '../dump/dump-error.ts';

const [NEWLINE, RETURN] = [0x0a, 0x0d];

/** CHROM to FORMAT: the columns before those of the samples. */
export const FIXED_COLUMNS = 9;

export interface VcfLines {
  /** As the header names them. */
  samples: readonly string[];
  /** What follows the header. To be ended (return) when it is not read to its end. */
  lines: AsyncGenerator<Buffer>;
}

/** Reads the header. Throws DumpError for a file that cannot be read or has no header line of columns. */
export async function openVcfLines(path: string): Promise<VcfLines> {
  const lines = linesOf(path);
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (next.value.subarray(0, 2).toString() === '##') continue;
    const columns = next.value.toString().split('\t');
    if (columns[0] === '#CHROM') return { samples: columns.slice(FIXED_COLUMNS), lines };
    break;
  }
  await lines.return(undefined);
  throw new DumpError(`${path} has no line #CHROM before its variants`);
}

/** Lines without their ends; a line is only good until the next. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const stored = createReadStream(path, { highWaterMark: 1024 * 1024 });
  const plain = path.endsWith('.gz') || path.endsWith('.bgz') ? stored.pipe(createGunzip({ chunkSize: 1024 * 1024 })) : stored;
  if (plain !== stored) stored.on('error', (error) => plain.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const part of plain as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part;
      let from = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
        yield bytes.subarray(from, bytes[end - 1] === RETURN && end > from ? end - 1 : end);
        from = end + 1;
      }
      rest = bytes.subarray(from);
    }
    if (rest.length > 0) yield rest;
  } catch (cause) {
    throw new DumpError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  } finally {
    plain.destroy();
    stored.destroy();
  }
}
