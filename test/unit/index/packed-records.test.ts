/** Blocks of records, packed without the bytes that a record shares with the one before. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBlock, encodeBlockOfRecords } from '../../../src/index/blocks/block.ts';
import { varints } from '../../../src/index/blocks/fields.ts';
import { writeU32, varintLength, writeVarint } from '../../../src/index/blocks/integers.ts';
import { packRecords } from '../../../src/index/tables/packed-records.ts';
import { unpackRecords } from '../../../src/index/kernels/unpacking.ts';
import { StoreError } from '../../../src/store/store.ts';
import { unpackPlainly } from '../../support/unpacking-model.ts';
import { recordBlock } from '../../support/record-block.ts';

const compress = async (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes, { level: 9 }));
const decode = async (stored: Uint8Array) => decodeBlock(stored, { object: 'block', offset: 0 });
/** Bytes with common prefixes, some of them long. */
const bytes = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.nat({ max: 40 }), fc.uint8Array({ maxLength: 6 }))
      .map(([alike, rest]) => Uint8Array.of(...new Uint8Array(alike).fill(7), ...rest)),
  },
  { weight: 1, arbitrary: fc.constantFrom(127, 128, 255, 70_000).map((length) => new Uint8Array(length)) },
);
const u32 = fc.oneof(fc.nat({ max: 9 }), fc.constant(2 ** 31), fc.constant(2 ** 32 - 1));

const sorted = fc.array(fc.tuple(bytes, bytes), { minLength: 1, maxLength: 20 }).map((records) =>
  recordBlock(
    'sorted table',
    records.map(([key, value]) => {
      const head = new Uint8Array(varintLength(key.length));
      writeVarint(head, 0, key.length);
      return Buffer.concat([head, key, value]);
    }),
  ),
);
const intervals = fc.array(fc.tuple(u32, u32, u32, bytes), { minLength: 1, maxLength: 20 }).map((records) =>
  recordBlock(
    'interval table',
    records
      .map(([region, one, other, payload]) => ({
        region,
        start: Math.min(one, other),
        end: Math.max(one, other),
        payload,
      }))
      .sort((a, b) => a.region - b.region || a.start - b.start)
      .map(({ region, start, end, payload }) => {
        const record = new Uint8Array(12 + payload.length);
        [region, start, end].forEach((value, field) => writeU32(record, 4 * field, value));
        record.set(payload, 12);
        return record;
      }),
  ),
);

it('rejects a block whose records all repeat a long one, without allocating the memory', () => {
  const [count, long] = [2000, 50_000];
  // Lengths of keys: shared, further; of values: shared, further.
  const lists = [[0], [0], [0, long], [long, 0]].flatMap(([first = 0, rest = 0]) =>
    Array.from({ length: count }, (_, each) => (each === 0 ? first : rest)),
  );
  const packed = Buffer.concat([
    packRecords(recordBlock('sorted table', [])).subarray(0, 8),
    varints(lists),
    new Uint8Array(long),
  ]);
  writeU32(packed, 4, count);
  expect(() => unpackRecords(packed, 'block')).toThrow(new StoreError('block is damaged: its records do not fill it'));
});

describe.each([
  ['a sorted table', sorted],
  ['an interval table', intervals],
])('a block of %s', (_, blocks) => {
  it('is unpacked to the original', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, async (block) => {
        expect(Buffer.compare(unpackPlainly(packRecords(block), 'block'), block)).toBe(0);
        expect(Buffer.compare(unpackRecords(packRecords(block), 'block'), block)).toBe(0);
        expect(Buffer.compare(await decode(await encodeBlockOfRecords(block, compress)), block)).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('is rejected if it is damaged, or unpacked like by the model', () => {
    fc.assert(
      fc.property(blocks, fc.nat(), fc.nat({ max: 255 }), fc.boolean(), (block, where, byte, cut) => {
        const packed = packRecords(block);
        const at = 1 + (where % (packed.length - 1));
        const damaged = cut ? packed.subarray(0, at) : packed.with(at, byte);
        let plain: Uint8Array | null = null;
        try {
          plain = unpackPlainly(damaged, 'block');
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
        }
        let unpacked: Uint8Array | null = null;
        try {
          unpacked = unpackRecords(damaged, 'block');
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
        }
        if (unpacked) expect(plain && Buffer.compare(unpacked, plain)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

it.each([1, 3, 20])('unpacks a block of %i records of a megabyte', (count) => {
  const records = Array.from({ length: count }, (_, each) =>
    Buffer.concat([Buffer.of(1, 65 + each), Buffer.alloc(1_000_000, each)]),
  );
  const block = recordBlock('sorted table', records);
  expect(Buffer.compare(unpackRecords(packRecords(block), 'block'), block)).toBe(0);
});

it('stores the shared bytes of records once', async () => {
  const value = Buffer.from('["dbSNP","Variants of dbSNP",0,"SNV",[],[],[],[[{"name":"1","coordSystem":"chromosome"}');
  const alike = recordBlock(
    'sorted table',
    Array.from({ length: 1000 }, (_, each) => Buffer.concat([Buffer.of(6), Buffer.from(`rs${1000 + each}`), value])),
  );
  expect(packRecords(alike).length).toBeLessThan(1000 * 6);
  const stored = await encodeBlockOfRecords(alike, compress);
  expect(stored[0]).toBe(5);
});

it('rejects too few bytes, noise and too few lists', async () => {
  for (const content of [
    new Uint8Array(3),
    new Uint8Array(40).fill(0xff),
    Uint8Array.of(0x53, 1, 0, 0, 9, 0, 0, 0, 1, 1),
  ]) {
    await expect(decode(Uint8Array.of(5, ...(await compress(content))))).rejects.toThrow(StoreError);
  }
});
