/**
 * YAML as Perl's YAML::XS writes it, as far as its readers can tell: a document marker, keys sorted, `~` for null,
 * one line for each text. Readers of the dialect use YAML 1.1, where `yes`, `no` and `12:30` are no texts unless
 * quoted: the library's schema for dumping quotes what either version would misread.
 */
import { at } from '../checked.ts';
import { DUMP_SCHEMA, dump, nullYaml11Tag } from 'js-yaml';

const schema = DUMP_SCHEMA.withTags({ ...nullYaml11Tag, represent: () => '~' });

/**
 * Characters above which a text, such as a sequence, is not given to the library: its patterns take a stack as deep
 * as the text is long.
 */
const LONG = 16 * 1024;

/** The document of any JSON value, ended. */
export function yaml(value: unknown): string {
  const long: string[] = [];
  const text = dumped(withoutLongTexts(value, long));
  if (long.length === 0) return text;
  const pieces = text.split(STAND_IN);
  return pieces.map((piece, each) => (each % 2 === 0 ? piece : asScalar(at(long, Number(piece))))).join('');
}

/**
 * Stands before and behind the number of a long text: a word that no text of a genome has, and that needs no quotes.
 */
const STAND_IN = 'genomic-edge-long-text-';

/** The same value with a stand-in for each long text, which is left in `long`. */
function withoutLongTexts(value: unknown, long: string[]): unknown {
  if (typeof value === 'string') return value.length > LONG ? `${STAND_IN}${long.push(value) - 1}${STAND_IN}` : value;
  if (Array.isArray(value)) return value.map((each) => withoutLongTexts(each, long));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutLongTexts(each, long)]));
}

/** Letters stand as they are, all else as JSON writes it, which YAML reads too. */
function asScalar(text: string): string {
  for (let at = 0; at < text.length; at++)
    if ((text.charCodeAt(at) | 32) < 97 || (text.charCodeAt(at) | 32) > 122) return JSON.stringify(text);
  return text;
}

function dumped(value: unknown): string {
  const text = dump(value, { schema, sortKeys: true, noRefs: true, lineWidth: -1, skipInvalid: true });
  // Only a list or object that holds something begins on a line of its own.
  const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return `---${isBlock ? '\n' : ' '}${text}`;
}
