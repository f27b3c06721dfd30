/** Decompresses a stream with the algorithms of the platform, only as far as its reader takes it. */

/**
 * Compressed bytes that are decompressed at a time. Some runtimes decompress a piece as a whole, and compression makes
 * texts at most 1,032 times shorter, so a hostile piece takes 2 MB of memory before its reader can stop.
 */
const PIECE_BYTES = 2048;

/**
 * The plain bytes of a stream. Errors of the stream pass through.
 *
 * @param damaged makes the error for bytes that do not have the format, or end early
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  format: CompressionFormat,
  damaged: () => Error,
): AsyncGenerator<Uint8Array> {
  const pieces = cut(source);
  const failures: unknown[] = [];
  const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(new Uint8Array(value));
        } catch (error) {
          failures.push(error);
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  try {
    yield* compressed.pipeThrough(new DecompressionStream(format));
  } catch {
    if (failures.length > 0) throw failures[0];
    throw damaged();
  }
}

async function* cut(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of source)
    for (let from = 0; from < piece.length; from += PIECE_BYTES) yield piece.subarray(from, from + PIECE_BYTES);
}
