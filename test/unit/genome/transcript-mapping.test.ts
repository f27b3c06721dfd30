/** Genomic positions of a transcript's sequences against a model that maps base by base. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Strand } from '../../../src/genome/seq-region.ts';
import { exonsOf, startPhase } from '../../../src/genome/transcript.ts';
import { TranscriptMapping, type TranscriptSpan } from '../../../src/genome/transcript-mapping.ts';
import { anySketch, principalTranslation, sketch, type Sketch } from './transcript-sketch.ts';
import { at, last, present } from '../../../src/checked.ts';

const mappingOf = ({ gene, transcript }: Sketch, circularLength = 0) =>
  new TranscriptMapping(transcript, exonsOf(gene, transcript), circularLength);

/** Genomic position of each base of the unedited spliced transcript. */
function basesOf({ gene, transcript }: Sketch): number[] {
  return exonsOf(gene, transcript).flatMap(({ start, end, strand }) => {
    const positions = Array.from({ length: end - start + 1 }, (_, each) => start + each);
    return strand === -1 ? positions.reverse() : positions;
  });
}

/** The genomic position, or null, of each position in the spans, in their order. */
function positionsOf(spans: readonly TranscriptSpan[]): [position: number, genomic: number | null][] {
  return spans.flatMap(({ start, end, genome }) =>
    Array.from({ length: end - start + 1 }, (_, each): [number, number | null] => {
      if (!genome) return [start + each, null];
      return [start + each, genome.strand === -1 ? genome.end - each : genome.start + each];
    }),
  );
}

const twoExons = sketch(
  -1,
  [
    [501, 600],
    [301, 400],
  ],
  { translation: { startExon: 0, startOffset: 11, endExon: 1, endOffset: 90 } },
);
const edited = (...edits: string[]) =>
  sketch(
    1,
    [
      [101, 110],
      [201, 210],
    ],
    {
      attribs: edits.map((edit) => ['_rna_edit', edit]),
      translation: { startExon: 0, startOffset: 4, endExon: 1, endOffset: 7 },
    },
  );

describe('the first residues of a coding exon', () => {
  const residues = ({ gene, transcript }: Sketch, start: number, end: number) =>
    new TranscriptMapping(transcript, exonsOf(gene, transcript)).firstResidues(
      present(transcript.translation, 'the translation'),
      { start, end },
    );

  it('are all of its residues without an edit that moves bases', () => {
    expect(residues(edited(), 104, 110)).toEqual({ start: 1, end: 3 });
    expect(residues(edited('5 5 T'), 201, 207)).toEqual({ start: 3, end: 5 });
    expect(residues(twoExons, 501, 590)).toEqual({ start: 1, end: 30 });
  });

  it('end at an edit that inserts or removes bases', () => {
    expect(residues(edited('8 7 TTT'), 104, 110)).toEqual({ start: 1, end: 2 });
    expect(residues(edited('8 7 TTT'), 201, 207)).toEqual({ start: 4, end: 6 });
    expect(residues(edited('8 9 '), 104, 110)).toEqual({ start: 1, end: 2 });
  });

  it('are removed bases of the genome if an edit removes the first ones', () => {
    expect(residues(edited('11 12 '), 201, 207)).toEqual({ start: 201, end: 202 });
  });
});

describe('the spans of a spliced transcript', () => {
  it('have the positions of its exons, and none beyond its end', () => {
    fc.assert(
      fc.property(
        anySketch,
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 300 }),
        (drawn, start, more) => {
          const bases = basesOf(drawn);
          const mapped = mappingOf(drawn).cdna(start, start + more);
          const expected = Array.from({ length: more + 1 }, (_, each) => [
            start + each,
            bases[start + each - 1] ?? null,
          ]);
          expect(positionsOf(mapped)).toEqual(expected);
          for (const { start: from, end, genome } of mapped)
            if (genome) expect(genome.end - genome.start).toBe(end - from);
        },
      ),
    );
  });

  it('that end before they start are the place between two bases, or two places between exons', () => {
    const between = (start: number, drawn = twoExons) =>
      mappingOf(drawn)
        .cdna(start, start - 1)
        .map(({ genome }) => genome && [genome.start, genome.end]);
    expect(mappingOf(twoExons).cdna(5, 4)).toEqual([
      { start: 5, end: 4, genome: { start: 597, end: 596, strand: -1 } },
    ]);
    expect([between(101), between(1), between(201), between(202)]).toEqual([
      [
        [501, 500],
        [401, 400],
      ],
      [[601, 600]],
      [[301, 300]],
      [null],
    ]);
    const forward = sketch(1, [
      [101, 110],
      [201, 210],
    ]);
    expect([between(5, forward), between(11, forward), between(1, forward), between(21, forward)]).toEqual([
      [[105, 104]],
      [
        [111, 110],
        [201, 200],
      ],
      [[101, 100]],
      [[211, 210]],
    ]);
  });

  it('are one per exon, and one without a position beyond the end', () => {
    expect(mappingOf(twoExons).cdna(95, 210)).toEqual([
      { start: 95, end: 100, genome: { start: 501, end: 506, strand: -1 } },
      { start: 101, end: 200, genome: { start: 301, end: 400, strand: -1 } },
      { start: 201, end: 210, genome: null },
    ]);
  });

  it('cross the origin of a circular region', () => {
    const over = sketch(1, [[951, 50]]);
    expect(mappingOf(over, 1000).cdna(1, 100)).toEqual([
      { start: 1, end: 100, genome: { start: 951, end: 50, strand: 1 } },
    ]);
    expect(at(mappingOf(over, 1000).cdna(51, 60), 0).genome).toEqual({ start: 1, end: 10, strand: 1 });
    expect(at(mappingOf(sketch(-1, [[951, 50]]), 1000).cdna(1, 60), 0).genome).toEqual({
      start: 991,
      end: 50,
      strand: -1,
    });
  });
});

describe('an edited transcript', () => {
  it('has inserted bases without a position, and moves the bases after them', () => {
    expect(positionsOf(mappingOf(edited('6 5 GG')).cdna(4, 10))).toEqual([
      [4, 104],
      [5, 105],
      [6, null],
      [7, null],
      [8, 106],
      [9, 107],
      [10, 108],
    ]);
  });

  it('leaves out deleted bases inside an exon and across its end', () => {
    expect(positionsOf(mappingOf(edited('6 7 ')).cdna(4, 9))).toEqual([
      [4, 104],
      [5, 105],
      [6, 108],
      [7, 109],
      [8, 110],
      [9, 201],
    ]);
    expect(positionsOf(mappingOf(edited('9 12 ')).cdna(7, 10))).toEqual([
      [7, 107],
      [8, 108],
      [9, 203],
      [10, 204],
    ]);
  });

  it('keeps all positions if an edit changes only letters', () => {
    expect(mappingOf(edited('6 7 AC')).cdna(1, 20)).toEqual(mappingOf(edited()).cdna(1, 20));
  });

  it('counts coding positions from the moved start of the coding sequence', () => {
    const drawn = edited('1 0 GGG', '15 14 CC');
    // With three bases inserted before the coding sequence and two inside, it begins at base 7 and has 16 bases.
    const mapped = present(mappingOf(drawn).cds(principalTranslation(drawn.transcript), 1, 100), 'the result of cds');
    expect(mapped[0]).toEqual({ start: 1, end: 7, genome: { start: 104, end: 110, strand: 1 } });
    expect(last(mapped).end).toBe(16);
    expect(positionsOf(mapped).at(-1)).toEqual([16, 207]);
  });

  it('includes an insertion that completes the last codon in the coding sequence', () => {
    const drawn = edited('18 17 AA');
    const mapped = present(mappingOf(drawn).cds(principalTranslation(drawn.transcript), 13, 20), 'the result of cds');
    expect(positionsOf(mapped)).toEqual([
      [13, 206],
      [14, 207],
      [15, null],
      [16, null],
    ]);
  });

  it('has the coding start and end of its attributes', () => {
    const drawn = edited('1 0 GGG');
    drawn.transcript.attribs.push(['_transl_start', '8'], ['_transl_end', '11']);
    expect(
      positionsOf(present(mappingOf(drawn).cds(principalTranslation(drawn.transcript), 1, 100), 'the result of cds')),
    ).toEqual([
      [1, 105],
      [2, 106],
      [3, 107],
      [4, 108],
    ]);
  });

  it('includes an insertion before the first coding base in the coding sequence', () => {
    const drawn = edited('4 3 GG');
    expect(
      positionsOf(present(mappingOf(drawn).cds(principalTranslation(drawn.transcript), 1, 4), 'the result of cds')),
    ).toEqual([
      [1, null],
      [2, null],
      [3, 104],
      [4, 105],
    ]);
  });
});

describe('the spans of a coding sequence', () => {
  it('have the positions of the transcript, up to the coding end', () => {
    fc.assert(
      fc.property(
        anySketch,
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 300 }),
        (drawn, start, more) => {
          const { gene, transcript } = drawn;
          const translation = principalTranslation(transcript);
          const exons = exonsOf(gene, transcript);
          const splicedBefore = (exon: number) =>
            exons.slice(0, exon).reduce((sum, each) => sum + each.end - each.start + 1, 0);
          const coding = basesOf(drawn).slice(
            splicedBefore(translation.startExon) + translation.startOffset - 1,
            splicedBefore(translation.endExon) + translation.endOffset,
          );
          const mapped = mappingOf(drawn).cds(translation, start, start + more);
          if (start > coding.length) expect(mapped).toBeNull();
          else
            expect(positionsOf(mapped ?? [])).toEqual(
              coding.slice(start - 1, start + more).map((genomic, each) => [start + each, genomic]),
            );
        },
      ),
    );
  });
});

describe('the spans of a peptide', () => {
  it('have three bases per residue, or fewer for an incomplete first codon', () => {
    fc.assert(
      fc.property(
        anySketch,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 60 }),
        (drawn, start, more) => {
          const { gene, transcript } = drawn;
          const mapping = mappingOf(drawn);
          const phase = startPhase(exonsOf(gene, transcript), principalTranslation(transcript));
          const first = at(present(mapping.cds(principalTranslation(transcript), 1, 1), 'the result of cds'), 0);
          const bases = basesOf(drawn);
          const codingStart = bases.indexOf(present(first.genome, 'the genomic position').start);
          const expected = Array.from(
            { length: 3 * (more + 1) },
            (_, each) => codingStart + 3 * (start - 1) + each - phase,
          ).map((at) => [at + 1, at < 0 ? null : (bases[at] ?? null)]);
          expect(positionsOf(mapping.peptide(principalTranslation(transcript), start, start + more))).toEqual(expected);
        },
      ),
    );
  });

  it('continue after the stop codon to the end of the transcript', () => {
    const strands: Strand[] = mappingOf(twoExons)
      .peptide(principalTranslation(twoExons.transcript), 1, 100)
      .flatMap(({ genome }) => (genome ? [genome.strand] : []));
    expect(strands).toEqual([-1, -1]);
    expect(mappingOf(twoExons).peptide(principalTranslation(twoExons.transcript), 60, 100).at(-1)).toEqual({
      start: 201,
      end: 310,
      genome: null,
    });
  });
});
