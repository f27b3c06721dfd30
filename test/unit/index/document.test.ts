import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { decodeDocument, encodeDocument } from '../../../src/index/document.ts';
import { StoreError } from '../../../src/store/store.ts';

const attachments = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 300 }), {
  maxKeys: 5,
  noNullPrototype: true,
});

test('decodes a value and its attachments', () => {
  fc.assert(
    fc.property(fc.jsonValue(), attachments, (value, attached) => {
      const json = JSON.parse(JSON.stringify(value));
      expect(decodeDocument(encodeDocument(value, attached))).toEqual({ value: json, attachments: attached });
    }),
  );
});

test('rejects a value that JSON cannot represent', () => {
  expect(() => encodeDocument(undefined)).toThrow(TypeError);
});

test('rejects changed bytes outside attachments, truncation and further bytes', () => {
  const attached = Uint8Array.of(1, 2, 3);
  const bytes = encodeDocument({ id: 'x', list: [1, 2] }, { ids: attached });
  for (const [place, byte] of bytes.entries()) {
    if (place < bytes.length - attached.length)
      expect(() => decodeDocument(bytes.with(place, byte ^ 0x20)), `byte ${place}`).toThrow(StoreError);
    expect(() => decodeDocument(bytes.subarray(0, place)), `${place} bytes`).toThrow(StoreError);
  }
  expect(() => decodeDocument(joinBytes([bytes, Uint8Array.of(0)]))).toThrow(StoreError);
});

test('names another version or shape in the error', () => {
  const bytes = encodeDocument(1);
  expect(() => decodeDocument(bytes.with(7, 1))).toThrow(
    'is a document of format version 1; this software reads version 2',
  );
  expect(() => decodeDocument(bytes.with(6, 'S'.charCodeAt(0)))).toThrow('is a sorted table; expected a document');
  expect(() => decodeDocument(new TextEncoder().encode('<html>not found</html>'))).toThrow('is not a document');
});
