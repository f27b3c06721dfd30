/** All pairs in linkage disequilibrium among the variants of a region. */
import { reach } from './two-locus.ts';
import { LociInMemory, type Candidate, type StoredRow } from './loci.ts';
import { floorOf, shown, type Partner, type Thresholds } from './thresholds.ts';
import { firstIndex } from '../index/tables/first-index.ts';
import { hasMissing, type SampleSelection } from '../index/genotypes/genotype-row.ts';

/**
 * Variants are sorted by rarity within runs of this many: long enough for a band of rarities to be one stretch of
 * rows, short enough that the run a variant stands in itself, half of which are pairs of before, is a small part of a
 * region.
 */
const RUN = 512;

export class LinkedVariants {
  readonly #loci: LociInMemory;
  /** Position in the list of variants -> row, -1 where the variant does not vary; and back. */
  readonly #rowOf: Int32Array;
  readonly #variantOf: Int32Array;
  readonly #thresholds: Thresholds;
  readonly #floor: number;
  readonly #reach: number;
  /** Rows with all genotypes of each run: they come first. */
  readonly #complete: number[] = [];

  /** @param rows genotypes of the variants, in the order in which pairs name them */
  constructor(rows: readonly StoredRow[], selection: SampleSelection, thresholds: Thresholds) {
    this.#thresholds = thresholds;
    this.#floor = floorOf(thresholds);
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

  /**
   * How many times two variants are held against each other for all partners, but for some within runs: known before
   * the first is.
   */
  comparisons(): number {
    const { rarities, incomplete, count } = this.#loci;
    const complete = rarities
      .subarray(0, count)
      .filter((_, row) => !incomplete[row])
      .sort();
    let pairs = (count - complete.length) * count;
    for (let row = 0, last = 0; row < complete.length; row++) {
      while (last < complete.length && complete[last]! - complete[row]! <= this.#reach) last++;
      pairs += last - row - 1;
    }
    return pairs;
  }

  /** Lets another request use the memory of the loci; call nothing else afterwards. */
  close(): void {
    this.#loci.close();
  }

  /** Partners of a variant among those after it in the list, in its order. */
  partnersAfter(variant: number): Partner[] {
    const row = this.#rowOf[variant]!;
    if (row < 0) return [];
    const found: Partner[] = [];
    const add = (candidate: Candidate) => {
      const other = this.#variantOf[candidate.other]!;
      if (other < variant) return;
      const partner = shown(candidate, other, this.#thresholds);
      if (partner) found.push(partner);
    };
    const loci = this.#loci;
    loci.one = row;
    const rarity = loci.rarities[row]!;
    for (let run = Math.floor(row / RUN); run < this.#complete.length; run++) {
      const from = run * RUN;
      const to = Math.min(from + RUN, loci.count);
      const complete = this.#complete[run]!;
      if (loci.incomplete[row]) loci.candidates(from, to, this.#floor, true, add);
      else {
        loci.candidates(
          this.#firstOf(from, complete, rarity - this.#reach),
          this.#firstOf(from, complete, rarity + this.#reach),
          this.#floor,
          false,
          add,
        );
        loci.candidates(complete, to, this.#floor, true, add);
      }
    }
    return found.sort((a, b) => a.variant - b.variant);
  }

  /** First row of [from, to) that is at least as rare. */
  #firstOf(from: number, to: number, rarity: number): number {
    return firstIndex(from, to, (row) => this.#loci.rarities[row]! < rarity);
  }
}
