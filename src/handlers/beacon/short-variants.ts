/** Short variants that answer a Beacon query. */
import { at } from '../../checked.ts';
import { trimPair } from '../../effects/input-line.ts';
import type { Placed } from '../../genome/projection.ts';
import { nativePlace, type VariantFeatureRecord } from '../../variants/variant-features.ts';
import type { Question } from './parameters.ts';

/** Alleles of a feature: the reference, and the alternatives as Perl's split returns them. */
export function allelesOf({ alleles }: Pick<VariantFeatureRecord, 'alleles'>): {
  reference: string;
  alternatives: string[];
} {
  const [reference = '', ...alternatives] = alleles.replace(/\/+$/, '').split('/');
  return { reference, alternatives };
}

/**
 * Does a feature answer the query? As in Ensembl, an allele matches if the feature begins or ends where the query does
 * and has its alleles, as sent or without the bases that both begin or end with.
 */
export function answersQuery(feature: Placed<VariantFeatureRecord>, question: Question): boolean {
  const { start, end } = nativePlace(feature);
  const { reference, alternatives } = allelesOf(feature.record);
  if (feature.record.strand !== 1 || end > question.end) return false;
  const asked = question.reference.toUpperCase();
  if (question.alternative === null) return start >= question.start && reference.toUpperCase() === asked;
  if (start !== question.start && end !== question.end) return false;
  const { alleles: trimmed } = trimPair({ ...question, alleles: [question.reference, question.alternative] });
  return (
    (reference.toUpperCase() === asked || reference.toUpperCase() === at(trimmed, 0).toUpperCase()) &&
    (alternatives.includes(question.alternative) || alternatives.includes(at(trimmed, 1)))
  );
}
