/** The body of a POST that is read while the answer is sent: a file of any length, plain or compressed. */
import { ApiError } from '../api-error.ts';
import { gunzip, HEAD_BYTES, isGzip } from '../streams/gunzip.ts';
import { inBlocks, joined, withFirst } from '../streams/byte-pieces.ts';

/**
 * Bytes that are read before the answer begins. Most clients read no answer before they have sent the whole body: up to
 * this length neither side waits for the other.
 */
export const READ_FIRST_BYTES = 4 * 1024 * 1024;

/** Bytes that are handed on at a time: clients may send pieces of one byte. */
const BLOCK_BYTES = 64 * 1024;

/** Beginnings of files that are often taken for VCF. */
const OTHERS: readonly [beginning: string, what: string][] = [
  ['BCF', 'BCF; convert it with: bcftools view -Oz'],
  ['PK', 'a zip archive; send plain text or gzip'],
  ['BZh', 'compressed with bzip2; send plain text or gzip'],
  ['\xfd7zXZ', 'compressed with xz; send plain text or gzip'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd; send plain text or gzip'],
];

/**
 * The decompressed bytes of a body; its own bytes say whether it is compressed. Throws ApiError: 415 for another coding
 * than gzip and for forms, 400 while it is read if it is damaged or breaks off.
 */
export function streamedBody({ headers, body }: Request): AsyncIterable<Uint8Array> {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(coding))
    throw new ApiError(`The Content-Encoding '${coding}' is not supported: send plain text or gzip`, 415);
  if (/^\s*multipart\//i.test(headers.get('content-type') ?? ''))
    throw new ApiError('The body is a form. Please send the file itself, as curl does with -T or --data-binary', 415);
  return body ? decompressed(decompressed(readFirst(inBlocks(received(body), BLOCK_BYTES)))) : noBytes();
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** Throws ApiError (400) if the body is incomplete or has a transfer coding that the runtime does not support. */
async function* received(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ApiError('The POST body cannot be read: it is incomplete, or its Transfer-Encoding is not supported');
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Also ends the transfer of a body whose reader has stopped.
    reader.cancel().catch(() => {});
  }
}

async function* readFirst(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first: Uint8Array[] = [];
  try {
    for (let bytes = 0; bytes < READ_FIRST_BYTES; ) {
      const { done, value } = await source.next();
      if (done) break;
      first.push(value);
      bytes += value.length;
    }
    while (first.length > 0) {
      const [next] = first.splice(0, 1);
      if (next) yield next;
    }
    yield* source;
  } finally {
    await source.return(undefined);
  }
}

/** Bodies are compressed once, or twice: a compressed file that is sent with Content-Encoding: gzip. */
async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bytes = withFirst(source, HEAD_BYTES);
  try {
    const { done, value } = await bytes.next();
    if (done) return;
    const all = joined(value, bytes);
    if (isGzip(value)) {
      yield* gunzip(all);
      return;
    }
    const beginning = String.fromCharCode(...value.subarray(0, 5));
    const other = OTHERS.find(([text]) => beginning.startsWith(text));
    if (other) throw new ApiError(`The body is ${other[1]}`);
    yield* all;
  } finally {
    await bytes.return(undefined);
  }
}
