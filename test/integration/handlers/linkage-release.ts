/** An invented species with genotypes in VCF files, for the tests of linkage disequilibrium. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { get } from '../../../src/checked.ts';
import { regionRows, type CoreRows } from '../build-index/compile/core-dump.ts';
import type { DumpRows } from '../../support/dump-database.ts';

/** Samples of the population FIC:plain and of FIC:EUR_pool, which pools others. FIC:few has too few for linkage. */
export const SAMPLES = Array.from({ length: 60 }, (_, each) => `animal${each + 1}`);
const FEW = 19;

/**
 * Chromosome, position, name, alleles and number of carriers. Frequencies differ and carriers are nested, so that every
 * pair is linked.
 */
export const VARIANTS: [
  chromosome: string,
  position: number,
  name: string,
  ref: string,
  alt: string,
  carriers: number,
][] = [
  ['1', 1000, 'rs1', 'A', 'G', 20],
  ['1', 1500, 'rs2', 'C', 'T', 20],
  ['1', 2000, 'rs3', 'G', 'A', 26],
  ['1', 2499, 'rs4', 'AT', 'A', 30],
  ['1', 90_000, 'rs5', 'T', 'C', 20],
  ['1', 400_000, 'rs6', 'T', 'C', 22],
  ['chr2', 700, 'rs7', 'A', 'G', 20],
  ['chr2', 800, 'rs<8>', 'A', 'G', 21],
  ['ring', 60, 'rsAfter', 'A', 'G', 22],
  ['ring', 950, 'rsBefore', 'A', 'G', 20],
];

/** seq_region_id by chromosome of the file. */
const REGIONS = new Map([
  ['1', 1],
  ['chr2', 2],
  ['ring', 4],
]);

export function coreRows(): CoreRows {
  const regions = regionRows([
    { id: 1, name: '1', length: 3_000_000, topLevel: true },
    { id: 2, name: '2', length: 5000, topLevel: true },
    { id: 3, name: 'PATCH', length: 3_000_000, topLevel: true },
    { id: 4, name: 'ring', length: 1000, topLevel: true },
  ]);
  regions.attrib_type.push({ attrib_type_id: 16, code: 'non_ref', name: 'Non Reference' });
  regions.seq_region_attrib.push(
    { seq_region_id: 3, attrib_type_id: 16, value: '1' },
    { seq_region_id: 4, attrib_type_id: 316, value: '1' },
  );
  return regions;
}

export function variationRows(): DumpRows {
  const names = [...VARIANTS.map(([, , name]) => name), 'rsTwice', 'rsNowhere', 'rsPatched', 'rsUntyped'];
  const id = (name: string) => names.indexOf(name) + 1;
  const place = (name: string, region: number, start: number) => ({
    variation_id: id(name),
    variation_name: name,
    seq_region_id: region,
    seq_region_start: start,
    seq_region_end: start,
    seq_region_strand: 1,
    allele_string: 'A/G',
    source_id: 1,
    somatic: 0,
    consequence_types: 'intron_variant,missense_variant',
    clinical_significance: name === 'rs2' ? 'pathogenic,benign' : null,
  });
  const features = [
    // A partner that is also on a patch; the patch comes first in the database.
    place('rs2', 3, 1400),
    ...VARIANTS.map(([chromosome, position, name, ref]) =>
      place(name, get(REGIONS, chromosome), ref.length > 1 ? position + 1 : position),
    ),
    place('rsTwice', 1, 10),
    place('rsTwice', 1, 20),
    place('rsPatched', 1, 30),
    place('rsPatched', 3, 30),
    place('rsUntyped', 1, 40),
  ];
  const populations: [name: string, samples: string[], display: string][] = [
    ['FIC:plain', SAMPLES, 'LD'],
    ['FIC:EUR_pool', SAMPLES, 'LD'],
    ['FIC:few', SAMPLES.slice(0, FEW), 'LD'],
    ['FIC:unseen', ['nobody'], 'UNDISPLAYABLE'],
  ];
  const animals = [...SAMPLES, 'nobody'];
  return {
    source: [{ source_id: 1, name: 'Invented' }],
    variation: names.map((name) => ({
      variation_id: id(name),
      source_id: 1,
      name,
      somatic: 0,
      clinical_significance: name === 'rs2' ? 'pathogenic,benign' : null,
    })),
    variation_synonym: [{ variation_synonym_id: 1, variation_id: id('rs1'), source_id: 1, name: 'ss1' }],
    variation_feature: features.map((feature, each) => ({ variation_feature_id: each + 1, ...feature })),
    population: populations.map(([name, , display], each) => ({ population_id: each + 1, name, display })),
    sample: animals.map((name, each) => ({ sample_id: each + 1, individual_id: each + 1, name: `FIC:${name}` })),
    individual: animals.map((name, each) => ({ individual_id: each + 1, name })),
    sample_population: populations.flatMap(([, samples], population) =>
      samples.map((name) => ({ sample_id: animals.indexOf(name) + 1, population_id: population + 1 })),
    ),
  };
}

/**
 * Writes the VCF, ordered by the chromosomes of the file. `change.second` returns the lines of a second collection with
 * the same samples. @returns the path of vcf_config.json
 */
export async function writeVcf(
  folder: string,
  change: { lines?: (lines: string[]) => string[]; collection?: object; second?: (lines: string[]) => string[] } = {},
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const genotype = (carriers: number, sample: number) =>
    sample < carriers / 2 ? '1|1' : sample < carriers ? '0|1' : '0|0';
  const byChromosome = [...VARIANTS].sort((a, b) => (a[0] < b[0] ? 1 : a[0] > b[0] ? -1 : a[1] - b[1]));
  const lines = byChromosome.map(([chromosome, position, name, ref, alt, carriers]) =>
    [
      chromosome,
      position,
      name,
      ref,
      alt,
      '.',
      'PASS',
      '.',
      'GT',
      ...SAMPLES.map((_, sample) => genotype(carriers, sample)),
    ].join('\t'),
  );
  const header = [
    '##fileformat=VCFv4.2',
    ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO', 'FORMAT', ...SAMPLES].join('\t'),
  ];
  const write = (name: string, body: readonly string[]) =>
    writeFile(join(folder, name), [...header, ...body, ''].join('\n'));
  await write('genotypes.vcf', change.lines?.(lines) ?? lines);
  if (change.second) await write('second.vcf', change.second(lines));
  const config = join(folder, 'vcf_config.json');
  const collection = {
    id: 'fic',
    species: 'fictus_probatus',
    assembly: 'FIC1',
    filename_template: 'genotypes.vcf',
    sample_prefix: 'FIC:',
    ...change.collection,
  };
  await writeFile(
    config,
    JSON.stringify({
      collections: [
        collection,
        ...(change.second ? [{ ...collection, id: 'second', filename_template: 'second.vcf' }] : []),
      ],
    }),
  );
  return config;
}
