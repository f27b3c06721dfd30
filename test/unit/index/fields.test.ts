import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldReader, FieldWriter, joinHead, sized, splitHead, varints } from '../../../src/index/blocks/fields.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { StoreError } from '../../../src/store/store.ts';
import { at } from '../../../src/checked.ts';

/** Bytes are latin1 texts, which are compared faster. */
type Field = { number: number } | { text: string } | { bytes: string };

// The writer has three code paths: for short ASCII texts, for other short texts, and for long texts.
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
  it('decode to what was encoded, many records per writer, and equal the joined bytes of their fields', () => {
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

  it('are rejected if they are truncated', () => {
    const fields: Field[] = [{ number: 300 }, { text: 'chr1' }, { bytes: 'ab' }];
    const record = write(new FieldWriter(), fields);
    for (let length = 0; length < record.length; length++)
      expect(() => read(record.subarray(0, length), fields), `${length} bytes`).toThrow(StoreError);
  });
});

describe('a record with a head', () => {
  it('is split into its head and the joined rest', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 3 }),
        (head, parts) => {
          const [first, rest] = splitHead(joinHead(head, ...parts));
          expect([...first]).toEqual([...head]);
          expect([...rest]).toEqual(parts.flatMap((part) => [...part]));
        },
      ),
    );
  });

  it('is rejected if it ends inside its head or the length of its head', () => {
    for (const cut of [[], [0x80], [3, 1, 2]])
      expect(() => splitHead(Uint8Array.from(cut)), String(cut)).toThrow(StoreError);
  });
});
