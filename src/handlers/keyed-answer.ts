/**
 * Answers to a POST that have a key for each thing asked for. They are made in batches: neither all index blocks nor all
 * objects of a large answer, nor these and their text, are in memory at once.
 */
import { jsonObject } from '../formats/json-stream.ts';
import type { Answer, Format } from '../operation/operation.ts';

/** What is answered for some of the keys, in their order; a key may be left out. */
export type DescribeBatch = (keys: readonly string[]) => Promise<Iterable<[key: string, value: unknown]>>;

/**
 * One object over all keys, each once. Up to one batch is put together in memory, and so is a longer one in formats that
 * need the whole; longer JSON is streamed. `size`: keys of a batch; what is described lazily is written one by one.
 */
export async function keyedAnswer(keys: readonly string[], size: number, format: Format, describe: DescribeBatch): Promise<Answer> {
  const unique = [...new Set(keys)];
  if (unique.length > size && format === 'json') return { kind: 'stream', chunks: jsonObject(oneByOne(inBatches(unique, size, describe))) };
  const entries: [string, unknown][] = [];
  for await (const batch of inBatches(unique, size, describe)) entries.push(...batch);
  return { kind: 'value', value: Object.fromEntries(entries) };
}

/** The results of a question asked in batches, one after the other. */
export async function* inBatches<K, R>(keys: readonly K[], size: number, ask: (keys: readonly K[]) => Promise<R>): AsyncGenerator<R> {
  for (let at = 0; at < keys.length; at += size) yield await ask(keys.slice(at, at + size));
}

/** What all batches hold, a batch being asked for when all before it has been taken. */
export async function* oneByOne<V>(batches: AsyncIterable<Iterable<V>>): AsyncGenerator<V> {
  for await (const batch of batches) yield* batch;
}
