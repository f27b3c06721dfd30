/** Pairs in linkage disequilibrium among the variants of a region, or of some variants with all others. */
import { reach } from './frequency-bound.ts';
import { LociInMemory, type Candidate, type StoredRow } from './loci.ts';
import { millionths } from './six-decimals.ts';
import { disequilibrium, MIN_R2 } from './two-locus.ts';
import { hasMissing, type SampleSelection } from '../index/genotype-row.ts';

/** Pairs below either are left out, by their values as shown. */
export interface Thresholds {
  r2: number;
  dPrime: number;
}

/** What a variant shows of its partner; values in millionths. */
export interface Partner {
  /** Position of the partner in the list of variants. */
  variant: number;
  r2: number;
  dPrime: number;
}

/**
 * Variants are sorted by rarity within runs of this many: long enough for a band of rarities to be one stretch of rows, short
 * enough that the run a variant stands in itself, half of which are pairs of before, is a small part of a region.
 */
const RUN = 512;
/** A value is shown rounded: one that is 0.5 millionths below a threshold reaches it. */
const ROUNDING = 0.5e-6;

export class LinkedVariants {
  readonly #loci: LociInMemory;
  /** Position in the list of variants -> row, -1 where the variant does not vary; and back. */
  readonly #rowOf: Int32Array;
  readonly #variantOf: Int32Array;
  readonly #thresholds: Thresholds;
  readonly #reach: number;
  /** Rows with all genotypes of each run: they come first. */
  readonly #complete: number[] = [];

  /** @param rows genotypes of the variants, in the order in which pairs name them */
  constructor(rows: readonly StoredRow[], selection: SampleSelection, thresholds: Thresholds) {
    this.#thresholds = thresholds;
    this.#reach = reach(this.#floor);
    this.#rowOf = new Int32Array(rows.length).fill(-1);
    const missing = rows.some(({ block, at }) => hasMissing(block, at));
    this.#loci = new LociInMemory(selection, rows.length, missing);
    this.#variantOf = new Int32Array(rows.length);
    const variants: number[] = [];
    rows.forEach((row, variant) => {
      if (this.#loci.add(row)) variants.push(variant);
    });
    const { count } = this.#loci;
    for (let from = 0; from < count; from += RUN) {
      const to = Math.min(from + RUN, count);
      const order = this.#loci.sort(from, to);
      order.forEach((before, each) => {
        this.#variantOf[from + each] = variants[before]!;
        this.#rowOf[variants[before]!] = from + each;
      });
      let complete = from;
      while (complete < to && !this.#loci.incomplete[complete]) complete++;
      this.#complete.push(complete);
    }
  }

  /** The least r² worth estimating. */
  get #floor(): number {
    return Math.max(MIN_R2, this.#thresholds.r2 - ROUNDING);
  }

  /** Partners of a variant, in the order of the list; of those before it only when `all`. */
  partners(variant: number, all = true): Partner[] {
    const row = this.#rowOf[variant]!;
    if (row < 0) return [];
    const found: Partner[] = [];
    const add = (candidate: Candidate) => {
      const other = this.#variantOf[candidate.other]!;
      if (!all && other < variant) return;
      const values = disequilibrium(candidate);
      if (!values) return;
      const [r2, dPrime] = [millionths(values.r2), millionths(values.dPrime)];
      if (r2 / 1e6 < this.#thresholds.r2 || dPrime / 1e6 < this.#thresholds.dPrime) return;
      found.push({ variant: other, r2, dPrime });
    };
    const loci = this.#loci;
    loci.one = row;
    const rarity = loci.rarities[row]!;
    for (let run = all ? 0 : Math.floor(row / RUN); run < this.#complete.length; run++) {
      const from = run * RUN;
      const to = Math.min(from + RUN, loci.count);
      const complete = this.#complete[run]!;
      if (loci.incomplete[row]) loci.candidates(from, to, this.#floor, true, add);
      else {
        loci.candidates(this.#firstOf(from, complete, rarity - this.#reach), this.#firstOf(from, complete, rarity + this.#reach), this.#floor, false, add);
        loci.candidates(complete, to, this.#floor, true, add);
      }
    }
    return found.sort((a, b) => a.variant - b.variant);
  }

  /** First row of [from, to) that is at least as rare. */
  #firstOf(from: number, to: number, rarity: number): number {
    let low = from;
    for (let high = to; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#loci.rarities[middle]! < rarity) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
