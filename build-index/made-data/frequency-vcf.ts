import { join } from 'node:path';
import type { Random } from '../demo/random.ts';
import { AlleleSurvey, SURVEYED } from './allele-survey.ts';
import { writeVcfSite } from './genotype-vcf.ts';
import { RowFile } from './row-file.ts';
import { CHROMOSOME } from './stretch.ts';
import type { StretchVariants } from './stretch-variants.ts';
import { FREQUENCY_FILE } from './vcf-config.ts';

const COUNTS = SURVEYED.map(([name]) => `;AC_${name}=`);
const TOTALS = SURVEYED.map(([name]) => `;AN_${name}=`);

/**
 * A VCF without samples, that counts the alleles of every variant in a survey (allele-survey.ts). Fields are those of gnomAD's files as Ensembl trims them, AC, AN and AF of all, AC and AN
 * of each population; AF of each, which nobody reads where there are counts, would make lines of 290 bytes two thirds longer, and is left out.
 */
export class FrequencyVcf {
  readonly #file: RowFile;
  readonly #survey: AlleleSurvey;

  constructor(folder: string, random: Random) {
    this.#survey = new AlleleSurvey(random);
    this.#file = new RowFile(join(folder, FREQUENCY_FILE));
    this.#file.text('##fileformat=VCFv4.2\n##source=genomic-edge made data\n').text(headerOf('', 'in all')).text('##INFO=<ID=AF,Number=A,Type=Float,Description="Share of the alternative in all">\n');
    for (const [name] of SURVEYED) this.#file.text(headerOf(`_${name}`, `in ${name}`));
    this.#file.text('#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO').end();
  }

  get size(): number {
    return this.#file.size;
  }

  /** @param carriers haplotypes of the cohort that have the alternative; 0 for a variant without genotypes */
  write(variants: StretchVariants, each: number, carriers: number): void {
    const [file, survey] = [this.#file, this.#survey];
    const { counts, totals } = survey;
    file.text(CHROMOSOME).tab();
    writeVcfSite(file, variants, each);
    const hasTwo = variants.second[each] !== 0;
    const total = survey.nextSite();
    const [one, two] = [survey.count(0, carriers), hasTwo ? survey.count(1, 0) : 0];
    file.text('\t.\tPASS\tAC=').number(one);
    if (hasTwo) file.text(',').number(two);
    file.text(';AN=').number(total).text(';AF=').text(shareText(one / total));
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
  return `##INFO=<ID=AC${suffix},Number=A,Type=Integer,Description="Copies of the alternative ${where}">\n##INFO=<ID=AN${suffix},Number=1,Type=Integer,Description="Chromosomes that were called ${where}">\n`;
}
