/**
 * Long answers that are made piece by piece: objects with a key for each item of a POST, and JSON that is stored as
 * such. Neither all index blocks nor all objects of a large answer, nor these and their text, are in memory at once.
 */
import { jsonObject } from '../formats/text-stream.ts';
import type { Answer, Format } from './operation.ts';
import { ApiError } from '../api-error.ts';

/** What is answered for some of the keys, in their order; a key may be left out. */
export type DescribeBatch = (keys: readonly string[]) => Promise<Iterable<[key: string, value: unknown]>>;

/**
 * One object over all keys, each once. Up to one batch is put together in memory, and so is a longer one in formats
 * that need the whole; longer JSON is streamed. `size`: keys of a batch; what is described lazily is written one by
 * one.
 */
export async function keyedAnswer(
  keys: readonly string[],
  size: number,
  format: Format,
  describe: DescribeBatch,
): Promise<Answer> {
  const unique = [...new Set(keys)];
  if (unique.length > size && format === 'json')
    return { kind: 'stream', chunks: jsonObject(oneByOne(inBatches(unique, size, describe))) };
  const entries: [string, unknown][] = [];
  for await (const batch of inBatches(unique, size, describe)) entries.push(...batch);
  return { kind: 'value', value: Object.fromEntries(entries) };
}

/** The results of a question asked in batches, one after the other. */
export async function* inBatches<K, R>(
  keys: readonly K[],
  size: number,
  ask: (keys: readonly K[]) => Promise<R>,
): AsyncGenerator<R> {
  for (let at = 0; at < keys.length; at += size) yield await ask(keys.slice(at, at + size));
}

/** What all batches hold, a batch being asked for when all before it has been taken. */
export async function* oneByOne<V>(batches: AsyncIterable<Iterable<V>>): AsyncGenerator<V> {
  for await (const batch of batches) yield* batch;
}

/**
 * Letters of JSON of the longest answer in other formats: parsed and written they take some ten times as many bytes.
 */
const MAX_WHOLE_LETTERS = 4 * 1024 * 1024;

/**
 * Sends a long answer as its pieces come, and puts a short one together in memory. So do formats other than JSON with
 * any; they refuse in the words of `tooLong` (ApiError, 400) what is longer than they can hold.
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

/**
 * The JSON that some pieces make. One that may be too long to hold is then refused in the words of `tooLong` (ApiError,
 * 400).
 */
export async function wholeJson(pieces: AsyncIterable<string>, tooLong?: string): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (tooLong !== undefined && text.length > MAX_WHOLE_LETTERS) throw new ApiError(tooLong);
  }
  return text;
}
