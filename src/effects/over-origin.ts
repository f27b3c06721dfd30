/**
 * Transcripts over the origin of a circular region. Their positions are unrolled: those after the origin continue
 * beyond the region's length, so that effects are computed as on a linear region. A change takes the positions of the
 * turn that is nearer to the transcript.
 */
import type { ExonRecord, TranscriptRecord } from '../genome/gene-record.ts';
import type { Span } from '../genome/transcript.ts';

/** @param length of the circular region */
export function unrolled(
  transcript: TranscriptRecord,
  exons: readonly ExonRecord[],
  length: number,
): { transcript: TranscriptRecord; exons: ExonRecord[] } {
  const onward = (position: number) => (position < transcript.start ? position + length : position);
  return {
    transcript: { ...transcript, end: onward(transcript.end) },
    exons: exons.map((exon) => ({ ...exon, start: onward(exon.start), end: onward(exon.end) })),
  };
}

/** Is a transcript over the origin, whose record has its end before its start? */
export function isOverOrigin(transcript: Span, exons: readonly Span[]): boolean {
  return transcript.start > transcript.end || exons.some(({ start, end }) => start > end);
}

/** Bases to add to the positions of a change so that they compare with those of a transcript: 0 or the length. */
export function turnOf({ start, end }: Span, transcript: Span, length: number): number {
  if (transcript.end <= length) return 0;
  const gap = (turn: number) => Math.max(transcript.start - (end + turn), start + turn - transcript.end);
  return gap(length) < gap(0) ? length : 0;
}
