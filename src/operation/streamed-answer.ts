/**
 * Large answers that are produced piece by piece: objects with a key for each item of a POST, and JSON texts of the
 * index. Only the blocks, objects and text of the current piece are in memory.
 */
import { jsonObject } from '../formats/text-stream.ts';
import type { Answer, Format } from './operation.ts';
import { ApiError } from '../api-error.ts';

/** Returns entries of the answer for some keys, in their order; it may omit keys. */
export type DescribeBatch = (keys: readonly string[]) => Promise<Iterable<[key: string, value: unknown]>>;

/**
 * An object with the entries of all keys, without duplicates. JSON of more than one batch is streamed; other answers
 * are built in memory.
 *
 * @param size keys per batch @param describe may return a lazy iterable, whose entries are written one by one
 */
export async function keyedAnswer(
  keys: readonly string[],
  size: number,
  format: Format,
  describe: DescribeBatch,
): Promise<Answer> {
  const unique = [...new Set(keys)];
  if (unique.length > size && format === 'json')
    return { kind: 'stream', chunks: jsonObject(flattened(inBatches(unique, size, describe))) };
  const entries: [string, unknown][] = [];
  for await (const batch of inBatches(unique, size, describe)) entries.push(...batch);
  return { kind: 'value', value: Object.fromEntries(entries) };
}

/** The results of a function that is called with batches of keys, one batch after the other. */
export async function* inBatches<K, R>(
  keys: readonly K[],
  size: number,
  ask: (keys: readonly K[]) => Promise<R>,
): AsyncGenerator<R> {
  for (let at = 0; at < keys.length; at += size) yield await ask(keys.slice(at, at + size));
}

/** The items of all batches. A batch is requested after all items of the previous one were taken. */
export async function* flattened<V>(batches: AsyncIterable<Iterable<V>>): AsyncGenerator<V> {
  for await (const batch of batches) yield* batch;
}

/** Most characters of JSON to be converted to another format, which takes about ten times as many bytes of memory. */
const MAX_WHOLE_CHARACTERS = 4 * 1024 * 1024;

/**
 * Streams a long answer in JSON; joins short answers, and all answers in other formats, in memory. Throws ApiError
 * (400) with the text `tooLong` if a long answer in another format has more than MAX_WHOLE_CHARACTERS.
 */
export async function jsonAnswer(
  pieces: AsyncIterable<string>,
  isLong: boolean,
  format: Format,
  tooLong: string,
): Promise<Answer> {
  if (isLong && format === 'json') return { kind: 'stream', chunks: pieces };
  return { kind: 'json', text: await wholeJson(pieces, isLong ? tooLong : undefined) };
}

/** Joins pieces of JSON. With `tooLong`, throws ApiError (400) with that text beyond MAX_WHOLE_CHARACTERS. */
export async function wholeJson(pieces: AsyncIterable<string>, tooLong?: string): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (tooLong !== undefined && text.length > MAX_WHOLE_CHARACTERS) throw new ApiError(tooLong);
  }
  return text;
}
