import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bgzip, END_BLOCK } from '../../../../cli/annotate/bgzip.ts';

test('blocks decompress to what was compressed', () => {
  const plain = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index) % 251));
  expect(gunzipSync(Buffer.concat([bgzip(plain), END_BLOCK])).equals(plain)).toBe(true);
});

test('every block says its own length, and has at most 64 KiB of plain bytes', () => {
  const whole = bgzip(Buffer.alloc(200_000, 'a'));
  let blocks = 0;
  for (let from = 0; from < whole.length; blocks++) {
    const length = whole.readUInt16LE(from + 16) + 1;
    expect(whole.subarray(from + 12, from + 14).toString()).toBe('BC');
    expect(gunzipSync(whole.subarray(from, from + length)).length).toBeLessThanOrEqual(65_536);
    from += length;
  }
  expect(blocks).toBe(4);
});

test('the last block is the empty one that readers look for', () => {
  expect(END_BLOCK.toString('hex')).toBe('1f8b08040000000000ff0600424302001b0003000000000000000000');
});
