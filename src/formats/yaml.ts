/** YAML as Perl's YAML::XS writes it: a document marker, keys sorted, `~` for null, one line for each text. */
import { stringify } from 'yaml';

const OPTIONS = {
  // Readers of the dialect use YAML 1.1, where `yes`, `no` and `12:30` are no texts unless quoted.
  version: '1.1', sortMapEntries: true, nullStr: '~', lineWidth: 0, indentSeq: false, aliasDuplicateObjects: false,
} as const;

/** The document of any JSON value, ended. */
export function yaml(value: unknown): string {
  const text = stringify(value ?? null, OPTIONS);
  const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return `---${isBlock ? '\n' : ' '}${text}`;
}
