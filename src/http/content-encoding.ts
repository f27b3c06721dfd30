/** Decompresses the body of a request that has a Content-Encoding. */
import { ApiError } from '../api-error.ts';

/** Names in Content-Encoding (RFC 9110, section 8.4.1) and the names of their algorithms in the runtimes. */
const ALGORITHMS: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/**
 * Compressed bytes that are decompressed at a time. Some runtimes decompress a piece as a whole, and compression makes
 * texts at most 1,032 times shorter, so a hostile piece takes 2 MB of memory before its reader can stop.
 */
const PIECE_BYTES = 2048;

/**
 * The bytes that a body stands for. Throws ApiError: 415 for an encoding other than gzip, deflate and identity, 400 if
 * the bytes do not have the encoding or end early. Decompresses only as much of `body` as its reader takes, but reads all
 * of it.
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
  const { readable, writable } = new DecompressionStream(algorithm);
  const writer = writable.getWriter();
  let stopped = false;
  let sourceError: unknown;
  async function write(): Promise<void> {
    try {
      for await (const chunk of body) {
        for (let from = 0; from < chunk.length && !stopped; from += PIECE_BYTES)
          // The reader gets the same error.
          await writer.write(new Uint8Array(chunk.subarray(from, from + PIECE_BYTES))).catch(stop);
      }
      await writer.close();
    } catch (error) {
      sourceError = error;
      stop();
    }
  }
  function stop(): void {
    stopped = true;
    writer.abort().catch(() => {});
  }
  const written = write();
  try {
    for await (const chunk of readable) yield chunk;
  } catch {
    // The error of a body that broke off says more than that of its decompression.
    if (sourceError instanceof ApiError) throw sourceError;
    throw new ApiError(`The POST body is not valid ${algorithm}: it is damaged, or it ends early`);
  } finally {
    // Reads the rest of the body: clients can miss an answer that a server sends before it has read the whole request.
    stop();
    await written;
  }
}
