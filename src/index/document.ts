/**
 * A document: a small object of JSON with named byte strings attached, for data that would be wasteful as JSON.
 *
 *   magic and version (8) | CRC-32 of the next two fields (4) | length of the head (4) | head | attachments, without
 * gaps
 *
 * The head is
 *
 *   varint length, JSON | varint count | for each attachment: varint length, name (UTF-8), varint length of its bytes
 *
 * The checksum does not cover attachments. They may have megabytes, of which a request needs few, and each contains its
 * own checksum: that of the block that it is or was copied from.
 *
 * A value of the store is a document without a frame. A document that is an object of its own, which the block reader
 * reads, is stored as one block: `encodeBlock(encodeDocument(value), compress)`.
 */
import { crc32 } from './kernels/checksum.ts';
import { StoreError } from '../store/store.ts';
import { joinBytes } from './blocks/bytes.ts';
import { FieldReader, sized, varints } from './blocks/fields.ts';
import { readU32, writeU32 } from './blocks/integers.ts';
import { checkHeader, HEADER_LENGTH, objectHeader } from './blocks/object-header.ts';

const HEAD_LENGTH_AT = HEADER_LENGTH + 4;
const HEAD_AT = HEAD_LENGTH_AT + 4;

/**
 * Encodes a value and its attachments. Throws TypeError for a value that JSON cannot represent (undefined, a function,
 * a cycle).
 *
 * @param version of the value's layout, if it has its own (src/release/root.ts)
 */
export function encodeDocument(
  value: unknown,
  attachments: Record<string, Uint8Array> = {},
  version?: number,
): Uint8Array {
  const json: string | undefined = JSON.stringify(value);
  if (json === undefined) throw new TypeError('a document needs a value that JSON can represent');
  const attached = Object.entries(attachments);
  const head = joinBytes([
    ...sized(json),
    varints([attached.length]),
    ...attached.flatMap(([name, { length }]) => [...sized(name), varints([length])]),
  ]);
  const start = joinBytes([objectHeader('document', version), new Uint8Array(HEAD_AT - HEADER_LENGTH), head]);
  writeU32(start, HEAD_LENGTH_AT, head.length);
  writeU32(start, HEADER_LENGTH, crc32(start.subarray(HEAD_LENGTH_AT)));
  return joinBytes([start, ...attached.map(([, bytes]) => bytes)]);
}

/**
 * Decodes a document. The attachments are unchecked views of `bytes`. Throws StoreError for bytes that are not a
 * document of this version, are damaged before the attachments, or have another length than the head states.
 *
 * @param name of the document, for errors
 */
export function decodeDocument(
  bytes: Uint8Array,
  name = 'the document',
  version?: number,
): { value: unknown; attachments: Record<string, Uint8Array> } {
  checkHeader(bytes, 'document', name, version);
  const headEnd = HEAD_AT + readU32(bytes, HEAD_LENGTH_AT);
  if (headEnd > bytes.length || crc32(bytes.subarray(HEAD_LENGTH_AT, headEnd)) !== readU32(bytes, HEADER_LENGTH)) {
    throw new StoreError(`${name} is damaged: its checksum differs`);
  }
  const head = new FieldReader(bytes.subarray(HEAD_AT, headEnd));
  const value: unknown = JSON.parse(head.text());
  let at = headEnd;
  const attached = head.list(() => [head.text(), bytes.subarray(at, (at += head.number()))] as const);
  if (at !== bytes.length) throw new StoreError(`${name} is damaged: it has ${bytes.length} bytes instead of ${at}`);
  return { value, attachments: Object.fromEntries(attached) };
}
