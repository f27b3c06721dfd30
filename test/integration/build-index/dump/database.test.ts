import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CORE_TABLES } from '../../../../build-index/compile/genome/core-schema.ts';
import { openDatabase } from '../../../../build-index/dump/database.ts';
import type { Database, NeededTables } from '../../../../build-index/dump/database.ts';
import { findDatabases } from '../../../../build-index/dump/find-databases.ts';
import { planTable } from '../../../../build-index/dump/table-plan.ts';
import { parseTableSchemas } from '../../../../build-index/dump/table-schema.ts';
import { dumpFolder, mysqlRows } from '../../../support/dump-files.ts';
import { at, get, present } from '../../../../src/checked.ts';

const folder = dumpFolder();
const SQL = 'CREATE TABLE note (id int, text longtext, more text, score double);';
const NEEDED: NeededTables = { note: { id: 'integer', text: 'text', more: 'text', score: 'float' } };

type Row = [id: number, text: string | null, more: string | null, score: number | null];

/** Small files are appended to DuckDB value by value, large ones are read as text. `appended` chooses the way. */
async function opened(data: string, appended: boolean, needed = NEEDED, memory?: number): Promise<Database> {
  const schema = parseTableSchemas(SQL);
  const tables = new Map([['note', folder.write('note.txt', data)]]);
  const dump = { folder: folder.path, species: 'x', group: 'core', release: null, schema, tables };
  return openDatabase(dump, needed, undefined, { largestAppended: appended ? Infinity : 0, memory });
}

async function contentOf(database: Database): Promise<Row[]> {
  const rows = await database.all<{ id: number; text: string; more: string; score: number }>(
    'SELECT * FROM note ORDER BY id',
  );
  await database.close();
  return rows.map(({ id, text, more, score }) => [id, text, more, score]);
}

const text = (rows: Row[]): string =>
  mysqlRows(rows.map((row) => row.map((value) => (value === null ? null : String(value)))));

describe.each([
  ['value by value', true],
  ['as text', false],
])('a dump that is loaded %s', (_, appended) => {
  test('keeps every text and number exactly', async () => {
    const part = fc.constantFrom(
      '\t',
      '\n',
      '\r',
      '\r\n',
      '\\',
      '\\N',
      '\0',
      '"',
      "'",
      '""',
      '\x01',
      '\x01t',
      '\x01a',
      '\ufeff',
      ',',
      '#',
      'é',
      '漢😀',
      ' ',
      'NULL',
      'word',
    );
    const anyText = fc.option(
      fc.oneof(
        fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
        fc.string({ unit: 'binary' }).filter((s) => s.isWellFormed()),
      ),
    );
    const anyRow = fc.tuple(anyText, anyText, fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })));
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 60 }), async (rows) => {
        const numbered = rows.map<Row>(([a, b, score], id) => [id - 3, a, b, score === 0 ? 0 : score]);
        expect(await contentOf(await opened(text(numbered), appended))).toEqual(numbered);
      }),
      { numRuns: 40 },
    );
  });

  test('keeps empty rows of a table with one text column', async () => {
    const database = await opened('1\t\t\\N\t\\N\n2\ta\t\\N\t\\N\n3\t\\N\t\\N\t\\N\n4\t\t\\N\t\\N\n', appended, {
      note: { text: 'text' },
    });
    expect(await database.all('SELECT text FROM note ORDER BY rowid')).toEqual([
      { text: '' },
      { text: 'a' },
      { text: null },
      { text: '' },
    ]);
    await database.close();
  });

  test('reads missing tables as empty and missing columns as NULL', async () => {
    const database = await opened('1\ta\tb\t2.5\n', appended, {
      note: { id: 'integer', absent: 'integer' },
      gone: { name: 'text' },
    });
    expect(await database.all('SELECT * FROM note')).toEqual([{ id: 1, absent: null }]);
    expect(await database.all('SELECT * FROM gone')).toEqual([]);
    await database.close();
  });

  test('creates tables after queries that were left unfinished', async () => {
    const database = await opened('1\ta\tb\t2.5\n', appended);
    const begun = [1, 2, 3].map(() => database.batches('SELECT * FROM note, range(100000)')[Symbol.asyncIterator]());
    for (const each of begun) await each.next();
    for (const each of begun) await each.return?.();
    await database.all('CREATE TABLE later (id INTEGER)');
    const appenders = await Promise.all(begun.map(() => database.appender('later')));
    appenders.forEach((appender, each) => {
      appender.add([each]);
      appender.close();
    });
    expect(await database.all('SELECT * FROM later ORDER BY id')).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
    await database.close();
  });

  test('accepts rows that end after the last needed column, for tables where this is known to occur', async () => {
    const schema = parseTableSchemas(SQL);
    const tables = new Map([['note', folder.write('short.txt', '1\ta\n2\tb\tc\n3\td\te\t1.5\n4\tf')]]);
    const dump = { folder: folder.path, species: 'x', group: 'core', release: null, schema, tables };
    const options = { largestAppended: appended ? Infinity : 0, shortRows: ['note'] };
    const [id, second] = get(schema, 'note').columns.map(({ name }) => name);
    const database = await openDatabase(
      dump,
      { note: { [present(id, 'id')]: 'integer', [present(second, 'text')]: 'text' } },
      undefined,
      options,
    );
    expect(
      (await database.all<Record<string, unknown>>('SELECT * FROM note')).map((row) => Object.values(row)),
    ).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'd'],
      [4, 'f'],
    ]);
    await database.close();
    const needsAll = { note: Object.fromEntries(get(schema, 'note').columns.map(({ name, kind }) => [name, kind])) };
    await expect(openDatabase(dump, needsAll, undefined, options)).rejects.toThrow(
      /short\.txt line 1: a row of note has 4 columns, this one has 2 fields/,
    );
  });

  test('reads bytes that are not UTF-8 as Windows-1252', async () => {
    const schema = parseTableSchemas(SQL);
    const tables = new Map([
      ['note', folder.write('latin.txt', Buffer.from('1\tKr\xfcp\t\x80 \\\t\t\\N\n', 'latin1'))],
    ]);
    const dump = { folder: folder.path, species: 'x', group: 'core', release: null, schema, tables };
    const database = await openDatabase(dump, NEEDED, undefined, { largestAppended: appended ? Infinity : 0 });
    expect(await contentOf(database)).toEqual([[1, 'Krüp', '€ \t', null]]);
  });

  test('reads them as Windows-1252 for some of the columns, and for rows without escapes', async () => {
    const schema = parseTableSchemas(SQL);
    const tables = new Map([
      ['note', folder.write('latin-plain.txt', Buffer.from('1\tplain\tb\t\\N\n2\tKr\xfcp\tb\t\\N\n', 'latin1'))],
    ]);
    const dump = { folder: folder.path, species: 'x', group: 'core', release: null, schema, tables };
    const some: NeededTables[string][] = [
      { id: 'integer', text: 'text' },
      { id: 'integer', more: 'text' },
    ];
    for (const needed of some) {
      const database = await openDatabase(dump, { note: needed }, undefined, {
        largestAppended: appended ? Infinity : 0,
      });
      const rows = await database.all<Record<string, unknown>>('SELECT * FROM note ORDER BY id');
      expect(rows.map((row) => Object.values(row))).toEqual(
        'text' in needed
          ? [
              [1, 'plain'],
              [2, 'Krüp'],
            ]
          : [
              [1, 'b'],
              [2, 'b'],
            ],
      );
      await database.close();
    }
  });

  test('reports a value that is not a number with file and line', async () => {
    await expect(opened('1\ta\\\nb\t\\N\t1\nx\ta\tb\t1\n', appended)).rejects.toThrow(
      /note\.txt line 3: column 1 of note should be a whole number but is "x"/,
    );
    await expect(opened('1\ta\tb\t1\n2\ta\tb\t1,5\n', appended)).rejects.toThrow(
      /note\.txt line 2: column 4 of note should be a number but is "1,5"/,
    );
    await expect(opened('1\ta\tb\n', appended)).rejects.toThrow(
      /note\.txt line 1: a row of note has 4 columns, this one has 3 fields/,
    );
  });
});

test('many rows and long rows exceed memory, and closing the database removes its files', async () => {
  const before = await ownFolders();
  const rows = Array.from(
    { length: 50_000 },
    (_, id): Row => [
      id,
      id % 997 === 0 ? `line\n${'long '.repeat(10_000)}` : `t${id % 7}`,
      id % 3 === 0 ? null : `r\r${id}`,
      id / 8,
    ],
  );
  at(rows, 12345)[1] = 'x'.repeat(5_000_000);
  const database = await opened(text(rows), false, NEEDED, 40e6);
  expect((await ownFolders()).length).toBe(before.length + 1);
  expect(await contentOf(database)).toEqual(rows);
  expect(await ownFolders()).toEqual(before);
});

async function ownFolders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`genomic-edge-${process.pid}-`)).sort();
}

test('rows stream as plain values, with several queries at once', async () => {
  const database = await opened(text(Array.from({ length: 10_000 }, (_, id): Row => [id, `t${id}`, null, null])), true);
  let count = 0;
  for await (const row of database.rows<{ id: number }>('SELECT id FROM note ORDER BY id')) {
    if (count % 1000 === 0) {
      const [other] = await database.all(
        'SELECT text, sum(id) OVER () AS total, id / 2 AS half, id > 5 AS large, [id, NULL] AS list, 1.25 AS exact ' +
          `FROM note WHERE id = ${row.id}`,
      );
      expect(other).toEqual({
        text: `t${count}`,
        total: count,
        half: count / 2,
        large: count > 5,
        list: [count, null],
        exact: 1.25,
      });
    }
    expect(row.id).toBe(count++);
  }
  expect(count).toBe(10_000);
  for await (const _ of database.rows('SELECT * FROM note')) break;
  expect(await database.all("SELECT -5000000000 AS n, NULL AS nothing, '' AS empty")).toEqual([
    { n: -5000000000, nothing: null, empty: '' },
  ]);
  await database.close();
});

const shared = resolve('../shared/ensembl-dumps');
test.skipIf(!existsSync(shared))(
  'the reference core databases load, with progress for every byte (skipped when ../shared/ensembl-dumps is missing)',
  async () => {
    const databases = (await findDatabases([shared])).filter(({ group }) => group === 'core');
    for (const dump of databases) {
      let reported = 0;
      const database = await openDatabase(dump, CORE_TABLES, (bytes) => (reported += bytes));
      const files = await Promise.all(
        Object.entries(CORE_TABLES).map(async ([table, columns]) => (await planTable(dump, table, columns)).path ?? []),
      );
      const sizes = await Promise.all(files.flat().map(async (path) => (await stat(path)).size));
      expect(reported).toBe(sizes.reduce((sum, size) => sum + size));
      const row = at(await database.all<{ regions: number }>('SELECT count(*) AS regions FROM seq_region'), 0);
      expect(row.regions).toBeGreaterThan(0);
      await database.close();
    }
  },
);
