/** Round trips of the records of whole-genome alignments. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AlignedInterval,
  decodeAlignmentBlock,
  decodeAlignmentRecord,
  encodeAlignmentBlock,
  encodeAlignmentRecord,
} from '../../../src/compara/alignment-record.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import type { PackedPiece } from '../../../src/genome/stored-bases.ts';

const number = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.bigInt({ min: 0n, max: 2n ** 50n }).map(Number));
const name = fc.string({ unit: 'binary' });
const plainCigar = fc
  .array(fc.tuple(fc.integer({ min: 2, max: 3000 }), fc.boolean()), { maxLength: 30 })
  .map((runs) => runs.map(([length, single], each) => `${single ? '' : length}${each % 2 === 0 ? 'M' : 'D'}`).join(''));
const cigarLine = fc.oneof(
  plainCigar,
  plainCigar.map((line) => `3D${line}`),
  fc.constantFrom('', '1M', '2X3M', '4MI', 'MM', '0M'),
);
const piece = fc
  .tuple(
    fc.nat(9999),
    fc.constantFrom(0, 1),
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.nat(9999),
    number,
    number,
    fc.array(number, { maxLength: 3 }),
  )
  .map(
    ([at, flipped, start, more, length, offset, sizes]): PackedPiece => [
      at,
      flipped,
      start,
      start + more,
      length,
      offset,
      ...sizes,
    ],
  );
const interval = fc
  .record({
    id: number,
    node: fc.option(fc.integer()),
    genome: name,
    region: name,
    coordSystem: name,
    version: fc.option(name),
    start: fc.integer({ min: 1, max: 2 ** 31 }),
    more: fc.nat(99_999),
    strand: fc.constantFrom<(1 | -1)[]>(1, -1),
    cigarLine,
    bases: fc.option(fc.array(piece, { maxLength: 3 })),
  })
  .map(({ more, ...its }): AlignedInterval => ({ ...its, end: its.start + more }));
const node = fc.record({
  id: fc.integer(),
  parent: fc.option(fc.integer()),
  distance: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
});

test('decodes the block that it encoded, for any names, positions and cigar lines', () => {
  const fields = new FieldWriter();
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 5 }), fc.array(node, { maxLength: 5 }), (intervals, tree) => {
      const block: { intervals: AlignedInterval[]; tree: typeof tree } = JSON.parse(
        JSON.stringify({ intervals, tree }),
      );
      expect(decodeAlignmentBlock(encodeAlignmentBlock(block, fields))).toEqual(block);
    }),
  );
});

test('decodes the reference that it encoded', () => {
  const fields = new FieldWriter();
  fc.assert(
    fc.property(name, number, fc.tuple(number, number, number), fc.array(number), (key, reference, block, bases) => {
      expect(decodeAlignmentRecord(encodeAlignmentRecord({ key, reference, block, bases }, fields))).toEqual({
        key,
        reference,
        block,
        bases,
      });
    }),
  );
});
