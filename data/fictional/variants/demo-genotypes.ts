/**
 * Variants of single bases at the beginning of the reference species' first chromosome, and the animals' genotypes
 * there: rows of the variation database, and a VCF file with its vcf_config.json, as releases have them.
 */
import { at, get } from '../../../src/checked.ts';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RegionIds } from '../core/region-rows.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { Random } from '../random.ts';
import { SURVEY, type VariationDatabase } from './variation-database.ts';

const VCF_HEADER = ['##fileformat=VCFv4.2', '##source=genomic-edge demo data'];
const VCF_COLUMNS = '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO';
const COUNT = 120;
/** Bases from one variant to the next, at most. */
const SPACING = 400;
/** Share of genotypes that are not known. */
const MISSING = 0.01;
const FILE = 'genotypes.vcf';
const SITES_FILE = 'frequencies.vcf';
/**
 * Populations of which only frequencies are known: what fields of the file call them, and how many chromosomes were
 * looked at.
 */
const SURVEYED = [
  ['', 400],
  ['hill', 150],
  ['shore', 250],
] as const;

/** Populations, with the number of animals whose genotypes are known. */
const POPULATIONS = [
  ['DEMO:meadow', 'Fictional animals of a meadow', 24, 'LD'],
  ['DEMO:barn', 'Fictional animals of a barn', 32, 'LD'],
  // Fewer than the 40 haplotypes that a pair needs: its answers are empty lists.
  ['DEMO:hutch', 'Fictional animals of a hutch, too few for linkage disequilibrium', 8, 'LD'],
  [SURVEY, 'Fictional animals seen in passing, without genotypes', 0, 'UNDISPLAYABLE'],
] as const;

/** Returns the names of all samples. */
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
  const region = regions.find(({ kind }) => kind === 'autosome')!;
  const baseAt = (position: number): string => {
    const contig = region.contigs.find(({ start, end }) => position >= start && position <= end);
    return contig ? String.fromCharCode(at(contig.bases, contig.from - 1 + position - contig.start)) : 'N';
  };
  const sites: VcfSite[] = [];
  for (let position = 1; sites.length < COUNT && position <= region.length; position += random.integer(1, SPACING)) {
    const contig = region.contigs.find(({ start, end }) => position >= start && position <= end);
    const reference = baseAt(position);
    // Contigs that lie the other way round are left to those who know how to read them.
    if (contig?.strand !== 1 || !'ACGT'.includes(reference)) continue;
    const alternative = random.pick([...'ACGT'].filter((base) => base !== reference));
    const variation_id = db.nextId('variation');
    const id = `demosnv${sites.length + 1}`;
    db.insert('variation', {
      variation_id,
      source_id: db.source('DEMO_VARIANTS'),
      name: id,
      class_attrib_id: db.attrib('SO_term', 'SNV'),
      somatic: 0,
    });
    db.insert('variation_feature', {
      variation_feature_id: db.nextId('variation_feature'),
      variation_id,
      variation_name: id,
      source_id: db.source('DEMO_VARIANTS'),
      seq_region_id: get(regionIds, region.name),
      seq_region_start: position,
      seq_region_end: position,
      seq_region_strand: 1,
      allele_string: `${reference}/${alternative}`,
      map_weight: 1,
      consequence_types: 'intergenic_variant',
      class_attrib_id: db.attrib('SO_term', 'SNV'),
      somatic: 0,
      display: 1,
    });
    sites.push({ chromosome: region.name, position, id, reference, alternative });
  }
  return sites;
}

/** Writes the genotypes and the configuration that names them; returns the path of the latter. */
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

/** A VCF without samples, that counts alleles in populations nobody has genotypes of; the first pools the others. */
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

// VCF files of fictional genotypes.
/** A site with two alleles, as a VCF line has it. */
export interface VcfSite {
  chromosome: string;
  position: number;
  id: string;
  reference: string;
  alternative: string;
}

/**
 * Writes a VCF, gzipped if its name ends in .gz, of haplotypes that copy one another. Haplotypes are dealt out to
 * samples at random.
 *
 * @param sites in order of position, a chromosome at a time
 * @param missing share of genotypes left out
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
    for (const { chromosome, position, id, reference, alternative } of onChromosome) {
      const alleles = haplotypes.next().value as Uint8Array;
      const genotypes = samples.map((_, sample) =>
        missing > 0 && random.chance(missing)
          ? '.|.'
          : `${alleles[at(order, 2 * sample)]!}|${alleles[at(order, 2 * sample + 1)]!}`,
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

// Haplotypes with believable linkage disequilibrium: each copies those made before it, in segments that recombination
// ends, the copying model of Li and Stephens (Genetics 165:2213, 2003). Every site has one mutation. The haplotype it
// strikes is drawn with odds of 1/n for the n-th, as the branches of a genealogy of n lines would have it, so that
// most alleles are rare; whoever copies the mutant there later inherits it.
/** Switches of the copied haplotype for each base and haplotype made before; some 1e-8 × 4 × 10,000 in humans. */
const RECOMBINATION = 4e-4;

/**
 * For each site, in order, the allele of every haplotype: 1 for the mutant, 0 for the other. The array is reused for
 * the next site.
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
    const struck = drawStruck(random, harmonic);
    alleles[0] = 0;
    for (let n = 1; n < count; n++) alleles[n] = n === struck ? 1 : alleles[at(source, n)]!;
    yield alleles;
    before = position;
  }
}

/** The n-th haplotype changes what it copies with a chance of 1 - exp(-distance / n). */
function switchSources(random: Random, source: Int32Array, distance: number): void {
  for (let n = 1; n < source.length; n++) {
    if (random.next() < 1 - Math.exp(-distance / n)) source[n] = random.integer(0, n - 1);
  }
}

function drawStruck(random: Random, harmonic: number): number {
  let left = random.next() * harmonic;
  let n = 1;
  for (left -= 1; left > 0; left -= 1 / n) n++;
  return n;
}
