import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonList, jsonListOfTexts, jsonObject, inTextChunks, joinText } from '../../../src/formats/text-stream.ts';

async function* from<V>(values: Iterable<V>): AsyncGenerator<V> {
  yield* values;
}

async function text(chunks: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const chunk of chunks) whole += chunk;
  return whole;
}

describe('JSON written in parts', () => {
  test('equals the text of JSON.stringify', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), async (values) => {
        expect(await text(jsonList(from(values)))).toBe(JSON.stringify(values));
        expect(await text(jsonListOfTexts(from(values.map((value) => JSON.stringify(value)))))).toBe(
          JSON.stringify(values),
        );
        const entries = values.map((value, each) => [`"${each}"\n`, value] as const);
        expect(await text(jsonObject(from(entries)))).toBe(JSON.stringify(Object.fromEntries(entries)));
      }),
    );
  });

  test('is yielded before the next value is requested', async () => {
    const requested: number[] = [];
    async function* counted(): AsyncGenerator<number> {
      for (let value = 1; value <= 3; value++) {
        requested.push(value);
        yield value;
      }
    }
    const chunks = jsonList(counted());
    await chunks.next();
    expect(requested).toEqual([1]);
  });
});

test('a stream contains the whole text in chunks of less than 16 KiB plus one piece', async () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lengths, async (list) => {
      const pieces = list.map((length, each) => String(each % 10).repeat(length));
      const chunks: string[] = [];
      for await (const chunk of inTextChunks(pieces)) chunks.push(chunk);
      expect(chunks.join('')).toBe(joinText(pieces));
      for (const chunk of chunks) expect(chunk.length).toBeLessThan(16 * 1024 + Math.max(...list));
    }),
    { numRuns: 30 },
  );
});

test('a stream generates pieces only when they are needed', async () => {
  let made = 0;
  function* pieces(): Generator<string> {
    for (; made < 1000; made++) yield 'x'.repeat(1000);
  }
  await inTextChunks(pieces()).next();
  expect(made).toBeLessThan(20);
});
