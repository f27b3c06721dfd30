/**
 * Variants of a VCF file put down in a scratch file, one run a chromosome, so that they can be taken up in the order of the
 * genome's regions: a genotype matrix ascends by region, and files name chromosomes in an order of their own.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { GenotypePlanes } from '../../src/index/genotype-planes.ts';
import { GENOTYPE } from '../../src/index/genotype-row.ts';
import type { StoredGenotypes } from '../../src/index/genotype-matrix.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { VcfVariant } from './vcf-reader.ts';

/** Bytes gathered before they are written. */
const BUFFER_BYTES = 1 << 20;
/** position, length of the name, length of the genotypes: 4 bytes each. */
const HEAD = 12;

interface Run {
  region: number;
  from: number;
  to: number;
}

export class VariantRuns {
  readonly #file: FileHandle;
  readonly #runs: Run[] = [];
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #written = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<VariantRuns> {
    return new VariantRuns(await open(path, 'w+'));
  }

  /**
   * Puts down the variants of one file, in the samples' order of the collection.
   *
   * @param columns column of each sample of the collection in the file
   * @param regionOf ordinal of the region that a chromosome is; variants on no region, and those that are not diploid, are left out
   * @throws DumpError for a file that is not sorted by position, or that comes back to a chromosome
   */
  async addFile(path: string, variants: AsyncIterable<VcfVariant>, columns: readonly number[], regionOf: (chromosome: string) => number | null): Promise<void> {
    let chromosome: string | null = null;
    let region: number | null = null;
    // What is not of single letters stands one base on: it is held back until the variants of its base have passed.
    let held: StoredGenotypes[] = [];
    let reached = 0;
    const encoder = new TextEncoder();
    const inOrder = new SamplesInOrder(columns);
    const release = async (before: number) => {
      held.sort((a, b) => a.position - b.position);
      while (held.length > 0 && held[0]!.position < before) await this.#put(held.shift()!);
    };
    for await (const variant of variants) {
      if (variant.chromosome !== chromosome) {
        await release(Infinity);
        chromosome = variant.chromosome;
        region = regionOf(chromosome);
        reached = 0;
        if (region !== null) {
          if (this.#runs.some((run) => run.region === region)) throw new DumpError(`${path}: chromosome ${chromosome} comes twice: sort the file, and list each chromosome in one file`);
          this.#runs.push({ region, from: this.#size, to: this.#size });
        }
      }
      if (region === null) continue;
      if (variant.position + 1 < reached) throw new DumpError(`${path} is not sorted: ${chromosome}:${variant.position} comes after ${reached}`);
      reached = Math.max(reached, variant.position);
      if (!variant.diploid) continue;
      const genotypes = inOrder.encoded(variant);
      if (!genotypes) continue;
      await release(variant.position - 1);
      held.push({ position: variant.position, name: encoder.encode(variant.name), genotypes });
    }
    await release(Infinity);
  }

  /** Everything put down, in order of region and position. */
  async *inOrder(): AsyncIterable<[region: number, variant: StoredGenotypes]> {
    await this.#flush();
    for (const { region, from, to } of [...this.#runs].sort((a, b) => a.region - b.region)) {
      let rest = Buffer.alloc(0);
      for (let at = from; at < to; ) {
        const part = Buffer.alloc(Math.min(BUFFER_BYTES, to - at));
        await this.#file.read(part, 0, part.length, at);
        at += part.length;
        rest = Buffer.concat([rest, part]);
        for (let next = nextVariant(rest); next; next = nextVariant(rest)) {
          yield [region, next.variant];
          rest = rest.subarray(next.bytes);
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  get #size(): number {
    return this.#written + this.#pendingBytes;
  }

  async #put({ position, name, genotypes }: StoredGenotypes): Promise<void> {
    const record = Buffer.allocUnsafe(HEAD + name.length + genotypes.length);
    record.writeUInt32LE(position, 0);
    record.writeUInt32LE(name.length, 4);
    record.writeUInt32LE(genotypes.length, 8);
    record.set(name, HEAD);
    record.set(genotypes, HEAD + name.length);
    this.#pending.push(record);
    this.#pendingBytes += record.length;
    this.#runs.at(-1)!.to = this.#size;
    if (this.#pendingBytes >= BUFFER_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file.write(bytes, 0, bytes.length, this.#written);
    this.#written += bytes.length;
  }
}

/** Puts genotypes in the samples' order of the collection. */
class SamplesInOrder {
  /** By column. */
  readonly #samples: Uint32Array;
  readonly #planes: GenotypePlanes;

  /** @param columns of each sample */
  constructor(columns: readonly number[]) {
    this.#samples = new Uint32Array(columns.length);
    columns.forEach((column, sample) => (this.#samples[column] = sample));
    this.#planes = new GenotypePlanes(columns.length);
  }

  /** As encodeGenotypes. Null where no sample has an alternative allele. */
  encoded({ columns: { common, columns, codes, listed }, meanings }: VcfVariant): Uint8Array | null {
    if (!meanings.some((meaning) => meaning === GENOTYPE.heterozygous || meaning === GENOTYPE.homozygous)) return null;
    const [samples, planes] = [this.#samples, this.#planes];
    planes.fill(meanings[common]!);
    for (let each = 0; each < listed; each++) planes.set(samples[columns[each]!]!, meanings[codes[each]!]!);
    return planes.encoded();
  }
}

function nextVariant(bytes: Buffer): { variant: StoredGenotypes; bytes: number } | null {
  if (bytes.length < HEAD) return null;
  const [position, nameLength, genotypesLength] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  const genotypesAt = HEAD + nameLength;
  const end = genotypesAt + genotypesLength;
  if (bytes.length < end) return null;
  return { variant: { position, name: bytes.subarray(HEAD, genotypesAt), genotypes: bytes.subarray(genotypesAt, end) }, bytes: end };
}
