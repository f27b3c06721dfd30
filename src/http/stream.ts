/** Answers too large to hold: a body that pulls its text from the handler as the client reads. */

/** Chunks are gathered to about this many bytes, since every chunk of a body costs its own write. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Starts reading, so that a handler that fails at once fails here. A failure later breaks the connection off: a client
 * must not take half an answer for a whole one. A client that goes away ends the iteration.
 */
export async function streamText(chunks: AsyncIterable<string | Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let next: IteratorResult<string | Uint8Array> | null = await iterator.next();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const parts: Uint8Array[] = [];
      let bytes = 0;
      while (bytes < CHUNK_BYTES) {
        next ??= await iterator.next();
        if (next.done) break;
        const part = typeof next.value === 'string' ? encoder.encode(next.value) : next.value;
        next = null;
        parts.push(part);
        bytes += part.byteLength;
      }
      if (bytes > 0) controller.enqueue(joined(parts, bytes));
      if (next?.done) controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  }, { highWaterMark: 0 });
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
