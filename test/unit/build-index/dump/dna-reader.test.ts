import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readDna } from '../../../../build-index/dump/dna-reader.ts';
import { DumpError } from '../../../../build-index/dump/dump-error.ts';
import { parseTableSchemas } from '../../../../build-index/dump/table-schema.ts';
import type { TableSchema } from '../../../../build-index/dump/table-schema.ts';
import { at } from '../../../../src/checked.ts';
import { dumpFolder } from '../../../support/dump-files.ts';

const folder = dumpFolder();
const MIB = 1024 * 1024;

async function sequencesOf(path: string, schema?: TableSchema): Promise<[id: number, bases: string][]> {
  const sequences: [number, string][] = [];
  let isOpen = false;
  for await (const { seqRegionId, bases, last } of readDna(path, schema)) {
    expect(bases.length).toBeLessThanOrEqual(MIB);
    if (!isOpen) sequences.push([seqRegionId, '']);
    const sequence = at(sequences, sequences.length - 1);
    expect(sequence[0]).toBe(seqRegionId);
    sequence[1] += Buffer.from(bases).toString('latin1');
    isOpen = !last;
  }
  expect(isOpen).toBe(false);
  return sequences;
}

test('reads sequences correctly wherever the read buffer ends', async () => {
  for (const before of [-6, -5, -4, -3, -2, -1, 0, 1]) {
    const long = 'ACGTN'.repeat(MIB).slice(0, MIB + before);
    const text = `12\t${long}\n345\tacgtRYKM\n6\t\n7\t${long}${long}\n`;
    const expected = [
      [12, long],
      [345, 'acgtRYKM'],
      [6, ''],
      [7, long + long],
    ];
    expect(await sequencesOf(folder.write('dna.txt', text))).toEqual(expected);
    expect(await sequencesOf(folder.write('dna.txt.gz', gzipSync(text, { level: 1 })))).toEqual(expected);
  }
});

test('accepts a last line without a newline and an empty file', async () => {
  expect(await sequencesOf(folder.write('open.txt', '1\tACGT'))).toEqual([[1, 'ACGT']]);
  expect(await sequencesOf(folder.write('empty.txt', ''))).toEqual([]);
});

test('finds the columns by the schema', async () => {
  const schema = parseTableSchemas('CREATE TABLE dna (note text, seq_region_id int, sequence longtext, n int);').get(
    'dna',
  );
  expect(await sequencesOf(folder.write('more.txt', 'x\t5\tAC\t7\ny\t6\tGT\t8\n'), schema)).toEqual([
    [5, 'AC'],
    [6, 'GT'],
  ]);
  const wrong = parseTableSchemas('CREATE TABLE dna (sequence longtext, seq_region_id int);').get('dna');
  await expect(sequencesOf(folder.write('wrong.txt', 'AC\t1\n'), wrong)).rejects.toThrow(
    /seq_region_id and sequence, in this order/,
  );
});

test.each([
  ['1\tAC\n2\tA T\n', 'line 2: the sequence of seq region 2 contains byte 0x20, which is no base'],
  ['1\tAC\n2\tA-T\n', 'line 2: the sequence of seq region 2 contains "-", which is no base'],
  ['1\tAC\n2\tA*T\n', 'line 2: the sequence of seq region 2 contains "*", which is no base'],
  ['1\tAC\n2\t\\N\n', 'line 2: the sequence of seq region 2 contains "\\", which is no base'],
  ['1\tAC\nx2\tAC\n', 'line 2: the seq_region_id should be a whole number but is "x2"'],
  ['1\tAC\n2\n', 'line 2: a row of dna has 2 columns, this one has 1 field'],
  ['1\tAC\t3\n', 'line 1: a row of dna has 2 columns, this one has 3 fields'],
  [
    '1\tAC\n2',
    'line 2: a row of dna has 2 columns, this one has 1 field; the file ends there without a ' +
      'newline, so it may have been cut short',
  ],
  ['1\tAC\n2\tAC\t', 'line 2: a row of dna has 2 columns, this one has 3 fields'],
])('rejects %j and names the line', async (text, message) => {
  const path = folder.write('broken.txt', text);
  await expect(sequencesOf(path)).rejects.toThrow(new DumpError(`${path} ${message}`));
});

test('rejects a truncated gzip file', async () => {
  const packed = gzipSync(`1\tACGT\n2\t${'ACGT'.repeat(100_000)}\n`);
  const path = folder.write('cut.txt.gz', packed.subarray(0, packed.length - 20));
  await expect(sequencesOf(path)).rejects.toThrow(`${path} line 2: the file is truncated here`);
});
