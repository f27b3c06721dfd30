import { FEW_DIGITS, type FrequencyGroup } from '../../src/variants/frequency-groups.ts';
import {
  ABSENT,
  type InfoFields,
  areCounts,
  areShares,
  fourDigits,
  halfToEven,
  number,
  numberAt,
} from './info-fields.ts';
import type { ListedAlleles } from './listed-alleles.ts';

const [COMMA, DOT] = [0x2c, 0x2e];
/** Index of the reference among the variant's alleles. */
const REFERENCE = 0;
/** Stands for an alternative that the variant lacks, or a value without an alternative. */
const OTHER = -1;

/** Collects the allele frequencies of one population at one variant after another. Reuses its arrays. */
export class AlleleTally {
  readonly #population: string;
  readonly #referenceAt: number | null;
  /** Number of known alleles: the first ones of `#known`, in the order of the file. */
  #knownCount = 0;
  readonly #known: number[] = [];
  readonly #shown: number[] = [];
  readonly #shownRatios: number[] = [];
  /** Groups of shares by number of shown alleles. */
  readonly #groups: FrequencyGroup[] = [];
  #usual: number | undefined;
  // By allele:
  readonly #ratios: number[] = [];
  /** A frequency as the file spells it; null if it is a ratio of counts. */
  readonly #texts: (string | null)[] = [];
  /** Denominator of the ratio. */
  readonly #totals: number[] = [];
  readonly #counts: (number | null)[] = [];
  #total = 0;
  /** Sum of the alternatives' counts; null without counts. */
  #counted: number | null = null;
  /** Sum of the alternatives' frequencies; null without frequencies. */
  #shared: number | null = null;
  /** Number of values of the present field, with the start, end and allele of each. */
  #values = 0;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #alleles: number[] = [];

  /** @param referenceAt as in InfoFrequencies */
  constructor(population: string, referenceAt: number | null) {
    this.#population = population;
    this.#referenceAt = referenceAt;
  }

  begin(): void {
    this.#knownCount = 0;
    this.#total = 0;
    this.#counted = null;
    this.#shared = null;
  }

  /** Sets FrequencyGroup.usual. */
  expect(usual: number): void {
    this.#usual = usual;
    for (const group of this.#groups) group.usual = usual;
  }

  /** Is any of these alleles known already? */
  has(matched: readonly number[]): boolean {
    if (this.#knownCount === 0) return false;
    for (let each = 0; each < matched.length; each++) if (this.#isKnown(matched[each]!)) return true;
    return false;
  }

  /** Adds a line. @param matched as in MatchedLine @param counts, total, frequencies numbers of fields, or ABSENT */
  add(
    alternatives: number,
    matched: readonly number[],
    info: InfoFields,
    counts: number,
    total: number,
    frequencies: number,
  ): void {
    const known = counts !== ABSENT && !isUnknown(info.line, info.start(counts), info.end(counts));
    if (known) this.#read(info, counts, alternatives, matched);
    const of =
      total !== ABSENT ? numberAt(info.line, info.start(total), info.end(total)) : known ? this.#sum(info.line) : 0;
    if (of > 0) this.#total = of;
    if (known && of > 0) this.#addCounts(info.line, of);
    else if (frequencies !== ABSENT && !isUnknown(info.line, info.start(frequencies), info.end(frequencies))) {
      this.#read(info, frequencies, alternatives, matched);
      this.#addFrequencies(info.line, of);
    }
  }

  /**
   * The frequencies of the variant, the reference first. Null without any. As in Ensembl's output, a frequency spelled
   * '0' is omitted, and '0.0' is not. Valid until the next variant.
   */
  group(alleles: ListedAlleles): FrequencyGroup | null {
    this.#giveReferenceTheRest();
    const size = this.#findShown();
    if (size === 0) return null;
    while (this.#groups.length <= size) this.#groups.push(this.#emptyGroup(this.#groups.length));
    const group = this.#groups[size]!;
    const { names, counts } = group;
    let total = this.#totals[this.#shown[0]!]!;
    let isRatio = true;
    for (let each = 0; each < size; each++) {
      const allele = this.#shown[each]!;
      names[each] = alleles.text(allele);
      counts[each] = this.#counts[allele] ?? 0;
      this.#shownRatios[each] = this.#ratios[allele]!;
      if (this.#totals[allele] !== total) total = NaN;
      if (this.#texts[allele] !== null) isRatio = false;
    }
    if (isRatio && areShares(counts as number[], this.#shownRatios, total)) return group;
    const frequencies = this.#shownRatios.slice(0, size).map((ratio, each) => {
      const text = this.#texts[this.#shown[each]!]!;
      return text === null ? fourDigits(ratio) : number(text);
    });
    const isCounted =
      (isRatio || this.#known.some((allele, each) => each < this.#knownCount && this.#counts[allele] !== null)) &&
      areCounts(counts);
    return {
      population: this.#population,
      submission: null,
      digits: 0,
      names,
      counts: isCounted ? counts : names.map(() => null),
      frequencies,
    };
  }

  #emptyGroup(size: number): FrequencyGroup {
    return {
      population: this.#population,
      submission: null,
      digits: FEW_DIGITS,
      names: new Array<string>(size),
      counts: new Array<number>(size),
      usual: this.#usual,
      pooled: undefined,
    };
  }

  #addCounts(line: Buffer, of: number): void {
    this.#counted ??= 0;
    for (let each = 0; each < this.#values; each++) {
      const allele = this.#alleles[each]!;
      const count = numberAt(line, this.#starts[each]!, this.#ends[each]!);
      if (allele !== REFERENCE) this.#counted += count;
      if (allele !== OTHER) this.#share(allele, count / of, null, of, count);
    }
  }

  #addFrequencies(line: Buffer, of: number): void {
    this.#shared ??= 0;
    for (let each = 0; each < this.#values; each++) {
      const allele = this.#alleles[each]!;
      const text = line.toString('latin1', this.#starts[each], this.#ends[each]);
      if (text === '.' && allele !== REFERENCE) continue;
      const frequency = number(text);
      if (allele !== REFERENCE) this.#shared += frequency;
      if (allele !== OTHER)
        this.#share(allele, 0, text, 0, of > 0 && allele !== REFERENCE ? halfToEven(frequency * of) : null);
    }
  }

  /** Computes the reference's share from the others'. The reference stays unknown if the others exceed the total. */
  #giveReferenceTheRest(): void {
    if (this.#isKnown(REFERENCE)) return;
    if (this.#counted !== null) {
      if (this.#counted <= this.#total)
        this.#share(REFERENCE, 1 - this.#counted / this.#total, null, this.#total, this.#total - this.#counted);
    } else if (this.#shared !== null) {
      this.#share(
        REFERENCE,
        0,
        String(Number((1 - this.#shared).toPrecision(15))),
        0,
        this.#total > 0 ? Math.max(0, halfToEven(this.#total * (1 - this.#shared))) : null,
      );
    }
  }

  /** Fills `#shown` with the alleles to show. Returns their number. */
  #findShown(): number {
    let size = 0;
    if (this.#isKnown(REFERENCE) && this.#isShown(REFERENCE)) this.#shown[size++] = REFERENCE;
    for (let each = 0; each < this.#knownCount; each++) {
      const allele = this.#known[each]!;
      if (allele !== REFERENCE && this.#isShown(allele)) this.#shown[size++] = allele;
    }
    return size;
  }

  #isKnown(allele: number): boolean {
    for (let each = 0; each < this.#knownCount; each++) if (this.#known[each] === allele) return true;
    return false;
  }

  #isShown(allele: number): boolean {
    return this.#texts[allele] === null ? this.#ratios[allele] !== 0 : this.#texts[allele] !== '0';
  }

  /** Sets an allele's share. Keeps a known count if `count` is null. */
  #share(allele: number, ratio: number, text: string | null, total: number, count: number | null): void {
    const isKnown = this.#isKnown(allele);
    if (!isKnown) this.#known[this.#knownCount++] = allele;
    this.#ratios[allele] = ratio;
    this.#texts[allele] = text;
    this.#totals[allele] = total;
    if (!isKnown || count !== null) this.#counts[allele] = count;
  }

  /** Finds the values of a field, and moves the reference's to the front. */
  #read(info: InfoFields, field: number, alternatives: number, matched: readonly number[]): void {
    const [line, end] = [info.line, info.end(field)];
    let values = 0;
    for (let at = info.start(field); ; at++) {
      this.#starts[values] = at;
      while (at < end && line[at] !== COMMA) at++;
      this.#ends[values++] = at;
      if (at === end) break;
    }
    this.#values = values;
    const at = this.#referenceAt ?? (values > alternatives ? -1 : values);
    const reference = Math.trunc(at < 0 ? Math.max(values + at, 0) : at);
    if (reference < values) this.#moveFirst(reference);
    const first = reference < values ? 1 : 0;
    if (first === 1) this.#alleles[0] = REFERENCE;
    for (let each = first; each < values; each++) this.#alleles[each] = matched[each - first] ?? OTHER;
  }

  #moveFirst(value: number): void {
    const [start, end] = [this.#starts[value]!, this.#ends[value]!];
    for (let each = value; each > 0; each--) {
      this.#starts[each] = this.#starts[each - 1]!;
      this.#ends[each] = this.#ends[each - 1]!;
    }
    this.#starts[0] = start;
    this.#ends[0] = end;
  }

  #sum(line: Buffer): number {
    let sum = 0;
    for (let each = 0; each < this.#values; each++) sum += numberAt(line, this.#starts[each]!, this.#ends[each]!);
    return sum;
  }
}

/** Is a value '.', which means unknown? */
function isUnknown(line: Buffer, start: number, end: number): boolean {
  return end === start + 1 && line[start] === DOT;
}
