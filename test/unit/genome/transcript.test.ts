import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cdnaCodingRegion,
  cdnaLength,
  codingPieces,
  codingRegion,
  exonLength,
  exonsOf,
  genomeToCdna,
  genomeToPeptide,
  intronsOf,
  translationsOf,
  exonOf,
  transcriptOf,
  translationOf,
} from '../../../src/genome/transcript.ts';
import type { ExonRecord, GeneRecord } from '../../../src/genome/gene-record.ts';
import { TranscriptMapping } from '../../../src/genome/transcript-mapping.ts';
import { anySketch, principalTranslation, sketch } from './transcript-sketch.ts';
import { at, last, only, present } from '../../../src/checked.ts';
import { StoreError } from '../../../src/store/store.ts';

/** Genomic positions of a span of the spliced transcript. */
function cdnaToGenome(exons: ExonRecord[], start: number, end: number, circularLength = 0) {
  return new TranscriptMapping({ attribs: [] }, exons, circularLength)
    .cdna(start, end)
    .flatMap(({ genome }) => genome ?? []);
}

/** Genomic position of every base of the spliced transcript. */
function basesOf({ gene, transcript }: ReturnType<typeof sketch>): number[] {
  return exonsOf(gene, transcript).flatMap(({ start, end, strand }) => {
    const positions = Array.from({ length: end - start + 1 }, (_, each) => start + each);
    return strand === -1 ? positions.reverse() : positions;
  });
}

describe('a transcript on the forward strand', () => {
  const { gene, transcript } = sketch(
    1,
    [
      [101, 200],
      [301, 400],
      [501, 600],
    ],
    {
      translation: { startExon: 0, startOffset: 51, endExon: 2, endOffset: 10 },
      phase: 1,
    },
  );
  const exons = exonsOf(gene, transcript);

  it('has its exons, introns and lengths', () => {
    expect(cdnaLength(exons)).toBe(300);
    expect(intronsOf(exons)).toEqual([
      { start: 201, end: 300 },
      { start: 401, end: 500 },
    ]);
  });

  it('has a coding region from inside its first exon to inside its last', () => {
    expect(codingRegion(gene, transcript)).toEqual({ start: 151, end: 510 });
    expect(codingPieces(gene, transcript).map(({ rank, start, end }) => [rank, start, end])).toEqual([
      [1, 151, 200],
      [2, 301, 400],
      [3, 501, 510],
    ]);
    expect(cdnaCodingRegion(exons, principalTranslation(transcript))).toEqual({ start: 51, end: 210 });
  });

  it('maps to the genome and to the peptide', () => {
    expect(cdnaToGenome(exons, 100, 101)).toEqual([
      { start: 200, end: 200, strand: 1 },
      { start: 301, end: 301, strand: 1 },
    ]);
    expect(genomeToCdna(exons, 190, 310)).toEqual([
      { start: 90, end: 100 },
      { start: 101, end: 110 },
    ]);
    // Phase 1: one base of the first codon is missing, so the first residue has two bases.
    expect(genomeToPeptide(exons, principalTranslation(transcript), 151, 152)).toEqual({ start: 1, end: 1 });
    expect(genomeToPeptide(exons, principalTranslation(transcript), 153, 153)).toEqual({ start: 2, end: 2 });
    expect(genomeToPeptide(exons, principalTranslation(transcript), 1, 150)).toBeNull();
  });

  it('counts residues from the phase of its first exon, wherever the translation starts', () => {
    const untranslated = exons.with(0, { ...at(exons, 0), phase: -1 });
    const later = { ...principalTranslation(transcript), startExon: 1, startOffset: 1 };
    expect(genomeToPeptide(untranslated, later, 301, 303)).toEqual({ start: 1, end: 1 });
    expect(genomeToPeptide(exons, later, 301, 303)).toEqual({ start: 1, end: 2 });
  });
});

describe('a transcript on the reverse strand', () => {
  const { gene, transcript } = sketch(
    -1,
    [
      [501, 600],
      [301, 400],
    ],
    { translation: { startExon: 0, startOffset: 11, endExon: 1, endOffset: 90 } },
  );
  const exons = exonsOf(gene, transcript);

  it('extends from its highest to its lowest base', () => {
    expect(intronsOf(exons)).toEqual([{ start: 401, end: 500 }]);
    expect(codingRegion(gene, transcript)).toEqual({ start: 311, end: 590 });
    expect(cdnaToGenome(exons, 1, 3)).toEqual([{ start: 598, end: 600, strand: -1 }]);
    expect(genomeToCdna(exons, 390, 510)).toEqual([
      { start: 91, end: 100 },
      { start: 101, end: 111 },
    ]);
  });
});

describe('a transcript', () => {
  it('has no coding region without a translation', () => {
    const { gene, transcript } = sketch(1, [[1, 10]]);
    expect(codingRegion(gene, transcript)).toBeNull();
    expect(codingPieces(gene, transcript)).toEqual([]);
    expect(translationsOf(transcript)).toEqual([]);
  });

  it('lists its principal translation before the others', () => {
    const { transcript } = sketch(1, [[1, 10]], { translation: {} });
    const other = { ...principalTranslation(transcript), id: 'P2' };
    expect(translationsOf({ ...transcript, alternativeTranslations: [other] }).map(({ id }) => id)).toEqual([
      'P1',
      'P2',
    ]);
  });

  it('has the right length if an exon crosses the origin of a circle', () => {
    expect(exonLength({ start: 951, end: 50 }, 1000)).toBe(100);
    expect(
      cdnaLength(
        [
          { start: 951, end: 50 },
          { start: 101, end: 110 },
        ],
        1000,
      ),
    ).toBe(110);
  });
});

describe('any transcript', () => {
  it('maps every span of its cDNA to genomic positions and back', () => {
    fc.assert(
      fc.property(anySketch, fc.nat(), fc.nat(), ({ gene, transcript }, one, other) => {
        const exons = exonsOf(gene, transcript);
        const bases = basesOf({ gene, transcript });
        expect(cdnaLength(exons)).toBe(bases.length);
        const ends = [1 + (one % bases.length), 1 + (other % bases.length)];
        const [start, end] = [Math.min(...ends), Math.max(...ends)];
        const pieces = cdnaToGenome(exons, start, end);
        const covered = pieces.flatMap((piece) => {
          const positions = Array.from({ length: piece.end - piece.start + 1 }, (_, each) => piece.start + each);
          return piece.strand === -1 ? positions.reverse() : positions;
        });
        expect(covered).toEqual(bases.slice(start - 1, end));
        const back = pieces.flatMap((piece) => genomeToCdna(exons, piece.start, piece.end));
        expect(at(back, 0).start).toBe(start);
        expect(last(back).end).toBe(end);
        expect(cdnaLength(back)).toBe(end - start + 1);
      }),
    );
  });

  it('has coding pieces that together are the coding region of its cDNA', () => {
    fc.assert(
      fc.property(anySketch, ({ gene, transcript }) => {
        const exons = exonsOf(gene, transcript);
        const { start, end } = cdnaCodingRegion(exons, principalTranslation(transcript));
        expect(
          codingPieces(gene, transcript).map(({ exon, start, end }) => ({ start, end, strand: exon.strand })),
        ).toEqual(cdnaToGenome(exons, start, end));
        const coding = basesOf({ gene, transcript }).slice(start - 1, end);
        expect(codingRegion(gene, transcript)).toEqual({ start: Math.min(...coding), end: Math.max(...coding) });
      }),
    );
  });

  it('finds the residue that each coding base belongs to', () => {
    fc.assert(
      fc.property(anySketch, ({ gene, transcript }) => {
        const exons = exonsOf(gene, transcript);
        const translation = principalTranslation(transcript);
        const { start, end } = cdnaCodingRegion(exons, translation);
        const missing = Math.max(0, at(exons, translation.startExon).phase);
        basesOf({ gene, transcript }).forEach((position, index) => {
          const inside = index + 1 >= start && index + 1 <= end;
          const residue = Math.floor((index + 1 - start + missing) / 3) + 1;
          expect(genomeToPeptide(exons, translation, position, position)).toEqual(
            inside ? { start: residue, end: residue } : null,
          );
        });
      }),
      { numRuns: 50 },
    );
  });

  it('is mapped equally on a circle, whichever base is the origin', () => {
    fc.assert(
      fc.property(anySketch, fc.nat(), fc.nat(), fc.nat(), ({ gene, transcript }, room, turn, pick) => {
        const circularLength = Math.max(...gene.exons.map(({ end }) => end)) + (room % 100);
        const turned = (position: number) => ((position - 1 + turn) % circularLength) + 1;
        const turnAll = <T extends { start: number; end: number }>(places: T[]): T[] =>
          places.map((each) => ({ ...each, start: turned(each.start), end: turned(each.end) }));
        const circle = { region: { circularLength }, exons: turnAll(gene.exons) };
        const [exons, around] = [exonsOf(gene, transcript), exonsOf(circle, transcript)];
        const translation = principalTranslation(transcript);
        const placesOf = (pieces: { start: number; end: number }[]) => pieces.map(({ start, end }) => [start, end]);
        const { start, end } = cdnaCodingRegion(exons, translation);

        expect(cdnaCodingRegion(around, translation, circularLength)).toEqual({ start, end });
        expect(cdnaToGenome(around, 1, start, circularLength)).toEqual(turnAll(cdnaToGenome(exons, 1, start)));
        expect(placesOf(codingPieces(circle, transcript))).toEqual(placesOf(turnAll(codingPieces(gene, transcript))));
        const region = present(codingRegion(gene, transcript), 'the coding region');
        expect(codingRegion(circle, transcript)).toEqual(only(turnAll([region])));
        const bases = basesOf({ gene, transcript });
        const ends = [at(bases, pick % bases.length), at(bases, turn % bases.length)];
        const [from, to] = [Math.min(...ends), Math.max(...ends)];
        expect(genomeToCdna(around, turned(from), turned(to), circularLength)).toEqual(genomeToCdna(exons, from, to));
        expect(genomeToPeptide(around, translation, turned(from), turned(to), circularLength)).toEqual(
          genomeToPeptide(exons, translation, from, to),
        );
      }),
    );
  });
});

const GENE = {
  id: 'FICG1',
  exons: [{ id: 'FICE1' }, { id: 'FICE2' }],
  transcripts: [
    { id: 'FICT1', translation: { id: 'FICP1' }, alternativeTranslations: [{ id: 'FICP1alt' }] },
    { id: 'FICT2', translation: null },
  ],
} as unknown as GeneRecord;

describe('the part of a gene with an id', () => {
  it('is found in any letter case', () => {
    expect(transcriptOf(GENE, 'fict2').id).toBe('FICT2');
    expect(exonOf(GENE, 'Fice2').id).toBe('FICE2');
    expect(translationOf(GENE, 'FICp1')).toMatchObject({ transcript: { id: 'FICT1' }, translation: { id: 'FICP1' } });
  });

  it('may be an alternative translation', () => {
    expect(translationOf(GENE, 'FICP1ALT')).toMatchObject({
      transcript: { id: 'FICT1' },
      translation: { id: 'FICP1alt' },
    });
  });

  it.each([transcriptOf, exonOf, translationOf])('is a StoreError if the record lacks it (%o)', (partOf) => {
    expect(() => partOf(GENE, 'FICX9')).toThrow(StoreError);
    expect(() => partOf(GENE, 'FICX9')).toThrow(/FICX9 .*FICG1/);
  });
});
