/**
 * Counting one locus against many: the inner loop of linkage disequilibrium.
 *
 * A locus is two planes of bits, one a sample: `any` (one alternative allele or two) and `hom` (two). Of a pair, two
 * counts say all that the allele counts of the loci do not:
 *
 *   altAlt     = ones(homA & anyB) + ones(anyA & homB)    2 for hom/hom, 1 for hom/het and het/hom
 *   doubleHet  = ones(hetA & hetB), where het = any ^ hom
 *
 * The frequency of haplotype ab, the estimator's only unknown, lies between altAlt / N and (altAlt + doubleHet) / N,
 * N being the number of haplotypes. N² D = N² (ab - a b) is linear in it and r² a square of that, so r² is at most
 * what it is at one of the two ends. A pair survives the screen when that reaches the r² asked for; only survivors go
 * through the estimator.
 *
 * Where genotypes are missing a third plane, `called`, has the samples with one, and the allele counts are those
 * among the samples called at both loci. `any` and `hom` have no bits of missing samples.
 */
import { KernelModule, PAGE } from '../index/kernels/kernel-module.ts';
import { PAIR_SCREEN_WASM } from './pair-screen-module.ts';
import { SLACK } from './two-locus.ts';

/** Numbers of a survivor: index, altAlt, doubleHet; for `screenCalled` also altA, altB, haplotypes. */
export const FIELDS = 3;
export const CALLED_FIELDS = 6;

/** Where loci stand in the memory of a screen; offsets and lengths in bytes, multiples of 16. */
export interface Loci {
  /** `any` of the first locus; `hom` follows at `plane`, `called` at 2 * `plane`. */
  at: number;
  stride: number;
  count: number;
  /** Counts of their alternative alleles, as float64. */
  alts: number;
}

export interface PairScreen {
  /** The planes, counts and survivors: whoever uses a screen lays this out. */
  readonly memory: ArrayBuffer;
  ones(at: number, length: number): number;
  /**
   * @param a, het where `any` of the one locus and its `het` stand
   * @param plane bytes of a plane
   * @param altA its alternative alleles
   * @param haplotypes of all samples
   * @param r2 that survivors can reach
   * @param out where to write survivors @returns how many there are
   */
  screen(
    a: number,
    het: number,
    loci: Loci,
    plane: number,
    altA: number,
    haplotypes: number,
    r2: number,
    out: number,
  ): number;
  /** The same where genotypes may be missing. */
  screenCalled(a: number, het: number, loci: Loci, plane: number, r2: number, out: number): number;
}

interface Kernel {
  ones(at: number, length: number): number;
  screen(
    a: number,
    het: number,
    b: number,
    stride: number,
    plane: number,
    count: number,
    alts: number,
    altA: number,
    haplotypes: number,
    floor: number,
    out: number,
  ): number;
  screenCalled(
    a: number,
    het: number,
    b: number,
    stride: number,
    plane: number,
    count: number,
    floor: number,
    out: number,
  ): number;
}

export const PAIR_SCREEN = new KernelModule<Kernel>(PAIR_SCREEN_WASM);

/**
 * Closed screens of one page, for later requests: a WebAssembly memory takes 0.15 ms of system time to make and
 * reserves addresses until it is collected, a quarter of the time of a region with a few dozen variants.
 */
const idle: PairScreen[] = [];
const MAX_IDLE = 8;

/** A screen with at least `bytes` of memory, all zero. Close it when its answer is written. */
export function openScreen(bytes: number): PairScreen {
  const screen = bytes <= PAGE ? idle.pop() : undefined;
  if (!screen) return newScreen(bytes);
  new Uint8Array(screen.memory).fill(0);
  return screen;
}

/** Lets another request use the memory of a screen. A second call does nothing: two requests would share the memory. */
export function closeScreen(screen: PairScreen): void {
  if (screen.memory.byteLength === PAGE && idle.length < MAX_IDLE && !idle.includes(screen)) idle.push(screen);
}

function newScreen(bytes: number): PairScreen {
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)) });
  const kernel = PAIR_SCREEN.instantiate({ host: { memory } });
  return {
    memory: memory.buffer,
    ones: kernel.ones,
    screen: (a, het, { at, stride, count, alts }, plane, altA, haplotypes, r2, out) =>
      kernel.screen(
        a,
        het,
        at,
        stride,
        plane,
        count,
        alts,
        altA,
        haplotypes,
        SLACK * r2 * altA * (haplotypes - altA),
        out,
      ),
    screenCalled: (a, het, { at, stride, count }, plane, r2, out) =>
      kernel.screenCalled(a, het, at, stride, plane, count, SLACK * r2, out),
  };
}
