/** ld of a variant, of a pair and of a region, on an invented species with genotypes in a VCF file. */
import { describe, expect, it } from 'vitest';
import { plainPair } from '../../support/linkage-model.ts';
import { CompiledRelease } from '../../support/compiled-release.ts';
import { testFolder } from '../../support/test-folder.ts';
import { coreRows, SAMPLES, VARIANTS, variationRows, writeVcf } from './linkage-release.ts';
import { at, found, present } from '../../../src/checked.ts';

const databases: Parameters<typeof CompiledRelease.from>[0] = [
  ['fictus_probatus', 'core', coreRows()],
  ['fictus_probatus', 'variation', variationRows()],
  [
    'fictus_alter',
    'core',
    {
      ...coreRows(),
      meta: [{ species_id: 1, meta_id: 1, meta_key: 'species.production_name', meta_value: 'fictus_alter' }],
    },
  ],
];
const release = await CompiledRelease.from(databases, { vcfConfig: await writeVcf(await testFolder()) });
const service = await release.serve();

const ld = async (path: string) => (await service.get(`/ld/fictus_probatus/${path}`)).json;
const partners = async (path: string) => (await ld(path)).map((pair: { variation2: string }) => pair.variation2);

const genotypes = (name: string) => {
  const carriers = found(VARIANTS, ([, , each]) => each === name)[5];
  return Uint8Array.from(SAMPLES, (_, sample) => (sample < carriers / 2 ? 2 : sample < carriers ? 1 : 0));
};
const pairOf = (variation1: string, variation2: string, population_name = 'FIC:plain') => {
  const { r2, dPrime } = present(
    plainPair(genotypes(variation1), genotypes(variation2), [...SAMPLES.keys()]),
    'the linkage of the pair',
  );
  return { variation1, variation2, population_name, r2, d_prime: dPrime };
};

describe('ld of a variant', () => {
  it('lists those in a window of 500 kb, half of it on either side, in order of position', async () => {
    expect(await ld('rs1/FIC:plain')).toEqual(['rs2', 'rs3', 'rs4', 'rs5'].map((other) => pairOf('rs1', other)));
  });

  it('accepts a narrower window; 0 means the widest, and fractions of a kb are dropped', async () => {
    expect(await partners('rs1/FIC:plain?window_size=1')).toEqual(['rs2']);
    expect(await partners('rs1/FIC:plain?window_size=1.9')).toEqual(['rs2']);
    expect(await partners('rs1/FIC:plain?window_size=3')).toEqual(['rs2', 'rs3', 'rs4']);
    for (const widest of ['0', '0.5', '', '499', '500'])
      expect(await partners(`rs1/FIC:plain?window_size=${widest}`)).toHaveLength(4);
  });

  it('finds a synonym, and ignores letter case in names of variants and populations', async () => {
    const expected = await ld('rs1/FIC:plain');
    expect(await ld('SS1/fic:PLAIN')).toEqual(expected);
  });

  it('applies thresholds to the values as shown', async () => {
    expect(await partners('rs1/FIC:plain?r2=1')).toEqual(['rs2', 'rs5']);
    const { r2 } = pairOf('rs1', 'rs3');
    expect(await partners(`rs1/FIC:plain?r2=${r2}`)).toContain('rs3');
    expect(await partners(`rs1/FIC:plain?r2=${Number(r2) + 1e-6}`)).not.toContain('rs3');
    expect(await partners('rs1/FIC:plain?r2=2')).toEqual([]);
    expect(await partners('rs1/FIC:plain?d_prime=1.1')).toEqual([]);
  });

  it('returns place, consequence and clinical significance of the other variant', async () => {
    const { r2, d_prime } = pairOf('rs1', 'rs2');
    expect((await ld('rs1/FIC:plain?attribs=1'))[0]).toEqual({
      variation: 'rs2',
      population_name: 'FIC:plain',
      r2,
      d_prime,
      chr: '1',
      start: 1500,
      end: 1500,
      strand: 1,
      consequence_type: 'missense_variant',
      clinical_significance: ['pathogenic', 'benign'],
    });
  });

  it('is empty for fewer than 40 haplotypes, without genotypes, and for a variant that was not typed', async () => {
    expect(await ld('rs1/FIC:few')).toEqual([]);
    expect(await ld('rs1/FIC:unseen')).toEqual([]);
    expect(await ld('rsUntyped/FIC:plain')).toEqual([]);
  });

  it('counts only places on the reference', async () => {
    expect(await service.get('/ld/fictus_probatus/rsPatched/FIC:plain')).toMatchObject({ status: 200, json: [] });
  });
});

describe('ld of a population with samples in two collections', async () => {
  const config = await writeVcf(await testFolder(), {
    // The second collection has other genotypes of rs1 and rs2; rsMore is only in the second.
    second: (lines) => {
      const [rs1, rs2] = ['rs1', 'rs2'].map((name) => found(lines, (line) => line.split('\t')[2] === name).split('\t'));
      const rsMore = present(rs1, 'rs1').with(1, '1200').with(2, 'rsMore');
      return [present(rs1, 'rs1'), rsMore, present(rs2, 'rs2').with(9, '.').with(10, '0|0')].map((line) =>
        line.join('\t'),
      );
    },
  });
  const both = await CompiledRelease.from(databases, { vcfConfig: config });
  const asked = await both.serve();
  const pairs = async (path: string): Promise<object[]> => (await asked.get(`/ld/fictus_probatus/${path}`)).json;
  const others = async (path: string) => (await pairs(path)).map((pair: any) => [pair.variation1, pair.variation2]);

  it('returns each pair once, from the first collection that has both variants', async () => {
    expect(await others('rs1/FIC:plain')).toEqual([
      ['rs1', 'rs2'],
      ['rs1', 'rs3'],
      ['rs1', 'rs4'],
      ['rs1', 'rs5'],
      ['rs1', 'rsMore'],
    ]);
    expect(await others('region/1:1000-2000/FIC:plain')).toEqual([
      ['rs1', 'rs2'],
      ['rs1', 'rs3'],
      ['rs2', 'rs3'],
      ['rs1', 'rsMore'],
      ['rsMore', 'rs2'],
    ]);
    expect(await pairs('pairwise/rs1/rs2?population_name=FIC:plain')).toEqual([pairOf('rs1', 'rs2')]);
    expect(await pairs('pairwise/rs1/rs2')).toEqual([pairOf('rs1', 'rs2')]);
    expect((await pairs('rs1/FIC:plain'))[0]).toEqual(pairOf('rs1', 'rs2'));
  });
});

describe('ld of a pair', () => {
  it('is answered in the order of the request, in one population or in all that do not pool others', async () => {
    expect(await ld('pairwise/rs3/rs1?population_name=FIC:plain')).toEqual([pairOf('rs3', 'rs1')]);
    expect(await ld('pairwise/rs1/rs3')).toEqual([pairOf('rs1', 'rs3')]);
    expect(await ld('pairwise/rs1/rs3?population_name=FIC:EUR_pool')).toEqual([pairOf('rs1', 'rs3', 'FIC:EUR_pool')]);
  });

  it('compares distant variants and variants of different chromosomes, which the file may rename', async () => {
    expect(await ld('pairwise/rs1/rs7')).toEqual([pairOf('rs1', 'rs7')]);
    expect(await ld('pairwise/rs1/rs6')).toEqual([pairOf('rs1', 'rs6')]);
  });

  it('is empty for a variant with itself and below a threshold', async () => {
    expect(await ld('pairwise/rs1/ss1')).toEqual([]);
    expect(await ld('pairwise/rs1/rs3?r2=0.9')).toEqual([]);
  });
});

describe('ld of a region', () => {
  const all = (names: string[]) =>
    names.flatMap((one, each) => names.slice(each + 1).map((other) => pairOf(one, other)));

  it('has all pairs, ordered by the first, then the second variant', async () => {
    expect(await ld('region/1:1000..3000/FIC:plain')).toEqual(all(['rs1', 'rs2', 'rs3', 'rs4']));
    expect(await ld('region/1:1001-2000/FIC:plain')).toEqual(all(['rs2', 'rs3']));
    expect(await ld('region/1:3000-4000/FIC:plain')).toEqual([]);
  });

  it('includes variants at both ends', async () => {
    expect(await ld('region/1:1000-1500/FIC:plain')).toEqual(all(['rs1', 'rs2']));
    expect(await ld('region/1:1001-1500/FIC:plain')).toEqual([]);
    expect(await ld('region/1:1000-1499/FIC:plain')).toEqual([]);
  });

  it('over the origin of a circle has the variants before the origin first', async () => {
    expect(await ld('region/ring:900-100/FIC:plain')).toEqual([pairOf('rsBefore', 'rsAfter')]);
    expect(await ld('region/ring:100-900/FIC:plain')).toEqual([]);
  });

  it('writes XML and script with escaped names', async () => {
    const { r2, d_prime } = pairOf('rs7', 'rs<8>');
    expect((await service.get('/ld/fictus_probatus/region/2:1-1000/FIC:plain', 'text/xml')).text).toBe(
      `<opt>\n  <data d_prime="${d_prime}" population_name="FIC:plain" r2="${r2}" variation1="rs7" ` +
        'variation2="rs&lt;8&gt;" />\n</opt>\n',
    );
    expect(
      (await service.get('/ld/fictus_probatus/region/2:1-1000/FIC:plain?callback=a.b', 'text/javascript')).text,
    ).toBe(
      `/**/a.b([{"variation1":"rs7","variation2":"rs<8>","population_name":"FIC:plain","r2":"${r2}","d_prime":"` +
        `${d_prime}"}]);`,
    );
    expect((await service.get('/ld/fictus_probatus/region/1:3000-4000/FIC:plain', 'text/xml')).text).toBe(
      '<opt>\n</opt>\n',
    );
  });

  it('is a page for a browser', async () => {
    const page = await service.get('/ld/fictus_probatus/region/2:1-1000/FIC:plain', 'text/html');
    expect(page.type).toMatch(/^text\/html/);
    expect(page.text).toContain('rs&lt;8&gt;');
  });
});

describe('ld rejects', () => {
  it.each([
    ['fictus_probatus/rs99/FIC:plain', 'Could not fetch variation object for id: rs99.'],
    ['fictus_probatus/rs1/FIC:none', 'Could not fetch population object for population name: FIC:none'],
    [
      'fictus_probatus/rs1',
      'A population name is required for this endpoint. Use GET /info/variation/populations/:species?filter=LD to ' +
        'retrieve a list of all populations with LD data.',
    ],
    [
      'fictus_probatus/region/1:1-100',
      'A population name is required for this endpoint. Use GET /info/variation/populations/:species?filter=LD to ' +
        'retrieve a list of all populations with LD data.',
    ],
    ['fictus_probatus/rsTwice/FIC:plain', 'Variant maps more than once to the genome.'],
    ['fictus_probatus/rsNowhere/FIC:plain', 'Could not retrieve a variation feature.'],
    ['fictus_probatus/rs1/FIC:plain?window_size=501', 'window_size needs to be a value between 0 and 500.'],
    ['fictus_probatus/rs1/FIC:plain?window_size=-1', 'window_size needs to be a value between 0 and 500.'],
    ['fictus_probatus/rs1/FIC:plain?window_size=500kb', 'window_size needs to be a value between 0 and 500.'],
    ['fictus_probatus/rs1/FIC:plain?r2=high', "The value 'high' of r2 is not a number"],
    ['fictus_probatus/pairwise/rs1', 'Two variant names are required for this endpoint.'],
    ['fictus_probatus/pairwise/rs1/rs99', 'Could not fetch variation object for id: rs99.'],
    [
      'fictus_probatus/pairwise/rs1/rs2?population_name=FIC:none',
      'Could not fetch population object for population name: FIC:none',
    ],
    [
      'fictus_probatus/region/1:1-1000002/FIC:plain',
      'Specified region is too large. Maximum allowed size for region is 1MB.',
    ],
    ['fictus_probatus/region/9:1-1000/FIC:plain', 'No slice found for location 9:1-1000'],
    [
      'fictus_probatus/region/1:500-100/FIC:plain',
      'Cannot request a slice whose start is greater than its end. Start: 500. End: 100',
    ],
    [
      'fictus_alter/rs1/FIC:plain',
      "Cannot compute LD for species: fictus_alter. The species doesn't have a variation database.",
    ],
    [
      'fictus_alter/region/1:1-100/FIC:plain',
      "Cannot compute LD for species: fictus_alter. The species doesn't have a variation database.",
    ],
  ])('%s', async (path, error) => {
    expect(await service.get(`/ld/${path}`)).toMatchObject({ status: 400, json: { error } });
  });

  it('accepts a region of 1 Mb', async () => {
    expect((await service.get('/ld/fictus_probatus/region/1:1-1000001/FIC:plain')).status).toBe(200);
  });
});

describe('cold reads of ld', () => {
  it.each([
    ['rs1/FIC:plain', 3],
    ['pairwise/rs1/rs6', 3],
    ['pairwise/rs1/rs6?population_name=FIC:plain', 3],
    ['region/1:1-1000000/FIC:plain', 2],
  ])('for %s take at most %i waves', async (path, waves) => {
    const fresh = await release.serve();
    await fresh.get(`/ld/fictus_probatus/${path}`);
    expect(fresh.store.waves).toBeLessThanOrEqual(waves);
    fresh.store.reset();
    await fresh.get(`/ld/fictus_probatus/${path}`);
    expect(fresh.store.waves).toBe(0);
  });
});

describe('compiling genotypes', () => {
  const built = async (change: Parameters<typeof writeVcf>[1]) => {
    const config = await writeVcf(await testFolder(), change);
    return CompiledRelease.from(databases, { vcfConfig: config });
  };

  it.each([
    [
      'that is not sorted',
      { lines: (lines: string[]) => [at(lines, 3), at(lines, 2)] },
      "genotypes.vcf line 4, which begins 'chr2 700 rs7', comes after position 800 of its chromosome: sort the " +
        'file by position',
    ],
    [
      'that returns to an earlier chromosome',
      { lines: (lines: string[]) => [at(lines, 0), at(lines, 2), at(lines, 1)] },
      'appears a second time',
    ],
    [
      'with a line cut off',
      { lines: (lines: string[]) => [at(lines, 0).slice(0, -3)] },
      'has genotypes of 59 samples instead of 60',
    ],
    ['that is missing', { collection: { filename_template: 'absent.vcf' } }, 'cannot be read'],
  ])('rejects a file %s', async (_, change, complaint) => {
    await expect(built(change)).rejects.toThrow(complaint);
  });

  it('skips collections of another assembly and files on the web', async () => {
    for (const collection of [{ assembly: 'FIC0' }, { filename_template: 'https://example.org/genotypes.vcf.gz' }]) {
      const other = await built({ collection });
      expect((await (await other.serve()).get('/ld/fictus_probatus/region/1:1-1000000/FIC:plain')).json).toEqual([]);
    }
  });
});
