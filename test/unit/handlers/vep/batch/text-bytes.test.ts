import { expect, test } from 'vitest';
import { TextBytes } from '../../../../../src/handlers/vep/batch/text-bytes.ts';

test('texts of any length and script become the bytes of UTF-8', () => {
  const texts = ['', 'ascii', 'é'.repeat(300_000), '𝄞'.repeat(200_001), 'x'.repeat(1_000_000)];
  const out = new TextBytes();
  for (const text of texts) out.add(text);
  expect(Buffer.from(out.take()).equals(Buffer.from(texts.join('')))).toBe(true);
  expect([out.length, out.take().length]).toEqual([0, 0]);
  out.add('again');
  expect(new TextDecoder().decode(out.take())).toBe('again');
});
