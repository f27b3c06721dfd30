/**
 * Counts pairs of one locus with many: the inner loop of linkage disequilibrium.
 *
 * A locus has two planes with a bit for each sample: `any` (one alternative allele or two) and `hom` (two). A pair is
 * determined by the allele counts of its loci and two further counts:
 *
 *   altAlt     = ones(homA & anyB) + ones(anyA & homB)    2 for hom/hom, 1 for hom/het and het/hom
 *   doubleHet  = ones(hetA & hetB), where het = any ^ hom
 *
 * The frequency of haplotype ab, the estimator's only unknown, is between altAlt / N and (altAlt + doubleHet) / N,
 * where N is the number of haplotypes. N² D = N² (ab - a b) is linear in it, and r² is proportional to its square, so
 * the maximum of r² is at one of the two ends. A pair survives the screen if that maximum reaches the requested r²;
 * only survivors go through the estimator.
 *
 * If genotypes are missing, a third plane, `called`, has the samples with a genotype, and the allele counts are those
 * among the samples called at both loci. Bits of missing samples are 0 in `any` and `hom`.
 */
import { KernelModule, PAGE } from '../index/kernels/kernel-module.ts';
import { PAIR_SCREEN_WASM } from './pair-screen-module.ts';
import { SLACK } from './two-locus.ts';

/** Numbers of a survivor: index, altAlt, doubleHet; for `screenCalled` also altA, altB, haplotypes. */
export const FIELDS = 3;
export const CALLED_FIELDS = 6;

/** Place of loci in the memory of a screen; offsets and lengths are in bytes and multiples of 16. */
export interface Loci {
  /** `any` of the first locus; `hom` follows at `plane`, `called` at 2 * `plane`. */
  at: number;
  stride: number;
  count: number;
  /** Offset of the counts of their alternative alleles, as float64. */
  alts: number;
}

export interface PairScreen {
  /** Planes, counts and survivors, in a layout that the caller decides. */
  readonly memory: ArrayBuffer;
  ones(at: number, length: number): number;
  /**
   * @param a, het offsets of the planes `any` and `het` of the one locus
   * @param plane bytes of a plane
   * @param altA number of alternative alleles of the one locus
   * @param haplotypes number of haplotypes of all samples
   * @param r2 least r² that survivors can reach
   * @param out offset at which to write survivors @returns number of survivors
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
  /** As screen, for loci with missing genotypes. */
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
 * Closed screens of one page, for later requests. A new WebAssembly memory costs 0.15 ms of system time, a quarter of
 * the time for a region with a few dozen variants, and reserves addresses until it is collected.
 */
const idle: PairScreen[] = [];
const MAX_IDLE = 8;

/** A screen with at least `bytes` of memory, all zero. Close it after use. */
export function openScreen(bytes: number): PairScreen {
  const screen = bytes <= PAGE ? idle.pop() : undefined;
  if (!screen) return newScreen(bytes);
  new Uint8Array(screen.memory).fill(0);
  return screen;
}

/** Gives the memory to other requests. A second call does nothing, so that no two requests share the memory. */
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
