/** Reads ontologies in the OBO flat file format, versions 1.0 to 1.4. */
import { DumpError } from '../dump/dump-error.ts';
import type { ReadingDepartures } from '../dump/departures.ts';
import { lineBatches } from './text-lines.ts';

/** A `[Term]` stanza. Texts are without quotes and escapes, but for definitions. */
export interface OboTerm {
  line: number;
  accession: string;
  name: string;
  namespace: string | null;
  /** As Ensembl's database has it: `"text" [references]`, where the text keeps its escapes. */
  definition: string;
  synonyms: { text: string; scope: 'EXACT' | 'BROAD' | 'NARROW' | 'RELATED' | null }[];
  subsets: string[];
  alternatives: string[];
  /** Parents with the type of the relation: is_a, or that of a relationship. */
  parents: { type: string; accession: string }[];
  isObsolete: boolean;
}

/** The tags before the first stanza that matter here. */
export interface OboHeader {
  /** Of `ontology:`, such as `go` or `so/dev/externalDerived`. */
  ontology: string | null;
  namespace: string | null;
  version: string | null;
  subsets: { name: string; definition: string }[];
}

export interface OboSink {
  /** Is called once, before the first term. */
  header(header: OboHeader): void;
  term(term: OboTerm): void;
  /** A `[Typedef]` with its name, such as RO:0002211 and regulates. */
  type(id: string, name: string): void;
}

/**
 * Reads a file, of which memory holds one stanza. Terms without id or name, and lines that are no `tag: value`, are
 * counted and left out.
 *
 * @throws DumpError for a file without any term
 */
export async function readObo(
  path: string,
  sink: OboSink,
  reading: ReadingDepartures,
  progress?: (bytes: number) => void,
): Promise<void> {
  const reader = new OboReader(path, sink, reading);
  for await (const { first, lines } of lineBatches(path, progress))
    for (const [index, line] of lines.entries()) reader.take(line, first + index);
  reader.finish();
}

type Tags = Map<string, string[]>;

class OboReader {
  readonly #path: string;
  readonly #sink: OboSink;
  readonly #reading: ReadingDepartures;
  /** Null before the first stanza. */
  #stanza: string | null = null;
  #begin = 1;
  #tags: Tags = new Map();
  #terms = 0;
  /** The beginning of a value that a backslash at the end of the line continues. */
  #continued = '';

  constructor(path: string, sink: OboSink, reading: ReadingDepartures) {
    this.#path = path;
    this.#sink = sink;
    this.#reading = reading;
  }

  take(part: string, number: number): void {
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(part)) {
      this.#continued += part.slice(0, -1);
      return;
    }
    const line = (this.#continued + part).trim();
    this.#continued = '';
    if (line === '' || line.startsWith('!')) return;
    const stanza = /^\[(\w+)\]$/.exec(line)?.[1];
    if (stanza !== undefined) {
      this.#endStanza();
      [this.#stanza, this.#begin] = [stanza, number];
      return;
    }
    const colon = line.indexOf(':');
    if (colon < 1) {
      if (this.#stanza === null && number === 1)
        throw new DumpError(
          `${this.#path} line 1: an OBO file begins with tags such as "format-version: 1.2", but this one with ` +
            JSON.stringify(line.slice(0, 20)),
        );
      this.#leaveOut(number, `a line is "tag: value", this one is ${JSON.stringify(line.slice(0, 40))}`);
      return;
    }
    const name = line.slice(0, colon);
    const text = line.slice(colon + 1).trim();
    // Relations of both tags keep their order.
    const [tag, value] = name === 'is_a' ? ['relationship', `is_a ${text}`] : [name, text];
    const values = this.#tags.get(tag);
    if (values) values.push(value);
    else this.#tags.set(tag, [value]);
  }

  finish(): void {
    this.#endStanza();
    if (this.#terms === 0) throw new DumpError(`${this.#path} has no [Term], so it is no OBO file`);
  }

  #endStanza(): void {
    const tags = this.#tags;
    this.#tags = new Map();
    if (this.#stanza === null) this.#sink.header(headerOf(tags));
    else if (this.#stanza === 'Term') this.#endTerm(tags);
    else if (this.#stanza === 'Typedef') {
      const id = plain(tags.get('id')?.[0]);
      if (id !== '') this.#sink.type(id, plain(tags.get('name')?.[0]) || id);
    }
  }

  #endTerm(tags: Tags): void {
    const line = this.#begin;
    const accession = plain(tags.get('id')?.[0]);
    const isObsolete = /^true\b/.test(tags.get('is_obsolete')?.[0] ?? '');
    const name = plain(tags.get('name')?.[0]);
    if (accession === '' || name === '') {
      this.#leaveOut(line, accession === '' ? 'the term has no id' : `the term ${accession} has no name`);
      return;
    }
    const all = (tag: string) => tags.get(tag) ?? [];
    const texts = (tag: string) =>
      all(tag)
        .map(plain)
        .filter((text) => text !== '');
    const parents: OboTerm['parents'] = [];
    for (const value of texts('relationship')) {
      const [type, parent] = value.split(/\s+/);
      if (type === undefined || parent === undefined)
        this.#leaveOut(line, `the relationship "${value}" of ${accession} has no target`);
      else parents.push({ type, accession: parent });
    }
    const definition = definitionOf(all('def')[0] ?? '');
    const namespace = plain(tags.get('namespace')?.[0]) || null;
    this.#terms++;
    this.#sink.term({
      line,
      accession,
      name,
      namespace,
      definition,
      synonyms: Object.entries(SYNONYM_TAGS).flatMap(([tag, scope]) =>
        all(tag).flatMap((value) => {
          const found = quoted(value);
          return found ? [{ text: found.text, scope: scope ?? scopeOf(found.rest) }] : [];
        }),
      ),
      subsets: texts('subset'),
      alternatives: texts('alt_id'),
      parents,
      isObsolete,
    });
  }

  #leaveOut(number: number, sentence: string): void {
    this.#reading.note('line that is no term', () => `${this.#path} line ${number}: ${sentence}`);
  }
}

/** Tags of synonyms with their scope. Those with a scope in the name are of version 1.0. */
const SYNONYM_TAGS = {
  synonym: null,
  exact_synonym: 'EXACT',
  broad_synonym: 'BROAD',
  narrow_synonym: 'NARROW',
  related_synonym: 'RELATED',
} as const;

function headerOf(tags: Tags): OboHeader {
  const first = (tag: string) => plain(tags.get(tag)?.[0]) || null;
  return {
    ontology: first('ontology'),
    namespace: first('default-namespace'),
    version: first('data-version'),
    subsets: (tags.get('subsetdef') ?? []).flatMap((value) => {
      const name = /^\S+/.exec(value)?.[0];
      if (name === undefined) return [];
      return [{ name, definition: quoted(value.slice(name.length).trim())?.text ?? '' }];
    }),
  };
}

/** A value without modifiers `{…}` and comment `! …` at its end, and without escapes. */
function plain(value = ''): string {
  let end = value.search(/(?<!\\)(?:\s!|\s\{[^}]*\}\s*(?:!|$))/);
  if (end < 0) end = value.length;
  return unescaped(value.slice(0, end)).trim();
}

/** The text and references of a definition, which both are empty for a term without one. */
function definitionOf(value: string): string {
  if (!value.startsWith('"')) return '"" []';
  const end = endOfQuotes(value);
  const [, references = ''] = /^\s*\[((?:\\.|[^\]\\])*)\]/.exec(value.slice(end + 1)) ?? [];
  return `"${value.slice(1, end)}" [${unescaped(references)}]`;
}

/** The place of the quotes that end the text of a value, which begins with quotes. */
function endOfQuotes(value: string): number {
  let end = 1;
  while (end < value.length && value[end] !== '"') end += value[end] === '\\' ? 2 : 1;
  return end;
}

/** The text in quotes at the beginning of a value; null if there is none. */
function quoted(value: string): { text: string; rest: string } | null {
  if (!value.startsWith('"')) return null;
  const end = endOfQuotes(value);
  return { text: unescaped(value.slice(1, end)), rest: value.slice(end + 1).trim() };
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['W', ' '],
  ['t', '\t'],
]);

function unescaped(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES.get(letter) ?? letter) : text;
}

const SCOPES = ['EXACT', 'BROAD', 'NARROW', 'RELATED'] as const;

function scopeOf(rest: string): (typeof SCOPES)[number] | null {
  return SCOPES.find((scope) => rest.startsWith(scope)) ?? null;
}
