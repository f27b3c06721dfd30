import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DumpError } from '../../../../build-index/dump/dump-error.ts';
import { readVcfConfig, samplesOf, type VcfCollection } from '../../../../build-index/vcf/vcf-config.ts';
import { only } from '../../../../src/checked.ts';

const HEADER =
  '##fileformat=VCFv4.2\n##contig=<ID=1>\n' +
  '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb b\n' +
  '1\t5\t.\tA\tC\t.\t.\t.\tGT\t0|1\t1|1\n';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcf-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function config(value: unknown): Promise<VcfCollection[]> {
  const path = join(folder, 'vcf_config.json');
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
  return readVcfConfig(path);
}

describe('readVcfConfig', () => {
  it('reads collections and lists one file per chromosome if the template has a placeholder', async () => {
    const [one, two] = await config({
      collections: [
        {
          id: 'x',
          species: 'Fictus_probatus',
          assembly: 'FIC1',
          filename_template: 'chr###CHR###.vcf.gz',
          chromosomes: ['1', 2],
          sample_prefix: 'S:',
          strict_name_match: 1,
        },
        { species: 'fictus_alter', filename_template: 'https://example.org/all.vcf.gz' },
      ],
    });
    expect(one).toEqual({
      id: 'x',
      species: 'fictus_probatus',
      assembly: 'FIC1',
      chromosomes: ['1', '2'],
      strictNames: true,
      samplePrefix: 'S:',
      populations: [],
      referenceAt: null,
      files: [join(folder, 'chr1.vcf.gz'), join(folder, 'chr2.vcf.gz')],
    });
    expect(two).toEqual({
      id: '2',
      species: 'fictus_alter',
      assembly: null,
      chromosomes: [],
      strictNames: false,
      samplePrefix: '',
      populations: [],
      referenceAt: null,
      files: ['https://example.org/all.vcf.gz'],
    });
  });

  it('derives the INFO fields of each population', async () => {
    const collections = await config({
      collections: [
        {
          species: 's',
          filename_template: 'sites.vcf',
          population_prefix: 'fic:',
          ref_freq_index: -1,
          populations: {
            9: 'far',
            10: { name: 'near', _ac: 'NEAR_AC', _af: 'NEAR' },
            11: { name: 'fic:ALL', _raw_name: '' },
            12: { name: 'OLD', _raw_name: 'OLD_NODUP' },
          },
        },
      ],
    });
    const { populations, referenceAt } = only(collections);
    expect(referenceAt).toBe(-1);
    expect(populations).toEqual([
      { name: 'fic:far', counts: ['AC_far'], totals: ['AN_far'], frequencies: ['AF_far'], genotypeCounts: 'far_GTC' },
      {
        name: 'fic:near',
        counts: ['AC_near', 'NEAR_AC'],
        totals: ['AN_near'],
        frequencies: ['AF_near', 'NEAR'],
        genotypeCounts: 'near_GTC',
      },
      { name: 'fic:ALL', counts: ['AC'], totals: ['AN'], frequencies: ['AF'], genotypeCounts: '_GTC' },
      {
        name: 'OLD',
        counts: ['AC_OLD_NODUP'],
        totals: ['AN_OLD_NODUP'],
        frequencies: ['AF_OLD_NODUP'],
        genotypeCounts: 'OLD_NODUP_GTC',
      },
    ]);
    await expect(
      config({
        collections: [{ species: 's', filename_template: 'sites.vcf', populations: { 1: { _raw_name: 'x' } } }],
      }),
    ).rejects.toThrow('a population has no name');
  });

  it.each([
    ['{', /is not valid JSON: .*; --vcf needs a vcf_config\.json$/],
    ['[]', /lacks the list 'collections'/],
    [{ collections: [{ id: 'y', species: 'z' }] }, /collection y needs a species and a filename_template/],
  ])('rejects %j', async (value, words) => {
    await expect(config(value)).rejects.toThrow(words);
    await expect(config(value)).rejects.toThrow(DumpError);
  });

  it('rejects a missing file', () => expect(readVcfConfig(join(folder, 'nosuch.json'))).rejects.toThrow(DumpError));
});

describe('samplesOf', () => {
  const collection = (file: string): VcfCollection => ({
    id: 'x',
    species: 's',
    assembly: null,
    chromosomes: [],
    samplePrefix: 'S:',
    strictNames: false,
    populations: [],
    referenceAt: null,
    files: [join(folder, file)],
  });

  it('returns the samples of plain files and of gzip files with several members', async () => {
    await writeFile(join(folder, 'plain.vcf'), HEADER);
    await writeFile(
      join(folder, 'blocks.vcf.gz'),
      Buffer.concat([gzipSync(HEADER.slice(0, 30)), gzipSync(HEADER.slice(30))]),
    );
    for (const file of ['plain.vcf', 'blocks.vcf.gz'])
      expect(await samplesOf(collection(file))).toEqual(['S:a', 'S:b b']);
  });

  it('returns no samples for a URL, without a request', async () => {
    expect(await samplesOf({ ...collection('x'), files: ['https://example.org/all.vcf.gz'] })).toEqual([]);
  });

  it('rejects a file without a header, a damaged file and a missing file', async () => {
    await writeFile(join(folder, 'no-header.vcf'), '1\t5\n');
    await writeFile(join(folder, 'damaged.vcf.gz'), gzipSync(HEADER.repeat(100)).subarray(0, 40));
    await writeFile(join(folder, 'no-gzip.vcf.gz'), HEADER);
    for (const file of ['no-header.vcf', 'damaged.vcf.gz', 'no-gzip.vcf.gz', 'nosuch.vcf', 'nosuch.vcf.gz'])
      await expect(samplesOf(collection(file)), file).rejects.toThrow(DumpError);
  });
});
