/**
 * A taxon of the NCBI taxonomy: its card, those of its relatives, and the locations of its ancestors' cards. A card is
 * a taxon without relatives (encodeTaxonCard).
 *
 * Record of the `taxa` table, by the taxon id in decimal, and by ids that were merged into it:
 *
 *   varint bytes of its card | varint bytes of its parent's card, 0 for none | varint bytes of its children's cards, 0
 *     for none and for those in `families` | its card | its parent's | its children's, joined with commas
 *   varint shown (1 if classifications contain the taxon)
 *   varint n | n times a part of the children in `families`: varint offset, varint length, varint index
 *   varint n | n times an ancestor, the nearest first: varint shown, varint offset, varint length, varint index
 *   to the end of the record, names that find the taxon but that its answer does not contain: varint bytes, the name
 *
 * Record of the `cards` table: a card. The table contains every taxon that has children, some several times, so that
 * all ancestors of a taxon are in few blocks.
 *
 * Record of the `families` table, by the parent's id and the number of the part, each zero-padded: cards of some
 * children, joined with commas. It contains the children of taxa that have very many (up to 100,000), which would make
 * requests for the taxon alone slow. Requests for the children read one part at a time.
 */
import { varints, type FieldWriter } from '../index/blocks/fields.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { readVarint } from '../index/blocks/integers.ts';
import type { AnswerText } from './answer-text.ts';

interface Ancestor {
  card: RecordLocation;
  /** Is it listed in classifications? Not if GenBank hides it, or if it is a subgenus or the root. */
  shown: boolean;
}

export interface TaxonRecord {
  answer: AnswerText;
  /** All names that find the taxon, including those without a class or of the class 'name', which answers omit. */
  names: string[];
  shown: boolean;
  /** Locations of the children's parts in `families`, in order; empty if `answer` contains the children. */
  family: RecordLocation[];
  /** From the parent to the root. */
  ancestors: Ancestor[];
}

/** Key of a part, 0-based, of a taxon's children. */
export function familyKey(taxonId: number, part: number): string {
  return `${String(taxonId).padStart(12, '0')}:${String(part).padStart(6, '0')}`;
}

/** Cards in UTF-8; empty for a missing parent or children. */
interface RecordedCards {
  own: Uint8Array;
  parent: Uint8Array;
  children: Uint8Array;
}

/** @param lineage result of encodeLineage @param fields writer that contains the record */
export function encodeTaxon(
  { own, parent, children }: RecordedCards,
  {
    shown,
    family,
    lineage,
    hiddenNames,
  }: { shown: boolean; family: RecordLocation[]; lineage: Uint8Array; hiddenNames: readonly string[] },
  fields: FieldWriter,
): Uint8Array {
  fields.number(own.length).number(parent.length).number(children.length).bytes(own).bytes(parent).bytes(children);
  fields.number(Number(shown)).number(family.length);
  for (const place of family) for (const value of place) fields.number(value);
  fields.bytes(lineage);
  for (const name of hiddenNames) fields.text(name);
  return fields.record();
}

/** Encodes the ancestors, the nearest first, for the record of a taxon. Its siblings have the same. */
export function encodeLineage(ancestors: readonly Ancestor[]): Uint8Array {
  const values = [ancestors.length];
  for (const ancestor of ancestors) values.push(Number(ancestor.shown), ...ancestor.card);
  return varints(values);
}

/** Decodes the locations of the family; other fields are decoded on access. */
export function decodeTaxon(bytes: Uint8Array): TaxonRecord {
  const [ownSize, afterOwn] = readVarint(bytes, 0);
  const [parentSize, afterParent] = readVarint(bytes, afterOwn);
  const [childrenSize, ownAt] = readVarint(bytes, afterParent);
  const [parentAt, childrenAt, at] = [
    ownAt + ownSize,
    ownAt + ownSize + parentSize,
    ownAt + ownSize + parentSize + childrenSize,
  ];
  const own = () => utf8.decode(bytes.subarray(ownAt, parentAt));
  const [family, ancestorsAt] = decodeList(bytes, at + 1, (read): RecordLocation => [read(), read(), read()]);
  const readAncestors = () =>
    decodeList(bytes, ancestorsAt, (read): Ancestor => ({ shown: read() === 1, card: [read(), read(), read()] }));
  return {
    answer: {
      short: () => taxonJson(own()),
      whole() {
        const parent =
          parentSize === 0 ? '' : `,"parent":${taxonJson(utf8.decode(bytes.subarray(parentAt, childrenAt)))}`;
        const children =
          childrenSize === 0 ? '' : `,"children":[${taxaJson(utf8.decode(bytes.subarray(childrenAt, at)))}]`;
        return `${taxonJson(own()).slice(0, -1)}${parent}${children}}`;
      },
    },
    shown: bytes[at] === 1,
    family,
    get ancestors() {
      return readAncestors()[0];
    },
    get names() {
      return [...namesOnCard(own()), ...decodeNames(bytes, readAncestors()[1])];
    },
  };
}

function decodeNames(bytes: Uint8Array, at: number): string[] {
  const names: string[] = [];
  while (at < bytes.length) {
    const [length, start] = readVarint(bytes, at);
    names.push(utf8.decode(bytes.subarray(start, (at = start + length))));
  }
  return names;
}

/** The taxon's own id, even if a merged id found it. */
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

/**
 * A card: a taxon without relatives. Its own record, those of its relatives and the `cards` table contain it. It has
 * the scientific name once, whereas answers repeat it four times:
 *
 *   JSON array: id (a text) | leaf, 0 or 1 | scientific name or null | for each class of names, in the order of the
 *     dump: 0 for the scientific name alone, else the tag and the list of its names
 */

type StoredCard = [id: string, leaf: number, name: string | null, ...tags: (0 | string | (string | null)[])[]];

/** The tag of scientific names. */
const SCIENTIFIC = 'scientific_name';

/** @param tags classes of names (in lower case, with underscores) with their names, in the order of answers */
export function encodeTaxonCard(
  id: number,
  isLeaf: boolean,
  name: string | null,
  tags: Iterable<readonly [tag: string, names: readonly (string | null)[]]>,
): string {
  let text = `["${id}",${Number(isLeaf)},${JSON.stringify(name)}`;
  for (const [tag, names] of tags) {
    text +=
      tag === SCIENTIFIC && names.length === 1 && names[0] === name
        ? ',0'
        : `,${JSON.stringify(tag)},${JSON.stringify(names)}`;
  }
  return `${text}]`;
}

/** JSON of a card in answers. @param stored result of encodeTaxonCard */
export function taxonJson(stored: string): string {
  return answerJson(storedJson(stored));
}

/** JSON of cards in answers, joined with commas. @param stored results of encodeTaxonCard, joined with commas */
export function taxaJson(stored: string): string {
  return storedJson<StoredCard[]>(`[${stored}]`).map(answerJson).join();
}

/** All names on a card. */
function namesOnCard(stored: string): string[] {
  const [, , name, ...tags] = storedJson<StoredCard>(stored);
  return [name, ...tags.filter((each) => Array.isArray(each)).flat()].filter((each) => each !== null);
}

function answerJson([id, leaf, name, ...stored]: StoredCard): string {
  const shown = JSON.stringify(name);
  let tags = '';
  for (let at = 0; at < stored.length; at++) {
    tags +=
      stored[at] === 0
        ? `"${SCIENTIFIC}":[${shown}],`
        : `${JSON.stringify(stored[at])}:${JSON.stringify(stored[++at])},`;
  }
  return `{"id":"${id}","name":${shown},"scientific_name":${shown},"leaf":${leaf},"tags":{${tags}"name":[${shown}]}}`;
}

/** A card of an ancestor of many taxa. Requests share it: do not change it. */
export class TaxonCard {
  /** JSON of an object. */
  readonly json: string;
  #value: Readonly<Record<string, unknown>> | null = null;

  constructor(json: string) {
    this.json = json;
  }

  /** The parsed JSON; parsed on first access, by formats other than JSON. */
  get value(): Readonly<Record<string, unknown>> {
    return (this.#value ??= storedJson<Record<string, unknown>>(this.json));
  }
}
