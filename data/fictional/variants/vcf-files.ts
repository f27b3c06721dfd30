/**
 * The VCF files of a chromosome: one with genotypes of thousands of samples, one with frequencies of every variant in a
 * survey, and the vcf_config.json that lists both.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../../src/checked.ts';
import { type RowField, RowFile } from '../../../build-index/dump-writer/row-file.ts';
import { SAMPLES, VARIANTS_IN_TILE } from '../genome/scale.ts';
import { CHROMOSOME, type ScaledChromosome } from '../genome/tile.ts';
import { REFERENCE } from '../species.ts';
import type { Random } from '../random.ts';
import { AlleleSurvey, SURVEYED } from './allele-survey.ts';
import { Cohort, cohortKinship, sampleNames } from './cohort.ts';
import { INSERTION, isGenotyped, nameNumber, SNV, TileVariants } from './tile-variants.ts';

const VCF_HEADER = '##fileformat=VCFv4.2\n##source=genomic-edge made data\n';
const VCF_COLUMNS = '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO';
const GENOTYPE_FILE = 'genotypes.vcf';
const FREQUENCY_FILE = 'frequencies.vcf';
const REFERENCE_ALLELE = 0x30;
const ALTERNATIVE_ALLELE = 0x31;

/** The cohort whose genotypes are in the VCF and whose frequencies are in the variation database. */
export function cohortOf({ workshop }: ScaledChromosome): Cohort {
  return new Cohort(workshop.random.fork('cohort'), 2 * SAMPLES, cohortKinship());
}

export function variantsOf(
  { workshop }: ScaledChromosome,
  tile: ConstructorParameters<typeof TileVariants>[0],
): TileVariants {
  return new TileVariants(tile, workshop.random.fork(`variants of stretch ${tile.number}`));
}

/** Writes the VCF of genotypes. Yields the bytes written so far after each tile. */
export function* writeGenotypeVcf(chromosome: ScaledChromosome, folder: string): Generator<number> {
  mkdirSync(folder, { recursive: true });
  const cohort = cohortOf(chromosome);
  const haplotypes = 2 * SAMPLES;
  const file = new RowFile(join(folder, GENOTYPE_FILE));
  file.text(`${VCF_HEADER}##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">\n`);
  file.text(`##contig=<ID=${CHROMOSOME},length=${chromosome.scale.length}>\n${VCF_COLUMNS}\tFORMAT`);
  file.text(`\t${sampleNames().join('\t')}`).end();
  // `0|0` for each sample, with tabs between them. The alternative alleles of each site are set and reset.
  const genotypes = Buffer.from(Array.from({ length: SAMPLES }, () => '0|0').join('\t'));
  for (let number = 0; number < chromosome.scale.tiles; number++) {
    const variants = variantsOf(chromosome, chromosome.tile(number));
    for (let index = 0; index < VARIANTS_IN_TILE; index++) {
      if (!isGenotyped(index)) continue;
      cohort.next(variants.startOf(index));
      const { carriers } = cohort;
      const carrying = cohort.carrying.subarray(0, carriers);
      const info = `AC=${carriers};AF=${(carriers / haplotypes).toPrecision(4)};AN=${haplotypes}`;
      for (const haplotype of carrying) genotypes[2 * haplotype] = ALTERNATIVE_ALLELE;
      file
        .text(`${siteFields(variants, index).join('\t')}\t100\tPASS\t${info}\tGT\t`)
        .bytes(genotypes)
        .end();
      for (const haplotype of carrying) genotypes[2 * haplotype] = REFERENCE_ALLELE;
    }
    yield file.size;
  }
  file.close();
}

const COUNTS = SURVEYED.map(([name]) => `;AC_${name}=`);
const TOTALS = SURVEYED.map(([name]) => `;AN_${name}=`);

/**
 * A VCF without samples: allele counts of every variant in a survey (allele-survey.ts). The fields are those of
 * gnomAD's files as reduced by Ensembl: AC, AN and AF of all, AC and AN of each population. AF of each population
 * follows from its counts; it would make lines of 290 bytes two thirds longer and is omitted.
 */
export class FrequencyVcf {
  readonly #file: RowFile;
  readonly #survey: AlleleSurvey;

  constructor(folder: string, random: Random) {
    this.#survey = new AlleleSurvey(random);
    this.#file = new RowFile(join(folder, FREQUENCY_FILE));
    this.#file
      .text(VCF_HEADER)
      .text(headerOf('', 'in all'))
      .text('##INFO=<ID=AF,Number=A,Type=Float,Description="Share of the alternative in all">\n');
    for (const [name] of SURVEYED) this.#file.text(headerOf(`_${name}`, `in ${name}`));
    this.#file.text(VCF_COLUMNS).end();
  }

  get size(): number {
    return this.#file.size;
  }

  /** @param carriers haplotypes of the cohort with the alternative allele; 0 for a variant without genotypes */
  write(variants: TileVariants, index: number, carriers: number): void {
    const { counts, totals } = this.#survey;
    const total = this.#survey.nextSite();
    const first = this.#survey.count(0, carriers);
    const hasTwo = variants.second[index] !== 0;
    const second = hasTwo ? this.#survey.count(1, 0) : 0;
    const frequency = hasTwo ? `${shareText(first / total)},${shareText(second / total)}` : shareText(first / total);
    const file = this.#file;
    file.text(`${siteFields(variants, index).join('\t')}\t.\tPASS\tAC=`).number(first);
    if (hasTwo) file.text(',').number(second);
    file.text(`;AN=${total};AF=${frequency}`);
    for (let population = 0; population < SURVEYED.length; population++) {
      file.text(COUNTS[population]!).number(counts[0][population]!);
      if (hasTwo) file.text(',').number(counts[1][population]!);
      file.text(TOTALS[population]!).number(totals[population]!);
    }
    file.end();
  }

  close(): void {
    this.#file.close();
  }
}

/** Like C's `%.5e`, with two digits of exponent. The share is from 1e-9 to 1. */
function shareText(share: number): string {
  const text = share.toExponential(5);
  return `${text.slice(0, -1)}0${text.slice(-1)}`;
}

function headerOf(suffix: string, where: string): string {
  return (
    `##INFO=<ID=AC${suffix},Number=A,Type=Integer,Description="Copies of the alternative ${where}">\n` +
    `##INFO=<ID=AN${suffix},Number=1,Type=Integer,Description="Chromosomes that were called ${where}">\n`
  );
}

/** Chromosome, position, name and alleles. Inserted and deleted bases follow the base before them. */
function siteFields(variants: TileVariants, index: number): RowField[] {
  const name = `demors${nameNumber(variants.first + index)}`;
  const start = variants.startOf(index);
  if (variants.kind[index] === SNV) {
    const second = at(variants.second, index);
    const alternatives = variants.alternativeText(index) + (second === 0 ? '' : `,${String.fromCharCode(second)}`);
    return [CHROMOSOME, start, name, variants.referenceText(index), alternatives];
  }
  const before = String.fromCharCode(variants.baseAt(start - 1));
  return variants.kind[index] === INSERTION
    ? [CHROMOSOME, start - 1, name, before, before + variants.alternativeText(index)]
    : [CHROMOSOME, start - 1, name, before + variants.referenceText(index), before];
}

/**
 * Writes vcf_config.json for the VCF files in `folder` and in `target`, to which `folder` will be moved. Without
 * `folder`, writes nothing.
 */
export function writeVcfConfig(folder: string, target: string): void {
  if (!existsSync(folder)) return;
  const collection = { species: REFERENCE.productionName, assembly: REFERENCE.assembly, type: 'local' };
  const pooled = { name: 'SURVEY:ALL', _raw_name: '', description: 'All fictional animals of a survey' };
  const populations = Object.fromEntries(
    [pooled, ...SURVEYED.map(([name]) => ({ name, description: `Those of the ${name}` }))].map((population, each) => [
      9_000_000 + each,
      population,
    ]),
  );
  const collections = [
    { id: 'made_genotypes', ...collection, filename_template: GENOTYPE_FILE },
    {
      id: 'made_frequencies',
      ...collection,
      filename_template: FREQUENCY_FILE,
      population_prefix: 'SURVEY:',
      populations,
    },
  ].filter(({ filename_template }) => [folder, target].some((each) => existsSync(join(each, filename_template))));
  writeFileSync(join(folder, 'vcf_config.json'), `${JSON.stringify({ collections }, null, 2)}\n`);
}
