/**
 * The card of a term: the term without its relatives, for the lists of other terms. Answers add the ontology and
 * namespace of the requested term, or the card's own; so the card contains neither, but the number of its source.
 *
 * Record of the `term-cards` table, by the lower-cased accession:
 *   varint source (index of TermsEntry.sources) | JSON without the closing brace, `accession` first
 */
import { present } from '../checked.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { readVarint, varintLength, writeVarint } from '../index/blocks/integers.ts';

/** Source of a term: ontology.name and ontology.namespace. */
export type TermSource = [ontology: string, namespace: string];

export interface Card {
  /** Index of TermsEntry.sources. */
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

/** The JSON that completes a card with a source. */
export function cardEnd([ontology, namespace]: TermSource): string {
  return `,"ontology":${JSON.stringify(ontology)},"namespace":${JSON.stringify(namespace)}}`;
}

/** JSON text of a card's accession, with its quotes. */
export function accessionOf({ open }: Card): string {
  return present(/^\{"accession":("(?:[^"\\]|\\.)*")/.exec(open)?.[1], 'the accession of a card');
}

/** The subsets that a card lists. */
export function subsetsOf({ open }: Card): string[] {
  return storedJson<{ subsets: string[] }>(`${open}}`).subsets;
}

/**
 * An answer in the index: the JSON text of an object, which is sent unchanged, either whole or without its last members
 * (the relatives). Encoding:
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
 * @param rest the text after the short form's last member: `,"parent":{…}}`, or `}` if there are no further members
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

/** The text at the beginning of some bytes, and the offset of its end. */
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
