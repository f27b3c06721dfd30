import { crc32 as zlibChecksum } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from '../../../src/index/blocks/checksum.ts';

const contents = fc.oneof(
  fc.uint8Array({ maxLength: 100 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.integer({ min: 110_000, max: 360_000 }))
    .map(([unit, length]) => Uint8Array.from({ length }, (_, at) => unit[at % unit.length]! + (at >>> 8))),
);

test('makes the sum that zlib makes', () => {
  fc.assert(
    fc.property(contents, (bytes) => {
      expect(crc32(bytes)).toBe(zlibChecksum(bytes));
    }),
    { numRuns: 60 },
  );
});
