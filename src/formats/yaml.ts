/**
 * YAML as Perl's YAML::XS writes it, as far as its readers can tell: a document marker, keys sorted, `~` for null, one line
 * for each text. Readers of the dialect use YAML 1.1, where `yes`, `no` and `12:30` are no texts unless quoted: the
 * library's schema for dumping quotes what either version would misread.
 */
import { DUMP_SCHEMA, dump, nullYaml11Tag } from 'js-yaml';

const schema = DUMP_SCHEMA.withTags({ ...nullYaml11Tag, represent: () => '~' });

/** The document of any JSON value, ended. */
export function yaml(value: unknown): string {
  const text = dump(value, { schema, sortKeys: true, noRefs: true, lineWidth: -1, skipInvalid: true });
  // Only a list or object that holds something begins on a line of its own.
  const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return `---${isBlock ? '\n' : ' '}${text}`;
}
