/**
 * A taxon of the NCBI taxonomy: how it is shown, and where the cards of its ancestors stand.
 *
 * Record of the `taxa` table, by the taxon id in decimal, and by ids that were merged into it:
 *   answer text (answer-text.ts): the taxon, then `parent` and `children`
 *   varint shown (1 when the taxon stands in classifications) | varint n | n times an ancestor, the nearest first:
 *   varint shown, varint offset, varint length, varint index
 *
 * Record of the `taxon-cards` table: JSON of a taxon without relatives. It holds every taxon that has children, those
 * near the root first: a lineage then stands in a few neighbouring blocks and some far ones.
 */
import type { RecordLocation } from '../index/object-sink.ts';
import { readVarint, varintLength, writeVarint } from '../index/varint.ts';
import { decodeAnswerText, type AnswerText } from './answer-text.ts';

export interface Ancestor {
  card: RecordLocation;
  /** Is it listed in classifications? Those that GenBank hides are not, nor are subgenera and the root. */
  shown: boolean;
}

export interface TaxonRecord {
  answer: AnswerText;
  shown: boolean;
  /** From the parent to the root. */
  ancestors: Ancestor[];
}

/** @param answer an encoded answer text */
export function encodeTaxon(answer: Uint8Array, { shown, ancestors }: Omit<TaxonRecord, 'answer'>): Uint8Array {
  const values = [Number(shown), ancestors.length];
  for (const ancestor of ancestors) values.push(Number(ancestor.shown), ...ancestor.card);
  const bytes = new Uint8Array(values.reduce((size, value) => size + varintLength(value), answer.length));
  bytes.set(answer);
  let at = answer.length;
  for (const value of values) at = writeVarint(bytes, at, value);
  return bytes;
}

/** Reads the answer; the ancestors when they are asked for. */
export function decodeTaxon(bytes: Uint8Array): TaxonRecord {
  const [answer, at] = decodeAnswerText(bytes);
  return { answer, shown: bytes[at] === 1, get ancestors() { return decodeAncestors(bytes, at + 1); } };
}

function decodeAncestors(bytes: Uint8Array, at: number): Ancestor[] {
  let [left, next] = readVarint(bytes, at);
  const read = (): number => {
    const [value, after] = readVarint(bytes, next);
    next = after;
    return value;
  };
  const ancestors: Ancestor[] = [];
  for (; left > 0; left--) ancestors.push({ shown: read() === 1, card: [read(), read(), read()] });
  return ancestors;
}
