/** Rows that MySQL's LOAD DATA accepts with a warning are loaded as it loads them, and counted. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../build-index/dump/database.ts';
import { type Departure, Departures } from '../../../../build-index/dump/departures.ts';
import { DumpError } from '../../../../build-index/dump/dump-error.ts';
import { parseTableSchemas } from '../../../../build-index/dump/table-schema.ts';
import { dumpFolder } from '../../../support/dump-files.ts';

const folder = dumpFolder();
const SQL = `CREATE TABLE \`note\` (
  \`note_id\` int(10) unsigned NOT NULL AUTO_INCREMENT,
  \`score\` double DEFAULT NULL,
  \`kinds\` set('a','b','it''s') NOT NULL DEFAULT 'a',
  \`level\` enum('low','high') NOT NULL,
  \`rank\` tinyint(1) NOT NULL DEFAULT '-1',
  \`text\` varchar(20) COLLATE latin1_bin NOT NULL DEFAULT 'none\\\\such',
  \`made\` datetime NOT NULL,
  PRIMARY KEY (\`note_id\`)
);`;
const NEEDED = {
  note: {
    note_id: 'integer',
    score: 'float',
    kinds: 'text',
    level: 'text',
    rank: 'integer',
    text: 'text',
    made: 'text',
  },
} as const;

interface Loaded {
  rows: unknown[][];
  departures: Departure[];
}

async function open(data: string | Uint8Array, isStrict: boolean, appended: boolean, name: string): Promise<Loaded> {
  const departures = new Departures(isStrict);
  const tables = new Map([['note', folder.write(name, data)]]);
  const dump = {
    folder: folder.path,
    species: 'x',
    group: 'core',
    release: null,
    schema: parseTableSchemas(SQL),
    tables,
  };
  const options = { largestAppended: appended ? Infinity : 0 };
  const database: Database = await openDatabase({ ...dump, departures }, NEEDED, undefined, options);
  const rows = await database.all<Record<string, unknown>>('SELECT * FROM note ORDER BY rowid');
  await database.close();
  return { rows: rows.map((row) => Object.values(row)), departures: departures.list() };
}

const SOUND = [1, 0.5, 'a,b', 'low', 0, 'x', '2001-01-01'];
const soundLine = SOUND.join('\t');

describe.each([
  ['value by value', true],
  ['as text', false],
])('a dump that is loaded %s', (_, appended) => {
  const loaded = (data: string | Uint8Array, name = 'note.txt') => open(data, false, appended, name);

  test('has no departures if it is sound', async () => {
    expect(await loaded(`${soundLine}\n`)).toEqual({ rows: [SOUND], departures: [] });
  });

  test('gets the defaults of its columns for missing fields, and loses extra ones', async () => {
    const lines = ['2', soundLine, '', `6\t\\N\tb\thigh\t1\ta\\\nb\tdate\textra\\\nfield\t5`, '4\t1.5\tb', '5'];
    for (const [name, end] of [
      ['note.txt', '\n'],
      ['open.txt', ''],
    ] as const) {
      const { rows, departures } = await loaded(lines.join('\n') + end, name);
      const missing = ['a', 'low', -1, 'none\\such', '0000-00-00 00:00:00'];
      expect(rows).toEqual([
        [2, null, ...missing],
        SOUND,
        [3, null, ...missing],
        [6, null, 'b', 'high', 1, 'a\nb', 'date'],
        [4, 1.5, 'b', ...missing.slice(1)],
        [5, null, ...missing],
      ]);
      const path = `${folder.path}/${name}`;
      const says = (line: number, fields: string) =>
        `${path} line ${line}: a row of note has 7 columns, this one has ${fields}`;
      const of = { file: path, table: 'note' };
      expect(departures).toEqual([
        { ...of, kind: 'extra fields', count: 1, first: [says(4, '9 fields')] },
        {
          ...of,
          kind: 'key without a number',
          count: 1,
          first: [`${path} line 3: a row of note has no note_id. It gets 3, the next number`],
        },
        {
          ...of,
          kind: 'missing fields',
          count: 4,
          first: [says(1, '1 field'), says(3, '1 field'), says(7, '3 fields')],
        },
      ]);
    }
  });

  test.each([
    ['x', 0, 0],
    ['12 kg', 12, 12],
    ['-7abc', -7, -7],
    ['2.5', 3, 2.5],
    ['-2.5e0x', -3, -2.5],
    ['1e2', 100, 100],
    [' 8', 8, 8],
    ['1,5', 1, 1],
    ['NULL', 0, 0],
    ['99999999999999999999', 127, 1e20],
    ['-99999999999999999999', -128, -1e20],
    ['128', 127, 128],
    ['-129', -128, -129],
    ['nan', 0, 0],
  ])('reads %j in a column of numbers as MySQL does', async (text, integer, float) => {
    const { rows, departures } = await loaded(`1\t${text}\tb\tlow\t${text}\tx\tdate\n`);
    expect(rows).toEqual([[1, float, 'b', 'low', integer, 'x', 'date']]);
    // DuckDB reads these numbers like MySQL, which does not warn of them.
    if (!appended && ['2.5', '1e2', ' 8'].includes(text)) return;
    expect(departures.map(({ kind }) => kind)).toContain(
      text === 'NULL'
        ? 'NULL as text in a number column'
        : /^-?(9+|12[89])$/.test(text)
          ? 'number out of range'
          : 'text in a number column',
    );
  });

  test('reads NULL in columns that are NOT NULL as the zero of their type', async () => {
    const { rows, departures } = await loaded('1\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n');
    expect(rows).toEqual([[1, null, '', 'low', 0, '', '0000-00-00 00:00:00']]);
    expect(departures).toMatchObject([{ kind: 'NULL in a column without NULL', count: 5 }]);
  });

  test('numbers rows without a key in their order, from the greatest key before them', async () => {
    const row = (key: string | number) => [key, ...SOUND.slice(1)];
    const read = (keys: (string | number)[], end = '\n') =>
      loaded(keys.map((key) => row(key).join('\t')).join('\n') + end);
    const { rows, departures } = await read(['\\N', 7, '0', 3, '', '0.4', 'x', '2.6', 11, 20, '-0']);
    // Row 9 repeats a number that was given, and so is dropped.
    expect(rows).toEqual([1, 7, 8, 3, 9, 10, 11, 3, 20, 21].filter((_, at) => at !== 7).map(row));
    const path = `${folder.path}/note.txt`;
    const says = (line: number, key: number) =>
      `${path} line ${line}: a row of note has no note_id. It gets ${key}, the next number`;
    const of = { file: path, table: 'note' };
    expect(departures.filter(({ kind }) => kind === 'key without a number')).toEqual([
      { ...of, kind: 'key without a number', count: 6, first: [says(1, 1), says(3, 8), says(5, 9)] },
    ]);
    expect((await read([4_294_967_290, '\\N', '99999999999', '0', ''], '')).rows.map(([key]) => key)).toEqual([
      4_294_967_290, 4_294_967_291, 4_294_967_295,
    ]);
  });

  test('cuts texts that are longer than their column, by characters', async () => {
    const texts = ['x'.repeat(20), 'ä'.repeat(20), '🐓'.repeat(21), `\\t${'y'.repeat(20)}`, 'z'.repeat(300)];
    const { rows, departures } = await loaded(
      texts.map((text, at) => `${at + 1}\t1\ta\tlow\t1\t${text}\tdate\n`).join(''),
    );
    expect(rows.map((each) => each[5])).toEqual([
      'x'.repeat(20),
      'ä'.repeat(20),
      '🐓'.repeat(20),
      `\t${'y'.repeat(19)}`,
      'z'.repeat(20),
    ]);
    expect(departures).toEqual([
      {
        file: `${folder.path}/note.txt`,
        table: 'note',
        kind: 'text longer than its column',
        count: 3,
        first: [
          expect.stringMatching(/line 3: column 6 of note should be 20 characters at most but is "/),
          expect.stringMatching(/line 4: /),
          expect.stringMatching(/line 5: /),
        ],
      },
    ]);
  });

  test('keeps of SET and ENUM columns what they list, in the spelling of table.sql', async () => {
    const values: [kinds: string, level: string, stored: [string, string]][] = [
      ["it's,a", 'HIGH', ["a,it's", 'high']],
      ['B,zzz', '2', ['b', 'high']],
      ['', 'middle', ['', '']],
      ['nothing', '', ['', '']],
    ];
    const { rows, departures } = await loaded(
      values.map(([kinds, level], row) => `${row + 1}\t1\t${kinds}\t${level}\t1\tx\tdate\n`).join(''),
    );
    expect(rows.map((row) => row.slice(2, 4))).toEqual(values.map(([, , stored]) => stored));
    expect(departures).toEqual([
      {
        file: `${folder.path}/note.txt`,
        table: 'note',
        kind: 'value that the column does not list',
        count: 3,
        first: [
          `line 2: column 3 of note should be as table.sql lists it but is "B,zzz"`,
          `line 3: column 4 of note should be as table.sql lists it but is "middle"`,
          `line 4: column 3 of note should be as table.sql lists it but is "nothing"`,
        ].map((sentence) => `${folder.path}/note.txt ${sentence}`),
      },
    ]);
  });

  test('keeps the first of several rows with one key', async () => {
    const rows = [3, 1, 3, 2, 3].map((id, at) => [id, at, 'a', 'low', 1, 'x', 'date']);
    const found = await loaded(`${rows.map((row) => row.join('\t')).join('\n')}\n`);
    expect(found.rows).toEqual([rows[0], rows[1], rows[3]]);
    expect(found.departures).toMatchObject([
      {
        kind: 'duplicate key',
        count: 2,
        first: [expect.stringMatching(/line 3: note has note_id 3 twice, first in line 1$/)],
      },
    ]);
  });

  test('reads text that is not UTF-8 as Windows-1252', async () => {
    const line = (id: number) => Buffer.from(`${id}\t1\ta\tlow\t1\tKr\xfcp\tdate\n`, 'latin1');
    const { rows, departures } = await loaded(Buffer.concat([1, 2, 3, 4, 5].map(line)));
    expect(rows.map((row) => row[5])).toEqual(Array.from({ length: 5 }, () => 'Krüp'));
    expect(departures).toMatchObject([{ kind: 'text that is not UTF-8', count: 5, first: { length: 3 } }]);
  });

  test.each([
    ['a missing field', '1\t2\n', 'line 2: a row of note has 7 columns, this one has 2 fields'],
    ['an extra field', `${soundLine}\tx\n`, 'line 2: a row of note has 7 columns, this one has 8 fields'],
    ['text for a number', '1\tx\ta\tlow\t1\tx\tdate\n', 'line 2: column 2 of note should be a number but is "x"'],
    [
      'an unlisted value',
      '1\t1\tz\tlow\t1\tx\tdate\n',
      'line 2: column 3 of note should be as table.sql lists it but is "z"',
    ],
    [
      'a key without a number',
      `\\N${soundLine.slice(1)}\n`,
      'line 2: a row of note has no note_id. It gets 2, the next number',
    ],
    [
      'a long text',
      `2\t1\ta\tlow\t1\t${'x'.repeat(21)}\tdate\n`,
      'line 2: column 6 of note should be 20 characters at most but is "xxxxxxxxxxxxxxxxxxxxx"',
    ],
    ['a duplicate key', `${soundLine}\n`, 'line 2: note has note_id 1 twice, first in line 1'],
    [
      'other text than UTF-8',
      '5\t1\ta\tlow\t1\t\xfc\tdate\n',
      'line 2: column 6 of note is not UTF-8; it is read as Windows-1252',
    ],
  ])('is rejected with --strict for %s', async (_, line, reason) => {
    const data = Buffer.from(`${soundLine}\n${line}`, 'latin1');
    await expect(open(data, true, appended, 'strict.txt')).rejects.toThrow(
      new DumpError(`${folder.path}/strict.txt ${reason}`),
    );
  });

  test('is rejected if its gzip was cut short', async () => {
    const packed = gzipSync(`${soundLine}\n`.repeat(9)).subarray(0, -9);
    await expect(loaded(packed, 'note.txt.gz')).rejects.toThrow('the file is truncated here');
  });
});

test('departures among many rows are counted with their lines', async () => {
  const lines = Array.from({ length: 60_000 }, (_, row) => `${row + 1}\t1\ta,b\tlow\t1\t${'text '.repeat(4)}\tdate`);
  for (const row of [20_000, 31_000, 31_001, 59_999]) lines[row] = `${row + 1}\tNULL`;
  lines[40_000] = '40001\t1\tc\tlow\t1\ta\\\nb\tdate';
  for (const name of ['many.txt', 'many.txt.gz']) {
    const text = `${lines.join('\n')}\n`;
    const { rows, departures } = await open(name.endsWith('gz') ? gzipSync(text) : text, false, false, name);
    expect(rows.map(([id]) => id)).toEqual(lines.map((_, row) => row + 1));
    expect(rows[31_001]).toEqual([31_002, 0, 'a', 'low', -1, 'none\\such', '0000-00-00 00:00:00']);
    expect(departures.map(({ kind, count }) => [kind, count])).toEqual([
      ['NULL as text in a number column', 4],
      ['missing fields', 4],
      ['value that the column does not list', 1],
    ]);
    const places = departures.map(({ first }) => first.map((sentence) => Number(/line (\d+)/.exec(sentence)?.[1])));
    expect(places).toEqual([[20_001, 31_001, 31_002], [20_001, 31_001, 31_002], [40_001]]);
  }
});
