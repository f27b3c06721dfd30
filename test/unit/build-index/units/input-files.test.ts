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

test('the stamp ignores the folder, order and age of the dumps', async () => {
  const paths = await write();
  const stamp = await inputStamp(paths);
  const copies = await write();
  await utimes(at(copies, 0), 1, 1);
  expect(await inputStamp(copies.reverse())).toBe(stamp);
});

test('the stamp is the same for a compressed and an uncompressed dump', async () => {
  const stamp = await inputStamp(await write());
  const [gene, dna] = await write({ 'gene.txt.gz': gzipSync(contents['gene.txt']) }).then(
    (paths) => [at(paths, 2), at(paths, 1)] as const,
  );
  expect(await inputStamp([gene, dna])).toBe(stamp);
});

test('the stamp is the same for a plain, a gzip and a bgzip VCF, even if it hardly compresses', async () => {
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

test('the stamp changes if a file is longer, begins differently, or is missing', async () => {
  const stamp = await inputStamp(await write());
  for (const [name, text] of [
    ['dna.txt', 'ACGA'],
    ['gene.txt', 'a'.repeat(100_001)],
    ['gene.txt', `b${'a'.repeat(99_999)}`],
  ] as const)
    expect(await inputStamp(await write({ [name]: text }))).not.toBe(stamp);
  expect(await inputStamp((await write()).slice(1))).not.toBe(stamp);
  expect(await inputStamp([...(await write()).slice(1), '/nowhere/gene.txt'])).not.toBe(stamp);
});
