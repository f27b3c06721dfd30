/** Where a change is on a transcript: positions, numbers of exons, distance, and what it needs of the sequence. */
import { at, last } from '../checked.ts';
import type { Span } from '../genome/transcript.ts';
import { overlaps } from './intron-sites.ts';
import type { Mapped, TranscriptModel } from './transcript-model.ts';

/** Bases before and after a transcript that its up- and downstream variants may be in. */
export interface Reach {
  upstream: number;
  downstream: number;
}

/** Start and end where they are known; an insertion has start > end. */
export interface Positions {
  start: number | undefined;
  end: number | undefined;
}

/** Will the effect of a change on a transcript need its bases? */
export function needsSequence(model: TranscriptModel, { start, end }: Span): boolean {
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const { coding } = model;
  return (
    coding !== null && overlaps(low, high, coding.genome.start, coding.genome.end) && touchesExon(model, low, high)
  );
}

/** Exons reach as far as a frameshift intron may be long, in transcripts that have one. */
export function touchesExon(model: TranscriptModel, low: number, high: number): boolean {
  const stretch = model.hasFrameshiftIntron ? 12 : 0;
  return model.exons.some(({ start, end }) => overlaps(low, high, start - stretch, end + stretch));
}

/** Start of the first part and end of the last, where they are no gaps. */
export function ends(parts: readonly Mapped[], phase: number): Positions {
  if (parts.length === 0) return { start: undefined, end: undefined };
  const [first, final] = [at(parts, 0), last(parts)];
  return { start: first ? first.start + phase : undefined, end: final ? final.end + phase : undefined };
}

/** '3/11' for the third of eleven; null for none. */
export function numbersOf(parts: readonly Span[], { start, end }: Span): string | null {
  const touched = parts.flatMap((part, index) => (overlaps(start, end, part.start, part.end) ? [index + 1] : []));
  if (touched.length === 0) return null;
  const range = touched.length === 1 ? `${touched[0]}` : `${touched[0]}-${touched.at(-1)}`;
  return `${range}/${parts.length}`;
}

/** Bases between the nearest ends of a change and a transcript. */
export function distanceTo(model: TranscriptModel, { start, end }: Span): number {
  return Math.min(
    ...[start - model.start, start - model.end, end - model.start, end - model.end].map((each) => Math.abs(each)),
  );
}

/** Is a change on one side of the transcript, near enough? */
export function isBeside(
  model: TranscriptModel,
  { start, end }: Span,
  reach: Reach,
  shifted: number,
  side: 'upstream' | 'downstream',
): boolean {
  const distance = reach[side] + shifted;
  const isLow = (side === 'upstream') === (model.strand === 1);
  return isLow
    ? end >= model.start - distance && end < model.start
    : start <= model.end + distance && start > model.end;
}

/**
 * In a mature product of a miRNA: attributes `miRNA` give its positions in the cDNA. Introns within it do not count.
 */
export function inMatureMirna(model: TranscriptModel, { start, end }: Span): boolean {
  if (model.transcript.biotype !== 'miRNA' || !overlaps(start, end, model.start, model.end)) return false;
  return model.transcript.attribs.some(([code, value]) => {
    const [, first, final] = (code === 'miRNA' && /(\d+)-(\d+)/.exec(value)) || [];
    if (first === undefined || final === undefined) return false;
    return model.genomicParts(Number(first), Number(final)).some((part) => overlaps(start, end, part.start, part.end));
  });
}

/** Does an interval touch the cDNA? A frameshift intron counts as part of it. */
export function inCdna(model: TranscriptModel, { start, end }: Span, inFrameshiftIntron: boolean): boolean {
  if (model.toCdna(start, end).some((part) => part && part.end > 0 && part.start <= model.cdnaLength)) return true;
  return inFrameshiftIntron && overlaps(start, end, model.start, model.end);
}

/**
 * Does an interval touch the CDS? A frameshift intron between coding bases counts as part of it.
 * @param length of the CDS, with missing bases at its start
 */
export function inCds(
  model: TranscriptModel,
  { start, end }: Span,
  inFrameshiftIntron: boolean,
  length: number,
): boolean {
  if (model.toCds(start, end).some((part) => part && part.end > 0 && part.start <= length)) return true;
  const { coding } = model;
  return coding !== null && inFrameshiftIntron && overlaps(start, end, coding.genome.start, coding.genome.end);
}

/** Is an interval before (5) or after (3) the coding bases? An insertion right at their edge is. */
export function besideCoding(model: TranscriptModel, { start, end }: Span, side: 5 | 3): boolean {
  const { coding } = model;
  if (!coding) return false;
  const { genome } = coding;
  const isInsertion = start === end + 1;
  if ((side === 5) === (model.strand === 1))
    return (isInsertion && start === genome.start) || overlaps(start, end, model.start, genome.start - 1);
  return (isInsertion && end === genome.end) || overlaps(start, end, genome.end + 1, model.end);
}

/** Is an interval on an exon of a transcript without a translation, apart from mature miRNA? */
export function onNonCodingExon(model: TranscriptModel, { start, end }: Span, covers: boolean): boolean {
  if (covers || model.coding || inMatureMirna(model, { start, end })) return false;
  return model.exons.some((exon) => overlaps(start, end, exon.start, exon.end));
}
