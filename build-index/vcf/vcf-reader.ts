/**
 * Reads the genotypes of a VCF file by the rules of Ensembl's program for linkage disequilibrium: only the reference
 * and the first alternative allele count. A genotype with another allele, with a missing one, or that is not diploid
 * counts as missing. Phased and unphased genotypes are equal.
 */
import { GENOTYPE } from '../../src/index/genotypes/genotype-row.ts';
import { at, last } from '../../src/checked.ts';
import { memoize } from '../memoize.ts';
import { ANY_REGION, LineOrder, NO_POSITION, positionAt, TOO_FEW_COLUMNS, wrongLine } from './line-faults.ts';
import { SampleColumns } from './sample-columns.ts';
import { FIXED_COLUMNS, VcfLines } from './vcf-lines.ts';

export interface VcfVariant {
  chromosome: string;
  /** The column POS. */
  pos: number;
  /** Ensembl's position: POS, or POS + 1 if an allele is no single letter, since POS is then the base before. */
  position: number;
  /** The column ID. */
  id: string;
  /** Ensembl's start of the line: POS, or POS + 1 if an allele has another length than the reference or no bases. */
  start: number;
  /** Reference first. */
  alleles: readonly string[];
  /** The first name in ID; null if there is none. */
  name: string | null;
  /** The samples' genotypes as the file spells them. Valid until the next variant is read. */
  columns: SampleColumns;
  /** The GENOTYPE of each text of `columns`. */
  meanings: readonly number[];
  /** Does the sample with the most alleles have two? Lines of other ploidies do not count. */
  diploid: boolean;
}

const [TAB, HASH] = [0x09, 0x23];

/** A VCF file whose header has been read. */
export class VcfFile {
  readonly path: string;
  /** Names of the samples in the header. */
  readonly samples: readonly string[];
  readonly #lines: VcfLines;
  readonly #columns = new SampleColumns();

  private constructor(path: string, lines: VcfLines) {
    this.path = path;
    this.samples = lines.samples;
    this.#lines = lines;
  }

  /** Opens a file and reads its header: see VcfLines. */
  static async open(path: string): Promise<VcfFile> {
    return new VcfFile(path, await VcfLines.open(path));
  }

  /**
   * Calls `take` with every variant that has genotypes, and awaits it if it returns a promise.
   * @throws DumpError for a malformed line, or one of a region that is out of order
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

  /** File and line number of the last variant. */
  get where(): string {
    return this.#lines.where;
  }

  #parse(line: Buffer, order: LineOrder): VcfVariant | null {
    const ends: number[] = [];
    for (let from = 0; ends.length < FIXED_COLUMNS; from++) {
      const tab = line.indexOf(TAB, from);
      if (tab < 0) {
        // In a file without samples, the last fixed column ends the line.
        if (ends.length === FIXED_COLUMNS - 1 && this.samples.length === 0) return null;
        throw this.#wrong(line, TOO_FEW_COLUMNS);
      }
      ends.push(tab);
      from = tab;
    }
    const column = (index: number) => line.toString('utf8', index === 0 ? 0 : at(ends, index - 1) + 1, ends[index]);
    const [chromosome, pos, id, ref, alt, format] = [
      column(0),
      positionAt(line, at(ends, 0) + 1, at(ends, 1)),
      column(2),
      column(3),
      column(4),
      column(8),
    ];
    const fault = pos < 0 ? NO_POSITION : order.faultOf(chromosome, pos);
    if (fault !== null) throw this.#wrong(line, fault);
    if (format !== 'GT' && !format.startsWith('GT:')) return null;
    const alleles = [ref, ...alt.split(',')];
    const { meanings, ploidy } = this.#readGenotypes(line, last(ends) + 1);
    const [named = ''] = id.split(';', 1);
    return {
      chromosome,
      pos,
      id,
      alleles,
      start: alleles.some((allele) => allele.length !== ref.length || /[<>[\]]/.test(allele)) ? pos + 1 : pos,
      columns: this.#columns,
      meanings,
      diploid: ploidy === 2,
      position: alleles.every((allele) => allele.length === 1 && allele !== '*') ? pos : pos + 1,
      name: named === '.' || named === '' ? null : named,
    };
  }

  /** @returns `ploidy`: the most alleles that a sample has */
  #readGenotypes(line: Buffer, from: number): { meanings: number[]; ploidy: number } {
    const [columns, samples] = [this.#columns, this.samples.length];
    columns.read(line, from, samples);
    let ploidy = 0;
    const meanings = columns.texts.map((text, each) => {
      const written = meaningOf(text);
      if (!written)
        throw this.#wrong(
          line,
          `has the genotype '${text}' of sample ${this.samples[columns.dense().indexOf(each)]}, which is malformed`,
        );
      ploidy = Math.max(ploidy, written.ploidy);
      return written.genotype;
    });
    if (columns.found < samples)
      throw this.#wrong(line, `has genotypes of ${columns.found} samples instead of ${samples}`);
    if (columns.hasMore) throw this.#wrong(line, `has genotypes of more than the header's ${samples} samples`);
    return { meanings, ploidy };
  }

  #wrong(line: Buffer, what: string): Error {
    return wrongLine(this.where, line, 0, line.length, what);
  }
}

/** The genotype at index 2 × the first allele + the second. */
const OF_ALLELES = [GENOTYPE.reference, GENOTYPE.heterozygous, GENOTYPE.heterozygousFirst, GENOTYPE.homozygous];

interface Meaning {
  genotype: number;
  ploidy: number;
}

/** The meaning of a genotype's text. Null for a malformed one. A missing allele is a dot or nothing. */
const meaningOf = memoize((text: string): Meaning | null => {
  if (!/^(\d*|\.)([|/](\d*|\.))*$/.test(text)) return null;
  const alleles = text.split(/[|/]/).map((allele) => (/\d/.test(allele) ? Number(allele) : -1));
  const [first = -1, second = -1] = alleles;
  const counts = alleles.length === 2 && alleles.every((allele) => allele === 0 || allele === 1);
  return { genotype: counts ? at(OF_ALLELES, 2 * first + second) : GENOTYPE.missing, ploidy: alleles.length };
});
