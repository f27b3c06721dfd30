/** Answers too large to hold: a body that pulls its text from the handler as the client reads. */
import { joinBytes } from '../index/blocks/bytes.ts';

/** Chunks are gathered to about this many bytes, since every chunk of a body costs its own write. */
const CHUNK_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/**
 * Starts reading, so that a handler that fails at once fails here; what is not longer than a chunk is no stream any
 * more. A failure later breaks the connection off: a client must not take half an answer for a whole one. A client that
 * goes away ends the iteration.
 */
export async function streamText(
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let next: Gathered | null = await gather(iterator);
  if (next.isLast) return next.chunk;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { chunk, isLast } = next ?? (await gather(iterator));
        next = null;
        if (chunk.length > 0) controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        if (isLast) controller.close();
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A long text in pieces of about a chunk. */
export async function* inChunks(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; ) {
    let to = from + CHUNK_BYTES;
    // The two halves of a letter beyond 16 bits stay together.
    if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--;
    yield text.slice(from, to);
    from = to;
  }
}

interface Gathered {
  chunk: string | Uint8Array<ArrayBuffer>;
  /** Nothing comes after it. */
  isLast: boolean;
}

async function gather(iterator: AsyncIterator<string | Uint8Array>): Promise<Gathered> {
  const parts: Uint8Array[] = [];
  let text = '';
  let isLast = false;
  for (let size = 0; size < CHUNK_BYTES; ) {
    const next = await iterator.next();
    if (next.done) {
      isLast = true;
      break;
    }
    size += next.value.length;
    if (typeof next.value === 'string') {
      text += next.value;
      continue;
    }
    if (text !== '') parts.push(encoder.encode(text));
    text = '';
    parts.push(next.value);
  }
  if (parts.length === 0) return { chunk: text, isLast };
  if (text !== '') parts.push(encoder.encode(text));
  // What came as one piece is handed on as it is.
  return { chunk: parts.length === 1 ? (parts[0] as Uint8Array<ArrayBuffer>) : joinBytes(parts), isLast };
}
