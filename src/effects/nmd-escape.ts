/**
 * Does a change that ends translation early escape nonsense-mediated decay? After Ensembl's plugin NMD: in the last
 * exon, in the last 50 bases or so of the one before, or in the first 101 coding bases.
 */
import type { Span } from '../genome/transcript.ts';
import type { TranscriptModel } from './transcript-model.ts';
import type { Positions } from './transcript-places.ts';

/** Terms of changes that may end translation early. */
const TERMS = new Set(['stop_gained', 'frameshift_variant', 'splice_donor_variant', 'splice_acceptor_variant']);
/** Coding bases at the start, after which a stop is recognised. */
const FIRST_CODING = 101;
/** Bases before the last junction of exons. */
const BEFORE_JUNCTION = 51;

/** @param change its end decides, as on the forward strand @param cds positions in the coding sequence */
export function escapesDecay(model: TranscriptModel, change: Span, cds: Positions, terms: readonly string[]): boolean {
  if (!terms.some((term) => TERMS.has(term)) || cds.start === undefined || cds.end === undefined) return false;
  if (cds.end <= FIRST_CODING) return true;
  const [last, before] = [model.exons.at(-1), model.exons.at(-2)];
  const isIn = (start: number, end: number) => change.end >= start && change.end <= end;
  if (last && isIn(last.start, last.end)) return true;
  if (!before) return false;
  return model.strand === 1
    ? isIn(before.end - BEFORE_JUNCTION, before.end)
    : isIn(before.start, before.start + BEFORE_JUNCTION);
}
