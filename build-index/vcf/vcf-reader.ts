/**
 * Reads the genotypes of a VCF file, plain, gzipped or bgzipped, from beginning to end: no tabix index is needed.
 *
 * As Ensembl's program for linkage disequilibrium takes them: only the reference and the first alternative allele count. A
 * genotype with any other allele, with a missing one, or that is not diploid is missing; phasing is not looked at.
 */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { GENOTYPE } from '../../src/index/genotype-row.ts';
import { DumpError } from '../dump/dump-error.ts';

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

const [TAB, NEWLINE, RETURN, COLON, SLASH, PIPE, ZERO, NINE, DOT] = [...'\t\n\r:/|09.'].map((letter) => letter.charCodeAt(0)) as
  [number, number, number, number, number, number, number, number, number];
const FIXED_COLUMNS = 9;

/** A VCF file, its header read. */
export class VcfFile {
  readonly path: string;
  /** As the header names them. */
  readonly samples: readonly string[];
  readonly #lines: AsyncGenerator<Buffer>;

  private constructor(path: string, samples: readonly string[], lines: AsyncGenerator<Buffer>) {
    this.path = path;
    this.samples = samples;
    this.#lines = lines;
  }

  /** Throws DumpError for a file that cannot be read or has no header line of columns. */
  static async open(path: string): Promise<VcfFile> {
    const lines = linesOf(path);
    for (;;) {
      const { done, value } = await lines.next();
      if (done) throw new DumpError(`${path} has no line #CHROM before its variants`);
      if (value.subarray(0, 2).toString() === '##') continue;
      const columns = value.toString().split('\t');
      if (columns[0] !== '#CHROM') {
        await lines.return(undefined);
        throw new DumpError(`${path} has no line #CHROM before its variants`);
      }
      return new VcfFile(path, columns.slice(FIXED_COLUMNS), lines);
    }
  }

  /** Every variant with genotypes. Throws DumpError for a line that is not what it should be. */
  async *variants(): AsyncIterable<VcfVariant> {
    const genotypes = new Uint8Array(this.samples.length);
    try {
      for (;;) {
        const { done, value: line } = await this.#lines.next();
        if (done) return;
        if (line.length === 0 || line[0] === 35) continue;
        const variant = this.#parse(line, genotypes);
        if (variant) yield variant;
      }
    } finally {
      await this.#lines.return(undefined);
    }
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
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
    let at = start;
    let ploidy = 0;
    for (let sample = 0; sample < genotypes.length; sample++) {
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
    return new DumpError(`${this.path}: the line that begins '${line.toString('utf8', 0, 40).split('\t').slice(0, 3).join(' ')}' ${what}`);
  }
}

/** Lines without their ends; a line is only good until the next. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const stored = createReadStream(path, { highWaterMark: 1024 * 1024 });
  const plain = path.endsWith('.gz') || path.endsWith('.bgz') ? stored.pipe(createGunzip({ chunkSize: 1024 * 1024 })) : stored;
  if (plain !== stored) stored.on('error', (error) => plain.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const part of plain as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part;
      let from = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
        yield bytes.subarray(from, bytes[end - 1] === RETURN && end > from ? end - 1 : end);
        from = end + 1;
      }
      rest = bytes.subarray(from);
    }
    if (rest.length > 0) yield rest;
  } catch (cause) {
    throw new DumpError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  } finally {
    plain.destroy();
    stored.destroy();
  }
}
