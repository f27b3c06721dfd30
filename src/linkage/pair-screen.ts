/**
 * Counting one locus against many: the inner loop of linkage disequilibrium.
 *
 * A locus is two planes of bits, one a sample: `any` (one alternative allele or two) and `hom` (two). Of a pair, two counts say
 * all that the allele counts of the loci do not:
 *
 *   altAlt     = ones(homA & anyB) + ones(anyA & homB)    2 for hom/hom, 1 for hom/het and het/hom
 *   doubleHet  = ones(hetA & hetB), where het = any ^ hom
 *
 * The frequency of haplotype ab, the estimator's only unknown, lies between altAlt / N and (altAlt + doubleHet) / N, N being the
 * number of haplotypes. N² D = N² (ab - a b) is linear in it and r² a square of that, so r² is at most what it is at one of the
 * two ends. A pair survives the screen when that reaches the r² asked for; only survivors go through the estimator.
 *
 * Where genotypes are missing a third plane, `called`, has the samples with one, and the allele counts are those among the
 * samples called at both loci. `any` and `hom` have no bits of missing samples.
 */
import { KernelModule } from '../index/kernel-module.ts';
import { align, PAGE } from '../index/kernel-memory.ts';
import { PAIR_SCREEN_WASM } from './pair-screen-module.ts';
import { SLACK } from './two-locus.ts';

export const PAIR_SCREEN = new KernelModule(PAIR_SCREEN_WASM);

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
   * @param a, het where `any` of the one locus and its `het` stand @param plane bytes of a plane @param altA its alternative alleles
   * @param haplotypes of all samples @param r2 that survivors can reach @param out where to write survivors @returns how many there are
   */
  screen(a: number, het: number, loci: Loci, plane: number, altA: number, haplotypes: number, r2: number, out: number): number;
  /** The same where genotypes may be missing. */
  screenCalled(a: number, het: number, loci: Loci, plane: number, r2: number, out: number): number;
}

/** In plain JavaScript: for few loci, and where the kernel does not run. */
export function plainScreen(bytes: number): PairScreen {
  const memory = new ArrayBuffer(align(bytes));
  const words = new Int32Array(memory);
  const numbers = new Float64Array(memory);
  return {
    memory,
    ones: (at, length) => {
      let sum = 0;
      for (let word = at >> 2; word < (at + length) >> 2; word++) sum += ones32(words[word]!);
      return sum;
    },
    screen(a, het, { at, stride, count, alts }, plane, altA, haplotypes, r2, out) {
      const [aWord, hetWord, planeWords] = [a >> 2, het >> 2, plane >> 2];
      const floor = SLACK * r2 * altA * (haplotypes - altA);
      let survivor = out >> 2;
      for (let index = 0; index < count; index++) {
        const b = (at + index * stride) >> 2;
        let altAlt = 0;
        let doubleHet = 0;
        for (let word = 0; word < planeWords; word++) {
          const any = words[b + word]!;
          const hom = words[b + planeWords + word]!;
          altAlt += ones32(words[aWord + planeWords + word]! & any) + ones32(words[aWord + word]! & hom);
          doubleHet += ones32(words[hetWord + word]! & (any ^ hom));
        }
        const altB = numbers[(alts >> 3) + index]!;
        const d = haplotypes * altAlt - altA * altB;
        const e = d + haplotypes * doubleHet;
        if (!(Math.max(d * d, e * e) >= floor * altB * (haplotypes - altB))) continue;
        words[survivor] = index;
        words[survivor + 1] = altAlt;
        words[survivor + 2] = doubleHet;
        survivor += FIELDS;
      }
      return (survivor - (out >> 2)) / FIELDS;
    },
    screenCalled(a, het, { at, stride, count }, plane, r2, out) {
      const [aWord, hetWord, planeWords] = [a >> 2, het >> 2, plane >> 2];
      let survivor = out >> 2;
      for (let index = 0; index < count; index++) {
        const b = (at + index * stride) >> 2;
        let [altAlt, doubleHet, altA, altB, called] = [0, 0, 0, 0, 0];
        for (let word = 0; word < planeWords; word++) {
          const [anyA, homA, calledA] = [words[aWord + word]!, words[aWord + planeWords + word]!, words[aWord + 2 * planeWords + word]!];
          const [any, hom, calledB] = [words[b + word]!, words[b + planeWords + word]!, words[b + 2 * planeWords + word]!];
          altAlt += ones32(homA & any) + ones32(anyA & hom);
          doubleHet += ones32(words[hetWord + word]! & (any ^ hom));
          altA += ones32(anyA & calledB) + ones32(homA & calledB);
          altB += ones32(any & calledA) + ones32(hom & calledA);
          called += ones32(calledA & calledB);
        }
        const haplotypes = 2 * called;
        const variance = altA * (haplotypes - altA) * (altB * (haplotypes - altB));
        const d = haplotypes * altAlt - altA * altB;
        const e = d + haplotypes * doubleHet;
        if (!(variance > 0 && Math.max(d * d, e * e) >= SLACK * r2 * variance)) continue;
        words.set([index, altAlt, doubleHet, altA, altB, haplotypes], survivor);
        survivor += CALLED_FIELDS;
      }
      return (survivor - (out >> 2)) / CALLED_FIELDS;
    },
  };
}

function ones32(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

interface Kernel {
  ones(at: number, length: number): number;
  screen(a: number, het: number, b: number, stride: number, plane: number, count: number, alts: number, altA: number, haplotypes: number, floor: number, out: number): number;
  screenCalled(a: number, het: number, b: number, stride: number, plane: number, count: number, floor: number, out: number): number;
}

/** With the compiled pair-screen.wat; null where it does not run. */
export function simdScreen(bytes: number): PairScreen | null {
  const { module } = PAIR_SCREEN;
  if (!module) return null;
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)) });
  const kernel = new WebAssembly.Instance(module, { host: { memory } }).exports as unknown as Kernel;
  return {
    memory: memory.buffer,
    ones: kernel.ones,
    screen: (a, het, { at, stride, count, alts }, plane, altA, haplotypes, r2, out) =>
      kernel.screen(a, het, at, stride, plane, count, alts, altA, haplotypes, SLACK * r2 * altA * (haplotypes - altA), out),
    screenCalled: (a, het, { at, stride, count }, plane, r2, out) => kernel.screenCalled(a, het, at, stride, plane, count, SLACK * r2, out),
  };
}

/**
 * Below this a WebAssembly memory of its own, a reserved stretch of addresses that waits for the garbage collector, costs more
 * than SIMD saves: the recorded requests, of a few dozen variants each, are answered twice as fast in plain JavaScript.
 */
const WORTH_A_MODULE = 32 * 1024;

/** A screen with at least `bytes` of memory, all zero. */
export function openScreen(bytes: number): PairScreen {
  return (bytes < WORTH_A_MODULE ? null : simdScreen(bytes)) ?? plainScreen(bytes);
}
