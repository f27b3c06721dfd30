import { reverseComplement } from '../../src/genome/bases.ts';

/** Alleles at a place of the forward strand, the reference first; '-' is none. */
export interface AllelesAt {
  position: number;
  reference: string;
  alternatives: readonly string[];
}

/**
 * Which alternative alleles of a VCF line are which of a variant's, though both may write them with bases that they share
 * with the reference. VCF allele -> the variant's allele, as the variant spells it.
 *
 * @param strand of the variant's alleles
 */
export function matchedAlleles(variant: AllelesAt, strand: 1 | -1, line: AllelesAt): Map<string, string> {
  const matched = new Map<string, string>();
  if (strand === 1 && line.alternatives.length === 1 && variant.alternatives.length === 1 && variant.reference !== '-') {
    const [[one], [other]] = [variant.alternatives, line.alternatives] as [[string], [string]];
    // Most are single bases, which need no trimming.
    const single = variant.reference.length === 1 && one.length === 1 && one !== '-' && line.reference.length === 1 && other.length === 1;
    if (single && variant.position !== line.position) return matched;
    if (variant.position === line.position && variant.reference === line.reference && one === other) return matched.set(other, one);
  }
  const reference = onForward(variant.reference, strand);
  for (const alternative of variant.alternatives) {
    const forms = minimalForms(variant.position, reference, onForward(alternative, strand));
    for (const other of line.alternatives) {
      if (!matched.has(other) && minimalForms(line.position, line.reference, other).some((form) => forms.includes(form))) matched.set(other, alternative);
    }
  }
  return matched;
}

/** What is left of two alleles without the bases they share: taken from the end first, and from the start first. */
function minimalForms(position: number, reference: string, alternative: string): string[] {
  const [a, b] = [bases(reference), bases(alternative)];
  return [trimmed(position, a, b, true), trimmed(position, a, b, false)];
}

function trimmed(position: number, reference: string, alternative: string, endFirst: boolean): string {
  let [start, referenceEnd, alternativeEnd] = [0, reference.length, alternative.length];
  const trimEnd = () => {
    while (referenceEnd > start && alternativeEnd > start && reference[referenceEnd - 1] === alternative[alternativeEnd - 1]) {
      referenceEnd--;
      alternativeEnd--;
    }
  };
  if (endFirst) trimEnd();
  while (start < referenceEnd && start < alternativeEnd && reference[start] === alternative[start]) start++;
  if (!endFirst) trimEnd();
  return `${position + start} ${reference.slice(start, referenceEnd)} ${alternative.slice(start, alternativeEnd)}`;
}

function bases(allele: string): string {
  return allele === '-' ? '' : allele.toUpperCase();
}

function onForward(allele: string, strand: 1 | -1): string {
  if (strand === 1 || !/^[ACGTN]+$/i.test(allele)) return allele;
  return Buffer.from(reverseComplement(Buffer.from(allele.toUpperCase()))).toString();
}
