/**
 * All data of one ontology term, computed by the compiler: its answer with relatives, and the locations of the cards
 * (answer-text.ts) of all its ancestors and descendants.
 *
 * Record of the `terms` table, by the lower-cased accession or alternative accession:
 *   answer text (answer-text.ts): the term, then `parents` and `children`
 *   varint source | relations of the parents | relations of the children, each as varint n | n times varint relation
 *     type
 *   varint m | m times a closure: varint ontology | card places: ancestors | descendants | chart | chart's relations,
 *     as varint n | n times varint child, varint relation type, varint parent (child and parent: index among the
 *       chart's places)
 * where card places are, in the order of the table:
 *   varint blocks | each: varint offset minus that of the block before, varint length, varint n | n times: varint index
 *     minus that of the record before, varint distance
 */
import { at } from '../checked.ts';
import { FieldReader } from '../index/blocks/fields.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { varintLength, writeVarint } from '../index/blocks/integers.ts';
import { decodeAnswerText, type AnswerText } from './answer-text.ts';

/** Location of a term's card, and the number of relations to it. A term occurs once for each of its distances. */
export interface CardPlace {
  place: RecordLocation;
  distance: number;
}

export type ChartRelation = [child: number, relationType: number, parent: number];

/** Ancestors and descendants of a term by the relations of one ontology. */
export interface Closure {
  /** Index of TermsEntry.ontologies. */
  ontology: number;
  /** In order of their accessions; includes the term itself, at distance 0. */
  ancestors: CardPlace[];
  /** In order of their accessions; without the term itself. */
  descendants: CardPlace[];
  chart: { places: RecordLocation[]; relations: ChartRelation[] };
}

export interface TermRecord {
  answer: AnswerText;
  /** Index of TermsEntry.sources. */
  source: number;
  /** Relation type (index of TermsEntry.relationTypes) of each of the answer's parents and children. */
  parents: number[];
  children: number[];
  closures: Closure[];
}

/** @param answer an encoded answer text */
export function encodeTerm(
  answer: Uint8Array,
  { source, parents, children, closures }: Omit<TermRecord, 'answer'>,
): Uint8Array {
  const values = [source, parents.length, ...parents, children.length, ...children, closures.length];
  for (const { ontology, ancestors, descendants, chart } of closures) {
    values.push(ontology);
    for (const places of [ancestors, descendants, chart.places.map((place) => ({ place, distance: 0 }))])
      pushPlaces(values, places);
    values.push(chart.relations.length);
    for (const relation of chart.relations) values.push(...relation);
  }
  const bytes = new Uint8Array(values.reduce((size, value) => size + varintLength(value), answer.length));
  bytes.set(answer);
  let at = answer.length;
  for (const value of values) at = writeVarint(bytes, at, value);
  return bytes;
}

/** Decodes the fields for the answer of one term; `closures` are decoded on access. */
export function decodeTerm(bytes: Uint8Array): TermRecord {
  const [answer, at] = decodeAnswerText(bytes);
  const numbers = new FieldReader(bytes, at);
  const source = numbers.number();
  const parents = numbers.numbers();
  const children = numbers.numbers();
  const closuresAt = numbers.at;
  return {
    answer,
    source,
    parents,
    children,
    get closures() {
      return decodeClosures(new FieldReader(bytes, closuresAt));
    },
  };
}

interface ShownTerm {
  accession: string;
  children: { accession: string }[];
}

/** The term's own accession, even if an alternative accession found it. */
export function accessionOfTerm({ answer }: TermRecord): string {
  return storedJson<ShownTerm>(answer.short()).accession;
}

/** The term's name and its synonyms. */
export function namesOfTerm({ answer }: TermRecord): string[] {
  const { name, synonyms } = storedJson<{ name: string | null; synonyms: (string | null)[] }>(answer.short());
  return [name, ...synonyms].filter((each) => each !== null);
}

/** Accessions of the children by any relation. */
export function childAccessions({ answer }: TermRecord): string[] {
  return storedJson<ShownTerm>(answer.whole()).children.map(({ accession }) => accession);
}

function decodeClosures(numbers: FieldReader): Closure[] {
  return numbers.list(() => ({
    ontology: numbers.number(),
    ancestors: readPlaces(numbers),
    descendants: readPlaces(numbers),
    chart: {
      places: readPlaces(numbers).map(({ place }) => place),
      relations: numbers.list((): ChartRelation => [numbers.number(), numbers.number(), numbers.number()]),
    },
  }));
}

function pushPlaces(values: number[], places: readonly CardPlace[]): void {
  const blocks: CardPlace[][] = [];
  for (const each of places) {
    const block = blocks.at(-1);
    if (block?.[0]?.place[0] === each.place[0]) block.push(each);
    else blocks.push([each]);
  }
  values.push(blocks.length);
  let offsetBefore = 0;
  for (const block of blocks) {
    const [offset, length] = at(block, 0).place;
    values.push(offset - offsetBefore, length, block.length);
    offsetBefore = offset;
    let indexBefore = 0;
    for (const {
      place: [, , index],
      distance,
    } of block) {
      values.push(index - indexBefore, distance);
      indexBefore = index;
    }
  }
}

function readPlaces(numbers: FieldReader): CardPlace[] {
  const places: CardPlace[] = [];
  let offset = 0;
  for (let blocks = numbers.number(); blocks > 0; blocks--) {
    offset += numbers.number();
    const length = numbers.number();
    let index = 0;
    for (let left = numbers.number(); left > 0; left--) {
      index += numbers.number();
      places.push({ place: [offset, length, index], distance: numbers.number() });
    }
  }
  return places;
}
