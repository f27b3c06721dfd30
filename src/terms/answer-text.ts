/**
 * An answer as it stands in the index: JSON text that is sent as it is, of an object that can be shown without what
 * comes last in it (its relatives). In bytes:
 *
 *   varint bytes of the short form, without its closing brace | varint bytes of the whole text | the whole text (UTF-8)
 */
import { utf8 } from '../index/utf8.ts';
import { readVarint, varintLength, writeVarint } from '../index/varint.ts';

const encoder = new TextEncoder();

export interface AnswerText {
  /** JSON of the object without its last members. */
  short(): string;
  /** JSON of the whole object. */
  whole(): string;
}

/**
 * @param short JSON of the object without its last members
 * @param rest the text that follows the short form's last member: `,"parent":{…}}`, or `}` when there is nothing more
 */
export function encodeAnswerText(short: string, rest: string): Uint8Array {
  const head = encoder.encode(short.slice(0, -1));
  const tail = encoder.encode(rest);
  const size = head.length + tail.length;
  const at = varintLength(head.length) + varintLength(size);
  const bytes = new Uint8Array(at + size);
  writeVarint(bytes, writeVarint(bytes, 0, head.length), size);
  bytes.set(head, at);
  bytes.set(tail, at + head.length);
  return bytes;
}

/** The text at the beginning of some bytes, and where what follows it stands. */
export function decodeAnswerText(bytes: Uint8Array): [text: AnswerText, next: number] {
  const [headSize, afterHead] = readVarint(bytes, 0);
  const [size, at] = readVarint(bytes, afterHead);
  return [{
    short: () => `${utf8.decode(bytes.subarray(at, at + headSize))}}`,
    whole: () => utf8.decode(bytes.subarray(at, at + size)),
  }, at + size];
}
