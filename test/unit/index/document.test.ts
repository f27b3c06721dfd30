import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { decodeDocument, encodeDocument } from '../../../src/index/document.ts';
import { StoreError } from '../../../src/store/store.ts';

const attachments = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 300 }), {
  maxKeys: 5,
  noNullPrototype: true,
});

test('a value and its attachments are read back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), attachments, (value, attached) => {
      const json = JSON.parse(JSON.stringify(value));
      expect(decodeDocument(encodeDocument(value, attached))).toEqual({ value: json, attachments: attached });
    }),
  );
});

test('what JSON cannot say is refused', () => {
  expect(() => encodeDocument(undefined)).toThrow(TypeError);
});

test('any changed byte outside attachments is a StoreError, and so is any cut or further byte', () => {
  const attached = Uint8Array.of(1, 2, 3);
  const bytes = encodeDocument({ id: 'x', list: [1, 2] }, { ids: attached });
  for (let at = 0; at < bytes.length; at++) {
    if (at < bytes.length - attached.length)
      expect(() => decodeDocument(bytes.with(at, bytes[at]! ^ 0x20)), `byte ${at}`).toThrow(StoreError);
    expect(() => decodeDocument(bytes.subarray(0, at)), `${at} bytes`).toThrow(StoreError);
  }
  expect(() => decodeDocument(joinBytes([bytes, Uint8Array.of(0)]))).toThrow(StoreError);
});

test('another version and another shape each say so', () => {
  const bytes = encodeDocument(1);
  expect(() => decodeDocument(bytes.with(7, 1))).toThrow(
    'is a document of format version 1; this software reads version 2',
  );
  expect(() => decodeDocument(bytes.with(6, 'S'.charCodeAt(0)))).toThrow('is a sorted table; expected a document');
  expect(() => decodeDocument(new TextEncoder().encode('<html>not found</html>'))).toThrow('is not a document');
});
