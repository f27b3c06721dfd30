import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRelease, RunningService } from '../../support/compiled-release.ts';
import { SPECIES, variationRelease } from './variation-release.ts';

const URL = `/variation/${SPECIES}`;
const ALL = 'pops=1;genotypes=1;phenotypes=1;genotyping_chips=1;population_genotypes=1';

/** A line of the VCF: genotypes of FA, FB and NEW. The database does not contain NEW. */
const line = (position: number, id: string, reference: string, alternative: string, ...calls: string[]) =>
  ['1', position, id, reference, alternative, '.', 'PASS', '.', 'GT:DP', ...calls.map((call) => `${call}:9`)].join(
    '\t',
  );

/** A line of a VCF without samples. */
const site = (position: number, id: string, reference: string, alternative: string, info: string) =>
  ['1', position, id, reference, alternative, '.', 'PASS', info].join('\t');

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  release = await variationRelease(
    [
      // fs2 by its place and alleles: an insertion after base 200. It does not have the allele C.
      line(200, '.', 'A', 'AGT,C', '0|1', '1|2', '.'),
      // merged by its name, with one of its alternatives.
      line(500, 'x;merged', 'T', 'C', '1|0', '.|1', '1'),
      // reverse by the alleles of the other strand.
      line(600, '.', 'T', 'G', '0|1', '1|1', '0|0'),
      line(700, 'nobody', 'T', 'G', '0|1', '1|1', '0|0'),
    ],
    [
      site(130, 'fs1', 'A', 'G', 'AC=1;AN=8;AF_far=0'),
      site(200, '.', 'A', 'AGT', 'AF=0.25'),
      // The alternatives of merged on separate lines.
      site(500, '.', 'T', 'C', 'AC=1;AN=8;AC_far=2;AN_far=4;GTS=CC,CT,TT;far_GTC=0,2,0'),
      site(500, '.', 'T', 'G', 'AC=3;AN=8;AC_far=0;AN_far=4'),
    ],
  );
  service = await release.serve();
});

describe('a variant', () => {
  it('is returned with its places, alleles and evidence', async () => {
    const { json } = await service.get(`${URL}/fs1`);
    const place = {
      strand: 1,
      seq_region_name: '1',
      coord_system: 'chromosome',
      assembly_name: 'FIC1',
      allele_string: 'A/G',
      ancestral_allele: null,
    };
    expect(json).toEqual({
      name: 'fs1',
      source: 'Variants of ficts',
      var_class: 'SNP',
      clinical_significance: ['benign', 'risk factor'],
      most_severe_consequence: 'missense_variant',
      ambiguity: 'R',
      synonyms: ['merged', 'FS0'],
      MAF: 0.25,
      minor_allele: 'G',
      evidence: ['Frequency', 'Cited'],
      mappings: [
        { ...place, location: '1:130-130', start: 130, end: 130 },
        { ...place, location: '1:4000-4000', start: 4000, end: 4000 },
      ],
    });
  });

  it.each([
    ['its name in any case', 'FS1', 'fs1'],
    ['a synonym', 'fs0', 'fs1'],
    ['the name of another before its own synonym', 'merged', 'merged'],
    ['a synonym that several share, as the first of them', 'shared', 'fs2'],
    ['the number of a submission', 'ss77', 'fs1'],
    ['its name with a blank after it', 'fs1%20', 'fs1'],
  ])('is found by %s', async (_, asked, name) => {
    expect((await service.get(`${URL}/${asked}`)).json.name).toBe(name);
  });

  it('has the same details when it is found by a synonym', async () => {
    const [one, other] = [await service.get(`${URL}/fs1?${ALL}`), await service.get(`${URL}/FS0?${ALL}`)];
    expect(other.json).toEqual(one.json);
    // A name that is also a synonym of fs1 must not return the details of fs1.
    expect((await service.get(`${URL}/merged?${ALL}`)).json).toMatchObject({ genotyping_chips: [], phenotypes: [] });
  });

  it('without places is returned with its observed alleles and the reasons why it failed', async () => {
    expect((await service.get(`${URL}/fs3`)).json).toMatchObject({
      failed: 'Nowhere;Dubious',
      var_class: 'sequence alteration',
      ambiguity: 'W',
      mappings: [],
      most_severe_consequence: null,
      MAF: null,
    });
  });

  it('is placed between two bases if it is an insertion, and is somatic if the database says so', async () => {
    expect((await service.get(`${URL}/fs2`)).json).toMatchObject({
      var_class: 'insertion',
      ambiguity: null,
      mappings: [{ location: '1:201-200', start: 201, end: 200 }],
    });
    expect((await service.get(`${URL}/FSOM4`)).json).toMatchObject({ var_class: 'somatic SNV', source: null });
  });

  it.each([
    [`${URL}/nope`, `nope not found for ${SPECIES}`],
    [`${URL}/fssv1`, `fssv1 not found for ${SPECIES}`],
    ['/variation/nosuch/fs1', "Can not find internal name for species 'nosuch'"],
    [
      '/variation/other_fictus/fs1',
      "The species 'other_fictus' has no variation database in this release; a build needs its dump, or " +
        '--vcf for a genome of files',
    ],
  ])('is rejected at %s', async (path, error) => {
    expect(await service.get(path)).toMatchObject({ status: 400, json: { error } });
  });
});

describe('details of a variant', () => {
  it('contain frequencies of the database and frequencies counted from genotypes', async () => {
    const { json } = await service.get(`${URL}/fs1?pops=1;population_genotypes=1`);
    expect(json.populations).toEqual([
      { allele: 'A', frequency: 0.875, population: 'FIC:ALL', allele_count: 7 },
      { allele: 'G', frequency: 0.125, population: 'FIC:ALL', allele_count: 1 },
      { allele: 'A', frequency: 1, population: 'FIC:far' },
      { allele: 'A', frequency: 0.75, population: 'FIC:seen', allele_count: 6, submission_id: 'ss77' },
      { allele: 'G', frequency: 0.25, population: 'FIC:seen', submission_id: 'ss77' },
      { allele: 'A', frequency: 0.75, population: 'FIC:counted', allele_count: 3, submission_id: 'ss77' },
      { allele: 'G', frequency: 0.25, population: 'FIC:counted', allele_count: 1, submission_id: 'ss77' },
    ]);
    expect(json.population_genotypes).toEqual([
      { genotype: 'A|G', frequency: 0.5, population: 'FIC:seen', count: 4, subsnp_id: 'ss77' },
      { genotype: 'A|A', frequency: 0.5, population: 'FIC:counted', count: 1, subsnp_id: 'ss77' },
      { genotype: 'A|G', frequency: 0.5, population: 'FIC:counted', count: 1, subsnp_id: 'ss77' },
    ]);
  });

  it('contain each genotype of the database once, of samples that the database contains', async () => {
    expect((await service.get(`${URL}/fs1?genotypes=1`)).json.genotypes).toEqual([
      { genotype: 'A|A', sample: 'FA', gender: 'Female', submission_id: 'ss77' },
      { genotype: 'A|G', sample: 'FB', gender: 'Unknown', submission_id: 'ss77' },
    ]);
  });

  it('contain genotypes of VCF files by place and alleles, in alleles of the variant only', async () => {
    const { json } = await service.get(`${URL}/fs2?genotypes=1;pops=1`);
    expect(json.genotypes).toEqual([{ genotype: '-|GT', sample: 'FA', gender: 'Female' }]);
    // The other allele of FB counts towards the total.
    expect(json.populations).toEqual([
      { allele: '-', frequency: 0.75, population: 'FIC:ALL' },
      { allele: 'GT', frequency: 0.25, population: 'FIC:ALL' },
      { allele: '-', frequency: 0.333333333333333, population: 'FIC:counted', allele_count: 1 },
      { allele: 'GT', frequency: 0.333333333333333, population: 'FIC:counted', allele_count: 1 },
    ]);
  });

  it('contain genotypes of the other strand, of samples of the file only, haploid and half-known ones', async () => {
    expect((await service.get(`${URL}/merged?genotypes=1`)).json.genotypes).toEqual([
      { genotype: 'C|T', sample: 'FA', gender: 'Female' },
      { genotype: 'C', sample: 'FB', gender: 'Unknown' },
      { genotype: 'C', sample: 'NEW', gender: null },
    ]);
    expect((await service.get(`${URL}/reverse?genotypes=1`)).json.genotypes.map((each: any) => each.genotype)).toEqual([
      'A|C',
      'C|C',
      'A|A',
    ]);
  });

  it('contain frequencies of VCF files without genotypes, also for alleles on several lines', async () => {
    const { json } = await service.get(`${URL}/merged?pops=1;population_genotypes=1`);
    expect(json.populations.filter((each: any) => each.population !== 'FIC:counted')).toEqual([
      { allele: 'T', frequency: 0.5, population: 'FIC:ALL', allele_count: 4 },
      { allele: 'C', frequency: 0.125, population: 'FIC:ALL', allele_count: 1 },
      { allele: 'G', frequency: 0.375, population: 'FIC:ALL', allele_count: 3 },
      { allele: 'T', frequency: 0.5, population: 'FIC:far', allele_count: 2 },
      { allele: 'C', frequency: 0.5, population: 'FIC:far', allele_count: 2 },
    ]);
    expect(json.population_genotypes[0]).toEqual({ genotype: 'C|T', frequency: 1, population: 'FIC:far', count: 2 });
  });

  it('contain each phenotype once, and chips', async () => {
    const { json } = await service.get(`${URL}/fs1?phenotypes=1;genotyping_chips=1`);
    expect(json.phenotypes).toEqual([{ trait: 'Tallness', source: 'fictSNP', genes: null, variants: null }]);
    expect(json.genotyping_chips).toEqual(['Fict chip']);
  });

  it('contain the studies that are associated with the study of its phenotype', async () => {
    expect((await service.get(`${URL}/fs2?phenotypes=1`)).json.phenotypes).toEqual([
      { trait: 'calm', source: 'fictSNP', genes: null, variants: null, study: 'PMID:2', evidence: ['fstd1', 'fstd3'] },
    ]);
  });

  it('are omitted unless requested, and 0 means no', async () => {
    const { json } = await service.get(`${URL}/fs1?pops=0;genotypes=`);
    for (const part of ['populations', 'genotypes', 'phenotypes', 'genotyping_chips', 'population_genotypes'])
      expect(json).not.toHaveProperty(part);
  });
});

describe('a structural variant', () => {
  it('is returned with the calls that support it', async () => {
    const place = { strand: -1, seq_region_name: '1', coord_system: 'chromosome', assembly_name: 'FIC1', end: 2000 };
    const phenotypes = [{ trait: 'Tallness', source: 'fictSNP', genes: null, variants: null }];
    expect((await service.get(`${URL}/FSV1?phenotypes=1`)).json).toEqual({
      name: 'fsv1',
      source: null,
      var_class: 'CNV',
      clinical_significance: ['pathogenic'],
      alias: null,
      copy_number: 3,
      validation_status: 'high quality',
      phenotypes,
      study: { name: 'fstd1', description: 'A study', url: 'https://example.org/fstd1' },
      mappings: [{ ...place, location: '1:1000-2000', start: 1000, genomic_size: 1001 }],
      supporting_evidence: [
        {
          name: 'fssv1',
          source: null,
          var_class: 'loss',
          alias: 'half',
          phenotypes,
          mappings: [{ ...place, location: '1:1001-2000', start: 1001, genomic_size: 1000 }],
        },
      ],
    });
  });

  it('says why it failed', async () =>
    expect((await service.get(`${URL}/ffailed`)).json).toMatchObject({ failed: 'Nowhere', supporting_evidence: [] }));
});

describe('POST variation', () => {
  it('answers under the names of the database, without unknown ids', async () => {
    const { json } = await service.post(URL, { ids: ['FS0', 'nope', 'fsv1', 'fs1'], genotyping_chips: 1 });
    expect(Object.keys(json).sort()).toEqual(['fs1', 'fsv1']);
    expect(json.fs1.genotyping_chips).toEqual(['Fict chip']);
  });

  it.each([
    [{}, "You POST data does not contain a list keyed by 'ids'"],
    [{ ids: Array.from({ length: 201 }, (_, each) => `fs${each}`) }, /limit of 200/],
  ])('refuses %j', async (body, error) => {
    const { status, json } = await service.post(URL, body);
    expect([status, json.error]).toEqual([400, expect.stringMatching(error)]);
  });
});

describe('variants of a publication', () => {
  it('by its number, of several with one the first; by its PMC id in any case', async () => {
    const { json } = await service.get(`${URL}/pmid/11?${ALL}`);
    expect(json.map((each: any) => each.name)).toEqual(['fs1', 'fs2']);
    expect(json[0]).not.toHaveProperty('genotypes');
    expect(json.map((each: any) => each.genotyping_chips)).toEqual([['Fict chip'], []]);
    expect((await service.get(`${URL}/pmid/11`)).json[0]).not.toHaveProperty('genotyping_chips');
    expect((await service.get(`${URL}/pmcid/pmc11?${ALL}`)).json).toEqual(json);
    expect((await service.get(`${URL}/pmid/0011?${ALL}`)).json).toEqual(json);
  });

  it('is empty for one that cites none', async () => expect((await service.get(`${URL}/pmid/12`)).json).toEqual([]));

  it.each([
    ['pmid/13', `PMID (13) not found for ${SPECIES}`],
    ['pmid/x1', 'PMID must be an integer [got: x1]'],
    ['pmcid/PMC1', `PMCID (PMC1) not found for ${SPECIES}`],
  ])('refuses %s', async (path, error) => {
    expect(await service.get(`${URL}/${path}`)).toMatchObject({ status: 400, json: { error } });
  });
});
