/** A VCF file as a stream: its header, then pieces of whole lines. Recognizes plain text, gzip and bgzip. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { wholeLines } from '../../src/streams/byte-pieces.ts';
import { AnnotateError, errorCode, messageOf } from '../operator-error.ts';

/** Bytes of a piece, unless a line is longer. */
const PIECE_BYTES = 64 * 1024;
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const NEWLINE = 10;

export interface VcfInput {
  /** Without line ends; the last names the columns. */
  header: readonly string[];
  /** Whole lines, each piece with those of the file that follow the header. */
  pieces: AsyncIterable<Buffer>;
}

/**
 * Opens a file, or standard input for '-'. Throws AnnotateError for a file that is no VCF. @param read gets counts of
 * bytes
 */
export async function openVcf(path: string, read: (bytes: number) => void): Promise<VcfInput> {
  const lines = linesIn(plainBytes(path, read), path);
  const header: string[] = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) break;
    let from = 0;
    while (from < value.length && value[from] === '#'.charCodeAt(0)) {
      const end = value.indexOf(NEWLINE, from);
      const to = end === -1 ? value.length : end;
      header.push(value.toString('utf8', from, to).replace(/\r$/, ''));
      from = to + 1;
    }
    if (from >= value.length) continue;
    checkHeader(path, header, value.toString('utf8', from, from + 50));
    return { header, pieces: joined(value.subarray(from), lines) };
  }
  checkHeader(path, header, '');
  return { header, pieces: joined(Buffer.alloc(0), lines) };
}

function checkHeader(path: string, header: readonly string[], next: string): void {
  if (header.at(-1)?.startsWith('#CHROM\t')) return;
  const found = next === '' ? 'the end of the file' : `'${next.split('\n', 1)[0] ?? ''}'`;
  throw new AnnotateError(
    `${path}, line ${header.length + 1}: expected the line that names the columns (#CHROM, POS, … separated by ` +
      `tabs), but found ${found}; is this a VCF file?`,
  );
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* rest;
}

/** The bytes of a file, decompressed. */
async function* plainBytes(path: string, read: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 256 * 1024 });
  const bytes = (async function* () {
    for await (const piece of file as AsyncIterable<Buffer>) {
      read(piece.length);
      yield piece;
    }
  })();
  try {
    const first = await bytes.next();
    if (first.done) throw new AnnotateError(`${path} is empty; give a VCF file`);
    refuseOthers(path, first.value);
    const all = joined(first.value, bytes);
    if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return yield* all;
    const plain = createGunzip({ chunkSize: 256 * 1024 });
    pipeline(all, plain, () => {});
    yield* plain as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof AnnotateError) throw error;
    const code = errorCode(error);
    if (code === 'ENOENT') throw new AnnotateError(`${path} does not exist; check the path of --vcf`);
    if (code === 'EISDIR') throw new AnnotateError(`${path} is a folder; give a VCF file`);
    if (code?.startsWith('Z_'))
      throw new AnnotateError(
        `${path} cannot be decompressed (${messageOf(error)}); the file is damaged or was cut off: copy it again`,
      );
    throw new AnnotateError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

/** Formats that are often taken for VCF. */
function refuseOthers(path: string, beginning: Buffer): void {
  const begins = (text: string) => beginning.subarray(0, text.length).toString('latin1') === text;
  if (begins('BCF'))
    throw new AnnotateError(`${path} is BCF; convert it with: bcftools view -Oz -o FILE.vcf.gz ${path}`);
  if (begins('PK') || begins('BZh') || begins('\xfd7zXZ') || begins('\x28\xb5\x2f\xfd'))
    throw new AnnotateError(`${path} is compressed in another way than gzip; decompress it first`);
}

async function* linesIn(source: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  const tooLong = () =>
    new AnnotateError(`${path} has a line of more than ${MAX_LINE_BYTES / 2 ** 20} MiB; is this a VCF file?`);
  for await (const { buffer, byteOffset, length } of wholeLines(source, PIECE_BYTES, MAX_LINE_BYTES, tooLong))
    yield Buffer.from(buffer, byteOffset, length);
}
