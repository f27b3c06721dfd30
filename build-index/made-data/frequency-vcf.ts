import { join } from 'node:path';
import type { Random } from '../demo/random.ts';
import { writeVcfSite } from './genotype-vcf.ts';
import { RowFile } from './row-file.ts';
import { CHROMOSOME } from './stretch.ts';
import type { StretchVariants } from './stretch-variants.ts';
import { FREQUENCY_FILE, SURVEYED } from './vcf-config.ts';

/** What stands before and after the counts of each population. */
const FIELDS = SURVEYED.map(([name], index) => (index === 0 ? 'AC=' : `;AC_${name}=`));
const TOTALS = SURVEYED.map(([name, chromosomes], index) => (index === 0 ? `;AN=${chromosomes}` : `;AN_${name}=${chromosomes}`));
/** Logarithm of the highest count of each. */
const LOG_MOST = SURVEYED.map(([, chromosomes]) => Math.log(chromosomes / 2));

/** A VCF without samples, that counts the alleles of every variant in large populations; the first pools the others. */
export class FrequencyVcf {
  readonly #file: RowFile;
  readonly #random: Random;
  /** By population, of one or two alternatives; the first pools the others. */
  readonly #counts = SURVEYED.map(() => new Int32Array(2));

  constructor(folder: string, random: Random) {
    this.#random = random;
    this.#file = new RowFile(join(folder, FREQUENCY_FILE));
    this.#file.text('##fileformat=VCFv4.2\n##source=genomic-edge made data\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO').end();
  }

  get size(): number {
    return this.#file.size;
  }

  write(variants: StretchVariants, each: number): void {
    const file = this.#file;
    file.text(CHROMOSOME).tab();
    writeVcfSite(file, variants, each);
    file.text('\t.\tPASS\t');
    const alternatives = variants.second[each] === 0 ? 1 : 2;
    const counts = this.#counts;
    for (let which = 0; which < alternatives; which++) {
      counts[0]![which] = 0;
      for (let population = 1; population < SURVEYED.length; population++) {
        const count = rare(this.#random, LOG_MOST[population]!);
        counts[population]![which] = count;
        counts[0]![which]! += count;
      }
    }
    for (let population = 0; population < SURVEYED.length; population++) {
      file.text(FIELDS[population]!).number(counts[population]![0]!);
      if (alternatives === 2) file.text(',').number(counts[population]![1]!);
      file.text(TOTALS[population]!);
    }
    file.end();
  }

  close(): void {
    this.#file.close();
  }
}

/** A count with odds of about 1/count, and now and then none: most alleles are rare. */
function rare(random: Random, logMost: number): number {
  return Math.floor(Math.exp(random.next() * logMost)) - 1;
}
