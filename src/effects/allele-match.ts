/** Which alleles of a variant and of a known one mean the same change, however each is padded with common bases. */
import { reverseComplementOf } from '../genome/bases.ts';

export interface StrandedAlleles {
  start: number;
  strand: 1 | -1;
  /** Reference first; '-' for none. */
  alleles: readonly string[];
}

/** An alternative allele of a variant, and the same as a known one writes it. */
export interface AllelePair {
  own: string;
  known: string;
}

/** A long variant is compared with hundreds of known ones. */
const matchers = new WeakMap<StrandedAlleles, Map<1 | -1, AlleleMatcher>>();

/** The alternative alleles that both have. @param variant does not change from one call to the next */
export function matchedPairs(variant: StrandedAlleles, known: StrandedAlleles): AllelePair[] {
  const [reference = '', ...alternatives] = variant.alleles;
  // The usual case: two substitutions of a base.
  if (variant.strand === known.strand && [...variant.alleles, ...known.alleles].every(isBase)) {
    if (variant.start !== known.start || reference !== known.alleles[0]) return [];
    return known.alleles.slice(1).flatMap((each) => (alternatives.includes(each) ? [{ own: each, known: each }] : []));
  }
  return matcherOf(variant, known.strand).matched(known);
}

/** Where a variant changes the reference, on either strand: known alleles elsewhere are none of its own. */
export function changedSpan(variant: StrandedAlleles): { start: number; end: number } {
  const [forward, reverse] = [matcherOf(variant, 1).span, matcherOf(variant, -1).span];
  return { start: Math.min(forward.start, reverse.start), end: Math.max(forward.end, reverse.end) };
}

function matcherOf(variant: StrandedAlleles, strand: 1 | -1): AlleleMatcher {
  const byStrand = matchers.get(variant) ?? new Map<1 | -1, AlleleMatcher>();
  matchers.set(variant, byStrand);
  const matcher = byStrand.get(strand) ?? new AlleleMatcher(variant, strand);
  byStrand.set(strand, matcher);
  return matcher;
}

/** The alleles of a variant, to be compared with many known ones: long alleles are trimmed only once. */
export class AlleleMatcher {
  /** Alternative alleles by their shapes. */
  readonly #shapes = new Map<string, string>();
  /** First and last position at which an allele differs from the reference. */
  readonly span: { start: number; end: number };

  /** @param strand that of the known alleles */
  constructor(variant: StrandedAlleles, strand: 1 | -1) {
    const turn = (bases: string) => (variant.strand === strand ? bases : reverseComplementOf(bases));
    const [reference = '', ...alternatives] = variant.alleles;
    let [first, last] = [Infinity, -Infinity];
    for (const alternative of alternatives)
      for (const { shape, position } of shapesOf(turn(reference), turn(alternative), variant.start)) {
        this.#shapes.set(shape, alternative);
        first = Math.min(first, position);
        last = Math.max(last, position);
      }
    this.span = first <= last ? { start: first, end: last } : { start: variant.start, end: variant.start };
  }

  /** The alternative alleles that both have. */
  matched({ start, alleles }: Omit<StrandedAlleles, 'strand'>): AllelePair[] {
    const [reference = '', ...others] = alleles;
    // A change begins within the reference allele or after it.
    if (start > this.span.end || start + reference.length < this.span.start) return [];
    return others.flatMap((known) => {
      const match = shapesOf(reference, known, start).find(({ shape }) => this.#shapes.has(shape));
      const own = match && this.#shapes.get(match.shape);
      return own === undefined ? [] : [{ own, known }];
    });
  }
}

function isBase(allele: string): boolean {
  return allele.length === 1 && allele !== '-';
}

interface Shape {
  /** Trimmed alleles and their position. */
  shape: string;
  position: number;
}

/** Trimmed from the left first, and, of alleles of several bases, from the right first. */
function shapesOf(reference: string, alternative: string, start: number): Shape[] {
  const shorter = Math.min(reference.length, alternative.length);
  let [common, commonAtEnd] = [0, 0];
  while (common < shorter && reference[common] === alternative[common]) common++;
  while (commonAtEnd < shorter && reference.at(-1 - commonAtEnd) === alternative.at(-1 - commonAtEnd)) commonAtEnd++;
  const shape = (before: number, after: number): Shape => {
    const trimmed = (bases: string) => bases.slice(before, bases.length - after) || '-';
    return { shape: `${trimmed(reference)}_${trimmed(alternative)}_${start + before}`, position: start + before };
  };
  const leftFirst = shape(common, Math.min(commonAtEnd, shorter - common));
  if (reference.length <= 1 && alternative.length <= 1) return [leftFirst];
  return [leftFirst, shape(Math.min(common, shorter - commonAtEnd), commonAtEnd)];
}
