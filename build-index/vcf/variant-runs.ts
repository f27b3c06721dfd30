/**
 * Stores the variants of VCF files in a scratch file, one run per chromosome, and reads them back in the order of the
 * genome's regions. A genotype matrix ascends by region, but files list chromosomes in their own order.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { GenotypePlanes } from '../../src/index/genotypes/genotype-planes.ts';
import { GENOTYPE } from '../../src/index/genotypes/genotype-row.ts';
import type { StoredGenotypes } from '../../src/index/genotypes/genotype-matrix.ts';
import { at, last } from '../../src/checked.ts';
import { DumpError } from '../dump/dump-error.ts';
import { encodeLine } from '../../src/variants/genotyped-line.ts';
import type { RegionOf } from './line-faults.ts';
import { madeName } from './made-name.ts';
import type { VcfFile, VcfVariant } from './vcf-reader.ts';

/** Bytes to gather before a write. */
const BUFFER_BYTES = 1 << 20;
/** Bytes of a variant's head: position, lengths of the name, genotypes and line, start of the line, 4 bytes each. */
const HEAD = 20;
/** Maximum bytes of UTF-8 per unit of UTF-16. */
const UNIT_BYTES = 3;

/** Without genotypes or line where the variant has none. */
const NONE = new Uint8Array(0);

interface HeldVariant {
  position: number;
  name: string;
  genotypes: Uint8Array;
  line: Uint8Array;
  start: number;
}

/** A variant for the matrix, if it has genotypes there, and its line, as encodeLine returns it. */
export interface StoredVariant extends StoredGenotypes {
  line: Uint8Array;
  /** Start of the line. */
  start: number;
}

interface Run {
  region: number;
  from: number;
  to: number;
}

export class VariantRuns {
  readonly #file: FileHandle;
  readonly #runs: Run[] = [];
  #pending = Buffer.alloc(0);
  #pendingBytes = 0;
  #written = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<VariantRuns> {
    return new VariantRuns(await open(path, 'w+'));
  }

  /**
   * Stores the variants of one file, with genotypes in the collection's order of samples. Skips variants on no region
   * of the genome, and those that are not diploid.
   *
   * @param columns the file's column of each sample of the collection
   * @param regionOf ordinal of a chromosome's region
   * @param nameOf name of the region with an ordinal
   * @throws DumpError for a file that VcfFile rejects, or that returns to an earlier chromosome
   */
  async addFile(
    file: VcfFile,
    columns: readonly number[],
    regionOf: RegionOf,
    nameOf: (region: number) => string,
  ): Promise<void> {
    let chromosome: string | null = null;
    let region: number | null = null;
    // Variants with an allele that is no single letter are placed one base later: they wait for the variants before.
    let held: HeldVariant[] = [];
    const inOrder = new SamplesInOrder(columns);
    const release = (before: number) => {
      if (held.length > 1) held.sort((a, b) => a.position - b.position);
      let ready = 0;
      for (; ready < held.length && held[ready]!.position < before; ready++) this.#put(held[ready]!);
      if (ready > 0) held = held.slice(ready);
    };
    await file.each((variant) => {
      if (variant.chromosome !== chromosome) {
        release(Infinity);
        chromosome = variant.chromosome;
        region = regionOf(chromosome);
        if (region !== null) {
          if (this.#runs.some((run) => run.region === region))
            throw new DumpError(
              `${file.where}: chromosome ${chromosome} appears a second time: sort the file, and put each chromosome ` +
                'into one file only',
            );
          this.#runs.push({ region, from: this.#size, to: this.#size });
        }
      }
      if (region === null) return undefined;
      const genotypes = variant.diploid ? inOrder.encoded(variant) : null;
      const line = inOrder.line(variant, genotypes !== null);
      if (!genotypes && !line) return undefined;
      const { position, pos, start, alleles } = variant;
      const name = variant.name ?? madeName(nameOf(region), pos, alleles);
      release(position - 1);
      held.push({ position, name, genotypes: genotypes ?? NONE, line: line ?? NONE, start });
      return this.#pendingBytes >= BUFFER_BYTES ? this.#flush() : undefined;
    }, regionOf);
    release(Infinity);
  }

  /** All stored variants in order of region and position, in batches. */
  async *inOrder(): AsyncIterable<[region: number, variants: StoredVariant[]]> {
    await this.#flush();
    for (const { region, from, to } of [...this.#runs].sort((a, b) => a.region - b.region)) {
      let rest: Uint8Array = new Uint8Array(0);
      for (let at = from; at < to; ) {
        const part = Buffer.allocUnsafe(rest.length + Math.min(BUFFER_BYTES, to - at));
        part.set(rest);
        const { bytesRead } = await this.#file.read(part, rest.length, part.length - rest.length, at);
        if (bytesRead === 0) throw new Error('a temporary file of variants is cut short');
        at += bytesRead;
        const filled = part.subarray(0, rest.length + bytesRead);
        const variants: StoredVariant[] = [];
        let next = 0;
        for (let found = variantAt(filled, next); found; found = variantAt(filled, next)) {
          variants.push(found.variant);
          next = found.end;
        }
        yield [region, variants];
        rest = filled.subarray(next);
      }
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  get #size(): number {
    return this.#written + this.#pendingBytes;
  }

  #put({ position, name, genotypes, line, start }: HeldVariant): void {
    const most = HEAD + UNIT_BYTES * name.length + genotypes.length + line.length;
    if (this.#pendingBytes + most > this.#pending.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * BUFFER_BYTES, 2 * (this.#pendingBytes + most)));
      larger.set(this.#pending.subarray(0, this.#pendingBytes));
      this.#pending = larger;
    }
    const [pending, at] = [this.#pending, this.#pendingBytes];
    const nameLength = pending.write(name, at + HEAD);
    pending.writeUInt32LE(position, at);
    pending.writeUInt32LE(nameLength, at + 4);
    pending.writeUInt32LE(genotypes.length, at + 8);
    pending.writeUInt32LE(line.length, at + 12);
    pending.writeUInt32LE(start, at + 16);
    pending.set(genotypes, at + HEAD + nameLength);
    pending.set(line, at + HEAD + nameLength + genotypes.length);
    this.#pendingBytes += HEAD + nameLength + genotypes.length + line.length;
    last(this.#runs).to = this.#size;
  }

  async #flush(): Promise<void> {
    if (this.#pendingBytes === 0) return;
    // `write` may write only a part, such as on a disk that is nearly full; `appendFile` writes the rest too.
    await this.#file.appendFile(this.#pending.subarray(0, this.#pendingBytes));
    this.#written += this.#pendingBytes;
    this.#pendingBytes = 0;
  }
}

/** Encodes genotypes in the collection's order of samples. */
class SamplesInOrder {
  /** Sample of each column. */
  readonly #samples: Uint32Array;
  readonly #planes: GenotypePlanes;

  /** @param columns column of each sample */
  constructor(columns: readonly number[]) {
    this.#samples = new Uint32Array(columns.length);
    columns.forEach((column, sample) => (this.#samples[column] = sample));
    this.#planes = new GenotypePlanes(columns.length);
  }

  /** Bytes as of encodeGenotypes. Null if no sample has an alternative allele. */
  encoded({ columns: { common, columns, codes, listed }, meanings }: VcfVariant): Uint8Array | null {
    if (meanings.every((meaning) => meaning === GENOTYPE.reference || meaning === GENOTYPE.missing)) return null;
    this.#planes.fill(at(meanings, common));
    this.#planes.setListed(this.#samples, columns, meanings, codes, listed);
    return this.#planes.encoded();
  }

  /** Bytes as of encodeLine. Null if no sample has an alternative allele. */
  line({ id, name, alleles, position, start, columns }: VcfVariant, inMatrix: boolean): Uint8Array | null {
    const { texts } = columns;
    const head = { id: id === name ? null : id, alleles, fromMatrix: position - start };
    if (texts.every((text) => /^([01][|/][01]|[.|/]*)$/.test(text)))
      return inMatrix ? encodeLine({ ...head, inMatrix: true, calls: null }) : null;
    if (!texts.some((text) => /[1-9]/.test(text))) return null;
    const order = Array.from({ length: columns.listed }, (_, each) => each).sort(
      (a, b) => this.#samples[columns.columns[a]!]! - this.#samples[columns.columns[b]!]!,
    );
    return encodeLine({
      ...head,
      inMatrix,
      calls: {
        submission: null,
        genotypes: [...texts],
        samples: [0, this.#samples.length],
        common: columns.common,
        places: Uint32Array.from(order, (each) => this.#samples[columns.columns[each]!]!),
        codes: Uint32Array.from(order, (each) => columns.codes[each]!),
        listed: columns.listed,
        count: this.#samples.length,
      },
    });
  }
}

/** The variant at an offset. Null if it does not end in these bytes. */
function variantAt(bytes: Buffer, at: number): { variant: StoredVariant; end: number } | null {
  if (at + HEAD > bytes.length) return null;
  const [position = 0, nameLength = 0, genotypesLength = 0, lineLength = 0, start = 0] = [0, 4, 8, 12, 16].map(
    (offset) => bytes.readUInt32LE(at + offset),
  );
  const genotypesAt = at + HEAD + nameLength;
  const lineAt = genotypesAt + genotypesLength;
  const end = lineAt + lineLength;
  if (end > bytes.length) return null;
  return {
    variant: {
      position,
      name: bytes.subarray(at + HEAD, genotypesAt),
      genotypes: bytes.subarray(genotypesAt, lineAt),
      line: bytes.subarray(lineAt, end),
      start,
    },
    end,
  };
}
