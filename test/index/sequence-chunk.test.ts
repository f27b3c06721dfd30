import { expect, test } from 'vitest';
import { encodeChunk, readChunk, withoutBases } from '../../src/index/sequence-chunk.ts';

test('a chunk without its bases has A in their place, as many, and keeps its other letters and its mask', () => {
  const chunk = withoutBases(encodeChunk(new TextEncoder().encode('GATTNNRCCGTT'), [[2, 5]], 0)!);
  const letters = new Uint8Array(12);
  readChunk(chunk, { index: 0, bases: 12, from: 0, to: 12, mask: 'soft' }, letters, 0, 'a chunk');
  expect(new TextDecoder().decode(letters)).toBe('AAaanNRAAAAA');
});
