import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inputStamp } from '../../../../build-index/units/input-files.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { at } from '../../../../src/checked.ts';

const contents = { 'gene.txt': 'a'.repeat(100_000), 'dna.txt': 'ACGT' };

async function write(changed: Record<string, string | Buffer> = {}): Promise<string[]> {
  const folder = await testFolder();
  await mkdir(join(folder, 'dumps'));
  return Promise.all(
    Object.entries({ ...contents, ...changed }).map(async ([name, text]) => {
      await writeFile(join(folder, 'dumps', name), text);
      return join(folder, 'dumps', name);
    }),
  );
}

test('is the same for the same dumps, wherever they lie, in any order and of any age', async () => {
  const paths = await write();
  const stamp = await inputStamp(paths);
  const copies = await write();
  await utimes(at(copies, 0), 1, 1);
  expect(await inputStamp(copies.reverse())).toBe(stamp);
});

test('is the same whether a dump is compressed or not', async () => {
  const stamp = await inputStamp(await write());
  const [gene, dna] = await write({ 'gene.txt.gz': gzipSync(contents['gene.txt']) }).then(
    (paths) => [at(paths, 2), at(paths, 1)] as const,
  );
  expect(await inputStamp([gene, dna])).toBe(stamp);
});

test('is the same for a VCF that is plain, gzip or bgzip, also of text that hardly compresses', async () => {
  const vcf = Buffer.from(
    Array.from({ length: 60_000 }, (_, each) => `1\t${each}\t${((each * 2_654_435_761) % 2 ** 32).toString(36)}`).join(
      '\n',
    ),
  );
  const members = Array.from({ length: Math.ceil(vcf.length / 60_000) }, (_, each) =>
    gzipSync(vcf.subarray(60_000 * each, 60_000 * (each + 1))),
  );
  const noise = Buffer.from(
    Uint8Array.from({ length: 200_000 }, (_, each) => (Math.imul(each + 1, 2_654_435_761) >>> 24) ^ (each * 97)),
  );
  const stampOf = async (files: Record<string, Buffer>) => inputStamp((await write(files)).slice(2));
  const stamp = await stampOf({ 'a.vcf': vcf, 'noise.txt': noise });
  for (const packed of [gzipSync(vcf), Buffer.concat([...members, gzipSync('')])]) {
    expect(await stampOf({ 'a.vcf.gz': packed, 'noise.txt.gz': gzipSync(noise, { level: 1 }) })).toBe(stamp);
    expect(await stampOf({ 'a.vcf.bgz': packed, 'noise.txt': noise })).toBe(stamp);
  }
  expect(await stampOf({ 'a.vcf': Buffer.concat([Buffer.from('#'), vcf]), 'noise.txt': noise })).not.toBe(stamp);
});

test('is another when a file is longer, begins otherwise, or is not there', async () => {
  const stamp = await inputStamp(await write());
  for (const changed of [
    { 'dna.txt': 'ACGA' },
    { 'gene.txt': 'a'.repeat(100_001) },
    { 'gene.txt': `b${'a'.repeat(99_999)}` },
  ] as Record<string, string>[]) {
    expect(await inputStamp(await write(changed))).not.toBe(stamp);
  }
  expect(await inputStamp((await write()).slice(1))).not.toBe(stamp);
  expect(await inputStamp([...(await write()).slice(1), '/nowhere/gene.txt'])).not.toBe(stamp);
});
