/**
 * XML of plain data in the layout of Perl's XML::Simple, which Ensembl's clients parse: an `<opt>` with one `<data>`
 * for each element of a list. Scalars of an object become attributes; lists and objects become elements named like
 * their key.
 *
 * Other rules:
 * - An object whose values are all objects becomes one element per key, with the key as attribute `name`.
 * - Keys are sorted, but the first existing one of name, key and id precedes all others.
 * - The value of the key `content` becomes the text of the element.
 * - null becomes an empty text.
 * - Numbers are printed as in Perl, with at most 15 digits.
 */

import { at } from '../checked.ts';
import { printedNumber } from '../printed-number.ts';

/** XML text of elements, in place of a list of values. */
export class WrittenXml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a list for WrittenXml. @param depth number of enclosing elements */
export function listItems(name: string, items: readonly unknown[], depth: number): string {
  return element(name, items, '  '.repeat(depth));
}

type Plain = Readonly<Record<string, unknown>>;

/** The document of a JSON value. */
export function xml(value: unknown): string {
  if (!isObject(value)) return `<opt data="${escape(value)}" />\n`;
  return OPENING + element('data', value, '  ') + CLOSING;
}

/** The document of a list whose values arrive in parts. */
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

/** The values of an object, with their keys as `name`; null if one is not an object, or if there are none. */
function unfold(value: Plain): Plain[] | null {
  const items: [key: string, item: Plain][] = [];
  // Most objects return at their first value. Not `for in`: for objects with numbers as keys, V8 would optimize these
  // functions again and again, which took a third of the CPU time of such answers.
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (!isObject(item) || Array.isArray(item)) return null;
    items.push([key, item]);
  }
  if (items.length === 0) return null;
  return items.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => ({ name: key, ...item }));
}

/** The keys of an object in order of output, and their names as tags. */
interface ObjectShape {
  unsorted: readonly string[];
  keys: readonly string[];
  tags: readonly string[];
}

/** The last shape of objects for each element name, to avoid sorting the same keys for every object. */
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
  // Objects whose keys are data (ids, accessions) have many different shapes, so do not cache them.
  if (known || (unsorted.length < 100 && shapes.size < MAX_SHAPES)) shapes.set(element, shape);
  return shape;
}

function hasKeys(value: Plain, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in value) if (key !== keys[at++]) return false;
  return at === keys.length;
}

const LEADING = ['name', 'key', 'id'];

/** A key as the name of an element or attribute; characters that XML forbids in names become `_`. */
function tag(key: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(key)) return key;
  const legal = key.replace(/[^\p{L}\p{N}_.\-:]/gu, '_');
  return /^[\p{L}_]/u.test(legal) ? legal : `_${legal}`;
}

function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null;
}

/** Escapes text for an element or a double-quoted attribute. Removes characters that XML 1.0 does not allow. */
export function escape(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : printedNumber(value);
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
