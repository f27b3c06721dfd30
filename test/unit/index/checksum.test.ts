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

test('computes the same CRC-32 as zlib', () => {
  fc.assert(
    fc.property(contents, (bytes) => {
      expect(crc32(bytes)).toBe(zlibChecksum(bytes));
    }),
    { numRuns: 30 },
  );
});
