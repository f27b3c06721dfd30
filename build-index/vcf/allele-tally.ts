import type { FrequencyGroup } from '../../src/variants/frequency-groups.ts';
import { fourDigits, halfToEven, number } from './perl-numbers.ts';
import { ratioGroup } from './ratio-group.ts';

/** What is known of an allele: its share as a ratio, or as the file spells it. */
interface Share {
  allele: string;
  ratio: number;
  /** Null for a ratio. */
  text: string | null;
  /** That the ratio is of. */
  total: number;
  count: number | null;
}

/** The alleles of one population at one variant after another. */
export class AlleleTally {
  readonly #population: string;
  readonly #referenceAt: number | null;
  #reference = '';
  /** In the order in which they came. */
  #shares: Share[] = [];
  #total = 0;
  #counted: number | null = null;
  #shared: number | null = null;

  /** @param referenceAt as InfoFrequencies has it */
  constructor(population: string, referenceAt: number | null) {
    this.#population = population;
    this.#referenceAt = referenceAt;
  }

  begin(reference: string): void {
    this.#reference = reference;
    this.#shares = [];
    this.#total = 0;
    this.#counted = null;
    this.#shared = null;
  }

  /** Is any of a line's alleles known already? */
  has(matched: ReadonlyMap<string, string>): boolean {
    if (this.#shares.length === 0) return false;
    for (const allele of matched.values()) if (this.#shareOf(allele)) return true;
    return false;
  }

  add(alternatives: readonly string[], matched: ReadonlyMap<string, string>, counts?: string, total?: string, frequencies?: string): void {
    const known = counts !== undefined && counts !== '.';
    const of = known && total === undefined ? counts.split(',').reduce((sum, count) => sum + number(count), 0) : number(total ?? '');
    if (of > 0) this.#total = of;
    if (known && of > 0) {
      this.#counted ??= 0;
      this.#each(alternatives, matched, counts, (allele, value) => {
        const count = number(value);
        if (allele !== this.#reference) this.#counted! += count;
        if (allele !== undefined) this.#share(allele, count / of, null, of, count);
      });
    } else if (frequencies !== undefined && frequencies !== '.') {
      this.#shared ??= 0;
      this.#each(alternatives, matched, frequencies, (allele, value) => {
        if (value === '.' && allele !== this.#reference) return;
        if (allele !== this.#reference) this.#shared! += number(value);
        if (allele !== undefined) this.#share(allele, 0, value, 0, of > 0 && allele !== this.#reference ? halfToEven(number(value) * of) : null);
      });
    }
  }

  /** The reference first; without those that nobody has. Null without any. As Ensembl prints them: what is '0' is not shown, what is '0.0' is. */
  group(): FrequencyGroup | null {
    this.#leaveTheRest();
    const reference = this.#shareOf(this.#reference);
    const shown: Share[] = [];
    if (reference && isShown(reference)) shown.push(reference);
    for (const share of this.#shares) if (share !== reference && isShown(share)) shown.push(share);
    if (shown.length === 0) return null;
    const names = shown.map(({ allele }) => allele);
    const counts = shown.map(({ count }) => count ?? 0);
    const [{ total }] = shown as [Share];
    if (shown.every((share) => share.text === null)) {
      return ratioGroup(this.#population, names, counts, shown.map(({ ratio }) => ratio), shown.every((share) => share.total === total) ? total : NaN);
    }
    const frequencies = shown.map(({ ratio, text }) => (text === null ? fourDigits(ratio) : number(text)));
    const isCounted = this.#shares.some(({ count }) => count !== null);
    return { population: this.#population, submission: null, digits: 0, names, counts: isCounted ? counts : names.map(() => null), frequencies };
  }

  #leaveTheRest(): void {
    if (this.#shareOf(this.#reference)) return;
    if (this.#counted !== null) {
      this.#share(this.#reference, 1 - this.#counted / this.#total, null, this.#total, this.#total - this.#counted);
    } else if (this.#shared !== null) {
      this.#share(this.#reference, 0, String(Number((1 - this.#shared).toPrecision(15))), 0, this.#total > 0 ? halfToEven(this.#total * (1 - this.#shared)) : null);
    }
  }

  #shareOf(allele: string): Share | undefined {
    for (const share of this.#shares) if (share.allele === allele) return share;
    return undefined;
  }

  /** What is known of it already is replaced, but for a count. */
  #share(allele: string, ratio: number, text: string | null, total: number, count: number | null): void {
    const known = this.#shareOf(allele);
    if (known) Object.assign(known, { ratio, text, total, count: count ?? known.count });
    else this.#shares.push({ allele, ratio, text, total, count });
  }

  /** Each value of a field with the variant's allele that it is of; undefined for an alternative that the variant does not have. */
  #each(alternatives: readonly string[], matched: ReadonlyMap<string, string>, field: string, take: (allele: string | undefined, value: string) => void): void {
    if (this.#referenceAt === null && alternatives.length === 1 && !field.includes(',')) {
      take(matched.get(alternatives[0]!), field);
      return;
    }
    const values = field.includes(',') ? field.split(',') : [field];
    const at = this.#referenceAt ?? (values.length > alternatives.length ? -1 : null);
    const [reference] = at === null ? [] : values.splice(at, 1);
    if (reference !== undefined) take(this.#reference, reference);
    for (let index = 0; index < values.length; index++) take(matched.get(alternatives[index] ?? ''), values[index]!);
  }
}

function isShown({ ratio, text }: Share): boolean {
  return text === null ? ratio !== 0 : text !== '0';
}
