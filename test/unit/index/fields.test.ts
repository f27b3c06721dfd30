/**
 * Fields of a record come back in the order in which they were written, whatever came before them in the same memory.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldReader, FieldWriter, sized, varints } from '../../../src/index/blocks/fields.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { StoreError } from '../../../src/store/store.ts';
import { at } from '../../../src/checked.ts';

/** Bytes as latin1: one letter each, which are quicker compared. */
type Field = { number: number } | { text: string } | { bytes: string };

// Texts are written in one of three ways: short and ASCII, short and not, long.
const text = fc.oneof(
  fc.string({ maxLength: 70 }),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
  fc.constantFrom('a'.repeat(63), 'a'.repeat(64), 'é'.repeat(63), 'a'.repeat(5000), '漢'.repeat(5000), '\ufeffa'),
);
const latin1 = (letters: string) => Buffer.from(letters).toString('latin1');
const bytesOf = (letters: string) => Buffer.from(letters, 'latin1');
const field: fc.Arbitrary<Field> = fc.oneof(
  fc.record({ number: fc.oneof(fc.nat(300), fc.maxSafeNat()) }),
  fc.record({ text }),
  fc.record({ bytes: fc.oneof(fc.string({ maxLength: 9 }).map(latin1), fc.constant('7'.repeat(70_000))) }),
);

function write(writer: FieldWriter, fields: readonly Field[]): Uint8Array {
  for (const each of fields) {
    if ('number' in each) writer.number(each.number);
    else if ('text' in each) writer.text(each.text);
    else writer.number(each.bytes.length).bytes(bytesOf(each.bytes));
  }
  return writer.record();
}

function read(record: Uint8Array, fields: readonly Field[]): Field[] {
  const reader = new FieldReader(record);
  return fields.map((each) => {
    if ('number' in each) return { number: reader.number() };
    if ('text' in each) return { text: reader.text() };
    return { bytes: Buffer.from(reader.bytes(reader.number())).toString('latin1') };
  });
}

const plain = (fields: readonly Field[]): Uint8Array =>
  joinBytes(
    fields.flatMap((each) => {
      if ('number' in each) return [varints([each.number])];
      return 'text' in each ? sized(each.text) : [varints([each.bytes.length]), bytesOf(each.bytes)];
    }),
  );

describe('records of fields', () => {
  it('come back as they were, all of one writer, and are the bytes of their fields', () => {
    fc.assert(
      fc.property(fc.array(fc.array(field, { maxLength: 8 }), { maxLength: 8 }), (records) => {
        const writer = new FieldWriter();
        const written = records.map((fields) => write(writer, fields));
        for (const [each, fields] of records.entries()) {
          expect(read(at(written, each), fields)).toEqual(fields);
          expect(Buffer.compare(at(written, each), plain(fields))).toBe(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('that are cut short are not read', () => {
    const fields: Field[] = [{ number: 300 }, { text: 'chr1' }, { bytes: 'ab' }];
    const record = write(new FieldWriter(), fields);
    for (let length = 0; length < record.length; length++)
      expect(() => read(record.subarray(0, length), fields), `${length} bytes`).toThrow(StoreError);
  });
});
