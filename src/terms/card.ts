/**
 * A term without its relatives, as it stands in the lists of other terms. An answer shows it under the ontology and
 * namespace of the term that was asked for, or under its own: the card lacks both, and says which its own are.
 *
 * Record of the `term-cards` table, by the lower-cased accession:
 *   varint source (index of TermsEntry.sources) | JSON without the closing brace, `accession` first
 */
import { storedJson } from '../index/stored-json.ts';
import { utf8 } from '../index/utf8.ts';
import { readVarint, varintLength, writeVarint } from '../index/varint.ts';

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
