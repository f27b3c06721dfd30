/**
 * Streams the records of GenBank and EMBL flat files. Both have the same feature table
 * (https://www.insdc.org/submitting-standards/feature-table/), with other letters at the beginning of their lines.
 */
import { DumpError } from '../dump/dump-error.ts';
import { ListedAttributes } from './feature.ts';
import { lineBatches } from './text-lines.ts';

export interface FlatFeature {
  key: string;
  location: string;
  qualifiers: ListedAttributes;
  line: number;
}

export interface FlatRecord {
  /** Accession with its version, or the name of a record without accession. */
  name: string;
  description: string;
  isCircular: boolean;
  organism: string | null;
  assembly: string | null;
  features: FlatFeature[];
  line: number;
}

/** Receives what a reader finds. Bases come as lines with blanks and digits. */
export interface FlatSink {
  record(record: FlatRecord): void;
  bases?(line: string): void;
}

const COLUMN = 21;

/** @throws DumpError for a file of another format, or one that ends within a record */
export async function readFlatFile(path: string, sink: FlatSink, progress?: (bytes: number) => void): Promise<void> {
  const reader = new FlatReader(path, sink);
  for await (const { first, lines } of lineBatches(path, progress))
    for (const [index, line] of lines.entries()) reader.take(line, first + index);
  reader.finish();
}

type Section = 'head' | 'features' | 'bases';

class FlatReader {
  readonly #path: string;
  readonly #sink: FlatSink;
  #record: FlatRecord | null = null;
  #section: Section = 'head';
  #feature: FlatFeature | null = null;
  /** The qualifier that is being read: its key and text so far. */
  #qualifier: { key: string; text: string } | null = null;
  #header = '';
  #count = 0;

  constructor(path: string, sink: FlatSink) {
    this.#path = path;
    this.#sink = sink;
  }

  take(text: string, line: number): void {
    // EMBL's lines of features begin with FT instead of blanks.
    const isEmblFeature = text.startsWith('FT ');
    if (text.startsWith('//')) this.#end();
    else if (!this.#record) this.#begin(text, line);
    else if (this.#section === 'bases') this.#sink.bases?.(text);
    else if (text.startsWith('ORIGIN') || text.startsWith('SQ ')) this.#beginBases();
    else if (text.startsWith('FEATURES')) this.#section = 'features';
    else if (isEmblFeature) this.#takeFeature(`  ${text.slice(2)}`, line);
    else if (this.#section === 'features' && text.startsWith('     ')) this.#takeFeature(text, line);
    else this.#takeHead(text);
  }

  finish(): void {
    if (this.#record)
      throw new DumpError(`${this.#path}: the file ends within the record ${this.#record.name}, without "//"`);
    if (this.#count === 0)
      throw new DumpError(`${this.#path} has no record: GenBank files begin with LOCUS, EMBL files with ID`);
  }

  #begin(text: string, line: number): void {
    if (text.trim() === '') return;
    const isGenbank = text.startsWith('LOCUS');
    if (!isGenbank && !text.startsWith('ID '))
      throw new DumpError(
        `${this.#path} line ${line}: a record begins with LOCUS (GenBank) or ID (EMBL), but this line is ` +
          JSON.stringify(text.slice(0, 40)),
      );
    const words = text
      .slice(isGenbank ? 5 : 2)
      .trim()
      .split(/[\s;]+/);
    const version = isGenbank ? null : /;\s*SV\s+(\d+)/.exec(text)?.[1];
    if (/\baa\b|\bAA\b/.test(text.slice(0, 80)) && !/\bbp\b|\bBP\b/.test(text))
      throw new DumpError(
        `${this.#path} line ${line}: the record ${words[0]} is a protein; give records of DNA or RNA`,
      );
    const name = `${words[0] ?? ''}${version === null || version === undefined ? '' : `.${version}`}`;
    const isCircular = /\bcircular\b/i.test(text);
    this.#record = { name, description: '', isCircular, organism: null, assembly: null, features: [], line };
    this.#section = 'head';
  }

  #takeHead(text: string): void {
    const record = this.#record;
    if (!record) return;
    const [, key = '', value = ''] = /^([A-Z]{2,}| {2}[A-Z]{2,})?\s*(.*)$/.exec(text) ?? [];
    if (key !== '') this.#header = key.trim();
    const text2 = value.trim();
    if (this.#header === 'VERSION' && key !== '') record.name = text2.split(/\s/, 1)[0] || record.name;
    else if (this.#header === 'DEFINITION' || this.#header === 'DE')
      record.description = `${record.description} ${text2}`.trim();
    else if ((this.#header === 'ORGANISM' || this.#header === 'OS') && key !== '')
      record.organism ??= text2.replace(/\s*\(.*\)$/, '');
    else if (this.#header === 'DBLINK' || this.#header === 'DR')
      record.assembly ??= /Assembly:\s*(\S+)/.exec(text2)?.[1] ?? null;
  }

  #takeFeature(text: string, line: number): void {
    const key = text.slice(0, COLUMN).trim();
    const rest = text.slice(COLUMN).trimEnd();
    if (key !== '') {
      this.#endQualifier();
      this.#feature = { key, location: rest.trim(), qualifiers: new ListedAttributes(), line };
      this.#record?.features.push(this.#feature);
      return;
    }
    if (!this.#feature) return;
    const isOpen = this.#qualifier !== null && isUnclosed(this.#qualifier.text);
    const [, name, value = ''] = (!isOpen && /^\s*\/([\w-]+)(?:=(.*))?$/.exec(rest)) || [];
    if (name !== undefined) {
      this.#endQualifier();
      this.#qualifier = { key: name, text: value };
    } else if (this.#qualifier) {
      // Letters of proteins continue without a blank, and so do texts that were cut after a hyphen.
      const glue = this.#qualifier.key === 'translation' || /-$/.test(this.#qualifier.text) ? '' : ' ';
      this.#qualifier.text += glue + rest.trim();
    } else this.#feature.location += rest.trim();
  }

  #endQualifier(): void {
    const { key = '', text = '' } = this.#qualifier ?? {};
    if (key !== '') this.#feature?.qualifiers.add(key, text.replace(/^"([\s\S]*)"$/, '$1').replaceAll('""', '"'));
    this.#qualifier = null;
  }

  #beginBases(): void {
    this.#endQualifier();
    this.#section = 'bases';
    if (this.#record) this.#sink.record(this.#record);
    this.#count++;
  }

  #end(): void {
    if (this.#record && this.#section !== 'bases')
      throw new DumpError(
        `${this.#path}: the record ${this.#record.name} has no bases (ORIGIN or SQ); download it with its sequence`,
      );
    [this.#record, this.#feature, this.#header] = [null, null, ''];
  }
}

/** Does a quoted text lack its last quote? */
function isUnclosed(text: string): boolean {
  return text.startsWith('"') && (text.match(/"/g) ?? []).length % 2 === 1;
}

/** The organism of the first record; null if it names none. */
export async function organismOf(path: string): Promise<string | null> {
  for await (const { lines } of lineBatches(path))
    for (const line of lines) {
      const [, name] = /^(?: {2}ORGANISM|OS)\s+(.+?)(?:\s*\(.*\))?$/.exec(line) ?? [];
      if (name !== undefined) return name;
      if (line.startsWith('//')) return null;
    }
  return null;
}
