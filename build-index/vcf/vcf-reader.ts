/**
 * Reads the genotypes of a VCF file.
 *
 * As Ensembl's program for linkage disequilibrium takes them: only the reference and the first alternative allele count. A
 * genotype with any other allele, with a missing one, or that is not diploid is missing; phasing is not looked at.
 */
import { GENOTYPE } from '../../src/index/genotype-row.ts';
import { DumpError } from '../dump/dump-error.ts';
import { FIXED_COLUMNS, VcfLines } from './vcf-lines.ts';

export interface VcfVariant {
  chromosome: string;
  /**
   * Where Ensembl has the variant: POS, and the base after it for what is not of single letters, since POS is then that of the
   * base before.
   */
  position: number;
  /** The column ID. */
  id: string;
  /** The first of ID, or chromosome, position and alleles where there is none. */
  name: string;
  /** One GENOTYPE a sample; reused for the next variant. */
  genotypes: Uint8Array;
  /** Has the sample with the most alleles two? Lines of other ploidies do not count, whatever their further samples have. */
  diploid: boolean;
}

const [TAB, HASH, COLON, SLASH, PIPE, ZERO, NINE, DOT] = [...'\t#:/|09.'].map((letter) => letter.charCodeAt(0)) as
  [number, number, number, number, number, number, number, number];

/** A VCF file, its header read. */
export class VcfFile {
  readonly path: string;
  /** As the header names them. */
  readonly samples: readonly string[];
  readonly #lines: VcfLines;

  private constructor(path: string, lines: VcfLines) {
    this.path = path;
    this.samples = lines.samples;
    this.#lines = lines;
  }

  /** As VcfLines. */
  static async open(path: string): Promise<VcfFile> {
    return new VcfFile(path, await VcfLines.open(path));
  }

  /** Every variant with genotypes. Throws DumpError for a line that is not what it should be. */
  async *variants(): AsyncIterable<VcfVariant> {
    const genotypes = new Uint8Array(this.samples.length);
    try {
      for (;;) {
        const next = this.#lines.next();
        const line = next instanceof Promise ? await next : next;
        if (line === null) return;
        if (line.length === 0 || line[0] === HASH) continue;
        const variant = this.#parse(line, genotypes);
        if (variant) yield variant;
      }
    } finally {
      this.#lines.close();
    }
  }

  close(): void {
    this.#lines.close();
  }

  #parse(line: Buffer, genotypes: Uint8Array): VcfVariant | null {
    const ends: number[] = [];
    for (let at = 0; ends.length < FIXED_COLUMNS; at++) {
      const tab = line.indexOf(TAB, at);
      if (tab < 0) {
        // The last column may end the line where a file has no samples.
        if (ends.length === FIXED_COLUMNS - 1 && this.samples.length === 0) return null;
        throw this.#wrong(line, 'has too few columns');
      }
      ends.push(tab);
      at = tab;
    }
    const column = (index: number) => line.toString('utf8', index === 0 ? 0 : ends[index - 1]! + 1, ends[index]);
    const [chromosome, pos, id, ref, alt, format] = [column(0), Number(column(1)), column(2), column(3), column(4), column(8)];
    if (!Number.isInteger(pos) || pos < 0 || pos >= 2 ** 32 - 1) throw this.#wrong(line, `has no position in column POS`);
    if (format !== 'GT' && !format.startsWith('GT:')) return null;
    const alleles = [ref, ...alt.split(',')];
    const diploid = this.#readGenotypes(line, ends[FIXED_COLUMNS - 1]! + 1, genotypes);
    const named = id.split(';', 1)[0]!;
    return {
      chromosome, genotypes, diploid, id,
      position: alleles.every((allele) => allele.length === 1 && allele !== '*') ? pos : pos + 1,
      name: named === '.' || named === '' ? `${chromosome}_${pos}_${alleles.join('/')}` : named,
    };
  }

  /** Fills in `genotypes` and says whether no sample has more than two alleles, and one has two. */
  #readGenotypes(line: Buffer, start: number, genotypes: Uint8Array): boolean {
    const view = new DataView(line.buffer, line.byteOffset, line.byteLength);
    let at = start;
    let ploidy = 0;
    // Three letters and a tab of the last one that was of two alleles of 0 and 1, as a number.
    let word = -1;
    let genotype = 0;
    for (let sample = 0; sample < genotypes.length; sample++) {
      const next = at + 4 <= line.length ? view.getInt32(at, true) : -1;
      if (next === word && next !== -1) {
        genotypes[sample] = genotype;
        at += 4;
        continue;
      }
      // Hardly any is not two alleles of 0 and 1, such as 0|1.
      const [one, two, separator] = [line[at]! - ZERO, line[at + 2]! - ZERO, line[at + 1]];
      if ((one | two) >>> 1 === 0 && (separator === PIPE || separator === SLASH) && (at + 3 === line.length || line[at + 3] === TAB)) {
        genotypes[sample] = one + two;
        word = next;
        genotype = one + two;
        if (ploidy < 2) ploidy = 2;
        at += 4;
        continue;
      }
      if (at >= line.length && (sample > 0 || line.length === start)) throw this.#wrong(line, `has genotypes of ${sample} samples instead of ${genotypes.length}`);
      let alleles = 0;
      let alternatives = 0;
      let known = true;
      for (;;) {
        const letter = line[at];
        if (letter === DOT) {
          known = false;
          at++;
        } else {
          let allele = -1;
          for (; line[at]! >= ZERO && line[at]! <= NINE; at++) allele = Math.max(allele, 0) * 10 + line[at]! - ZERO;
          if (allele === 1) alternatives++;
          else if (allele !== 0) known = false;
        }
        alleles++;
        if (line[at] !== PIPE && line[at] !== SLASH) break;
        at++;
      }
      if (at < line.length && line[at] !== TAB && line[at] !== COLON) throw this.#wrong(line, `has a genotype of sample ${this.samples[sample]!} that is none`);
      genotypes[sample] = known && alleles === 2 ? alternatives : GENOTYPE.missing;
      ploidy = Math.max(ploidy, alleles);
      if (line[at] === COLON) {
        const tab = line.indexOf(TAB, at);
        at = tab < 0 ? line.length : tab;
      }
      at++;
    }
    if (at <= line.length) throw this.#wrong(line, `has genotypes of more samples than the header's ${genotypes.length}`);
    return ploidy === 2;
  }

  #wrong(line: Buffer, what: string): DumpError {
    return new DumpError(`${this.#lines.where}, which begins '${line.toString('utf8', 0, 40).split('\t').slice(0, 3).join(' ')}', ${what}`);
  }
}
