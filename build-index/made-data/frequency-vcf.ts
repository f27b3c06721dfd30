import { join } from 'node:path';
import type { Random } from '../demo/random.ts';
import { writeVcfSite } from './genotype-vcf.ts';
import { RowFile } from './row-file.ts';
import { CHROMOSOME } from './stretch.ts';
import type { StretchVariants } from './stretch-variants.ts';
import { FREQUENCY_FILE, SURVEYED } from './vcf-config.ts';

/** A VCF without samples, that counts the alleles of every variant in large populations; the first pools the others. */
export class FrequencyVcf {
  readonly #file: RowFile;
  readonly #random: Random;

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
    const counts = Array.from({ length: alternatives }, () => SURVEYED.slice(1).map(([, chromosomes]) => rare(this.#random, chromosomes / 2)));
    SURVEYED.forEach(([name, chromosomes], population) => {
      if (population > 0) file.text(';');
      file.text(population === 0 ? 'AC=' : `AC_${name}=`);
      counts.forEach((count, which) => {
        if (which > 0) file.text(',');
        file.number(population === 0 ? count.reduce((sum, part) => sum + part, 0) : count[population - 1]!);
      });
      file.text(population === 0 ? ';AN=' : `;AN_${name}=`).number(chromosomes);
    });
    file.end();
  }

  close(): void {
    this.#file.close();
  }
}

/** A count below `most` with odds of about 1/count, and now and then none: most alleles are rare. */
function rare(random: Random, most: number): number {
  return Math.floor(Math.exp(random.next() * Math.log(most))) - 1;
}
