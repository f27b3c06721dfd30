/** The writers write the examples of docs/FORMAT.md, so a change of the format needs a change of the document. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { encodeStableId } from '../../../src/genome/stable-id.ts';
import { encodePlainBlock, markBlock } from '../../../src/index/blocks/block.ts';
import { encodeDocument } from '../../../src/index/document.ts';
import { GenotypeMatrixWriter } from '../../../src/index/genotypes/genotype-matrix.ts';
import { IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import { packRecords } from '../../../src/index/tables/packed-records.ts';
import { PackedSequenceWriter } from '../../../src/index/sequence/packed-sequence.ts';
import { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { recordBlock } from '../../support/record-block.ts';
import { at, get, present } from '../../../src/checked.ts';

const specification = await readFile(new URL('../../../docs/FORMAT.md', import.meta.url), 'utf8');
const bytesOf = (text: string) => new TextEncoder().encode(text);

function example(name: string, language = 'hex'): string {
  const found = new RegExp(`^\`\`\`${language} ${name}\n([^\`]*)\`\`\``, 'm').exec(specification);
  return at(present(found, `the example ${name}`), 1)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
}

test('a sorted table is as documented', async () => {
  const store = new MemoryStore();
  const writer = new SortedTableWriter(store.sink('t'));
  for (const [key = '', value = ''] of ['ax', 'by', 'bz']) await writer.add(key, bytesOf(value));
  const [offset, length] = await writer.finish();
  expect(hex(get(store.objects, 't'))).toBe(example('sorted-table'));
  expect(specification).toContain(`directory at [${offset}, ${length}]`);
});

test('packed records are as documented', () => {
  const records = [
    ['rs10', 'SNV,1'],
    ['rs11', 'SNV,2'],
  ].map(([key, value]) => bytesOf(`\x04${key}${value}`));
  expect(hex(packRecords(recordBlock('sorted table', records)))).toBe(example('packed-records'));
});

test('an interval table is as documented', async () => {
  const store = new MemoryStore();
  const writer = new IntervalTableWriter(store.sink('t'), { compress: async (bytes) => bytes });
  await writer.add(7, 100, 200, bytesOf('p'));
  await writer.add(7, 150, 160, bytesOf('q'));
  await writer.finish();
  expect(hex(get(store.objects, 't'))).toBe(example('interval-table'));
});

test('a genotype matrix is as documented', async () => {
  const store = new MemoryStore();
  const writer = new GenotypeMatrixWriter(store.sink('t'));
  const rare = new Uint8Array(24).with(7, 1).with(9, 2);
  const common = new Uint8Array(24).fill(2).with(1, 1).with(3, 4);
  await writer.add(7, 100, 'rs12', rare);
  await writer.add(7, 103, 'rs15', common.with(8, 3));
  await writer.add(7, 103, 'b', common.with(5, 0));
  await writer.finish();
  expect(hex(get(store.objects, 't'))).toBe(example('genotype-matrix'));
});

test('a packed sequence is as documented', async () => {
  const store = new MemoryStore();
  const writer = new PackedSequenceWriter(store.sink('s'));
  writer.begin([[2, 3]]);
  await writer.append(bytesOf('ACGTTNNRA'));
  const directory = await writer.end();
  expect(hex(get(store.objects, 's'))).toBe(example('packed-sequence'));
  expect(hex(directory)).toBe(example('chunk-directory'));
});

test('a document is as documented', () => {
  expect(hex(encodeDocument({ a: 1 }, { t: Uint8Array.of(1, 2) }))).toBe(example('document'));
});

test('a block with a mark is as documented', () => {
  expect(hex(markBlock(encodePlainBlock(bytesOf('abc')), 0x89abcdef, 8))).toBe(example('marked-block'));
});

test('a stable id is as documented', () => {
  const record = encodeStableId({
    type: 'Translation',
    genome: 2,
    version: 1,
    region: '6',
    gene: [8, 6274, 0],
    xrefs: [6821, 3352, 0],
    proteinFeatures: [8, 3112, 4],
  });
  expect(new TextDecoder().decode(record)).toBe(example('stable-id', 'json'));
});
