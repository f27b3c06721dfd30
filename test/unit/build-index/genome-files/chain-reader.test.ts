import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Departures } from '../../../../build-index/dump/departures.ts';
import { readChain } from '../../../../build-index/genome-files/chain-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const path = join(await testFolder(), 'a.chain');

async function read(text: string | Uint8Array) {
  await writeFile(path, text);
  const departures = new Departures();
  const found: unknown[] = [];
  for await (const { line, target, query, targetStart, queryStart, length } of readChain(
    path,
    departures.reading(path, ''),
  ))
    found.push([line, target.name, targetStart, query.name, query.isReverse, queryStart, length]);
  return { found, departures: departures.list() };
}

const CHAIN = 'chain 4900 chrY 100 + 10 60 chr5 200 - 20 75 1\n9 1 0\n10\t0\t5\n30\n';

test('reads the pieces between gaps', async () => {
  const expected = [
    [4, 'chrY', 10, 'chr5', true, 20, 9],
    [5, 'chrY', 20, 'chr5', true, 29, 10],
    [6, 'chrY', 30, 'chr5', true, 44, 30],
    [9, 'chrZ', 0, 'chr6', false, 0, 7],
  ];
  const text = `##matrix=axtChain 16\n#comment\n${CHAIN}\nchain 1 chrZ 9 + 0 7 chr6 9 + 0 7\n7\n\n`;
  expect(await read(text)).toEqual({ found: expected, departures: [] });
  expect((await read(gzipSync(text))).found).toEqual(expected);
});

test('counts chains with broken lines, and a last one that was cut', async () => {
  const { found, departures } = await read(
    `${CHAIN}chain 1 chrY x\n7\n${CHAIN.replace('10\t0', 'x\t0')}${CHAIN.replace('30\n', '31\n')}${CHAIN.slice(0, -3)}`,
  );
  expect(found).toHaveLength(3 + 1 + 2 + 2);
  expect(departures[0]).toMatchObject({
    kind: 'line that is no part of a chain',
    count: 4,
    first: [
      `${path} line 5: the header of a chain has 12 or 13 fields: "chain 1 chrY x"`,
      `${path} line 9: a piece has one or three numbers: "x\\t0\\t5"`,
      `${path} line 14: the piece ends beyond its chain of chrY and chr5`,
    ],
  });
});

test.each([
  ['>chr1\nACGT\n', /line 1: a chain file begins with a line "chain score …", but this one with ">chr1"/],
  ['# nothing\n', /has no chain/],
])('rejects the file %j', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});
