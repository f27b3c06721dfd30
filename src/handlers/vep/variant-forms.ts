/** Class, shown name and VCF form of a variant. */
import { ownBreakend } from '../../effects/breakends.ts';
import { isBreakpointClass } from '../../effects/structural-variant-effect.ts';
import { reverseComplementOf } from '../../genome/bases.ts';
import { alleleBases, alleleLength } from '../../variants/variant-alleles.ts';
import type { Flanks } from '../../variants/variant-shift.ts';
import type { VepVariant } from './vep-variant.ts';

/** Sequence Ontology term of the class. */
export function variantClass({ soClass, alleles }: VepVariant): string {
  if (soClass !== null) return soClass;
  const [reference = '', ...alternatives] = alleles;
  if (!alleles.every((allele) => /^(?:[ACGTN]+|-)$/.test(allele))) return 'sequence_alteration';
  const lengths = new Set(alternatives.map(alleleLength));
  const before = alleleLength(reference);
  if (lengths.size === 1 && lengths.has(before)) return before === 1 ? 'SNV' : 'substitution';
  if (before === 0) return 'insertion';
  if (lengths.size === 1 && lengths.has(0)) return 'deletion';
  return alternatives.length === 1 ? 'indel' : 'sequence_alteration';
}

/**
 * How answers name a structural variant in place of an allele: its class, or the end of a breakpoint that has a mate.
 */
export function shownClass({ soClass, symbolic }: VepVariant): string {
  if (soClass === null) return '';
  return (isBreakpointClass(soClass) && symbolic !== null && ownBreakend(symbolic)) || soClass;
}

/** 'region-position-reference-alternative' of each alternative allele: a text for one, a list for several. */
export function vcfStrings({ sequence, start, strand, alleles, symbolic, soClass }: VepVariant, flanks: Flanks) {
  const forward = (bases: string) => (strand === 1 ? bases : reverseComplementOf(bases));
  const plain = alleles.map((allele) => forward(alleleBases(allele)));
  if (soClass !== null) {
    const base = flanks.along(1).bases(start - 1, start - 1) || 'N';
    return [sequence, start - 1, base, symbolic ?? `<${soClass}>`].join('-');
  }
  const isPadded = new Set(plain.map(({ length }) => length)).size > 1;
  const base = isPadded ? flanks.along(1).bases(start - 1, start - 1) || 'N' : '';
  const [reference = '', ...alternatives] = plain.map((bases) => base + bases);
  const strings = alternatives.map((each) =>
    [sequence, isPadded ? start - 1 : start, reference, each === reference ? '.' : each].join('-'),
  );
  return strings.length === 1 ? strings[0] : strings;
}
