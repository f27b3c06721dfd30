/**
 * YAML in the layout of Perl's YAML::XS: a document marker, sorted keys, `~` for null, one line per text. Ensembl's
 * clients read YAML 1.1, where unquoted `yes`, `no` and `12:30` are not texts; the library's schema quotes all texts
 * that YAML 1.1 or 1.2 would misread.
 */
import { at } from '../checked.ts';
import { DUMP_SCHEMA, dump, nullYaml11Tag } from 'js-yaml';

const schema = DUMP_SCHEMA.withTags({ ...nullYaml11Tag, represent: () => '~' });

/**
 * Longer texts, such as sequences, bypass the library: its regular expressions need stack in proportion to the
 * length.
 */
const MAX_LIBRARY_CHARACTERS = 16 * 1024;

/** The document of a JSON value. */
export function yaml(value: unknown): string {
  const long: string[] = [];
  const text = dumped(withoutLongTexts(value, long));
  if (long.length === 0) return text;
  const pieces = text.split(PLACEHOLDER);
  return pieces.map((piece, each) => (each % 2 === 0 ? piece : asScalar(at(long, Number(piece))))).join('');
}

/** Written before and after the number of a long text. It occurs in no data and needs no quotes in YAML. */
const PLACEHOLDER = 'genomic-edge-long-text-';

/** Replaces each long text with a placeholder and adds it to `long`. */
function withoutLongTexts(value: unknown, long: string[]): unknown {
  if (typeof value === 'string')
    return value.length > MAX_LIBRARY_CHARACTERS ? `${PLACEHOLDER}${long.push(value) - 1}${PLACEHOLDER}` : value;
  if (Array.isArray(value)) return value.map((each) => withoutLongTexts(each, long));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutLongTexts(each, long)]));
}

/** A text of ASCII letters needs no quotes; others are written as in JSON, which YAML readers accept. */
function asScalar(text: string): string {
  for (let at = 0; at < text.length; at++)
    if ((text.charCodeAt(at) | 32) < 97 || (text.charCodeAt(at) | 32) > 122) return JSON.stringify(text);
  return text;
}

function dumped(value: unknown): string {
  const text = dump(value, { schema, sortKeys: true, noRefs: true, lineWidth: -1, skipInvalid: true });
  // Only lists and objects that are not empty begin on a new line.
  const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return `---${isBlock ? '\n' : ' '}${text}`;
}
