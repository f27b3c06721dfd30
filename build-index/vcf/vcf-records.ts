/** Lines of a VCF file with all their alleles and calls, as they stand there, chromosome by chromosome. */
import { DumpError } from '../dump/dump-error.ts';
import { FIXED_COLUMNS, openVcfLines, type VcfLines } from './vcf-lines.ts';

const [TAB, HASH, COLON, SLASH, PIPE, ZERO] = [...'\t#:/|0'].map((letter) => letter.charCodeAt(0)) as [number, number, number, number, number, number];

/** What the samples of a line have. */
export interface LineCalls {
  /** Different whole genotypes in the order in which they come: alleles as VCF numbers them, in the order of the line. */
  genotypes: number[][];
  /** One a column of the samples: index in `genotypes`, -1 where there is no whole one. */
  codes: Int16Array;
}

export class VcfRecord {
  readonly chromosome: string;
  readonly position: number;
  readonly ids: readonly string[];
  readonly reference: string;
  readonly alternatives: readonly string[];
  #line: Buffer;
  readonly #info: string;
  readonly #callsAt: number;

  constructor(line: Buffer, path: string) {
    let at = 0;
    const columns: string[] = [];
    while (columns.length < FIXED_COLUMNS) {
      const tab = line.indexOf(TAB, at);
      columns.push(line.toString('utf8', at, tab < 0 ? line.length : tab));
      if (tab < 0) break;
      at = tab + 1;
    }
    const [chromosome, position, ids, reference, alternatives, , , info, format] = columns;
    if (alternatives === undefined || !/^\d+$/.test(position!)) throw new DumpError(`${path}: the line that begins '${columns.slice(0, 3).join(' ')}' is no variant`);
    this.chromosome = chromosome!;
    this.position = Number(position);
    this.ids = ids!.split(';').filter((id) => id !== '.' && id !== '');
    this.reference = reference!;
    this.alternatives = alternatives.split(',');
    this.#line = line;
    this.#info = info ?? '';
    // Without genotypes there are no calls.
    this.#callsAt = format !== undefined && (format === 'GT' || format.startsWith('GT:')) ? at : line.length;
  }

  /** Fields of the column INFO that have a value. */
  info(): Map<string, string> {
    return new Map(this.#info.split(';').flatMap((field): [string, string][] => {
      const equals = field.indexOf('=');
      return equals > 0 ? [[field.slice(0, equals), field.slice(equals + 1)]] : [];
    }));
  }

  /** From now on it does not change when the reader goes on. */
  keep(): this {
    this.#line = Buffer.from(this.#line);
    return this;
  }

  /** @param samples columns; those that the line lacks have no genotype */
  calls(samples: number): LineCalls {
    const codes = new Int16Array(samples).fill(-1);
    const found = new CalledGenotypes();
    const line = this.#line;
    let at = this.#callsAt;
    for (let column = 0; column < samples && at < line.length; column++) {
      // Hardly any is not two alleles of one digit, such as 0|1.
      const behind = at + 3 >= line.length ? TAB : line[at + 3]!;
      const one = line[at]! - ZERO;
      const two = line[at + 2]! - ZERO;
      if ((behind === TAB || behind === COLON) && (line[at + 1] === PIPE || line[at + 1] === SLASH) && one >= 0 && one <= 9 && two >= 0 && two <= 9) {
        codes[column] = found.ofDigits(one, two);
        at += 3;
      } else {
        const end = endOfField(line, at);
        codes[column] = found.ofText(line.toString('latin1', at, end));
        at = end;
      }
      if (line[at] === COLON) {
        const tab = line.indexOf(TAB, at);
        at = tab < 0 ? line.length : tab;
      }
      at++;
    }
    return { genotypes: found.genotypes, codes };
  }
}

/** Numbers the genotypes of a line in the order in which they come. */
class CalledGenotypes {
  readonly genotypes: number[][] = [];
  readonly #known = new Map<string, number>();
  /** By first and second allele, where both are digits. */
  readonly #digits = new Int16Array(256).fill(-1);

  ofDigits(one: number, two: number): number {
    const place = one * 16 + two;
    if (this.#digits[place]! < 0) this.#digits[place] = this.#numbered([one, two]);
    return this.#digits[place]!;
  }

  ofText(text: string): number {
    return /^\d+([|/]\d+)*$/.test(text) ? this.#numbered(text.split(/[|/]/).map(Number)) : -1;
  }

  #numbered(alleles: number[]): number {
    const key = alleles.join();
    let number = this.#known.get(key);
    if (number === undefined) this.#known.set(key, (number = this.genotypes.push(alleles) - 1));
    return number;
  }
}

function endOfField(line: Buffer, from: number): number {
  let at = from;
  while (at < line.length && line[at] !== TAB && line[at] !== COLON) at++;
  return at;
}

export class VcfRecords {
  readonly path: string;
  /** As the header names them. */
  readonly samples: readonly string[];
  readonly #lines: AsyncGenerator<Buffer>;
  #next: VcfRecord | null | undefined;

  private constructor(path: string, { samples, lines }: VcfLines) {
    this.path = path;
    this.samples = samples;
    this.#lines = lines;
  }

  /** As openVcfLines. */
  static async open(path: string): Promise<VcfRecords> {
    return new VcfRecords(path, await openVcfLines(path));
  }

  /** The chromosome of the next line; null at the end. */
  async chromosome(): Promise<string | null> {
    return (await this.#peek())?.chromosome ?? null;
  }

  /** The next line when it is of a chromosome, else null. It is good until it is taken, unless it is kept. */
  async peek(chromosome: string): Promise<VcfRecord | null> {
    const next = await this.#peek();
    return next?.chromosome === chromosome ? next : null;
  }

  take(): void {
    this.#next = undefined;
  }

  /** Goes past what is left of a chromosome. */
  async pass(chromosome: string): Promise<void> {
    while (await this.peek(chromosome)) this.take();
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }

  async #peek(): Promise<VcfRecord | null> {
    while (this.#next === undefined) {
      const { done, value } = await this.#lines.next();
      if (done) this.#next = null;
      else if (value.length > 0 && value[0] !== HASH) this.#next = new VcfRecord(value, this.path);
    }
    return this.#next;
  }
}
