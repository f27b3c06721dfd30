/** Invented transcripts: with given exons, or drawn at random for property tests. */
import fc from 'fast-check';
import { at, present } from '../../../src/checked.ts';
import type { Attribs, GeneBody, TranscriptRecord, TranslationRecord } from '../../../src/genome/gene-record.ts';
import { ANNOTATION, inventedExon } from '../../support/invented-genes.ts';

export interface Sketch {
  gene: GeneBody;
  transcript: TranscriptRecord;
}

export interface SketchOptions {
  /** Start and end of the coding region: indexes of exons, and 1-based offsets in them. */
  translation?: Partial<TranslationRecord> | null;
  attribs?: Attribs;
  /** Phase of every exon. */
  phase?: number;
}

/** A transcript of exons given as [start, end], in the order of the transcript. */
export function sketch(
  strand: 1 | -1,
  exons: readonly [number, number][],
  { translation = null, attribs = [], phase = -1 }: SketchOptions = {},
): Sketch {
  const records = exons.map(([start, end], index) =>
    inventedExon({ id: `E${index + 1}`, dbId: index + 1, start, end, strand }, { phase }),
  );
  return {
    gene: { exons: records, transcripts: [] },
    transcript: {
      ...ANNOTATION,
      id: 'T1',
      version: 1,
      dbId: 1,
      start: Math.min(...exons.map(([start]) => start)),
      end: Math.max(...exons.map(([, end]) => end)),
      strand,
      canonical: true,
      ccds: null,
      attribs,
      exons: records.map((_, index) => index),
      translation: translation && {
        id: 'P1',
        version: 1,
        dbId: 1,
        startExon: 0,
        startOffset: 1,
        endExon: records.length - 1,
        endOffset: 1,
        length: null,
        attribs: [],
        ...translation,
      },
    },
  };
}

/** The translation of a transcript that has one. Throws RangeError without one. */
export function principalTranslation({ translation }: Pick<TranscriptRecord, 'translation'>): TranslationRecord {
  return present(translation, 'the translation');
}

/** Any transcript of up to 8 exons with introns of 0 to 499 bases and any coding region. */
export const anySketch: fc.Arbitrary<Sketch> = fc
  .record({
    strand: fc.constantFrom(1 as const, -1 as const),
    from: fc.integer({ min: 1, max: 1_000_000 }),
    parts: fc.array(fc.record({ gap: fc.integer({ min: 1, max: 500 }), length: fc.integer({ min: 1, max: 60 }) }), {
      minLength: 1,
      maxLength: 8,
    }),
    coding: fc.tuple(fc.nat(), fc.nat()),
    phase: fc.constantFrom(-1, 0, 1, 2),
  })
  .map(({ strand, from, parts, coding, phase }) => {
    let next = from;
    const ascending = parts.map(({ gap, length }): [number, number] => {
      const start = next + gap;
      next = start + length;
      return [start, next - 1];
    });
    const exons = strand === 1 ? ascending : ascending.toReversed();
    const lengths = exons.map(([start, end]) => end - start + 1);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const ends = coding.map((number) => number % total);
    const locate = (position: number): [exon: number, offset: number] => {
      let exon = 0;
      while (position >= at(lengths, exon)) position -= at(lengths, exon++);
      return [exon, position + 1];
    };
    const [startExon, startOffset] = locate(Math.min(...ends));
    const [endExon, endOffset] = locate(Math.max(...ends));
    return sketch(strand, exons, { translation: { startExon, startOffset, endExon, endOffset }, phase });
  });
