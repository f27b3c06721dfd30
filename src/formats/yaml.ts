/**
 * YAML as Perl's YAML::XS writes it: a document marker, keys sorted, `~` for null, one line for each text.
 *
 * Written by our own code: a general library takes ten times as long as the rest of a small answer. Readers of the
 * dialect use YAML 1.1, where `yes`, `no` and `12:30` are no texts unless quoted and a power of ten needs its point.
 */

/** The document of any JSON value, ended. */
export function yaml(value: unknown): string {
  if (isBlock(value)) return `---\n${block(value, '')}`;
  return `--- ${scalar(value)}\n`;
}

type Block = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A list or object that has something in it. */
function isBlock(value: unknown): value is Block {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  for (const key in value) if ((value as Record<string, unknown>)[key] !== undefined) return true;
  return false;
}

/** Lines of a list or object, each indented and ended. A list stands as deep as the key that holds it. */
function block(value: Block, indent: string): string {
  let lines = '';
  if (Array.isArray(value)) {
    // The first line of what an item holds follows the dash that takes the place of its indent.
    for (const item of value) lines += isBlock(item) ? `${indent}- ${block(item, `${indent}  `).slice(indent.length + 2)}` : `${indent}- ${scalar(item)}\n`;
    return lines;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(object).sort()) {
    const item = object[key];
    if (item === undefined) continue;
    if (!isBlock(item)) lines += `${indent}${text(key)}: ${scalar(item)}\n`;
    else lines += `${indent}${text(key)}:\n${block(item, Array.isArray(item) ? indent : `${indent}  `)}`;
  }
  return lines;
}

function scalar(value: unknown): string {
  switch (typeof value) {
    case 'string': return text(value);
    case 'number': return number(value);
    case 'boolean': return value ? 'true' : 'false';
    case 'object': return value === null ? '~' : Array.isArray(value) ? '[]' : '{}';
    default: return '~';
  }
}

/** 1.0e-7: without the point it would be read as a text. */
function number(value: number): string {
  return String(value).replace(/^(-?\d+)e/, '$1.0e');
}

const PLAIN = /^[A-Za-z](?:[\w ./()-]*[\w./()-])?$/;
const NO_TEXT = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const PRINTABLE = /^[\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/;
const LINE_SEPARATORS = /[\u2028\u2029]/;
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text as it is where that is safe, else in single quotes, else, with what cannot be printed, escaped in double ones. */
function text(value: string): string {
  if (PLAIN.test(value) && !NO_TEXT.test(value)) return value;
  if (PRINTABLE.test(value) && !LINE_SEPARATORS.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replace(UNPRINTABLE, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
