/**
 * A document: one small whole object of JSON, with named byte strings attached that would be wasteful as JSON.
 *
 *   magic and version (8) | CRC-32 of what follows (4) | varint length, JSON | varint count |
 *   for each attachment: varint length, name (UTF-8), varint length, bytes
 *
 * A store's value holds a document as it is. A document that is an object of its own, and so is read through the block
 * reader, is stored as one block around these bytes: `encodeBlock(encodeDocument(value), compress)`.
 */
import { crc32 } from './checksum.ts';
import { StoreError } from '../store/store.ts';
import { joinBytes } from './block.ts';
import { readU32, writeU32 } from './fixed-width.ts';
import { checkHeader, HEADER_LENGTH, objectHeader } from './object-header.ts';
import { readVarint, varintLength, writeVarint } from './varint.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const CHECKSUM_LENGTH = 4;

/** Throws TypeError for a value that JSON cannot say (undefined, a function, a circle). */
export function encodeDocument(value: unknown, attachments: Record<string, Uint8Array> = {}): Uint8Array {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError('a document needs a value that JSON can represent');
  const names = Object.entries(attachments).map(([name, bytes]) => [encoder.encode(name), bytes] as const);
  const body = joinBytes([
    ...prefixed(encoder.encode(json)),
    varint(names.length),
    ...names.flatMap(([name, bytes]) => [...prefixed(name), ...prefixed(bytes)]),
  ]);
  const checksum = new Uint8Array(CHECKSUM_LENGTH);
  writeU32(checksum, 0, crc32(body));
  return joinBytes([objectHeader('document'), checksum, body]);
}

/** The attachments are views of `bytes`. Throws StoreError for what is not a document of this version, or is damaged. */
export function decodeDocument(bytes: Uint8Array): { value: unknown; attachments: Record<string, Uint8Array> } {
  checkHeader(bytes, 'document', 'the document');
  const body = bytes.subarray(HEADER_LENGTH + CHECKSUM_LENGTH);
  if (bytes.length < HEADER_LENGTH + CHECKSUM_LENGTH || crc32(body) !== readU32(bytes, HEADER_LENGTH)) {
    throw new StoreError('the document is damaged: its checksum differs');
  }
  let at = 0;
  const nextVarint = () => {
    const [value, next] = readVarint(body, at);
    at = next;
    return value;
  };
  const nextBytes = () => {
    const length = nextVarint();
    at += length;
    return body.subarray(at - length, at);
  };
  const value: unknown = JSON.parse(decoder.decode(nextBytes()));
  const names = Array.from({ length: nextVarint() }, () => [decoder.decode(nextBytes()), nextBytes()] as const);
  return { value, attachments: Object.fromEntries(names) };
}

function varint(value: number): Uint8Array {
  const bytes = new Uint8Array(varintLength(value));
  writeVarint(bytes, 0, value);
  return bytes;
}

function prefixed(bytes: Uint8Array): [Uint8Array, Uint8Array] {
  return [varint(bytes.length), bytes];
}
