/**
 * SNVs at the start of the reference species' first chromosome and genotypes of animals at these sites: rows of the
 * variation database, and a VCF file with its vcf_config.json, as in Ensembl's releases.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { at, found, get } from '../../../src/checked.ts';
import type { RegionIds } from '../core/region-rows.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { Random } from '../random.ts';
import { SURVEY, type VariationDatabase } from './variation-database.ts';

const VCF_HEADER = ['##fileformat=VCFv4.2', '##source=genomic-edge demo data'];
const VCF_COLUMNS = '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO';
const COUNT = 120;
/** Maximum number of bases from one variant to the next. */
const SPACING = 400;
/** Share of missing genotypes. */
const MISSING = 0.01;
const FILE = 'genotypes.vcf';
const SITES_FILE = 'frequencies.vcf';
/**
 * Populations with frequencies only: suffix of their INFO fields and number of chromosomes. The first pools the others.
 */
const SURVEYED = [
  ['', 400],
  ['hill', 150],
  ['shore', 250],
] as const;

/** Populations with the number of genotyped animals. */
const POPULATIONS = [
  ['DEMO:meadow', 'Fictional animals of a meadow', 24, 'LD'],
  ['DEMO:barn', 'Fictional animals of a barn', 32, 'LD'],
  // Fewer than the 40 haplotypes that a pair needs, so operations on linkage return empty lists for this population.
  ['DEMO:hutch', 'Fictional animals of a hutch, too few for linkage disequilibrium', 8, 'LD'],
  [SURVEY, 'Fictional animals seen in passing, without genotypes', 0, 'UNDISPLAYABLE'],
] as const;

/** Writes populations and samples; returns the names of all samples. */
export function writePopulations(db: VariationDatabase): string[] {
  const samples: string[] = [];
  for (const [name, description, animals, display] of POPULATIONS) {
    const population = db.addPopulation(name, description, animals || null, display);
    for (let each = 0; each < animals; each++) {
      const number = samples.length + 1;
      const animal = `DEMO:animal${String(number).padStart(3, '0')}`;
      db.addSample(animal, number % 2 === 0 ? 'Female' : 'Male', [population]);
      samples.push(animal);
    }
  }
  return samples;
}

/** Draws the variants and writes their rows. */
export function writeGenotypedVariants(
  db: VariationDatabase,
  { regions }: AnnotatedGenome,
  regionIds: RegionIds,
  random: Random,
): VcfSite[] {
  const region = found(regions, ({ kind }) => kind === 'autosome');
  const sites: VcfSite[] = [];
  for (let position = 1; sites.length < COUNT && position <= region.length; position += random.integer(1, SPACING)) {
    const contig = region.contigs.find(({ start, end }) => position >= start && position <= end);
    // Skips reversed contigs for simplicity.
    if (contig?.strand !== 1) continue;
    const reference = String.fromCharCode(at(contig.bases, contig.from - 1 + position - contig.start));
    const alternative = random.pick([...'ACGT'].filter((base) => base !== reference));
    const id = `demosnv${sites.length + 1}`;
    const shared = {
      source_id: db.source('DEMO_VARIANTS'),
      class_attrib_id: db.attrib('SO_term', 'SNV'),
      somatic: 0,
    };
    const variation_id = db.add('variation', { ...shared, name: id });
    db.add('variation_feature', {
      ...shared,
      variation_id,
      variation_name: id,
      seq_region_id: get(regionIds, region.name),
      seq_region_start: position,
      seq_region_end: position,
      seq_region_strand: 1,
      allele_string: `${reference}/${alternative}`,
      map_weight: 1,
      consequence_types: 'intergenic_variant',
      display: 1,
    });
    sites.push({ chromosome: region.name, position, id, reference, alternative });
  }
  return sites;
}

/** Writes both VCF files and the vcf_config.json that lists them; returns the path of the latter. */
export async function writeGenotypeFiles(
  folder: string,
  species: AnnotatedGenome['species'],
  sites: readonly VcfSite[],
  samples: readonly string[],
  random: Random,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeGenotypes(join(folder, FILE), sites, samples, random, MISSING);
  await writeFile(join(folder, SITES_FILE), surveyed(sites, random.fork('frequencies')));
  const path = join(folder, 'vcf_config.json');
  const collection = { species: species.productionName, assembly: species.assembly, type: 'local' };
  const populations = Object.fromEntries(
    SURVEYED.map(([name], each) => [9_000_000 + each, name === '' ? { name: 'SURVEY:ALL', _raw_name: '' } : { name }]),
  );
  const collections = [
    { id: 'demo_genotypes', ...collection, filename_template: FILE },
    { id: 'demo_frequencies', ...collection, filename_template: SITES_FILE, population_prefix: 'SURVEY:', populations },
  ];
  await writeFile(path, `${JSON.stringify({ collections }, null, 2)}\n`);
  return path;
}

/** A VCF without samples: allele counts in populations without genotypes. */
function surveyed(sites: readonly VcfSite[], random: Random): string {
  const lines = sites.map(({ chromosome, position, id, reference, alternative }) => {
    const counts = SURVEYED.slice(1).map(([, chromosomes]) => random.integer(0, chromosomes >> 1));
    const info = [counts.reduce((sum, count) => sum + count, 0), ...counts].map((count, each) => {
      const [name, chromosomes] = at(SURVEYED, each);
      return ['AC', 'AN']
        .map((field, which) => `${field}${name && `_${name}`}=${which === 0 ? count : chromosomes}`)
        .join(';');
    });
    return [chromosome, position, id, reference, alternative, '.', 'PASS', info.join(';')].join('\t');
  });
  return `${[...VCF_HEADER, VCF_COLUMNS, ...lines].join('\n')}\n`;
}

/** A site with two alleles, as in a VCF line. */
export interface VcfSite {
  chromosome: string;
  position: number;
  id: string;
  reference: string;
  alternative: string;
}

/**
 * Writes a VCF of haplotypes that copy one another, assigned to samples at random. A path that ends in .gz gives a
 * gzip file.
 *
 * @param sites sorted by chromosome and position
 * @param missing share of missing genotypes
 */
export async function writeGenotypes(
  path: string,
  sites: readonly VcfSite[],
  samples: readonly string[],
  random: Random,
  missing = 0,
): Promise<void> {
  const text = path.endsWith('.gz') ? createGzip({ level: 1 }) : new PassThrough();
  const written = pipeline(text, createWriteStream(path));
  const put = async (lines: string) => {
    if (!text.write(lines)) await once(text, 'drain');
  };
  await put(`${[...VCF_HEADER, '##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">'].join('\n')}\n`);
  await put(`${[VCF_COLUMNS, 'FORMAT', ...samples].join('\t')}\n`);
  for (const onChromosome of Map.groupBy(sites, ({ chromosome }) => chromosome).values()) {
    const haplotypes = copiedHaplotypes(
      random,
      onChromosome.map(({ position }) => position),
      2 * samples.length,
    );
    const order = shuffled(random, 2 * samples.length);
    let site = 0;
    for (const alleles of haplotypes) {
      const { chromosome, position, id, reference, alternative } = at(onChromosome, site++);
      const alleleOf = (haplotype: number): number => at(alleles, at(order, haplotype));
      const genotypes = samples.map((_, sample) =>
        missing > 0 && random.chance(missing) ? '.|.' : `${alleleOf(2 * sample)}|${alleleOf(2 * sample + 1)}`,
      );
      await put(
        `${[chromosome, position, id, reference, alternative, '100', 'PASS', '.', 'GT', ...genotypes].join('\t')}\n`,
      );
    }
  }
  text.end();
  await written;
}

function shuffled(random: Random, count: number): number[] {
  const order = Array.from({ length: count }, (_, each) => each);
  for (let last = count - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [at(order, other), at(order, last)];
  }
  return order;
}

/** Switches of the copied haplotype per base, for the first haplotype; about 1e-8 × 4 × 10,000 in humans. */
const RECOMBINATION = 4e-4;

/**
 * Yields for each site the allele of every haplotype: 1 for the mutant, 0 for the other. The array is reused for the
 * next site.
 *
 * Haplotypes have realistic linkage disequilibrium, by the copying model of Li and Stephens (Genetics 165:2213, 2003):
 * each one copies segments of earlier ones, and recombination ends a segment. Every site has one mutation. It is in the
 * n-th haplotype with odds of 1/n, like the branch lengths of a genealogy with n lineages, so that most alleles are
 * rare. Haplotypes that copy the mutated one at this site inherit the mutation.
 *
 * @param positions of the sites, ascending
 * @param count haplotypes, at least 2
 */
export function* copiedHaplotypes(
  random: Random,
  positions: Iterable<number>,
  count: number,
  recombination = RECOMBINATION,
): Generator<Uint8Array> {
  const source = new Int32Array(count);
  const alleles = new Uint8Array(count);
  let harmonic = 0;
  for (let n = 1; n < count; n++) {
    source[n] = random.integer(0, n - 1);
    harmonic += 1 / n;
  }
  let before: number | null = null;
  for (const position of positions) {
    if (before !== null) switchSources(random, source, recombination * (position - before));
    const mutated = drawMutated(random, harmonic);
    alleles[0] = 0;
    for (let n = 1; n < count; n++) alleles[n] = n === mutated ? 1 : at(alleles, at(source, n));
    yield alleles;
    before = position;
  }
}

/** The n-th haplotype switches to copying another one with a probability of 1 - exp(-distance / n). */
function switchSources(random: Random, source: Int32Array, distance: number): void {
  for (let n = 1; n < source.length; n++) {
    if (random.next() < 1 - Math.exp(-distance / n)) source[n] = random.integer(0, n - 1);
  }
}

function drawMutated(random: Random, harmonic: number): number {
  let left = random.next() * harmonic;
  let n = 1;
  for (left -= 1; left > 0; left -= 1 / n) n++;
  return n;
}
