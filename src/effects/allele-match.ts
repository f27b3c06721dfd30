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

/** The alternative alleles of `variant` that `known` has, too, as `variant` writes them. */
export function matchedAlleles(variant: StrandedAlleles, known: StrandedAlleles): string[] {
  return matchedPairs(variant, known).map(({ own }) => own);
}

/** The alternative alleles that both have. */
export function matchedPairs(variant: StrandedAlleles, known: StrandedAlleles): AllelePair[] {
  const [reference = '', ...alternatives] = variant.alleles;
  // The usual case: two substitutions of a base.
  if (variant.strand === known.strand && [...variant.alleles, ...known.alleles].every(isBase)) {
    if (variant.start !== known.start || reference !== known.alleles[0]) return [];
    return known.alleles.slice(1).flatMap((each) => (alternatives.includes(each) ? [{ own: each, known: each }] : []));
  }
  const turn = (bases: string) => (variant.strand === known.strand ? bases : reverseComplementOf(bases));
  const shapes = new Map<string, string>();
  for (const alternative of alternatives) {
    for (const shape of shapesOf(turn(reference), turn(alternative), variant.start)) shapes.set(shape, alternative);
  }
  const [knownReference = '', ...others] = known.alleles;
  return others.flatMap((other) => {
    const match = shapesOf(knownReference, other, known.start).find((shape) => shapes.has(shape));
    const found = match === undefined ? undefined : shapes.get(match);
    return found === undefined ? [] : [{ own: found, known: other }];
  });
}

function isBase(allele: string): boolean {
  return allele.length === 1 && allele !== '-';
}

/** Trimmed from the left first, and, of alleles of several bases, from the right first. */
function shapesOf(reference: string, alternative: string, start: number): string[] {
  const ways = reference.length > 1 || alternative.length > 1 ? [false, true] : [false];
  return ways.map((endFirst) => {
    let [before, after, position] = [reference, alternative, start];
    const trimStart = () => {
      while (before !== '' && after !== '' && before[0] === after[0]) {
        [before, after] = [before.slice(1), after.slice(1)];
        position++;
      }
    };
    const trimEnd = () => {
      while (before !== '' && after !== '' && before.at(-1) === after.at(-1))
        [before, after] = [before.slice(0, -1), after.slice(0, -1)];
    };
    if (endFirst) {
      trimEnd();
      trimStart();
    } else {
      trimStart();
      trimEnd();
    }
    return `${before || '-'}_${after || '-'}_${position}`;
  });
}
