/**
 * A taxon of the NCBI taxonomy: how it is shown, and where the cards of its ancestors stand.
 *
 * Record of the `taxa` table, by the taxon id in decimal, and by ids that were merged into it, with cards as
 * encodeTaxonCard writes them:
 *   varint bytes of its card | varint bytes of its parent's, 0 for none | varint bytes of its children's, 0 for none
 *     and for those that stand
 *   apart | its card | its parent's | its children's, joined with commas
 *   varint shown (1 when the taxon stands in classifications) | varint n | n times a part of the children that stand
 *     apart:
 *   varint offset, varint length, varint index | varint n | n times an ancestor, the nearest first: varint shown,
 *     varint
 *   offset, varint length, varint index | to the end of the record, names by which it is found and which the answer
 *     does not show: varint
 *   bytes, the name
 *
 * Record of the `cards` table: a card. It holds every taxon that has children, and some several times: those of one
 * line of descent stand in one block, and a record leads to these.
 *
 * Record of the `families` table, by the parent's id and the number of the part, each in a width of its own: cards of
 * some children, joined with commas. It holds the children of taxa that have very many: of 100,000 nobody wants who
 * asks for the taxon alone, nor has them in memory at once who asks for them.
 */
import { varints, type FieldWriter } from '../index/blocks/fields.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { readVarint } from '../index/blocks/integers.ts';
import type { AnswerText } from './answer-text.ts';

interface Ancestor {
  card: RecordLocation;
  /** Is it listed in classifications? Those that GenBank hides are not, nor are subgenera and the root. */
  shown: boolean;
}

export interface TaxonRecord {
  answer: AnswerText;
  /**
   * All names by which it is found, those of no class and of one that is called 'name' too, which the answer does not
   * show.
   */
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

/**
 * A taxon without relatives, as it stands in its own record, in those of its relatives and in the lines of all that
 * descend from it. What is stored says each name once; answers say the scientific one four times:
 *
 *   JSON array: id (a text) | leaf, 0 or 1 | scientific name or null | by class, in the order of the dump: 0 for the
 *     scientific name
 *   alone, else the tag and the list of its names
 */

type StoredCard = [id: string, leaf: number, name: string | null, ...tags: (0 | string | (string | null)[])[]];

/** The tag of scientific names. */
const SCIENTIFIC = 'scientific_name';

/** @param tags classes of names (in lower case, with underscores), and names, as answers list them */
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

/** JSON of a card, as answers show it. @param stored as encodeTaxonCard gives it */
export function taxonJson(stored: string): string {
  return shownJson(storedJson(stored));
}

/** JSON of some cards, joined with commas, of their texts joined in the same way. */
export function taxaJson(stored: string): string {
  return storedJson<StoredCard[]>(`[${stored}]`).map(shownJson).join();
}

/** All names that a card shows. */
function namesOnCard(stored: string): string[] {
  const [, , name, ...tags] = storedJson<StoredCard>(stored);
  return [name, ...tags.filter((each) => Array.isArray(each)).flat()].filter((each) => each !== null);
}

function shownJson([id, leaf, name, ...stored]: StoredCard): string {
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

/** A card as it stands in many lines. Shared between requests: not to be changed. */
export class TaxonCard {
  /** JSON of an object. */
  readonly json: string;
  #value: Readonly<Record<string, unknown>> | null = null;

  constructor(json: string) {
    this.json = json;
  }

  /** What the JSON says, parsed when a format other than JSON first asks. */
  get value(): Readonly<Record<string, unknown>> {
    return (this.#value ??= JSON.parse(this.json) as Record<string, unknown>);
  }
}
