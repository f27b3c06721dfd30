import { last } from '../../src/checked.ts';
import { DumpError } from './dump-error.ts';
import type { ListedValues } from './listed-values.ts';

/** The kinds of columns that the compiler distinguishes. Dates are text, since MySQL allows '0000-00-00'. */
export type ColumnKind = 'integer' | 'float' | 'text';

interface ColumnSchema {
  /** Name in the CREATE TABLE statement. */
  name: string;
  kind: ColumnKind;
  nullable: boolean;
  /** The value of a row that lacks the field, as a dump spells it. */
  missing: string;
  /** The value of `\N` in a NOT NULL column, as a dump spells it: the zero of its type. */
  implicit?: string;
  /** The least and greatest number of an integer column of less than 8 bytes. */
  range?: readonly [number, number];
  /** The values of an ENUM or SET column. */
  listed?: ListedValues;
  /** Most characters of a CHAR or VARCHAR column. */
  characters?: number;
  /** AUTO_INCREMENT: MySQL numbers rows without a value. */
  isNumbered?: true;
}

export interface TableSchema {
  table: string;
  /** In the order of the fields in a row of the dump file. */
  columns: ColumnSchema[];
  /** Columns of the PRIMARY KEY; empty without one. */
  primaryKey: string[];
}

interface Token {
  text: string;
  form: 'word' | 'identifier' | 'string' | 'mark';
}

const INTEGER_TYPES = new Set([
  'tinyint',
  'smallint',
  'mediumint',
  'int',
  'integer',
  'bigint',
  'year',
  'bool',
  'boolean',
]);
const FLOAT_TYPES = new Set(['float', 'double', 'real', 'decimal', 'numeric', 'dec', 'fixed']);
const NOT_A_COLUMN = new Set([
  'primary',
  'unique',
  'key',
  'index',
  'fulltext',
  'spatial',
  'constraint',
  'foreign',
  'check',
]);

/**
 * Parses the CREATE TABLE statements of a `table.sql` from mysqldump, by table name. Skips other statements, comments
 * and all indexes except the primary key.
 *
 * @param path of the file, for errors
 * @throws DumpError if a statement is truncated or has no columns, or there is no statement
 */
export function parseTableSchemas(sql: string, path = 'table.sql'): Map<string, TableSchema> {
  const tables = new Map<string, TableSchema>();
  const tokens = [...tokenize(sql)];
  for (let at = 0; at < tokens.length; at++) {
    if (!isWord(tokens[at], 'create') || !isWord(tokens[at + 1], 'table')) continue;
    at += 2;
    while (isWord(tokens[at], 'if') || isWord(tokens[at], 'not') || isWord(tokens[at], 'exists')) at++;
    const table = tokens[at++]?.text;
    if (table === undefined || !isMark(tokens[at], '('))
      throw new DumpError(`${path}: CREATE TABLE ${table ?? ''} has no list of columns; the file may be damaged`);
    const definitions: Token[][] = [[]];
    for (let depth = 1; depth > 0; ) {
      const token = tokens[++at];
      if (token === undefined)
        throw new DumpError(`${path} ends inside CREATE TABLE ${table}; the file may be truncated`);
      if (isMark(token, '(')) depth++;
      if (isMark(token, ')')) depth--;
      if (depth === 1 && isMark(token, ',')) definitions.push([]);
      else if (depth > 0) last(definitions).push(token);
    }
    const columns = definitions.flatMap(columnOf);
    if (columns.length === 0) throw new DumpError(`${path}: CREATE TABLE ${table} has no columns`);
    tables.set(table, { table, columns, primaryKey: definitions.flatMap(primaryKeyOf) });
  }
  if (tables.size === 0) throw new DumpError(`${path} contains no CREATE TABLE statement`);
  return tables;
}

function columnOf(definition: Token[]): ColumnSchema[] {
  const [name, type, ...rest] = definition;
  if (name === undefined || type === undefined) return [];
  if (name.form === 'word' && NOT_A_COLUMN.has(name.text.toLowerCase())) return [];
  const typeName = type.text.toLowerCase();
  const kind = INTEGER_TYPES.has(typeName) ? 'integer' : FLOAT_TYPES.has(typeName) ? 'float' : 'text';
  const nullable = !rest.some((token, index) => isWord(token, 'not') && isWord(rest[index + 1], 'null'));
  const listed: ListedValues | null =
    typeName === 'set' || typeName === 'enum' ? { type: typeName, values: listedIn(rest) } : null;
  const missing = missingValue(typeName, kind, nullable, rest, listed);
  const range = rangeOf(typeName, rest);
  const characters = charactersOf(typeName, rest);
  const isNumbered = rest.some((token) => isWord(token, 'auto_increment'));
  const implicit = nullable || isNumbered ? undefined : zeroOf(typeName, kind, listed);
  return [
    {
      name: name.text,
      kind,
      nullable,
      missing,
      ...(implicit === undefined ? {} : { implicit }),
      ...(range ? { range } : {}),
      ...(listed ? { listed } : {}),
      ...(characters === null ? {} : { characters }),
      ...(isNumbered ? { isNumbered } : {}),
    },
  ];
}

const BYTES: Readonly<Record<string, number>> = { tinyint: 1, smallint: 2, mediumint: 3, int: 4, integer: 4 };

function rangeOf(type: string, rest: readonly Token[]): readonly [number, number] | null {
  const bytes = BYTES[type];
  if (bytes === undefined) return null;
  const count = 256 ** bytes;
  return rest.some((token) => isWord(token, 'unsigned')) ? [0, count - 1] : [-count / 2, count / 2 - 1];
}

const CHARACTER_TYPES = new Set(['char', 'varchar', 'character', 'nchar', 'nvarchar']);

/** The length in the parentheses after CHAR or VARCHAR. */
function charactersOf(type: string, [open, length]: readonly Token[]): number | null {
  if (!CHARACTER_TYPES.has(type)) return null;
  const characters = isMark(open, '(') ? Number(length?.text) : 1;
  return Number.isInteger(characters) ? characters : null;
}

/** The strings in the parentheses after SET or ENUM. */
function listedIn(rest: readonly Token[]): string[] {
  const end = rest.findIndex((token) => isMark(token, ')'));
  return rest
    .slice(0, end)
    .filter(({ form }) => form === 'string')
    .map(({ text }) => plainString(text));
}

function plainString(text: string): string {
  return text.replaceAll("''", "'").replaceAll(/\\([\s\S])/g, '$1');
}

const ZERO_DATES: Readonly<Record<string, string>> = {
  date: '0000-00-00',
  datetime: '0000-00-00 00:00:00',
  timestamp: '0000-00-00 00:00:00',
  time: '00:00:00',
};

/** MySQL's value for a field that a row lacks: the column's DEFAULT, NULL, or else the zero of its type. */
function missingValue(
  type: string,
  kind: ColumnKind,
  nullable: boolean,
  rest: readonly Token[],
  listed: ListedValues | null,
): string {
  const at = rest.findIndex((token) => isWord(token, 'default'));
  const isNegative = isMark(rest[at + 1], '-');
  const value = at < 0 ? undefined : rest[at + (isNegative ? 2 : 1)];
  // Functions such as CURRENT_TIMESTAMP would give another value in each build.
  if (value?.form === 'string') return spelled(plainString(value.text));
  if (value && /^[\d.]/.test(value.text)) return `${isNegative ? '-' : ''}${value.text}`;
  return nullable ? '\\N' : zeroOf(type, kind, listed);
}

/** MySQL's implicit default of a type. */
function zeroOf(type: string, kind: ColumnKind, listed: ListedValues | null): string {
  if (kind !== 'text') return '0';
  if (listed?.type === 'enum') return spelled(listed.values[0] ?? '');
  return ZERO_DATES[type] ?? '';
}

/** A text as a dump spells it. */
function spelled(text: string): string {
  return text.replaceAll(/[\\\t\n]/g, (each) => `\\${each === '\t' ? 't' : each === '\n' ? 'n' : each}`);
}

/** Columns of `PRIMARY KEY (…)`, either a definition of its own or after a column. */
function primaryKeyOf(definition: Token[]): string[] {
  const at = definition.findIndex((token, index) => isWord(token, 'primary') && isWord(definition[index + 1], 'key'));
  if (at < 0) return [];
  const [first] = definition;
  if (first && at > 0 && !isWord(first, 'constraint')) return [first.text];
  return definition
    .slice(at + 2)
    .filter(({ form }) => form === 'identifier')
    .map(({ text }) => text);
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.form === 'word' && token.text.toLowerCase() === word;
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.form === 'mark' && token.text === mark;
}

// Comments, then `identifiers`, then 'strings' (both quote characters, doubled or backslash-escaped), words, single
// marks.
const TOKEN = new RegExp(
  [
    /--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\//,
    /`((?:[^`]|``)*)`/,
    /'((?:[^'\\]|\\[\s\S]|'')*)'/,
    /"((?:[^"\\]|\\[\s\S]|"")*)"/,
    /([A-Za-z0-9_$.]+)/,
    /(\S)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

function* tokenize(sql: string): Generator<Token> {
  for (const [, identifier, single, double, word, mark] of sql.matchAll(TOKEN)) {
    if (identifier !== undefined) yield { text: identifier.replaceAll('``', '`'), form: 'identifier' };
    else if (single !== undefined) yield { text: single, form: 'string' };
    else if (double !== undefined) yield { text: double, form: 'string' };
    else if (word !== undefined) yield { text: word, form: 'word' };
    else if (mark !== undefined) yield { text: mark, form: 'mark' };
  }
}
