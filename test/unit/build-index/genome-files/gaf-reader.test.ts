import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Departures } from '../../../../build-index/dump/departures.ts';
import { type Association, readGaf } from '../../../../build-index/genome-files/gaf-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const path = join(await testFolder(), 'a.gaf');

async function read(text: string | Uint8Array) {
  await writeFile(path, text);
  const departures = new Departures();
  const found: Association[] = [];
  for await (const each of readGaf(path, departures.reading(path, ''))) found.push(each);
  return { found, departures: departures.list() };
}

const line = (fields: Record<number, string>, columns = 17) =>
  `${Array.from({ length: columns }, (_, index) => fields[index + 1] ?? '').join('\t')}\n`;
const ONE = { 1: 'UniProtKB', 2: 'P12345', 3: 'GOT2', 4: 'involved_in', 5: 'GO:0006457', 7: 'TAS', 13: 'taxon:9986' };

test('reads associations with all names of their objects, the most specific first', async () => {
  const { found, departures } = await read(
    gzipSync(`!gaf-version: 2.2\n${line({ ...ONE, 11: 'mAspAT|GOT2', 17: 'UniProtKB:P12345-2' })}${line(ONE, 15)}`),
  );
  expect(found).toEqual([
    { line: 2, names: ['P12345-2', 'P12345', 'mAspAT', 'GOT2'], term: 'GO:0006457', evidence: 'TAS', taxon: '9986' },
    { line: 3, names: ['P12345', 'GOT2'], term: 'GO:0006457', evidence: 'TAS', taxon: '9986' },
  ]);
  expect(departures).toEqual([]);
});

test('leaves out associations that say NOT', async () => {
  expect(await read(line({ ...ONE, 4: 'NOT|enables' }))).toEqual({ found: [], departures: [] });
});

test('counts lines that are none', async () => {
  const { found, departures } = await read(
    `${line(ONE)}${line(ONE, 9)}${line({ ...ONE, 5: '6457' })}${line({ ...ONE, 7: '' })}`,
  );
  expect(found).toHaveLength(1);
  expect(departures).toMatchObject([{ kind: 'line that is no association', count: 3 }]);
  expect(departures[0]?.first).toEqual([
    `${path} line 2: an association has at least 15 columns, this line has 9`,
    `${path} line 3: "6457" is no accession of a term`,
    `${path} line 4: "" is no evidence code`,
  ]);
});

test('rejects another file', async () => {
  await expect(read('{ "a": 1 }\n')).rejects.toThrow(/no line is an association, with 15 columns or more \(GAF\)/);
});
