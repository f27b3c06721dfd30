/**
 * A taxon of the NCBI taxonomy: how it is shown, and where the cards of its ancestors stand.
 *
 * Record of the `taxa` table, by the taxon id in decimal, and by ids that were merged into it, with cards as in taxon-card.ts:
 *   varint bytes of its card | varint bytes of its parent's, 0 for none | varint bytes of its children's, 0 for none and for those that stand
 *   apart | its card | its parent's | its children's, joined with commas
 *   varint shown (1 when the taxon stands in classifications) | varint n | n times a part of the children that stand apart:
 *   varint offset, varint length, varint index | varint n | n times an ancestor, the nearest first: varint shown, varint
 *   offset, varint length, varint index | to the end of the record, names by which it is found and which the answer does not show: varint
 *   bytes, the name
 *
 * Record of the `cards` table: a card. It holds every taxon that has children, and some several times: those of one line of descent stand in one
 * block, and a record leads to these.
 *
 * Record of the `families` table, by the parent's id and the number of the part, each in a width of its own: cards of some
 * children, joined with commas. It holds the children of taxa that have very many: of 100,000 nobody wants who asks for the
 * taxon alone, nor has them in memory at once who asks for them.
 */
import { varints, type FieldWriter } from '../index/fields.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import { storedJson } from '../index/stored-json.ts';
import { utf8 } from '../index/utf8.ts';
import { readVarint } from '../index/varint.ts';
import type { AnswerText } from './answer-text.ts';
import { namesOnCard, taxaJson, taxonJson } from './taxon-card.ts';

export interface Ancestor {
  card: RecordLocation;
  /** Is it listed in classifications? Those that GenBank hides are not, nor are subgenera and the root. */
  shown: boolean;
}

export interface TaxonRecord {
  answer: AnswerText;
  /** All names by which it is found, those of no class and of one that is called 'name' too, which the answer does not show. */
  names: string[];
  shown: boolean;
  /** Where its children stand in their order, when the answer lacks them; else empty. */
  family: RecordLocation[];
  /** From the parent to the root. */
  ancestors: Ancestor[];
}

/** Key of a part, 0-based, of a taxon's children. */
export function familyKey(taxonId: number, part: number): string {
  return `${String(taxonId).padStart(12, '0')}:${String(part).padStart(6, '0')}`;
}

/** Cards in UTF-8; the parent's and the children's are empty where there are none. */
interface RecordedCards {
  own: Uint8Array;
  parent: Uint8Array;
  children: Uint8Array;
}

/** @param lineage as encodeLineage gives it @param fields memory that the record is made in */
export function encodeTaxon({ own, parent, children }: RecordedCards, { shown, family, lineage, hiddenNames }: { shown: boolean; family: RecordLocation[]; lineage: Uint8Array; hiddenNames: readonly string[] }, fields: FieldWriter): Uint8Array {
  fields.number(own.length).number(parent.length).number(children.length).bytes(own).bytes(parent).bytes(children);
  fields.number(Number(shown)).number(family.length);
  for (const place of family) for (const value of place) fields.number(value);
  fields.bytes(lineage);
  for (const name of hiddenNames) fields.text(name);
  return fields.record();
}

/** The ancestors of a taxon, the nearest first, as they stand in its record, and in those of its siblings. */
export function encodeLineage(ancestors: readonly Ancestor[]): Uint8Array {
  const values = [ancestors.length];
  for (const ancestor of ancestors) values.push(Number(ancestor.shown), ...ancestor.card);
  return varints(values);
}

/** Reads where the family is; the rest when it is asked for. */
export function decodeTaxon(bytes: Uint8Array): TaxonRecord {
  const [ownSize, afterOwn] = readVarint(bytes, 0);
  const [parentSize, afterParent] = readVarint(bytes, afterOwn);
  const [childrenSize, ownAt] = readVarint(bytes, afterParent);
  const [parentAt, childrenAt, at] = [ownAt + ownSize, ownAt + ownSize + parentSize, ownAt + ownSize + parentSize + childrenSize];
  const own = () => utf8.decode(bytes.subarray(ownAt, parentAt));
  const [family, ancestorsAt] = decodeList(bytes, at + 1, (read): RecordLocation => [read(), read(), read()]);
  const readAncestors = () => decodeList(bytes, ancestorsAt, (read): Ancestor => ({ shown: read() === 1, card: [read(), read(), read()] }));
  return {
    answer: {
      short: () => taxonJson(own()),
      whole() {
        const parent = parentSize === 0 ? '' : `,"parent":${taxonJson(utf8.decode(bytes.subarray(parentAt, childrenAt)))}`;
        const children = childrenSize === 0 ? '' : `,"children":[${taxaJson(utf8.decode(bytes.subarray(childrenAt, at)))}]`;
        return `${taxonJson(own()).slice(0, -1)}${parent}${children}}`;
      },
    },
    shown: bytes[at] === 1, family,
    get ancestors() { return readAncestors()[0]; },
    get names() { return [...namesOnCard(own()), ...decodeNames(bytes, readAncestors()[1])]; },
  };
}

function decodeNames(bytes: Uint8Array, at: number): string[] {
  const names: string[] = [];
  while (at < bytes.length) {
    const [length, start] = readVarint(bytes, at);
    names.push(utf8.decode(bytes.subarray(start, at = start + length)));
  }
  return names;
}

/** The taxon's own id, whichever it was found by. */
export function taxonIdOf({ answer }: TaxonRecord): string {
  return storedJson<{ id: string }>(answer.short()).id;
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
