/**
 * The VCF files of a chromosome: thousands of genotypes of each genotyped variant, frequencies in a survey of every
 * variant, and the vcf_config.json that names both files.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RowFile } from '../dump/row-file.ts';
import { SAMPLES, VARIANTS_IN_TILE } from '../genome/scale.ts';
import { CHROMOSOME, type ScaledChromosome } from '../genome/tile.ts';
import { REFERENCE } from '../species.ts';
import type { Random } from '../random.ts';
import { AlleleSurvey, SURVEYED } from './allele-survey.ts';
import { Cohort, cohortKinship, sampleNames } from './cohort.ts';
import { INSERTION, isGenotyped, nameNumber, SNV, TileVariants } from './tile-variants.ts';

const VCF_HEADER = '##fileformat=VCFv4.2\n##source=genomic-edge made data\n';
const VCF_COLUMNS = '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO';
const UNCHANGED = 0x30;
const MUTANT = 0x31;

/** The cohort that both the genotypes and the frequencies of the variation database tell of. */
export function cohortOf({ workshop }: ScaledChromosome): Cohort {
  return new Cohort(workshop.random.fork('cohort'), 2 * SAMPLES, cohortKinship());
}

export function variantsOf(
  { workshop }: ScaledChromosome,
  tile: ConstructorParameters<typeof TileVariants>[0],
): TileVariants {
  return new TileVariants(tile, workshop.random.fork(`variants of stretch ${tile.number}`));
}

/** Writes the file, and tells the bytes written after each tile. */
export function* writeGenotypeVcf(chromosome: ScaledChromosome, folder: string): Generator<number> {
  mkdirSync(folder, { recursive: true });
  const cohort = cohortOf(chromosome);
  const haplotypes = 2 * SAMPLES;
  const file = new RowFile(join(folder, GENOTYPE_FILE));
  file.text(`${VCF_HEADER}##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">\n`);
  file.text(`##contig=<ID=${CHROMOSOME},length=${chromosome.scale.length}>\n${VCF_COLUMNS}\tFORMAT`);
  file.text(`\t${sampleNames().join('\t')}`).end();
  // `0|0` for each sample, with tabs between them; those who carry the mutant are put in and taken out again.
  const genotypes = Buffer.from(Array.from({ length: SAMPLES }, () => '0|0').join('\t'));
  for (let number = 0; number < chromosome.scale.tiles; number++) {
    const variants = variantsOf(chromosome, chromosome.tile(number));
    for (let each = 0; each < VARIANTS_IN_TILE; each++) {
      if (!isGenotyped(each)) continue;
      cohort.next(variants.start[each]!);
      file.text(CHROMOSOME).tab();
      writeVcfSite(file, variants, each);
      file
        .text('\t100\tPASS\tAC=')
        .number(cohort.carriers)
        .text(';AF=')
        .text((cohort.carriers / haplotypes).toPrecision(4))
        .text(';AN=')
        .number(haplotypes)
        .text('\tGT\t');
      const { carriers, carrying } = cohort;
      for (let carrier = 0; carrier < carriers; carrier++) genotypes[2 * carrying[carrier]!] = MUTANT;
      file.bytes(genotypes).end();
      for (let carrier = 0; carrier < carriers; carrier++) genotypes[2 * carrying[carrier]!] = UNCHANGED;
    }
    yield file.size;
  }
  file.close();
}

const COUNTS = SURVEYED.map(([name]) => `;AC_${name}=`);
const TOTALS = SURVEYED.map(([name]) => `;AN_${name}=`);

/**
 * A VCF without samples, that counts the alleles of every variant in a survey (allele-survey.ts). Fields are those of
 * gnomAD's files as Ensembl trims them, AC, AN and AF of all, AC and AN of each population; AF of each, which nobody
 * reads where there are counts, would make lines of 290 bytes two thirds longer, and is left out.
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

  /** @param carriers haplotypes of the cohort that have the alternative; 0 for a variant without genotypes */
  write(variants: TileVariants, each: number, carriers: number): void {
    const [file, survey] = [this.#file, this.#survey];
    const { counts, totals } = survey;
    file.text(CHROMOSOME).tab();
    writeVcfSite(file, variants, each);
    const hasTwo = variants.second[each] !== 0;
    const total = survey.nextSite();
    const [one, two] = [survey.count(0, carriers), hasTwo ? survey.count(1, 0) : 0];
    file.text('\t.\tPASS\tAC=').number(one);
    if (hasTwo) file.text(',').number(two);
    file
      .text(';AN=')
      .number(total)
      .text(';AF=')
      .text(shareText(one / total));
    if (hasTwo) file.text(',').text(shareText(two / total));
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

/** As C prints it, with two digits of exponent. */
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

/** Position, name and alleles; what is inserted or deleted stands behind the base before it. */
function writeVcfSite(file: RowFile, variants: TileVariants, each: number): void {
  const kind = variants.kind[each]!;
  const start = variants.start[each]!;
  const position = kind === SNV ? start : start - 1;
  file
    .number(position)
    .tab()
    .text('demors')
    .number(nameNumber(variants.first + each))
    .tab();
  file.byte(variants.baseAt(position));
  if (kind === SNV) {
    file.tab().byte(variants.alternative[each]!);
    if (variants.second[each] !== 0) file.text(',').byte(variants.second[each]!);
  } else if (kind === INSERTION) {
    file.tab().byte(variants.baseAt(position)).bytes(variants.insertedAt(each));
  } else {
    file.bytes(variants.reference(each)).tab().byte(variants.baseAt(position));
  }
}

// The VCF files of made data, and the vcf_config.json that names them.
const GENOTYPE_FILE = 'genotypes.vcf';
const FREQUENCY_FILE = 'frequencies.vcf';

/**
 * Writes it for the files that were made in `folder`, and for those of other parts that stand where this is moved to;
 * nothing if none were made.
 */
export function writeVcfConfig(folder: string, place: string): void {
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
  ].filter(({ filename_template }) => [folder, place].some((each) => existsSync(join(each, filename_template))));
  writeFileSync(join(folder, 'vcf_config.json'), `${JSON.stringify({ collections }, null, 2)}\n`);
}
