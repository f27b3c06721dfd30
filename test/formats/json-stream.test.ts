import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonList, jsonListOfTexts, jsonObject } from '../../src/formats/json-stream.ts';

async function* from<V>(values: Iterable<V>): AsyncGenerator<V> {
  yield* values;
}

async function text(chunks: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const chunk of chunks) whole += chunk;
  return whole;
}

describe('JSON written part by part', () => {
  test('is what JSON.stringify writes of the whole', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.jsonValue()), async (values) => {
      expect(await text(jsonList(from(values)))).toBe(JSON.stringify(values));
      expect(await text(jsonListOfTexts(from(values.map((value) => JSON.stringify(value)))))).toBe(JSON.stringify(values));
      const entries = values.map((value, each) => [`"${each}"\n`, value] as const);
      expect(await text(jsonObject(from(entries)))).toBe(JSON.stringify(Object.fromEntries(entries)));
    }));
  });

  test('is handed on before the next value is asked for', async () => {
    const asked: number[] = [];
    async function* counted(): AsyncGenerator<number> {
      for (let value = 1; value <= 3; value++) {
        asked.push(value);
        yield value;
      }
    }
    const chunks = jsonList(counted());
    await chunks.next();
    expect(asked).toEqual([1]);
  });
});
