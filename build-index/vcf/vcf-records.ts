/** Lines of a VCF file with all their alleles and calls, as they stand there, chromosome by chromosome. */
import { DumpError } from '../dump/dump-error.ts';
import { FIXED_COLUMNS, openVcfLines, type VcfLines } from './vcf-lines.ts';

const TAB = 0x09;
const HASH = 0x23;

export class VcfRecord {
  readonly chromosome: string;
  readonly position: number;
  readonly ids: readonly string[];
  readonly reference: string;
  readonly alternatives: readonly string[];
  readonly #line: Buffer;
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

  /** One that does not change when the reader goes on. */
  copy(): VcfRecord {
    return new VcfRecord(Buffer.from(this.#line), '');
  }

  /** Samples with a whole genotype: column of the sample, and its alleles as VCF numbers them, in the order of the line. */
  *calls(): Iterable<[column: number, alleles: number[]]> {
    let column = 0;
    for (let at = this.#callsAt; at < this.#line.length; column++) {
      const tab = this.#line.indexOf(TAB, at);
      const end = tab < 0 ? this.#line.length : tab;
      const [genotype] = this.#line.toString('latin1', at, end).split(':', 1);
      at = end + 1;
      if (/^\d+([|/]\d+)*$/.test(genotype!)) yield [column, genotype!.split(/[|/]/).map(Number)];
    }
  }
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

  /** The next line when it is of a chromosome, else null. It is good until it is taken. */
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
