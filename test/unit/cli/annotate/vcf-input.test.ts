import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openVcf } from '../../../../cli/annotate/vcf-input.ts';
import { testFolder } from '../../../support/test-folder.ts';

const HEADER = ['##fileformat=VCFv4.2', '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO'];
const lines = Array.from({ length: 20_000 }, (_, index) => `1\t${index + 1}\t.\tA\tC\t.\t.\t${'x'.repeat(index % 40)}`);
const text = [...HEADER, ...lines].join('\n');

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(await testFolder(), 'in.vcf');
  await writeFile(path, content);
  return path;
}

async function read(path: string) {
  const { header, pieces } = await openVcf(path, () => {});
  return { header, pieces: await Array.fromAsync(pieces, (piece) => piece.toString()) };
}

test.each([
  ['plain text', (plain: string) => plain],
  ['gzip', (plain: string) => gzipSync(plain)],
  [
    'several members of gzip, as bgzip writes',
    (plain: string) => Buffer.concat([gzipSync(plain.slice(0, 70_000)), gzipSync(plain.slice(70_000))]),
  ],
])('%s: the header, then whole lines in their order', async (_, compress) => {
  const { header, pieces } = await read(await fileOf(compress(`${text}\n`)));
  expect(header).toEqual(HEADER);
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
  expect(pieces.join('')).toBe(`${lines.join('\n')}\n`);
});

test('a line longer than a piece is kept whole, and a last line without an end, too', async () => {
  const long = `1\t5\t.\tA\tC\t.\t.\t${'y'.repeat(300_000)}`;
  const { pieces } = await read(await fileOf([...HEADER, long, lines[0], long].join('\n')));
  expect(pieces.join('')).toBe([long, lines[0], long].join('\n'));
});

test('a file without variants has no pieces', async () => {
  expect(await read(await fileOf(`${HEADER.join('\r\n')}\r\n`))).toEqual({ header: HEADER, pieces: [] });
});

test.each([
  ['', 'is empty; give a VCF file'],
  ['hello', "line 1: expected the line that names the columns (#CHROM, POS, … separated by tabs), but found 'hello'"],
  ['##fileformat=VCFv4.2\n', 'line 2: expected the line that names the columns'],
  ['##fileformat=VCFv4.2\n1\t5\t.\tA\tC', 'line 2: expected the line that names the columns'],
  ['BCF\x02\x02', 'is BCF; convert it with: bcftools view'],
  ['PK\x03\x04', 'is compressed in another way than gzip'],
  [gzipSync(text).subarray(0, 40_000), 'cannot be decompressed'],
])('what is no VCF file is refused with the reason: %#', async (content, message) => {
  const path = await fileOf(content);
  await expect(read(path)).rejects.toThrow(`${path}`);
  await expect(read(path)).rejects.toThrow(message);
});

test('a missing file and a folder are named', async () => {
  const folder = await testFolder();
  await expect(read(join(folder, 'none'))).rejects.toThrow('does not exist; check the path of --vcf');
  await expect(read(folder)).rejects.toThrow('is a folder; give a VCF file');
});
