import { reverseComplement } from '../../../src/genome/bases.ts';
import { ListedAlleles } from '../../vcf/listed-alleles.ts';

/** Number of an allele that the variant does not have. */
export const UNMATCHED = -1;

const NONE: number[] = [];

/**
 * Matches the alternative alleles of a VCF line with the alleles of a variant. Both may be written with bases that they
 * share with the reference. Case does not matter.
 *
 * @param variant alleles on the forward strand
 * @param start start of the variant
 * @param position position of the line
 * @returns the number of the variant's allele for each alternative of the line, or UNMATCHED. If several alleles, such
 *   as the reference, are spelled alike, the lowest number. Empty if no allele matches
 */
export function matchedAlleles(variant: ListedAlleles, start: number, line: ListedAlleles, position: number): number[] {
  let matched = NONE;
  for (let allele = 1; allele < variant.count; allele++) {
    ofVariant.set(variant, allele, start);
    for (let other = 1; other < line.count; other++) {
      if (matched !== NONE && matched[other - 1] !== UNMATCHED) continue;
      ofLine.set(line, other, position);
      if (!ofVariant.isLike(ofLine)) continue;
      if (matched === NONE)
        matched = line.count === 2 ? [UNMATCHED] : new Array<number>(line.count - 1).fill(UNMATCHED);
      matched[other - 1] = variant.same(0, allele) ? 0 : allele;
    }
  }
  return matched;
}

/** Reverse-complements the alleles of a reverse strand. Alleles that are not bases, such as names, stay unchanged. */
export function onForwardStrand(alleles: ListedAlleles, strand: number): ListedAlleles {
  if (strand !== -1) return alleles;
  const turned = Array.from({ length: alleles.count }, (_, allele) => {
    const text = alleles.text(allele);
    return /^[ACGTN]+$/i.test(text) ? reverseComplement(Buffer.from(text)) : Buffer.from(text);
  });
  const forward = new ListedAlleles().begin(Buffer.concat(turned));
  let at = 0;
  for (const { length } of turned) forward.add(at, (at += length));
  return forward;
}

const UPPER_CASE = Uint8Array.from({ length: 256 }, (_, code) => (code >= 0x61 && code <= 0x7a ? code - 0x20 : code));

/**
 * A reference and an alternative without the bases that they share: trimmed from the end first, and from the start
 * first.
 */
class MinimalForms {
  readonly #endFirst = new MinimalForm(true);
  readonly #startFirst = new MinimalForm(false);
  /** For single bases that differ, both forms are the same and #startFirst is not set. */
  #isSingle = false;

  set(alleles: ListedAlleles, alternative: number, position: number): void {
    const [reference, other] = [alleles.start(0), alleles.start(alternative)];
    this.#isSingle =
      alleles.end(0) - reference <= 1 &&
      alleles.end(alternative) - other <= 1 &&
      !same(alleles.bytes[reference]!, alleles.bytes[other]!);
    this.#endFirst.set(alleles, alternative, position);
    if (!this.#isSingle) this.#startFirst.set(alleles, alternative, position);
  }

  /** Do the two have a form in common? */
  isLike(other: MinimalForms): boolean {
    if (this.#endFirst.equals(other.#endFirst)) return true;
    if (!other.#isSingle && this.#endFirst.equals(other.#startFirst)) return true;
    return (
      !this.#isSingle &&
      (this.#startFirst.equals(other.#endFirst) || (!other.#isSingle && this.#startFirst.equals(other.#startFirst)))
    );
  }
}

class MinimalForm {
  readonly #isEndFirst: boolean;
  #bytes: Buffer = Buffer.alloc(0);
  #position = 0;
  #reference = 0;
  #referenceEnd = 0;
  #alternative = 0;
  #alternativeEnd = 0;

  constructor(isEndFirst: boolean) {
    this.#isEndFirst = isEndFirst;
  }

  set(alleles: ListedAlleles, alternative: number, position: number): void {
    this.#bytes = alleles.bytes;
    this.#position = position;
    this.#reference = alleles.start(0);
    this.#referenceEnd = alleles.isNone(0) ? this.#reference : alleles.end(0);
    this.#alternative = alleles.start(alternative);
    this.#alternativeEnd = alleles.isNone(alternative) ? this.#alternative : alleles.end(alternative);
    if (this.#isEndFirst) this.#trimEnd();
    this.#trimStart();
    if (!this.#isEndFirst) this.#trimEnd();
  }

  equals(other: MinimalForm): boolean {
    const bases = this.#referenceEnd - this.#reference;
    const alternatives = this.#alternativeEnd - this.#alternative;
    if (
      this.#position !== other.#position ||
      other.#referenceEnd - other.#reference !== bases ||
      other.#alternativeEnd - other.#alternative !== alternatives
    )
      return false;
    for (let at = 0; at < bases; at++)
      if (!same(this.#bytes[this.#reference + at]!, other.#bytes[other.#reference + at]!)) return false;
    for (let at = 0; at < alternatives; at++)
      if (!same(this.#bytes[this.#alternative + at]!, other.#bytes[other.#alternative + at]!)) return false;
    return true;
  }

  #trimEnd(): void {
    while (
      this.#referenceEnd > this.#reference &&
      this.#alternativeEnd > this.#alternative &&
      same(this.#bytes[this.#referenceEnd - 1]!, this.#bytes[this.#alternativeEnd - 1]!)
    ) {
      this.#referenceEnd--;
      this.#alternativeEnd--;
    }
  }

  #trimStart(): void {
    while (
      this.#reference < this.#referenceEnd &&
      this.#alternative < this.#alternativeEnd &&
      same(this.#bytes[this.#reference]!, this.#bytes[this.#alternative]!)
    ) {
      this.#reference++;
      this.#alternative++;
      this.#position++;
    }
  }
}

function same(one: number, other: number): boolean {
  return UPPER_CASE[one] === UPPER_CASE[other];
}

const [ofVariant, ofLine] = [new MinimalForms(), new MinimalForms()];
