/** Response bodies of large answers: they pull text from the handler as the client reads. */
import { joinBytes } from '../index/blocks/bytes.ts';

/** Small chunks are joined to about this many bytes, since every chunk of a body is a separate write. */
const CHUNK_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/**
 * Reads the first chunk, so that an early error of the handler rejects here. An answer of a single chunk is returned
 * whole, others as a stream. A later error aborts the connection, so that clients do not mistake a part for the whole.
 * The iteration ends when the client disconnects.
 */
export async function streamText(
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let next: NextChunk | null = await nextChunk(iterator);
  if (next.isLast) return next.chunk;
  let failure: NextChunk['failure'] | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (failure) throw failure.error;
        const { chunk, isLast, ...more } = next ?? (await nextChunk(iterator, true));
        next = null;
        failure = more.failure ?? null;
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

/** A long text in chunks of about CHUNK_BYTES characters. */
export async function* inChunks(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; ) {
    let to = from + CHUNK_BYTES;
    // Keep surrogate pairs together.
    if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--;
    yield text.slice(from, to);
    from = to;
  }
}

interface NextChunk {
  chunk: string | Uint8Array<ArrayBuffer>;
  isLast: boolean;
  /** An error that came after the chunk. */
  failure?: { error: unknown };
}

/** @param isLater what came before an error is sent too, since it may say why */
async function nextChunk(iterator: AsyncIterator<string | Uint8Array>, isLater = false): Promise<NextChunk> {
  const parts: Uint8Array[] = [];
  let text = '';
  let isLast = false;
  let failure: NextChunk['failure'];
  for (let size = 0; size < CHUNK_BYTES; ) {
    let next: IteratorResult<string | Uint8Array>;
    try {
      next = await iterator.next();
    } catch (error) {
      if (!isLater || size === 0) throw error;
      failure = { error };
      break;
    }
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
  if (parts.length === 0) return { chunk: text, isLast, failure };
  if (text !== '') parts.push(encoder.encode(text));
  // A single part needs no copy.
  return { chunk: parts.length === 1 ? (parts[0] as Uint8Array<ArrayBuffer>) : joinBytes(parts), isLast, failure };
}
