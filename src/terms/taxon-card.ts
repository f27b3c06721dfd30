/**
 * A taxon without relatives, as it stands in its own record, in those of its relatives and in the lines of all that descend from it. What
 * is stored says each name once; answers say the scientific one four times:
 *
 *   JSON array: id (a text) | leaf, 0 or 1 | scientific name or null | by class, in the order of the dump: 0 for the scientific name
 *   alone, else the tag and the list of its names
 */
import { storedJson } from '../index/stored-json.ts';

type StoredCard = [id: string, leaf: number, name: string | null, ...tags: (0 | string | (string | null)[])[]];

/** The tag of scientific names. */
const SCIENTIFIC = 'scientific_name';

/** @param tags classes of names (in lower case, with underscores), and names, as answers list them */
export function encodeTaxonCard(id: number, isLeaf: boolean, name: string | null, tags: Iterable<readonly [tag: string, names: readonly (string | null)[]]>): string {
  let text = `["${id}",${Number(isLeaf)},${JSON.stringify(name)}`;
  for (const [tag, names] of tags) {
    text += tag === SCIENTIFIC && names.length === 1 && names[0] === name ? ',0' : `,${JSON.stringify(tag)},${JSON.stringify(names)}`;
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
export function namesOnCard(stored: string): string[] {
  const [, , name, ...tags] = storedJson<StoredCard>(stored);
  return [name, ...tags.filter((each) => Array.isArray(each)).flat()].filter((each) => each !== null);
}

function shownJson([id, leaf, name, ...stored]: StoredCard): string {
  const shown = JSON.stringify(name);
  let tags = '';
  for (let at = 0; at < stored.length; at++) {
    tags += stored[at] === 0 ? `"${SCIENTIFIC}":[${shown}],` : `${JSON.stringify(stored[at])}:${JSON.stringify(stored[++at])},`;
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
