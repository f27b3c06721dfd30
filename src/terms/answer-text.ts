/**
 * A term without its relatives, as it stands in the lists of other terms. An answer shows it under the ontology and
 * namespace of the term that was asked for, or under its own: the card lacks both, and says which its own are.
 *
 * Record of the `term-cards` table, by the lower-cased accession:
 *   varint source (index of TermsEntry.sources) | JSON without the closing brace, `accession` first
 */
import { storedJson } from '../index/blocks/damaged-record.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { readVarint, varintLength, writeVarint } from '../index/blocks/integers.ts';

/** Where a term comes from: ontology.name and ontology.namespace. */
export type TermSource = [ontology: string, namespace: string];

export interface Card {
  source: number;
  /** JSON of the card without ontology, namespace and closing brace. */
  open: string;
}

const encoder = new TextEncoder();

export function encodeCard({ source, open }: Card): Uint8Array {
  const text = encoder.encode(open);
  const at = varintLength(source);
  const bytes = new Uint8Array(at + text.length);
  writeVarint(bytes, 0, source);
  bytes.set(text, at);
  return bytes;
}

export function decodeCard(bytes: Uint8Array): Card {
  const [source, at] = readVarint(bytes, 0);
  return { source, open: utf8.decode(bytes.subarray(at)) };
}

/** The JSON that ends a card shown under a source. */
export function cardEnd([ontology, namespace]: TermSource): string {
  return `,"ontology":${JSON.stringify(ontology)},"namespace":${JSON.stringify(namespace)}}`;
}

/** JSON of a card's accession: a text. */
export function accessionOf({ open }: Card): string {
  return /^\{"accession":("(?:[^"\\]|\\.)*")/.exec(open)![1]!;
}

/** The subsets that a card lists. */
export function subsetsOf({ open }: Card): string[] {
  return storedJson<{ subsets: string[] }>(`${open}}`).subsets;
}

/**
 * An answer as it stands in the index: JSON text that is sent as it is, of an object that can be shown without what
 * comes last in it (its relatives). In bytes:
 *
 *   varint bytes of the short form, without its closing brace | varint bytes of the whole text | the whole text (UTF-8)
 */
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
  return [
    {
      short: () => `${utf8.decode(bytes.subarray(at, at + headSize))}}`,
      whole: () => utf8.decode(bytes.subarray(at, at + size)),
    },
    at + size,
  ];
}
