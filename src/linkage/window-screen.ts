/**
 * Counts pairs of one locus with the records of genotype blocks. WebAssembly does all work, from the stored bytes to
 * the few pairs that may reach the requested r²: it is compiled in advance, so a Worker's first request runs almost no
 * unoptimised code. The counts are those of pair-screen.ts.
 *
 * Rare variants are stored as lists of carriers, which are compared with the planes of the one locus directly. Only
 * common variants, and those that lack genotypes, are unpacked.
 *
 *   memory: mask | stored byte -> packed byte | runs of kept bytes | one locus: any, hom, called | row: the same |
 *     survivors | block
 */
import type { SampleSelection } from '../index/genotypes/genotype-row.ts';
import { align, ensureMemory, KernelModule } from '../index/kernels/kernel-module.ts';
import type { VariantRun } from '../index/genotypes/genotype-matrix.ts';
import { HEAD_LENGTH, recordStart } from '../index/tables/record-block.ts';
import { SLACK, type TwoLocusCounts } from './two-locus.ts';
import { WINDOW_SCREEN_WASM } from './window-screen-module.ts';

/**
 * Numbers of rarer alleles, over all samples of the collection, with which a row passes; rows that lack genotypes
 * always pass.
 */
export interface AlleleCountRange {
  least: number;
  most: number;
}

interface Kernel {
  memory: WebAssembly.Memory;
  select(
    mask: number,
    packed: number,
    runs: number,
    runsEnd: number,
    plane: number,
    stored: number,
    one: number,
    row: number,
  ): void;
  unpackOne(at: number): number;
  ones(plane: number): number;
  screen(
    block: number,
    from: number,
    to: number,
    altA: number,
    n: number,
    least: number,
    most: number,
    all: number,
    floor: number,
    out: number,
  ): number;
}

export const WINDOW_SCREEN = new KernelModule<Kernel>(WINDOW_SCREEN_WASM);

/** Numbers of a survivor: index, altAlt, doubleHet, altA, altB, haplotypes. */
const FIELDS = 6;
/** Larger than all counts. */
const ANY = 0x7fffffff;

let kernel: Kernel | undefined;

/** The kernel, instantiated at the first call. Workers call it before their first request. */
export function openWindowKernel(): Kernel {
  return (kernel ??= WINDOW_SCREEN.instantiate());
}

/** All screens share the memory of one kernel: finish with one, without awaiting, before creating the next. */
export class WindowScreen {
  readonly #kernel = openWindowKernel();
  readonly #selection: SampleSelection;
  readonly #oneAt: number;
  readonly #outAt: number;
  /** Counts of the one locus, among the samples with a genotype. */
  readonly alternatives: number;
  readonly haplotypes: number;
  /** Does a selected sample lack a genotype at the one locus? */
  readonly incomplete: boolean;

  /** @param one a run with only the locus */
  constructor(selection: SampleSelection, one: VariantRun) {
    this.#selection = selection;
    const plane = Math.max(16, align(selection.bytes));
    const packedAt = plane;
    const runsAt = packedAt + 4 * selection.packed.length;
    const runs = selection.kept.flatMap(([from, to]) => [from, to - from]);
    this.#oneAt = align(runsAt + 4 * runs.length);
    const rowAt = this.#oneAt + 3 * plane;
    this.#outAt = rowAt + 3 * plane;
    this.#makeRoom(this.#outAt);
    const memory = new Uint8Array(this.#kernel.memory.buffer);
    memory.fill(0, 0, plane);
    memory.set(selection.mask);
    new Int32Array(memory.buffer, packedAt).set(selection.packed);
    new Int32Array(memory.buffer, runsAt).set(runs);
    this.#kernel.select(
      0,
      packedAt,
      runsAt,
      runsAt + 4 * runs.length,
      plane,
      selection.packed.length,
      this.#oneAt,
      rowAt,
    );
    this.#copy(one, this.#outAt);
    this.incomplete = this.#kernel.unpackOne(this.#outAt + one.genotypesAt(one.from)) !== 0;
    this.alternatives = this.#kernel.ones(this.#oneAt) + this.#kernel.ones(this.#oneAt + plane);
    this.haplotypes = 2 * this.#kernel.ones(this.#oneAt + 2 * plane);
  }

  /**
   * Calls `each` with the pairs of the one locus and the variants of a run whose r² may be at least `r2`, including the
   * one itself. All calls get the same object, refilled.
   */
  candidates(
    run: VariantRun,
    { least, most }: AlleleCountRange,
    r2: number,
    each: (index: number, counts: TwoLocusCounts) => void,
  ): void {
    const { from, to } = run;
    const blockAt = align(this.#outAt + 4 * FIELDS * (to - from));
    this.#copy(run, blockAt);
    const { buffer } = this.#kernel.memory;
    const all = this.#selection.isWhole ? 2 * this.#selection.count : ANY;
    const found = this.#kernel.screen(
      blockAt,
      from,
      to,
      this.alternatives,
      this.haplotypes,
      Math.ceil(least),
      Math.floor(Math.min(most, ANY)),
      all,
      SLACK * r2,
      this.#outAt,
    );
    const survivors = new Int32Array(buffer, this.#outAt, FIELDS * found);
    const counts: TwoLocusCounts = { haplotypes: 0, altA: 0, altB: 0, altAlt: 0, doubleHet: 0 };
    for (let at = 0; at < survivors.length; at += FIELDS) {
      counts.altAlt = survivors[at + 1]!;
      counts.doubleHet = survivors[at + 2]!;
      counts.altA = survivors[at + 3]!;
      counts.altB = survivors[at + 4]!;
      counts.haplotypes = survivors[at + 5]!;
      each(survivors[at]!, counts);
    }
  }

  /**
   * Copies the records of a run, and the table of their starts, to their places in a block at `at`. It does not copy
   * the whole block, because a run may be one record of a thousand.
   */
  #copy({ block, from, to }: VariantRun, at: number): void {
    this.#makeRoom(at + block.length);
    const memory = new Uint8Array(this.#kernel.memory.buffer, at);
    for (const [start, end] of [
      [HEAD_LENGTH + 4 * from, HEAD_LENGTH + 4 * (to + 1)],
      [recordStart(block, from), recordStart(block, to)],
    ] as const) {
      memory.set(block.subarray(start, end), start);
    }
  }

  #makeRoom(bytes: number): void {
    // The kernel reads vectors of sixteen bytes.
    ensureMemory(this.#kernel.memory, bytes + 16);
  }
}
