import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRecord, decodeRecords, encodeRecord } from '../../../src/genome/feature-records.ts';

const record = fc.record({
  id: fc.nat(),
  text: fc.string({ unit: 'binary' }),
  attribs: fc.array(fc.tuple(fc.string(), fc.string())),
});

test('decodes many records together to the same values as one by one', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), (records) => {
      const payloads = records.map(encodeRecord);
      expect(decodeRecords(payloads)).toEqual(payloads.map((payload) => decodeRecord(payload)));
    }),
  );
});

test('decodes thousands of records and long records together', () => {
  const lengths = [1, 70_000, 3, 65_000, 1000, 200_000, ...Array.from({ length: 3000 }, (_, each) => each % 97)];
  const records = lengths.map((length, id) => ({ id, text: 'ß'.repeat(length) }));
  expect(decodeRecords(records.map(encodeRecord))).toEqual(records);
  expect(decodeRecords([])).toEqual([]);
});
