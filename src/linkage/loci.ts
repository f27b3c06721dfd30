/**
 * Loci in the memory of a pair screen: planes of the samples of one population, and counts of their alleles. Loci that
 * do not vary in the population are left out, because r² is undefined for their pairs.
 *
 *   memory: het of one locus | survivors | counts of alternative alleles | rows
 */
import { at } from '../checked.ts';
import type { SampleSelection } from '../index/genotypes/genotype-row.ts';
import { align } from '../index/kernels/kernel-module.ts';
import { MIN_HAPLOTYPES, MIN_R2, type TwoLocusCounts, rarity } from './two-locus.ts';
import { CALLED_FIELDS, closeScreen, FIELDS, openScreen, type Loci, type PairScreen } from './pair-screen.ts';

/** A pair that survived the screen. */
export interface Candidate extends TwoLocusCounts {
  other: number;
}

/** Genotypes in the index's encoding: the row begins at byte `at` of the block. */
export interface StoredRow {
  block: Uint8Array;
  at: number;
}

export class LociInMemory {
  readonly haplotypes: number;
  readonly rarities: Float64Array;
  /** For each locus, 1 if a genotype is missing. */
  readonly incomplete: Uint8Array;
  count = 0;
  readonly #selection: SampleSelection;
  readonly #screen: PairScreen;
  readonly #bytes: Uint8Array;
  readonly #alts: Float64Array;
  readonly #survivors: Int32Array;
  readonly #plane: number;
  readonly #stride: number;
  readonly #survivorsAt: number;
  readonly #altsAt: number;
  readonly #rowsAt: number;
  readonly #mask: Uint8Array;
  readonly #candidate: Candidate = { other: 0, altAlt: 0, doubleHet: 0, altA: 0, altB: 0, haplotypes: 0 };
  readonly #called: boolean;

  /** @param capacity most loci that may be added @param missing if genotypes may be missing, loci have a third plane */
  constructor(selection: SampleSelection, capacity: number, missing: boolean) {
    this.#selection = selection;
    this.haplotypes = 2 * selection.count;
    this.#plane = Math.max(16, align(selection.bytes));
    this.#stride = (missing ? 3 : 2) * this.#plane;
    this.#called = missing;
    this.#survivorsAt = this.#plane;
    this.#altsAt = align(this.#survivorsAt + 4 * CALLED_FIELDS * capacity);
    this.#rowsAt = align(this.#altsAt + 8 * capacity);
    this.#screen = openScreen(this.#rowsAt + this.#stride * capacity);
    this.#bytes = new Uint8Array(this.#screen.memory);
    this.#alts = new Float64Array(this.#screen.memory, this.#altsAt, capacity);
    this.#survivors = new Int32Array(this.#screen.memory, this.#survivorsAt, CALLED_FIELDS * capacity);
    this.rarities = new Float64Array(capacity);
    this.incomplete = new Uint8Array(capacity);
    this.#mask = new Uint8Array(this.#plane);
    this.#mask.set(selection.mask);
  }

  /** Gives the memory to other requests; call nothing else afterwards. */
  close(): void {
    closeScreen(this.#screen);
  }

  /** Adds a locus; returns false, without adding it, if it does not vary. */
  add({ block, at }: StoredRow): boolean {
    const row = this.#rowsAt + this.count * this.#stride;
    const called = row + 2 * this.#plane;
    const missing = this.#selection.unpack(block, at, this.#bytes, row, row + this.#plane, called);
    const alternatives = this.#screen.ones(row, 2 * this.#plane);
    let haplotypes = this.haplotypes;
    if (missing) haplotypes -= 2 * this.#screen.ones(called, this.#plane);
    if (alternatives === 0 || alternatives === haplotypes || haplotypes < MIN_HAPLOTYPES) {
      this.#bytes.fill(0, row, row + this.#stride);
      return false;
    }
    // From here on the third plane has the samples with a genotype.
    if (missing)
      for (let each = 0; each < this.#plane; each++)
        this.#bytes[called + each] = ~this.#bytes[called + each]! & this.#mask[each]!;
    else if (this.#called) this.#bytes.set(this.#mask, called);
    this.#alts[this.count] = alternatives;
    this.rarities[this.count] = missing ? 0 : rarity(alternatives, haplotypes);
    this.incomplete[this.count] = missing ? 1 : 0;
    this.count++;
    return true;
  }

  /**
   * Sorts loci [from, to) by rarity, those with missing genotypes last. Returns for each place the former index of its
   * locus.
   */
  sort(from: number, to: number): Int32Array {
    const order = Int32Array.from({ length: to - from }, (_, each) => from + each);
    order.sort((a, b) => this.incomplete[a]! - this.incomplete[b]! || this.rarities[a]! - this.rarities[b]! || a - b);
    const rows = this.#bytes.slice(this.#rowsAt + from * this.#stride, this.#rowsAt + to * this.#stride);
    const [alts, rarities, incomplete] = [
      this.#alts.slice(from, to),
      this.rarities.slice(from, to),
      this.incomplete.slice(from, to),
    ];
    order.forEach((before, each) => {
      const was = before - from;
      this.#bytes.set(
        rows.subarray(was * this.#stride, (was + 1) * this.#stride),
        this.#rowsAt + (from + each) * this.#stride,
      );
      this.#alts[from + each] = at(alts, was);
      this.rarities[from + each] = at(rarities, was);
      this.incomplete[from + each] = at(incomplete, was);
    });
    return order;
  }

  /** Sets the locus whose pairs the next calls of `candidates` find. */
  #one = -1;
  set one(index: number) {
    const row = this.#rowsAt + index * this.#stride;
    const words = this.#words;
    for (let word = 0; word < this.#plane >> 2; word++)
      words[word] = words[(row >> 2) + word]! ^ words[((row + this.#plane) >> 2) + word]!;
    this.#one = index;
  }

  get #words(): Int32Array {
    return (this.#wordsOfMemory ??= new Int32Array(this.#screen.memory));
  }
  #wordsOfMemory: Int32Array | undefined;

  /**
   * Calls `each` with the pairs of `one` and loci [from, to) whose r² may be at least `r2`; leaves out `one` itself.
   * All calls get the same object, refilled, because there are millions.
   */
  candidates(from: number, to: number, r2: number, called: boolean, each: (candidate: Candidate) => void): void {
    if (from >= to) return;
    const floor = Math.max(r2, MIN_R2);
    const one = this.#rowsAt + this.#one * this.#stride;
    const loci: Loci = {
      at: this.#rowsAt + from * this.#stride,
      stride: this.#stride,
      count: to - from,
      alts: this.#altsAt + 8 * from,
    };
    const altA = this.#alts[this.#one]!;
    const found = called
      ? this.#screen.screenCalled(one, 0, loci, this.#plane, floor, this.#survivorsAt)
      : this.#screen.screen(one, 0, loci, this.#plane, altA, this.haplotypes, floor, this.#survivorsAt);
    const fields = called ? CALLED_FIELDS : FIELDS;
    const survivors = this.#survivors;
    const candidate = this.#candidate;
    for (let at = 0; at < found * fields; at += fields) {
      const other = from + survivors[at]!;
      if (other === this.#one) continue;
      candidate.other = other;
      candidate.altAlt = survivors[at + 1]!;
      candidate.doubleHet = survivors[at + 2]!;
      candidate.altA = called ? survivors[at + 3]! : altA;
      candidate.altB = called ? survivors[at + 4]! : this.#alts[other]!;
      candidate.haplotypes = called ? survivors[at + 5]! : this.haplotypes;
      each(candidate);
    }
  }
}
