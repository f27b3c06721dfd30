import { describe, expect, it } from 'vitest';
import { isOverOrigin, turnOf, unrolled } from '../../../src/effects/over-origin.ts';
import type { ExonRecord, TranscriptRecord } from '../../../src/genome/gene-record.ts';

const LENGTH = 100;
const transcript = { id: 'T', start: 91, end: 30 } as TranscriptRecord;
const exons = [
  { id: 'E1', start: 91, end: 5 },
  { id: 'E2', start: 21, end: 30 },
] as ExonRecord[];

describe('a transcript over the origin', () => {
  it('has ascending positions, which continue beyond the length', () => {
    const found = unrolled(transcript, exons, LENGTH);
    expect(found.transcript).toEqual({ id: 'T', start: 91, end: 130 });
    expect(found.exons).toEqual([
      { id: 'E1', start: 91, end: 105 },
      { id: 'E2', start: 121, end: 130 },
    ]);
  });

  it('is recognised by its ends or those of an exon', () => {
    expect(isOverOrigin(transcript, exons)).toBe(true);
    expect(isOverOrigin({ start: 1, end: 30 }, exons)).toBe(true);
    expect(isOverOrigin({ start: 1, end: 30 }, [{ start: 1, end: 30 }])).toBe(false);
  });

  it('gives changes the positions of the nearer turn', () => {
    const place = { start: 91, end: 130 };
    for (const position of [91, 95, 100, 80, 62])
      expect(turnOf({ start: position, end: position }, place, LENGTH)).toBe(0);
    for (const position of [1, 5, 30, 31, 58])
      expect(turnOf({ start: position, end: position }, place, LENGTH)).toBe(LENGTH);
    // An insertion between the bases 30 and 31.
    expect(turnOf({ start: 31, end: 30 }, place, LENGTH)).toBe(LENGTH);
  });

  it('moves nothing on other transcripts', () => {
    for (const position of [1, 50, 100])
      expect(turnOf({ start: position, end: position }, { start: 40, end: 60 }, LENGTH)).toBe(0);
  });
});
