import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asStream, wholeText } from '../../src/formats/text-pieces.ts';

test('a stream is the whole text, in chunks that are no longer than one piece more than enough', async () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 30 });
  await fc.assert(fc.asyncProperty(lengths, async (list) => {
    const pieces = list.map((length, each) => String(each % 10).repeat(length));
    const chunks: string[] = [];
    for await (const chunk of asStream(pieces)) chunks.push(chunk);
    expect(chunks.join('')).toBe(wholeText(pieces));
    for (const chunk of chunks) expect(chunk.length).toBeLessThan(16 * 1024 + Math.max(...list));
  }), { numRuns: 30 });
});

test('pieces are made when their turn comes', async () => {
  let made = 0;
  function* pieces(): Generator<string> {
    for (; made < 1000; made++) yield 'x'.repeat(1000);
  }
  await asStream(pieces()).next();
  expect(made).toBeLessThan(20);
});
