/** Decompresses the body of a request that has a Content-Encoding. */
import { ApiError } from '../api-error.ts';
import { decompress } from '../streams/decompress.ts';

/** Names in Content-Encoding (RFC 9110, section 8.4.1) and the names of their algorithms in the runtimes. */
const ALGORITHMS: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/**
 * The bytes that a body stands for. Throws ApiError: 415 for an encoding other than gzip, deflate and identity, 400 if
 * the bytes do not have the encoding or end early. Decompresses only as much of `body` as its reader takes, but reads
 * all of it.
 */
export function decodedBody(body: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const algorithm = ALGORITHMS.get(name);
  if (!algorithm)
    throw new ApiError(`The Content-Encoding '${name}' is not available here. Please use gzip, deflate or none`, 415);
  return decompressed(body, algorithm);
}

async function* decompressed(
  body: AsyncIterable<Uint8Array>,
  algorithm: CompressionFormat,
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  // Without `return`, so that a reader that stops does not end the source.
  const pieces = { [Symbol.asyncIterator]: () => ({ next: () => source.next() }) };
  try {
    yield* decompress(
      pieces,
      algorithm,
      () => new ApiError(`The POST body is not valid ${algorithm}: it is damaged, or it ends early`),
    );
  } finally {
    await readToEnd(source);
  }
}

/** Clients can miss an answer that a server sends before it has read the whole request. */
async function readToEnd(source: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    while ((await source.next()).done !== true);
  } catch {
    // What is wrong with the rest of a rejected body does not matter.
  }
}
