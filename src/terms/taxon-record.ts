/**
 * A taxon of the NCBI taxonomy: how it is shown, and where the cards of its ancestors stand.
 *
 * Record of the `taxa` table, by the taxon id in decimal, and by ids that were merged into it:
 *   answer text (answer-text.ts): the taxon, then `parent` and, unless they stand apart, `children`
 *   varint shown (1 when the taxon stands in classifications) | varint n | n times a part of the children that stand apart:
 *   varint offset, varint length, varint index | varint n | n times an ancestor, the nearest first: varint shown, varint
 *   offset, varint length, varint index | to the end of the record, names by which it is found and which the answer does not show: varint
 *   bytes, the name
 *
 * Record of the `taxon-cards` table: JSON of a taxon without relatives. It holds every taxon that has children, those
 * near the root first: a lineage then stands in a few neighbouring blocks and some far ones.
 *
 * Record of the `families` table, by the parent's id and the number of the part, each in a width of its own: JSON of some
 * children, joined with commas. It holds the children of taxa that have very many: of 100,000 nobody wants who asks for the
 * taxon alone, nor has them in memory at once who asks for them.
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
  /** Where its children stand in their order, when the answer lacks them; else empty. */
  family: RecordLocation[];
  /** From the parent to the root. */
  ancestors: Ancestor[];
  /** Names that the answer does not show: those of no class, or of one that is called 'name'. */
  hiddenNames: string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Key of a part, 0-based, of a taxon's children. */
export function familyKey(taxonId: number, part: number): string {
  return `${String(taxonId).padStart(12, '0')}:${String(part).padStart(6, '0')}`;
}

/** @param answer an encoded answer text */
export function encodeTaxon(answer: Uint8Array, { shown, family, ancestors, hiddenNames }: Omit<TaxonRecord, 'answer'>): Uint8Array {
  const values = [Number(shown), family.length, ...family.flat(), ancestors.length];
  for (const ancestor of ancestors) values.push(Number(ancestor.shown), ...ancestor.card);
  const names = hiddenNames.map((name) => encoder.encode(name));
  const hidden = names.reduce((size, { length }) => size + varintLength(length) + length, 0);
  const bytes = new Uint8Array(values.reduce((size, value) => size + varintLength(value), answer.length + hidden));
  bytes.set(answer);
  let at = answer.length;
  for (const value of values) at = writeVarint(bytes, at, value);
  for (const name of names) {
    at = writeVarint(bytes, at, name.length);
    bytes.set(name, at);
    at += name.length;
  }
  return bytes;
}

/** Reads the answer and where the family is; the rest when it is asked for. */
export function decodeTaxon(bytes: Uint8Array): TaxonRecord {
  const [answer, at] = decodeAnswerText(bytes);
  const [family, ancestorsAt] = decodeList(bytes, at + 1, (read): RecordLocation => [read(), read(), read()]);
  const readAncestors = () => decodeList(bytes, ancestorsAt, (read): Ancestor => ({ shown: read() === 1, card: [read(), read(), read()] }));
  return {
    answer, shown: bytes[at] === 1, family,
    get ancestors() { return readAncestors()[0]; },
    get hiddenNames() { return decodeNames(bytes, readAncestors()[1]); },
  };
}

function decodeNames(bytes: Uint8Array, at: number): string[] {
  const names: string[] = [];
  while (at < bytes.length) {
    const [length, start] = readVarint(bytes, at);
    names.push(decoder.decode(bytes.subarray(start, at = start + length)));
  }
  return names;
}

/** The taxon's names of all classes. */
export function namesOfTaxon(taxon: TaxonRecord): string[] {
  const { tags } = JSON.parse(taxon.answer.short()) as { tags: Record<string, (string | null)[]> };
  return [...Object.values(tags).flat().filter((name) => name !== null), ...taxon.hiddenNames];
}

/** The taxon's own id, whichever it was found by. */
export function taxonIdOf({ answer }: TaxonRecord): string {
  return (JSON.parse(answer.short()) as { id: string }).id;
}

function decodeList<T>(bytes: Uint8Array, at: number, decode: (read: () => number) => T): [list: T[], next: number] {
  let [left, next] = readVarint(bytes, at);
  const read = (): number => {
    const [value, after] = readVarint(bytes, next);
    next = after;
    return value;
  };
  const list: T[] = [];
  for (; left > 0; left--) list.push(decode(read));
  return [list, next];
}
