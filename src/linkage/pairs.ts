/** All pairs in linkage disequilibrium among the variants of a region. */
import { at } from '../checked.ts';
import { maxRarityDistance } from './two-locus.ts';
import { LociInMemory, type Candidate, type StoredRow } from './loci.ts';
import { leastR2, partnerWithin, type Partner, type Thresholds } from './thresholds.ts';
import { firstIndex } from '../index/tables/first-index.ts';
import { hasMissing, type SampleSelection } from '../index/genotypes/genotype-row.ts';

/**
 * Variants are sorted by rarity within runs of this length. A long run makes the partners of a variant contiguous rows.
 * A short one limits repeated work: in a variant's own run, half of the pairs have been counted before.
 */
const RUN = 512;

export class LinkedVariants {
  readonly #loci: LociInMemory;
  /** Position in the list of variants -> row, or -1 if the variant does not vary; and back. */
  readonly #rowOf: Int32Array;
  readonly #variantOf: Int32Array;
  readonly #thresholds: Thresholds;
  readonly #floor: number;
  readonly #maxDistance: number;
  /** For each run, the end of its rows without missing genotypes, which come first. */
  readonly #complete: number[] = [];

  /** @param rows genotypes of the list of variants; results name variants by their position in it */
  constructor(rows: readonly StoredRow[], selection: SampleSelection, thresholds: Thresholds) {
    this.#thresholds = thresholds;
    this.#floor = leastR2(thresholds);
    this.#maxDistance = maxRarityDistance(this.#floor);
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
        const variant = at(variants, before);
        this.#variantOf[from + each] = variant;
        this.#rowOf[variant] = from + each;
      });
      let complete = from;
      while (complete < to && !this.#loci.incomplete[complete]) complete++;
      this.#complete.push(complete);
    }
  }

  /**
   * Number of comparisons of two variants that finding all partners takes, without some within runs. Computed before
   * any comparison is made.
   */
  comparisons(): number {
    const { rarities, incomplete, count } = this.#loci;
    const complete = rarities
      .subarray(0, count)
      .filter((_, row) => !incomplete[row])
      .sort();
    let pairs = (count - complete.length) * count;
    for (let row = 0, last = 0; row < complete.length; row++) {
      while (last < complete.length && complete[last]! - complete[row]! <= this.#maxDistance) last++;
      pairs += last - row - 1;
    }
    return pairs;
  }

  /** Gives the memory of the loci to other requests; call nothing else afterwards. */
  close(): void {
    this.#loci.close();
  }

  /** Partners of a variant among those after it in the list, in its order. */
  partnersAfter(variant: number): Partner[] {
    const row = at(this.#rowOf, variant);
    if (row < 0) return [];
    const found: Partner[] = [];
    const add = (candidate: Candidate) => {
      const other = this.#variantOf[candidate.other]!;
      if (other < variant) return;
      const partner = partnerWithin(candidate, other, this.#thresholds);
      if (partner) found.push(partner);
    };
    const loci = this.#loci;
    loci.one = row;
    const rarity = at(loci.rarities, row);
    for (let run = Math.floor(row / RUN); run < this.#complete.length; run++) {
      const from = run * RUN;
      const to = Math.min(from + RUN, loci.count);
      const complete = at(this.#complete, run);
      if (loci.incomplete[row]) loci.candidates(from, to, this.#floor, true, add);
      else {
        loci.candidates(
          this.#firstOf(from, complete, rarity - this.#maxDistance),
          this.#firstOf(from, complete, rarity + this.#maxDistance),
          this.#floor,
          false,
          add,
        );
        loci.candidates(complete, to, this.#floor, true, add);
      }
    }
    return found.sort((a, b) => a.variant - b.variant);
  }

  /** First row of [from, to) with at least this rarity. */
  #firstOf(from: number, to: number, rarity: number): number {
    return firstIndex(from, to, (row) => this.#loci.rarities[row]! < rarity);
  }
}
