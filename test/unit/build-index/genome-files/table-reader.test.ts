import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Departures } from '../../../../build-index/dump/departures.ts';
import { tableRows } from '../../../../build-index/genome-files/table-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const path = join(await testFolder(), 'a.tsv');
const COLUMNS = { needed: ['id', 'dbname'], optional: ['synonyms', 'info_type'] } as const;

async function read(text: string) {
  await writeFile(path, text);
  const departures = new Departures();
  const found: unknown[] = [];
  const reading = departures.reading(path, '');
  for await (const { line, get, all } of tableRows(path, COLUMNS, 'line that is no cross reference', reading))
    found.push([line, get('id'), get('info_type'), all('synonyms')]);
  return { found, departures: departures.list() };
}

test('reads columns in any order by the names of the header', async () => {
  expect(
    await read('## a comment\r\n#Synonyms\tID\tdbname\tInfo type\r\na| b\tx\tHGNC\t-\r\n\r\n.\ty\tMGI\tDIRECT\r\n'),
  ).toEqual({
    found: [
      [3, 'x', null, ['a', 'b']],
      [5, 'y', 'DIRECT', []],
    ],
    departures: [],
  });
});

test('counts rows with another number of columns or without a needed value', async () => {
  const { found, departures } = await read('id\tdbname\nx\ty\nx\nx\ty\tz\n\ty\n');
  expect(found).toHaveLength(1);
  expect(departures[0]).toMatchObject({
    count: 3,
    first: [
      `${path} line 3: the header has 2 columns, this line has 1`,
      `${path} line 4: the header has 2 columns, this line has 3`,
      `${path} line 5: id is empty`,
    ],
  });
});

test.each([
  [
    'id\tdbnam\n',
    /line 1: unknown column "dbnam"; the closest is dbname\. Columns are separated by tabs, and are: id, dbname/,
  ],
  ['id,dbname\n', /line 1: unknown column "id,dbname"; the closest is dbname\. Columns are separated by tabs/],
  ['id\tsynonyms\n', /line 1: the header has no column dbname/],
  ['id\tdbname\tid\n', /line 1: two columns have the name id/],
  ['\n\n', /has no header line with the names of its columns/],
])('rejects the header %j', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});
