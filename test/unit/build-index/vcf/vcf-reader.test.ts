import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { VcfFile, type VcfVariant } from '../../../../build-index/vcf/vcf-reader.ts';
import { at } from '../../../../src/checked.ts';
import { genotypesOf } from '../../../support/vcf-genotypes.ts';

const folder = await mkdtemp(join(tmpdir(), 'vcf-reader-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;

/** A variant with the genotypes of all samples. */
type ReadVariant = Omit<VcfVariant, 'columns' | 'meanings'> & { genotypes: Uint8Array };

async function read(
  lines: readonly string[],
  samples = ['S1', 'S2', 'S3'],
  options: { zip?: boolean; ending?: string } = {},
): Promise<ReadVariant[]> {
  const { zip = false, ending = '\n' } = options;
  const header = [
    '##fileformat=VCFv4.2',
    ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO', 'FORMAT', ...samples].join('\t'),
  ];
  const text = [...header, ...lines, ''].join(ending);
  return readText(
    zip ? Buffer.concat([text.slice(0, 90), text.slice(90)].map((part) => gzipSync(part))) : Buffer.from(text),
    zip,
  );
}

async function readText(content: Buffer, zip = false): Promise<ReadVariant[]> {
  const path = join(folder, `${files++}.vcf${zip ? '.gz' : ''}`);
  await writeFile(path, content);
  const file = await VcfFile.open(path);
  const found: ReadVariant[] = [];
  await file.each(
    ({ columns, meanings, ...variant }) =>
      void found.push({ ...variant, genotypes: genotypesOf({ columns, meanings }) }),
  );
  return found;
}

const line = (genotypes: string, { pos = '100', id = 'rs1', ref = 'A', alt = 'G', format = 'GT' } = {}) =>
  ['1', pos, id, ref, alt, '.', 'PASS', '.', format, ...genotypes.split(' ')].join('\t');

describe('genotypes', () => {
  it('count the first alternative allele, phased or not; genotypes with other alternatives are missing', async () => {
    const variants = await read([
      line('0|0 0/1 1|1', {}),
      line('.|. 1|0 .|1', { alt: 'G,T' }),
      line('0|2 1|2 0|1', { alt: 'G,T' }),
    ]);
    expect(variants.map((variant) => [...variant.genotypes])).toEqual([
      [0, 1, 2],
      [3, 4, 3],
      [3, 3, 1],
    ]);
  });

  it('that are haploid are missing on a diploid line; lines of another ploidy are marked', async () => {
    const variants = await read([line('0 0|1 1|1'), line('0 1 .'), line('0|1|1 0|0|0 0|0|1'), line('0/0/0/1 0|1 1|1')]);
    expect([...at(variants, 0).genotypes]).toEqual([3, 1, 2]);
    expect(variants.map(({ diploid }) => diploid)).toEqual([true, false, false, false]);
  });

  it('come before other values of a sample; variants without genotypes are skipped', async () => {
    const found = await read([
      line('0|1:12:3 1|1:.:. 0|0:1', { format: 'GT:DP:GQ' }),
      line('12 3 4', { format: 'DP' }),
    ]);
    expect(found.map(({ genotypes }) => [...genotypes])).toEqual([[1, 2, 0]]);
  });
});

describe('a variant', () => {
  it("has Ensembl's position: POS, plus one unless all alleles are single letters", async () => {
    const found = await read([
      line('0|1 0|1 0|1'),
      line('0|1 0|1 0|1', { ref: 'AT', alt: 'A' }),
      line('0|1 0|1 0|1', { alt: 'AC' }),
      line('0|1 0|1 0|1', { alt: '<DEL>' }),
      line('0|1 0|1 0|1', { alt: 'G,T' }),
    ]);
    expect(found.map(({ position }) => position)).toEqual([100, 101, 101, 101, 100]);
  });

  it('has the first of several ids as its name, or none if there is no id', async () => {
    const found = await read([line('0|1 0|1 0|1', { id: 'rs1;rs2' }), line('0|1 0|1 0|1', { id: '.', alt: 'G,T' })]);
    expect(found.map(({ name, id }) => [name, id])).toEqual([
      ['rs1', 'rs1;rs2'],
      [null, '.'],
    ]);
  });
});

describe('the reader', () => {
  it.each([
    ['a plain file', {}],
    ['several gzip members, as bgzip writes them', { zip: true }],
    ['Windows line ends', { ending: '\r\n' }],
    ['line ends of old Macs', { ending: '\r' }],
  ])('reads %s', async (_, options) => {
    const found = await read([line('0|1 0|1 1|1'), line('0|0 0|0 0|1', { pos: '200' })], undefined, options);
    expect(found.map(({ position, genotypes }) => [position, ...genotypes])).toEqual([
      [100, 1, 1, 2],
      [200, 0, 0, 1],
    ]);
  });

  it('ignores empty lines', async () => {
    expect(await read([line('0|1 0|1 1|1'), '', ''])).toHaveLength(1);
  });

  it.each([
    ['too few columns', '1\t100\trs1\tA\tG', 'has too few columns'],
    ['no position', line('0|1 0|1 0|1', { pos: 'x' }), 'has no position'],
    ['too few samples', line('0|1 0|1'), 'has genotypes of 2 samples instead of 3'],
    ['too many samples', line('0|1 0|1 0|1 0|1'), "more than the header's 3 samples"],
    ['an invalid genotype', line('0|1 x 0|1'), "has the genotype 'x' of sample S2, which is malformed"],
  ])('rejects a line with %s and names the line', async (_, bad, complaint) => {
    await expect(read([bad])).rejects.toThrow(complaint);
    await expect(read([line('0|1 0|1 0|1'), bad])).rejects.toThrow(/\.vcf line 4, which begins '1 /);
  });

  it('rejects a file that has no header, is missing, or is truncated', async () => {
    await expect(readText(Buffer.from('1\t100\trs1\n'))).rejects.toThrow('no line #CHROM');
    await expect(readText(Buffer.from('##x\n'))).rejects.toThrow('no line #CHROM');
    await expect(VcfFile.open(join(folder, 'absent.vcf.gz'))).rejects.toThrow('cannot be read');
    const whole = gzipSync(
      '##x\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS\n' +
        `${Array.from({ length: 5000 }, (_, each) => line('0|1', { pos: String(each + 1) })).join('\n')}`,
    );
    await expect(readText(whole.subarray(0, whole.length / 2), true)).rejects.toThrow(
      /\.vcf\.gz line \d{4}: the file is truncated here/,
    );
  });
});

describe('a truncated file is rejected with its name and line', () => {
  const columns = ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO', 'FORMAT', 'S1', 'S2'].join('\t');
  const whole = ['##fileformat=VCFv4.2', columns, line('0|1 0|1'), line('0|1 1|1'), ''].join('\n');

  it('inside its gzip data', async () => {
    await expect(readText(gzipSync(whole).subarray(0, -12), true)).rejects.toThrow(
      /\.vcf\.gz line 3: the file is truncated here: its gzip data ends too early/,
    );
    const damaged = gzipSync(whole);
    damaged[30] = ~at(damaged, 30);
    await expect(readText(damaged, true)).rejects.toThrow(
      /\.vcf\.gz line \d: the file is not sound gzip data within this line or a later one/,
    );
  });

  it('between two complete blocks of bgzip', async () => {
    const block = (text: string) => {
      const deflated = deflateRawSync(text);
      const member = Buffer.concat([
        Buffer.from('1f8b08040000000000ff0600424302000000', 'hex'),
        deflated,
        Buffer.alloc(8),
      ]);
      member.writeUInt16LE(member.length - 1, 16);
      member.writeUInt32LE(crc32(text), member.length - 8);
      member.writeUInt32LE(Buffer.byteLength(text), member.length - 4);
      return member;
    };
    const [one, other, end] = [
      block(whole.slice(0, 120)),
      block(whole.slice(120)),
      Buffer.from('1f8b08040000000000ff0600424302001b0003000000000000000000', 'hex'),
    ];
    expect(await readText(Buffer.concat([one, other, end]), true)).toHaveLength(2);
    await expect(readText(Buffer.concat([one, Buffer.from(other).fill(0, 0, 1), end]), true)).rejects.toThrow(
      /: the file is damaged here: its gzip data end at byte \d+, but other bytes follow/,
    );
    for (const cut of [[one, other], [one]])
      await expect(readText(Buffer.concat(cut), true)).rejects.toThrow(
        'is truncated: it lacks the empty block at the end of every bgzip file',
      );
  });

  // A truncated number or genotype may still be valid.
  it.each([1, 2, 4, 30])('inside its last line, %i bytes before its end', async (bytes) => {
    await expect(readText(Buffer.from(whole.slice(0, -bytes)))).rejects.toThrow(
      /\.vcf line 4: the file ends within this line/,
    );
  });

  it('but not for a last line without a newline if the gzip data are complete', async () => {
    expect(await readText(gzipSync(whole.slice(0, -1)), true)).toEqual(await readText(gzipSync(whole), true));
  });
});

it('line numbers in errors count the header and all lines of a long file', async () => {
  const lines = Array.from({ length: 30_000 }, (_, each) => line('0|1 0|1 0|1', { pos: String(each + 1) }));
  await expect(read([...lines, line('0|1 0|1', { pos: '30001' })], undefined, { zip: true })).rejects.toThrow(
    /line 30003, which begins '1 30001 rs1', has genotypes of 2 samples/,
  );
});
