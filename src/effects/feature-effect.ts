/** What variants do to regulatory features and to motifs that transcription factors bind. */
import { reverseComplementOf } from '../genome/bases.ts';
import { convertMatrix } from '../genome/binding-matrix.ts';
import type { Span } from '../genome/transcript.ts';

/** How much sequence a variant leaves, as far as a feature that it covers is concerned. */
export interface Amount {
  removes: boolean;
  adds: boolean;
}

const TERMS = {
  regulatory: {
    removed: 'regulatory_region_ablation',
    added: 'regulatory_region_amplification',
    touched: 'regulatory_region_variant',
  },
  motif: { removed: 'TFBS_ablation', added: 'TFBS_amplification', touched: 'TF_binding_site_variant' },
} as const;

/** Consequence terms of a variant that overlaps a feature, most severe first. */
export function featureTerms(kind: keyof typeof TERMS, feature: Span, variant: Span, amount: Amount): string[] {
  const covers = variant.start <= feature.start && variant.end >= feature.end;
  const terms = TERMS[kind];
  if (covers && amount.removes) return [terms.removed, terms.touched];
  if (covers && amount.adds) return [terms.added, terms.touched];
  return [terms.touched];
}

type Column = readonly [a: number, c: number, g: number, t: number];

/** A place that fits a binding matrix, with its bases on its strand. */
export interface Motif extends Span {
  strand: 1 | -1;
  /** How often each of A, C, G and T was seen, position by position. */
  frequencies: readonly Column[];
}

/** Bits above which a position of a matrix is informative. */
const INFORMATIVE = 1.5;

export interface MotifEffect {
  /** Position of the change in the motif, from 1 in its own direction; null outside of it. */
  position: number | null;
  isInformative: boolean;
  /** Change of the score from 0 (worst) to 1 (best); null where it is not defined. */
  scoreChange: number | null;
}

/**
 * @param bases of the motif, on its strand
 * @param reference,alternative on the strand of the motif; '' for none
 */
export function motifEffect(
  motif: Motif,
  bases: string,
  variant: Span,
  reference: string,
  alternative: string,
): MotifEffect {
  const length = motif.end - motif.start + 1;
  const inMotif = (position: number) =>
    motif.strand === -1 ? motif.frequencies.length - (position - motif.start) : position - motif.start + 1;
  const start = inMotif(variant.start);
  const position = start < 1 || start > length ? null : start;
  const isSingle = variant.start === variant.end && alternative !== '';
  const bits = position === null ? undefined : convertMatrix(motif.frequencies, 'bits')[position - 1];
  const isInformative = isSingle && bits !== undefined && bits.reduce((sum, each) => sum + each, 0) > INFORMATIVE;
  return { position, isInformative, scoreChange: scoreChange(motif, bases, variant, reference, alternative) };

  function scoreChange(
    { frequencies }: Motif,
    sequence: string,
    place: Span,
    before: string,
    after: string,
  ): number | null {
    if (!/^[ACGT]+$/.test(after) || before === '' || before.length !== after.length || position === null) return null;
    const end = inMotif(place.end);
    if (end < 1) return null;
    const from = Math.min(start, end);
    const changed = sequence.slice(0, from - 1) + after + sequence.slice(from - 1 + after.length);
    if (changed.length !== sequence.length) return null;
    const [one, other] = [relativeScore(frequencies, sequence), relativeScore(frequencies, changed)];
    return one === null || other === null ? null : other - one;
  }
}

/** Score of a sequence between the worst (0) and the best (1) that a matrix allows; null for other letters. */
function relativeScore(frequencies: readonly Column[], bases: string): number | null {
  if (bases.length !== frequencies.length) return null;
  let [score, worst, best] = [0, 0, 0];
  for (const [index, column] of convertMatrix(frequencies, 'weights').entries()) {
    const weight = column['ACGT'.indexOf(bases.charAt(index))];
    if (weight === undefined) return null;
    score += weight;
    worst += Math.min(...column);
    best += Math.max(...column);
  }
  return best === worst ? null : (score - worst) / (best - worst);
}

/** The alleles on the strand of a feature. */
export function onStrand(bases: string, from: 1 | -1, to: 1 | -1): string {
  return from === to ? bases : reverseComplementOf(bases);
}
