import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../build-index/dump/database.ts';
import { DumpError } from '../../build-index/dump/dump-error.ts';
import { parseTableSchemas } from '../../build-index/dump/table-schema.ts';
import { dumpFolder } from './dump-files.ts';

const folder = dumpFolder();

async function opened(data: string | Uint8Array, { sql = 'CREATE TABLE `note` (`note_id` int(10) NOT NULL, `text` text, PRIMARY KEY (`note_id`));', name = 'note.txt', appended = true } = {}): Promise<Database> {
  const tables = new Map([['note', folder.write(name, data)]]);
  const dump = { folder: folder.path, species: 'x', group: 'core', release: null, schema: parseTableSchemas(sql), tables };
  return openDatabase(dump, { note: { note_id: 'integer', text: 'text' } }, undefined, { largestAppended: appended ? Infinity : 0 });
}

describe.each([['value by value', true], ['as text', false]])('a dump that is loaded %s', (_, appended) => {
  test('and has a primary key twice is refused, with both lines', async () => {
    await expect(opened('7\ta\n3\tb\\\nc\n9\td\n3\te\n', { appended })).rejects.toThrow(new DumpError(`${folder.path}/note.txt line 5: note has note_id 3 twice, first in line 2`));
    await expect(opened('3\ta\n3\tb\n', { appended })).rejects.toThrow('line 2');
  });

  test('may be in any order, and have equal values where no primary key is', async () => {
    for (const [data, sql] of [
      ['7\ta\n3\ta\n', undefined], ['3\ta\n3\tb\n', 'CREATE TABLE note (note_id int, text text);'],
      ['3\ta\n3\tb\n', 'CREATE TABLE note (note_id int, text varchar(9), PRIMARY KEY (`note_id`,`text`), KEY `x` (`text`));'],
    ] as const) await (await opened(data, { appended, ...(sql ? { sql } : {}) })).close();
  });

  test('cut short is refused: in a row, in its gzip, or before it was compressed', async () => {
    const rows = '1\ta\n2\tb\n3\tc\n';
    await expect(opened(rows.slice(0, -3), { appended })).rejects.toThrow(`${folder.path}/note.txt line 3: a row of note has 2 columns, this one has 1 field`);
    await expect(opened(gzipSync(rows).subarray(0, -9), { appended, name: 'note.txt.gz' })).rejects.toThrow(`${folder.path}/note.txt.gz is truncated`);
    await expect(opened(gzipSync(rows.slice(0, -1)), { appended, name: 'note.txt.gz' })).rejects.toThrow(`${folder.path}/note.txt.gz line 3: the file ends within this row`);
  });
});

test('a primary key may stand behind its column', () => {
  const schemas = parseTableSchemas('CREATE TABLE a (x int PRIMARY KEY, y int); CREATE TABLE b (`y` int, PRIMARY KEY (`y`,`x`), `x` int, KEY `primary_y` (`y`)); CREATE TABLE c (`z` int);');
  expect([...schemas.values()].map(({ primaryKey }) => primaryKey)).toEqual([['x'], ['y', 'x'], []]);
});
