import { crc32 as zlibChecksum } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at } from '../../../src/checked.ts';
import { crc32 } from '../../../src/index/kernels/checksum.ts';

const contents = fc.oneof(
  fc.uint8Array({ maxLength: 100 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.integer({ min: 110_000, max: 360_000 }))
    .map(([unit, length]) => Uint8Array.from({ length }, (_, each) => at(unit, each % unit.length) + (each >>> 8))),
);

/** Bytes that the kernel's memory has room for at once. */
const ROOM = 2 * 65_536 - 4_096;

test.each([0, ROOM - 1, ROOM, ROOM + 1, ROOM + 3, 2 * ROOM, 2 * ROOM + 1])(
  'of %d bytes, the same as zlib',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, each) => each * 7);
    expect(crc32(bytes)).toBe(zlibChecksum(bytes));
  },
);

test('computes the same CRC-32 as zlib', () => {
  fc.assert(
    fc.property(contents, (bytes) => {
      expect(crc32(bytes)).toBe(zlibChecksum(bytes));
    }),
    { numRuns: 30 },
  );
});
