/** Linkage disequilibrium from genotypes by region, as a database stores them, and from the same genotypes in a VCF. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { genotyped, plainPair, type Genotyped } from '../../../../support/linkage-model.ts';
import { CompiledRelease, type RunningService } from '../../../../support/compiled-release.ts';
import type { DumpRow, DumpRows } from '../../../../support/dump-database.ts';
import { testFolder } from '../../../../support/test-folder.ts';
import { regionRows } from '../core-dump.ts';
import { at, present } from '../../../../../src/checked.ts';

const SPECIES = 'fictus_probatus';
const BASES = 'ACGT';
/** seq_region_ids, in another order than the names of the regions. */
const REGIONS = [70, 12];
const LENGTH = 3_000_000;

interface Site {
  region: number;
  position: number;
  reference: string;
  alternative: string;
}

/** Variants on two regions: close neighbours, distant ones, and some at the same position. */
function sitesOf(count: number): Site[] {
  return Array.from({ length: count }, (_, each) => ({
    region: each < count * 0.7 ? 0 : 1,
    position: 1000 + 40_000 * Math.floor(each / 3) + 7 * (each % 3 === 2 ? 1 : each % 3),
    reference: at(BASES, each % 4),
    alternative: at(BASES, (each + 1 + (each % 3)) % 4),
  }));
}

const variationId = (each: number) => 900 + 17 * each;
const nameOf = (each: number) => `rs${each + 1}`;
const complement = (allele: string) => at(BASES, 3 - BASES.indexOf(allele));

/** Encodes a number as Perl's pack 'w'. */
function packed(number: number): number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128);
  return bytes;
}

/** genotype_code_id of two alleles. */
const codeOf = (first: string, second: string) => 1 + 4 * BASES.indexOf(first) + BASES.indexOf(second);
const CODES = [...BASES].flatMap((first) => [...BASES].map((second) => [first, second] as const));

/** Rows as Ensembl packs them: one sample, one strand, variants in ascending order that span at most 100 kb. */
function genotypeRows({ variants, samples }: Genotyped, sites: readonly Site[]): DumpRow[] {
  const rows: DumpRow[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const strand = sample % 3 === 1 ? -1 : 1;
    const open: { region: number; start: number; end: number; bytes: number[] }[] = [];
    sites.forEach(({ region, position, reference, alternative }, each) => {
      const genotype = at(at(variants, each), sample);
      if (genotype === 3) return;
      const heterozygous = sample % 2 === 0 ? [reference, alternative] : [alternative, reference];
      const alleles = at(
        [[reference, reference], heterozygous, [alternative, alternative], [], [alternative, reference]],
        genotype,
      );
      const [first = '', second = ''] = strand === 1 ? alleles : alleles.map(complement);
      const call = [...packed(variationId(each)), ...packed(codeOf(first, second))];
      const row = open.find((one) => one.region === region && one.end < position && one.start + 100_000 >= position);
      if (!row) return void open.push({ region, start: position, end: position, bytes: call });
      row.bytes.push(...packed(position - row.end - 1), ...call);
      row.end = position;
    });
    for (const { region, start, end, bytes } of open) {
      rows.push({
        sample_id: sample + 1,
        seq_region_id: at(REGIONS, region),
        seq_region_start: start,
        seq_region_end: end,
        seq_region_strand: strand,
        genotypes: Uint8Array.from(bytes),
      });
    }
  }
  return rows;
}

function coreRows() {
  return regionRows(REGIONS.map((id, each) => ({ id, name: String(each + 1), length: LENGTH, topLevel: true })));
}

/** Populations: the members, all samples, and a population that pools others. */
function variationRows({ members, samples }: Genotyped, sites: readonly Site[]) {
  const all = Array.from({ length: samples }, (_, sample) => sample);
  const populations: [name: string, members: readonly number[], display: string][] = [
    ['FIC:some', members, 'LD'],
    ['FIC:all', all, 'UNDISPLAYABLE'],
    ['FIC:EUR', all, 'LD'],
  ];
  return {
    source: [{ source_id: 1, name: 'Invented' }],
    variation: sites.map((_, each) => ({ variation_id: variationId(each), source_id: 1, name: nameOf(each) })),
    variation_feature: sites.map(({ region, position, reference, alternative }, each) => {
      const reverse = each % 5 === 3;
      return {
        variation_feature_id: each + 1,
        variation_id: variationId(each),
        variation_name: nameOf(each),
        seq_region_id: at(REGIONS, region),
        seq_region_start: position,
        seq_region_end: position,
        seq_region_strand: reverse ? -1 : 1,
        allele_string: [reference, alternative].map((allele) => (reverse ? complement(allele) : allele)).join('/'),
        source_id: 1,
        display: 1,
      };
    }),
    population: populations.map(([name, , display], each) => ({ population_id: each + 1, name, display })),
    sample: all.map((sample) => ({ sample_id: sample + 1, individual_id: sample + 1, name: `FIC:a${sample}` })),
    individual: all.map((sample) => ({
      individual_id: sample + 1,
      name: `a${sample}`,
      father_individual_id: null as number | null,
      mother_individual_id: null as number | null,
    })),
    sample_population: populations.flatMap(([, each], population) =>
      each.map((sample) => ({ sample_id: sample + 1, population_id: population + 1 })),
    ),
    allele_code: [...BASES, '-', 'AC'].map((allele, each) => ({ allele_code_id: each + 1, allele })),
    genotype_code: [
      ...CODES.flatMap((alleles) =>
        alleles.map((allele, haplotype) => ({
          genotype_code_id: codeOf(...alleles),
          allele_code_id: BASES.indexOf(allele) + 1,
          haplotype_id: haplotype + 1,
        })),
      ),
      // A deletion with a base, and a single allele: Ensembl counts neither.
      { genotype_code_id: 300, allele_code_id: 5, haplotype_id: 1 },
      { genotype_code_id: 300, allele_code_id: 1, haplotype_id: 2 },
      { genotype_code_id: 301, allele_code_id: 2, haplotype_id: 1 },
    ],
  };
}

async function writeVcf({ variants, samples }: Genotyped, sites: readonly Site[], columns = samples): Promise<string> {
  const here = await testFolder();
  const header = [
    '##fileformat=VCFv4.2',
    [
      '#CHROM',
      'POS',
      'ID',
      'REF',
      'ALT',
      'QUAL',
      'FILTER',
      'INFO',
      'FORMAT',
      ...Array.from({ length: columns }, (_, each) => `a${each}`),
    ].join('\t'),
  ];
  const lines = sites.map(({ region, position, reference, alternative }, each) =>
    [
      region + 1,
      position,
      nameOf(each),
      reference,
      alternative,
      '.',
      '.',
      '.',
      'GT',
      ...[...at(variants, each)].slice(0, columns).map((genotype) => ['0/0', '0/1', '1/1', '.', '1/0'][genotype]),
    ].join('\t'),
  );
  await writeFile(join(here, 'all.vcf'), [...header, ...lines, ''].join('\n'));
  await writeFile(
    join(here, 'vcf_config.json'),
    JSON.stringify({
      collections: [{ id: 'fic', species: SPECIES, filename_template: 'all.vcf', sample_prefix: 'FIC:' }],
    }),
  );
  return join(here, 'vcf_config.json');
}

async function withService<T>(
  variation: DumpRows,
  vcfConfig: string | undefined,
  use: (service: RunningService) => Promise<T>,
): Promise<T> {
  const release = await CompiledRelease.from(
    [
      [SPECIES, 'core', coreRows()],
      [SPECIES, 'variation', variation],
    ],
    vcfConfig === undefined ? {} : { vcfConfig },
  );
  return use(await release.serve());
}

/** Answers of every operation, for every population. */
async function answers(
  service: RunningService,
  sites: readonly Site[],
  populations: readonly string[],
): Promise<Record<string, unknown>> {
  const paths = populations.flatMap((name) => [
    `${nameOf(0)}/${name}`,
    `region/1:1-1000000/${name}`,
    `region/2:1-1000000/${name}`,
    `pairwise/${nameOf(0)}/${nameOf(sites.length - 1)}?population_name=${name}`,
  ]);
  const found: Record<string, unknown> = {};
  for (const path of paths) found[path] = (await service.get(`/ld/${SPECIES}/${path}`)).json;
  return found;
}

/** Samples that differ between variants in order, so that all variants are linked. */
function linked(samples: number, count: number): Genotyped {
  const variants = Array.from({ length: count }, (_, each) =>
    Uint8Array.from({ length: samples }, (_, sample) => (sample < 10 + each ? 2 : sample < 25 ? 1 : 0)),
  );
  return { variants, members: Array.from({ length: samples }, (_, sample) => sample), samples };
}

const pairOf = ({ variants, members }: Genotyped, one: number, other: number, population_name = 'FIC:some') => {
  const { r2, dPrime } = present(plainPair(at(variants, one), at(variants, other), members), 'the linkage of the pair');
  return { variation1: nameOf(one), variation2: nameOf(other), population_name, r2, d_prime: dPrime };
};

describe('genotypes that a database stores by region', () => {
  it('give the same answers as in a VCF file', async () => {
    let pairs = 0;
    await fc.assert(
      fc.asyncProperty(genotyped, fc.boolean(), async (model, backwards) => {
        const sites = sitesOf(model.variants.length);
        const rows = variationRows(model, sites);
        const table = genotypeRows(model, sites);
        const own = await withService(
          { ...rows, compressed_genotype_region: backwards ? table.reverse() : table },
          undefined,
          (service) => answers(service, sites, ['FIC:some', 'FIC:all', 'FIC:EUR']),
        );
        const file = await withService(rows, await writeVcf(model, sites), (service) =>
          answers(service, sites, ['FIC:some', 'FIC:all', 'FIC:EUR']),
        );
        expect(own).toEqual(file);
        pairs += Object.values(own).flat().length;
      }),
      // Each compiles two releases.
      { numRuns: 6 },
    );
    expect(pairs).toBeGreaterThan(100);
  }, 120_000);

  it('are read as bytes and as hexadecimal digits, and all marked populations use them', async () => {
    const model = linked(40, 4);
    const sites = sitesOf(4);
    const rows = variationRows(model, sites);
    const table = genotypeRows(model, sites);
    const hexadecimal = table.map((row) => ({
      ...row,
      genotypes: Buffer.from(row.genotypes as Uint8Array)
        .toString('hex')
        .toUpperCase(),
    }));
    for (const compressed_genotype_region of [table, hexadecimal]) {
      await withService({ ...rows, compressed_genotype_region }, undefined, async (service) => {
        expect((await service.get(`/ld/${SPECIES}/pairwise/rs1/rs2`)).json).toEqual([pairOf(model, 0, 1)]);
        expect((await service.get(`/ld/${SPECIES}/region/1:1-1000000/FIC:all`)).json).toEqual(
          (
            [
              [0, 1],
              [0, 2],
              [1, 2],
            ] as const
          ).map(([one, other]) => pairOf(model, one, other, 'FIC:all')),
        );
      });
    }
  });

  it('skip longer alleles, variants that are hidden or elsewhere, and other regions', async () => {
    const model = linked(40, 5);
    const sites = sitesOf(5).map((site) => ({ ...site, region: 0 }));
    const rows = variationRows(model, sites);
    at(rows.variation_feature, 1).display = 0;
    at(rows.variation_feature, 2).seq_region_start = at(rows.variation_feature, 2).seq_region_end = 500;
    const table = genotypeRows(model, sites);
    const odd = (sample: number, code: number, region = at(REGIONS, 0)) => ({
      sample_id: sample,
      seq_region_id: region,
      seq_region_start: at(sites, 0).position,
      seq_region_end: at(sites, 0).position,
      seq_region_strand: 1,
      genotypes: Uint8Array.from([...packed(variationId(0)), ...packed(code)]),
    });
    // The first three samples have other genotypes at the first variant. An unknown region and an unknown sample are
    // ignored.
    const first = (row: DumpRow) => row.seq_region_start === at(sites, 0).position && Number(row.sample_id) <= 3;
    const trimmed = table.filter((row) => !first(row));
    const compressed_genotype_region = [
      ...trimmed,
      odd(1, 300),
      odd(2, 301),
      odd(3, 999),
      odd(4, codeOf(at(sites, 0).alternative, at(sites, 0).alternative), 4711),
      odd(4711, codeOf('A', 'A')),
      { ...odd(5, 1), genotypes: null },
    ];
    const without = {
      ...model,
      variants: model.variants.map((genotypes) => genotypes.map((genotype, sample) => (sample < 3 ? 3 : genotype))),
    };
    await withService({ ...rows, compressed_genotype_region }, undefined, async (service) => {
      const pairs: { variation2: string }[] = (await service.get(`/ld/${SPECIES}/rs1/FIC:some`)).json;
      expect(pairs.map(({ variation2 }) => variation2)).toEqual(['rs4', 'rs5']);
      expect(pairs[0]).toEqual(pairOf(without, 0, 3));
    });
  });

  it('are ignored for populations with samples in a VCF file, and for children of known trios', async () => {
    const model = linked(60, 3);
    const sites = sitesOf(3).map((site) => ({ ...site, region: 0 }));
    const rows = variationRows(model, sites);
    rows.population.push(
      { population_id: 4, name: 'FIC:YRI', display: 'LD' },
      { population_id: 5, name: 'FIC:later', display: 'LD' },
    );
    const later = model.members.filter((sample) => sample >= 5);
    rows.sample_population.push(
      ...later.flatMap((sample) => [4, 5].map((population_id) => ({ sample_id: sample + 1, population_id }))),
    );
    for (const child of [8, 12, 30])
      Object.assign(at(rows.individual, child), { father_individual_id: 50, mother_individual_id: 51 });
    Object.assign(at(rows.individual, 14), { father_individual_id: 50 });
    // The file has five samples that are not in the later populations, and other genotypes than the table.
    const config = await writeVcf(
      { ...model, variants: model.variants.map((genotypes) => genotypes.map((genotype) => 2 - genotype)) },
      sites,
      5,
    );
    await withService({ ...rows, compressed_genotype_region: genotypeRows(model, sites) }, config, async (service) => {
      const region = async (population: string): Promise<unknown[]> =>
        (await service.get(`/ld/${SPECIES}/region/1:1-1000000/${population}`)).json;
      expect(await region('FIC:some')).toEqual([]);
      expect((await region('FIC:later'))[0]).toEqual(pairOf({ ...model, members: later }, 0, 1, 'FIC:later'));
      expect((await region('FIC:YRI'))[0]).toEqual(
        pairOf({ ...model, members: later.filter((sample) => ![8, 12, 30].includes(sample)) }, 0, 1, 'FIC:YRI'),
      );
    });
  });

  it('are rejected with file and line if they are cut off', async () => {
    const model = linked(20, 3);
    const sites = sitesOf(3);
    const rows = variationRows(model, sites);
    for (const [cut, complaint] of [
      [1, 'within a variant'],
      [2, 'within a number'],
    ] as const) {
      const table = genotypeRows(model, sites);
      at(table, 1).genotypes = (at(table, 1).genotypes as Uint8Array).slice(0, -cut);
      await expect(
        withService({ ...rows, compressed_genotype_region: table }, undefined, async () => null),
      ).rejects.toThrow(
        expect.objectContaining({
          name: 'DumpError',
          message: expect.stringMatching(new RegExp(`compressed_genotype_region\\.txt line 2: .* end ${complaint}`)),
        }),
      );
    }
  });
});
