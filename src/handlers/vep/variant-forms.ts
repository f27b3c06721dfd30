/** Class, shown name and VCF form of a variant. */
import { ownBreakend } from '../../effects/breakends.ts';
import { isBreakpointClass } from '../../effects/structural-variant-effect.ts';
import { reverseComplementOf } from '../../genome/bases.ts';
import { trimPair } from '../../effects/input-line.ts';
import { classOfAlleles } from '../../variants/variant-classes.ts';
import type { Flanks } from '../../variants/variant-shift.ts';
import { withoutCommonEnd } from '../variant-recoder/notations.ts';
import type { VepVariant } from './vep-variant.ts';

/** Sequence Ontology term of the class: of the database, or of the alleles; if `minimal` splits them, of the first. */
export function variantClass({ soClass, knownClass, alleles, minimised }: VepVariant): string {
  if (soClass !== null) return soClass;
  if (knownClass !== '' && !minimised) return knownClass;
  const [reference = '', alternative = ''] = alleles;
  const shown =
    minimised && alleles.length > 2
      ? trimPair({ start: 0, end: 0, alleles: [reference, alternative] }).alleles
      : alleles;
  return classOfAlleles(shown.join('/'));
}

/**
 * How answers name a structural variant in place of an allele: its class, or the end of a breakpoint that has a mate.
 */
export function shownClass({ soClass, symbolic }: VepVariant): string {
  if (soClass === null) return '';
  return (isBreakpointClass(soClass) && symbolic !== null && ownBreakend(symbolic)) || soClass;
}

/** Abbreviations of classes in vcf_string; others are written in full. */
const ABBREVIATIONS = new Map([
  ['insertion', 'INS'],
  ['deletion', 'DEL'],
  ['tandem_duplication', 'TDUP'],
  ['duplication', 'DUP'],
]);

/**
 * 'region-position-reference-alternative' of each alternative allele: a text for one, a list for several. Alleles of
 * unequal lengths are written with the base before them, unless all begin with the same base.
 */
export function vcfStrings({ sequence, start, strand, alleles, soClass }: VepVariant, flanks: Flanks) {
  const before = () => flanks.along(1).bases(start - 1, start - 1) || 'N';
  if (soClass !== null) return [sequence, start - 1, before(), `<${ABBREVIATIONS.get(soClass) ?? soClass}>`].join('-');
  const forward = (allele: string) =>
    strand === 1 || !/^[ACGTN-]+$/.test(allele) ? allele : reverseComplementOf(allele);
  const plain = alleles.map((allele) => forward(allele.replaceAll('-', '')));
  const isLetters = plain.every((allele) => /^[ACGTN.]*$/.test(allele));
  const isUneven = !isLetters || new Set(plain.map(({ length }) => length)).size > 1;
  const written = isUneven && isLetters ? withoutCommonEnd(plain) : plain;
  const firsts = new Set(written.filter((allele) => !allele.includes('*')).map((allele) => allele.charAt(0)));
  const base = isUneven && firsts.size !== 1 ? before() : '';
  const [reference = '', ...alternatives] = written.map((allele) =>
    /^[ACGTN]*$/.test(allele) ? base + allele : `<${allele}>`,
  );
  const position = start - base.length;
  const strings = alternatives.map((each) => [sequence, position, reference, each || '.'].join('-'));
  return strings.length === 1 ? strings[0] : strings;
}
