/**
 * Reads the genotypes of a VCF file.
 *
 * As Ensembl's program for linkage disequilibrium takes them: only the reference and the first alternative allele
 * count. A genotype with any other allele, with a missing one, or that is not diploid is missing; whether a slash or a
 * bar stands between two is all the same.
 */
import { GENOTYPE } from '../../src/index/genotypes/genotype-row.ts';
import { memoize } from '../memoize.ts';
import { ANY_REGION, LineOrder, NO_POSITION, positionAt, TOO_FEW_COLUMNS, wrongLine } from './line-faults.ts';
import { SampleColumns } from './sample-columns.ts';
import { FIXED_COLUMNS, VcfLines } from './vcf-lines.ts';

export interface VcfVariant {
  chromosome: string;
  /**
   * Where Ensembl has the variant: POS, and the base after it for what is not of single letters, since POS is then that
   * of the base before.
   */
  position: number;
  /** The column ID. */
  id: string;
  /** The first of ID, or chromosome, position and alleles where there is none. */
  name: string;
  /** What is written of the samples; read anew for the next variant. */
  columns: SampleColumns;
  /** The GENOTYPE that each text of `columns` stands for. */
  meanings: readonly number[];
  /**
   * Has the sample with the most alleles two? Lines of other ploidies do not count, whatever their further samples
   * have.
   */
  diploid: boolean;
}

const [TAB, HASH] = [...'\t#'].map((letter) => letter.charCodeAt(0)) as [number, number];

/** A VCF file, its header read. */
export class VcfFile {
  readonly path: string;
  /** As the header names them. */
  readonly samples: readonly string[];
  readonly #lines: VcfLines;
  readonly #columns = new SampleColumns();

  private constructor(path: string, lines: VcfLines) {
    this.path = path;
    this.samples = lines.samples;
    this.#lines = lines;
  }

  /** As VcfLines. */
  static async open(path: string): Promise<VcfFile> {
    return new VcfFile(path, await VcfLines.open(path));
  }

  /**
   * Tells every variant with genotypes, and waits for whoever asks to. Throws DumpError for a line that is not what it
   * should be, or, on a region, not where.
   */
  async each(take: (variant: VcfVariant) => Promise<void> | void, regionOf = ANY_REGION): Promise<void> {
    const order = new LineOrder(regionOf);
    try {
      for (;;) {
        const next = this.#lines.next();
        const line = next instanceof Promise ? await next : next;
        if (line === null) return;
        if (line.length === 0 || line[0] === HASH) continue;
        const variant = this.#parse(line, order);
        const taken = variant && take(variant);
        if (taken) await taken;
      }
    } finally {
      this.#lines.close();
    }
  }

  close(): void {
    this.#lines.close();
  }

  /** File and line of the variant that was told last. */
  get where(): string {
    return this.#lines.where;
  }

  #parse(line: Buffer, order: LineOrder): VcfVariant | null {
    const ends: number[] = [];
    for (let at = 0; ends.length < FIXED_COLUMNS; at++) {
      const tab = line.indexOf(TAB, at);
      if (tab < 0) {
        // The last column may end the line where a file has no samples.
        if (ends.length === FIXED_COLUMNS - 1 && this.samples.length === 0) return null;
        throw this.#wrong(line, TOO_FEW_COLUMNS);
      }
      ends.push(tab);
      at = tab;
    }
    const column = (index: number) => line.toString('utf8', index === 0 ? 0 : ends[index - 1]! + 1, ends[index]);
    const [chromosome, pos, id, ref, alt, format] = [
      column(0),
      positionAt(line, ends[0]! + 1, ends[1]!),
      column(2),
      column(3),
      column(4),
      column(8),
    ];
    const fault = pos < 0 ? NO_POSITION : order.faultOf(chromosome, pos);
    if (fault !== null) throw this.#wrong(line, fault);
    if (format !== 'GT' && !format.startsWith('GT:')) return null;
    const alleles = [ref, ...alt.split(',')];
    const { meanings, ploidy } = this.#readGenotypes(line, ends[FIXED_COLUMNS - 1]! + 1);
    const named = id.split(';', 1)[0]!;
    return {
      chromosome,
      id,
      columns: this.#columns,
      meanings,
      diploid: ploidy === 2,
      position: alleles.every((allele) => allele.length === 1 && allele !== '*') ? pos : pos + 1,
      name: named === '.' || named === '' ? `${chromosome}_${pos}_${alleles.join('/')}` : named,
    };
  }

  /** @returns the most alleles that a sample has as `ploidy` */
  #readGenotypes(line: Buffer, from: number): { meanings: number[]; ploidy: number } {
    const [columns, samples] = [this.#columns, this.samples.length];
    columns.read(line, from, samples);
    let ploidy = 0;
    const meanings = columns.texts.map((text, each) => {
      const written = meaningOf(text);
      if (!written)
        throw this.#wrong(
          line,
          `has a genotype of sample ${this.samples[columns.dense().indexOf(each)]!} that is none`,
        );
      ploidy = Math.max(ploidy, written.ploidy);
      return written.genotype;
    });
    if (columns.found < samples)
      throw this.#wrong(line, `has genotypes of ${columns.found} samples instead of ${samples}`);
    if (columns.hasMore) throw this.#wrong(line, `has genotypes of more samples than the header's ${samples}`);
    return { meanings, ploidy };
  }

  #wrong(line: Buffer, what: string): Error {
    return wrongLine(this.where, line, 0, line.length, what);
  }
}

/** By 2 × the first allele + the second. */
const OF_ALLELES = [
  GENOTYPE.reference,
  GENOTYPE.heterozygous,
  GENOTYPE.heterozygousFirst,
  GENOTYPE.homozygous,
] as const;

interface Meaning {
  genotype: number;
  ploidy: number;
}

/** Null for what is no genotype. An allele may be missing, as a dot or as nothing. */
const meaningOf = memoize((text: string): Meaning | null => {
  if (!/^(\d*|\.)([|/](\d*|\.))*$/.test(text)) return null;
  const alleles = text.split(/[|/]/).map((allele) => (/\d/.test(allele) ? Number(allele) : -1));
  const isWhole = alleles.length === 2 && alleles.every((allele) => allele === 0 || allele === 1);
  return { genotype: isWhole ? OF_ALLELES[2 * alleles[0]! + alleles[1]!]! : GENOTYPE.missing, ploidy: alleles.length };
});
