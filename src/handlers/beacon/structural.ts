/** Structural variants that answer a Beacon query, and their effects. */
import { at } from '../../checked.ts';
import type { Placed } from '../../genome/projection.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import type { RequestBudgets } from '../../operation/memory-reservation.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import type { StructuralFeatureRecord } from '../../variants/variant-features.ts';
import { defaultOptions } from '../vep/options.ts';
import { predictEffects } from '../vep/predict.ts';
import { STRUCTURAL_TERMS, type Question } from './parameters.ts';

/** Does a feature answer the query? As in Ensembl, it lies within the range and, with brackets, within these. */
export function answersStructural(
  { start, end, record }: Placed<StructuralFeatureRecord>,
  { variantType, ...asked }: Question,
): boolean {
  const isBracket = asked.start !== asked.lastStart || asked.end !== asked.firstEnd;
  if (isBracket && (start > asked.lastStart || end < asked.firstEnd)) return false;
  if (record.strand !== 1 || start < asked.start || start >= asked.end || end <= asked.start || end > asked.end)
    return false;
  return STRUCTURAL_TERMS.get(variantType ?? '')?.includes(record.soTerm) ?? false;
}

/** The SO terms of each feature's effects on transcripts. Two waves of reads, none without features. */
export async function effectsOfStructural(
  release: Release,
  genome: Genome,
  region: SeqRegionRecord,
  features: readonly Placed<StructuralFeatureRecord>[],
  budgets: RequestBudgets,
): Promise<string[][]> {
  if (features.length === 0) return [];
  const lines = features.map(({ start, end, record: { name, soTerm } }) => ({
    input: name,
    name,
    region,
    sequence: region.name,
    start,
    end,
    strand: 1 as const,
    alleles: [],
    soClass: soTerm,
  }));
  const answers = (await predictEffects(release, genome, lines, defaultOptions(genome.species), budgets)) as {
    transcript_consequences?: { consequence_terms: string[] }[];
  }[];
  return features.map((_, each) => {
    const { transcript_consequences: effects = [] } = at(answers, each);
    const terms = new Set(effects.flatMap(({ consequence_terms: terms }) => terms));
    return terms.size > 0 ? [...terms] : ['intergenic_variant'];
  });
}
