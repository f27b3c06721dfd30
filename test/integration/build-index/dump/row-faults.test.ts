import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { present } from '../../../../src/checked.ts';
import { openDatabase, type Database } from '../../../../build-index/dump/database.ts';
import { DumpError } from '../../../../build-index/dump/dump-error.ts';
import { parseTableSchemas } from '../../../../build-index/dump/table-schema.ts';
import { dumpFolder } from '../../../support/dump-files.ts';

const folder = dumpFolder();

async function opened(
  data: string | Uint8Array,
  {
    sql = 'CREATE TABLE `note` (`note_id` int(10) NOT NULL, `text` text, PRIMARY KEY (`note_id`));',
    name = 'note.txt',
    appended = true,
  } = {},
): Promise<Database> {
  const tables = new Map([['note', folder.write(name, data)]]);
  const dump = {
    folder: folder.path,
    species: 'x',
    group: 'core',
    release: null,
    schema: parseTableSchemas(sql),
    tables,
  };
  return openDatabase(dump, { note: { note_id: 'integer', text: 'text' } }, undefined, {
    largestAppended: appended ? Infinity : 0,
  });
}

describe.each([
  ['value by value', true],
  ['as text', false],
])('a dump that is loaded %s', (_, appended) => {
  test('is rejected, with both lines, if it has a primary key twice', async () => {
    await expect(opened('7\ta\n3\tb\\\nc\n9\td\n3\te\n', { appended })).rejects.toThrow(
      new DumpError(`${folder.path}/note.txt line 5: note has note_id 3 twice, first in line 2`),
    );
    await expect(opened('3\ta\n3\tb\n', { appended })).rejects.toThrow('line 2');
  });

  test('is rejected if it has a key of several columns twice', async () => {
    const sql = 'CREATE TABLE note (note_id int, text varchar(9), PRIMARY KEY (`note_id`,`text`));';
    for (const rows of ['3\ta\n3\ta\n', '3\tb\n3\ta\n3\tb\n'])
      await expect(opened(rows, { appended, sql })).rejects.toThrow(
        /note has note_id 3, text [ab] twice, first in line 1/,
      );
    await (await opened('3\ta\n2\ta\n3\tb\n2\tb\n', { appended, sql })).close();
  });

  test('may be in any order, and may have equal values in columns without a primary key', async () => {
    for (const [data, sql] of [
      ['7\ta\n3\ta\n', undefined],
      ['3\ta\n3\tb\n', 'CREATE TABLE note (note_id int, text text);'],
      [
        '3\ta\n3\tb\n',
        'CREATE TABLE note (note_id int, text varchar(9), PRIMARY KEY (`note_id`,`text`), KEY `x` (`text`));',
      ],
    ] as const)
      await (await opened(data, { appended, ...(sql ? { sql } : {}) })).close();
  });

  test('is rejected if it was cut short: in a row, in its gzip, or before it was compressed', async () => {
    const rows = '1\ta\n2\tb\n3\tc\n';
    await expect(opened(rows.slice(0, -3), { appended })).rejects.toThrow(
      `${folder.path}/note.txt line 3: a row of note has 2 columns, this one has 1 field`,
    );
    await expect(opened(gzipSync(rows).subarray(0, -9), { appended, name: 'note.txt.gz' })).rejects.toThrow(
      `${folder.path}/note.txt.gz line 4: the file is truncated here: its gzip data ends too early`,
    );
    await expect(opened(gzipSync(rows.slice(0, -1)), { appended, name: 'note.txt.gz' })).rejects.toThrow(
      `${folder.path}/note.txt.gz line 3: the file ends within this row`,
    );
    // In its last field. A small file may lack only the newline after manual editing.
    const many = Array.from({ length: 30_000 }, (_, row) => `${row}\ttext of ${row}\n`).join('');
    await expect(opened(many.slice(0, -3), { appended })).rejects.toThrow(
      `${folder.path}/note.txt line 30000: the file ends within this row`,
    );
    await (await opened(rows.slice(0, -1), { appended })).close();
  });
});

test('a primary key may be declared after its column', () => {
  const schemas = parseTableSchemas(
    'CREATE TABLE a (x int PRIMARY KEY, y int); CREATE TABLE b (`y` int, PRIMARY KEY (`y`,`x`), `x` ' +
      'int, KEY `primary_y` (`y`)); CREATE TABLE c (`z` int);',
  );
  expect([...schemas.values()].map(({ primaryKey }) => primaryKey)).toEqual([['x'], ['y', 'x'], []]);
});

describe('a dump with many rows that are loaded unparsed', () => {
  const rows = Array.from({ length: 30_000 }, (_, row) => `${row + 1}\t${'text '.repeat(20)}${row}\n`);
  const changed = (row: number, to: string | Buffer) =>
    Buffer.concat([
      Buffer.from(rows.slice(0, row).join('')),
      Buffer.from(to),
      Buffer.from(rows.slice(row + 1).join('')),
    ]);

  test.each([
    ['too many fields', 20_000, '20001\ta\tb\n', 'line 20001: a row of note has 2 columns, this one has 3 fields'],
    ['too few fields', 29_000, 'a\n', 'line 29001: a row of note has 2 columns, this one has 1 field'],
    ['no fields', 12_345, '\n', 'line 12346: a row of note has 2 columns, this one has 1 field'],
    ['text for a number', 29_999, 'x\ta\n', 'line 30000: column 1 of note should be a whole number but is "x"'],
    ['an empty text for a number', 29_999, '\ta\n', 'line 30000: column 1 of note should be a whole number but is ""'],
    [
      'a number beyond exact integers',
      29_999,
      '9007199254740993\ta\n',
      'line 30000: column 1 of note should be a whole number but is "9007199254740993"',
    ],
  ])('is rejected with file and line for a row with %s', async (_, row, to, reason) => {
    for (const packed of [false, true]) {
      const [name, data] = packed
        ? (['note.txt.gz', gzipSync(changed(row, to))] as const)
        : (['note.txt', changed(row, to)] as const);
      await expect(opened(data, { appended: false, name })).rejects.toThrow(
        new DumpError(`${folder.path}/${name} ${reason}`),
      );
    }
  });

  test('keeps its order if other rows must be parsed letter by letter', async () => {
    const texts = new Map<number, string | Buffer>([
      [3, '4\ta\\\tb\n'],
      [15_000, '15001\ta\\\nb\\\\N\n'],
      [22_000, '22001\ta\rb\n'],
      [29_999, '30000\t\\N\n'],
    ]);
    for (const latin of [false, true]) {
      if (latin) texts.set(10_000, Buffer.from('10001\tKr\xfcp\n', 'latin1'));
      const data = Buffer.concat(rows.map((row, at) => Buffer.from(texts.get(at) ?? row)));
      const database = await opened(data, { appended: false });
      const found = await database.all<{ note_id: number; text: string | null }>(
        'SELECT note_id, text FROM note ORDER BY rowid',
      );
      expect(found.map(({ note_id }) => note_id)).toEqual(rows.map((_, at) => at + 1));
      expect([3, 15_000, 22_000, 29_999, 10_000, 7].map((at) => present(found[at], 'the row').text)).toEqual([
        'a\tb',
        'a\nb\\N',
        'a\rb',
        null,
        latin ? 'Krüp' : `${'text '.repeat(20)}10000`,
        `${'text '.repeat(20)}7`,
      ]);
      await database.close();
    }
  });
});
