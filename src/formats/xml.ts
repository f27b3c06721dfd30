/**
 * XML of plain data as Perl's XML::Simple writes it, which Ensembl's clients parse: an `<opt>` with one `<data>` for
 * each element of a list. Scalars of an object become attributes, lists and objects become elements of their key's
 * name.
 *
 * Three rules are not obvious. An object all of whose values are objects turns into one element a key, with the key as
 * attribute `name`. Of the keys name, key and id, the first present goes ahead of the sorted rest. And the key
 * `content` is the text of its element. A null is an empty text.
 */

import { at } from '../checked.ts';

/** Elements that are written already, in place of a list of them. */
export class WrittenXml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The elements of a list as they stand in a document, that many elements deep: what WrittenXml is made of. */
export function listItems(name: string, items: readonly unknown[], depth: number): string {
  return element(name, items, '  '.repeat(depth));
}

type Plain = Readonly<Record<string, unknown>>;

/** The document of any JSON value, each line ended. */
export function xml(value: unknown): string {
  if (!isObject(value)) return `<opt data="${escape(value)}" />\n`;
  return OPENING + element('data', value, '  ') + CLOSING;
}

/** The document of a list whose values come some at a time. */
export async function* xmlListOfParts(parts: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = OPENING;
  for await (const part of parts) {
    yield before + element('data', part, '  ');
    before = '';
  }
  yield before + CLOSING;
}

const OPENING = '<opt>\n';
const CLOSING = '</opt>\n';

function element(name: string, value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value)
      items += typeof item === 'string' ? leaf(name, item, indent) : listItem(name, item, indent);
    return items;
  }
  if (!isObject(value)) return leaf(name, value, indent);
  if (value instanceof WrittenXml) return value.text;
  const unfolded = unfold(value);
  return unfolded ? element(name, unfolded, indent) : record(name, value, indent);
}

function listItem(name: string, item: unknown, indent: string): string {
  if (!Array.isArray(item)) return element(name, item, indent);
  return `${indent}<${name}>\n${element('anon', item, `${indent}  `)}${indent}</${name}>\n`;
}

function leaf(name: string, value: unknown, indent: string): string {
  return `${indent}<${name}>${escape(value)}</${name}>\n`;
}

function record(name: string, value: Plain, indent: string): string {
  let attributes = '';
  let nested = '';
  let hasNested = false;
  let text: string | null = null;
  const { keys, tags } = shapeOf(name, value);
  for (let each = 0; each < keys.length; each++) {
    const key = at(keys, each);
    const item = value[key];
    if (item === undefined) continue;
    if (isObject(item)) {
      hasNested = true;
      nested += element(at(tags, each), item, `${indent}  `);
    } else if (key === 'content') text = escape(item);
    else attributes += ` ${tags[each]}="${escape(item)}"`;
  }
  if (keys.length === 0) text = '';
  const opening = `${indent}<${name}${attributes}`;
  if (text !== null) return `${opening}>${text}${nested === '' ? '' : nested.trimStart() + indent}</${name}>\n`;
  return hasNested ? `${opening}>\n${nested}${indent}</${name}>\n` : `${opening} />\n`;
}

function unfold(value: Plain): Plain[] | null {
  // Most objects are known by their first value not to be folded.
  for (const key in value) if (!isObject(value[key]) || Array.isArray(value[key])) return null;
  const keys = Object.keys(value);
  return keys.length === 0 ? null : keys.sort().map((key) => ({ name: key, ...(value[key] as Plain) }));
}

/** The keys of an object in the order in which they are written, and their names as tags. */
interface ObjectShape {
  unsorted: readonly string[];
  keys: readonly string[];
  tags: readonly string[];
}

/** Answers are made of few shapes of objects, whose keys would be sorted again and again: the last of each element. */
const shapes = new Map<string, ObjectShape>();
const MAX_SHAPES = 500;

function shapeOf(element: string, value: Plain): ObjectShape {
  const known = shapes.get(element);
  if (known && hasKeys(value, known.unsorted)) return known;
  const unsorted = Object.keys(value);
  const keys = unsorted.toSorted();
  for (const first of LEADING) {
    const at = keys.indexOf(first);
    if (at < 0) continue;
    keys.copyWithin(1, 0, at);
    keys[0] = first;
    break;
  }
  const shape = { unsorted, keys, tags: keys.map(tag) };
  // Where keys are data (ids, accessions) elements are without number, and hardly met twice.
  if (known || (unsorted.length < 100 && shapes.size < MAX_SHAPES)) shapes.set(element, shape);
  return shape;
}

function hasKeys(value: Plain, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in value) if (key !== keys[at++]) return false;
  return at === keys.length;
}

const LEADING = ['name', 'key', 'id'];

/** A key as the name of an element or attribute: blanks and other characters that XML forbids there become `_`. */
function tag(key: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(key)) return key;
  const legal = key.replace(/[^\p{L}\p{N}_.\-:]/gu, '_');
  return /^[\p{L}_]/u.test(legal) ? legal : `_${legal}`;
}

function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null;
}

/** Text for an element or a double-quoted attribute. Characters that XML 1.0 cannot hold at all are left out. */
export function escape(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = String(value);
  if (!/[&<>"\u0000-\u001f\ufffe\uffff]/.test(text)) return text;
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
