/** Positions on transcripts in HGVS, and round trips of changes through the notation of a transcript. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeChange, writeHgvs, type NucleotideNotation } from '../../../src/variants/hgvs-notation.ts';
import { nucleotideNotation } from '../../support/nucleotide-notation.ts';
import { nucleotideChange } from '../../../src/variants/hgvs-change.ts';
import { HgvsPositions } from '../../../src/variants/hgvs-positions.ts';
import { exonsOf } from '../../../src/genome/transcript.ts';
import { Flanks, orient, type Change } from '../../../src/variants/variant-shift.ts';
import { anySketch, sketch, type Sketch } from '../genome/transcript-sketch.ts';
import { at, present } from '../../../src/checked.ts';

const positionsOf = ({ gene, transcript }: Sketch) =>
  new HgvsPositions(exonsOf(gene, transcript), transcript.translation);
const read = (text: string) => nucleotideNotation(`T1:c.${text}del`).start;

/** Whether a position is in an intron directly after the stop codon. */
const isAmbiguous = (positions: HgvsPositions, genomic: number) =>
  positions.cdnaOf(genomic) === null && /^\*\d+$/.test(present(positions.text(genomic), 'the result of text'));

// Exons 101-110, 121-130, 151-160; coding from base 4 of the first exon to base 5 of the last.
const forward = positionsOf(
  sketch(
    1,
    [
      [101, 110],
      [121, 130],
      [151, 160],
    ],
    { translation: { startOffset: 4, endOffset: 5 } },
  ),
);
const reverse = positionsOf(
  sketch(
    -1,
    [
      [151, 160],
      [121, 130],
      [101, 110],
    ],
    { translation: { startOffset: 4, endOffset: 5 } },
  ),
);
const silent = positionsOf(
  sketch(1, [
    [101, 110],
    [121, 130],
  ]),
);

describe('positions on a transcript', () => {
  it.each([
    [104, '1'],
    [103, '-1'],
    [101, '-3'],
    [110, '7'],
    [111, '7+1'],
    [115, '7+5'],
    [116, '8-5'],
    [120, '8-1'],
    [121, '8'],
    [130, '17'],
    [140, '17+10'],
    [141, '18-10'],
    [155, '22'],
    [156, '*1'],
    [160, '*5'],
    [100, null],
    [161, null],
  ])('on the forward strand: %s is %s', (genomic, text) => expect(forward.text(genomic)).toBe(text));

  it.each([
    [157, '1'],
    [158, '-1'],
    [160, '-3'],
    [151, '7'],
    [150, '7+1'],
    [131, '8-1'],
    [141, '7+10'],
    [140, '8-10'],
    [106, '22'],
    [105, '*1'],
    [100, null],
  ])('on the reverse strand: %s is %s', (genomic, text) => expect(reverse.text(genomic)).toBe(text));

  it('are null for a transcript without exons', () => {
    const none = new HgvsPositions([], null);
    expect([none.genomic(read('5')), none.text(5), none.cdnaOf(5)]).toEqual([null, null, null]);
  });

  it('count the middle base of an odd intron from the exon before it', () => {
    expect(
      positionsOf(
        sketch(1, [
          [1, 10],
          [14, 20],
        ]),
      ).text(12),
    ).toBe('10+2');
    expect(
      positionsOf(
        sketch(-1, [
          [14, 20],
          [1, 10],
        ]),
      ).text(12),
    ).toBe('7+2');
  });

  describe.each([1, 2])('that lacks %s bases of its first codon', (phase) => {
    const coding = { translation: { startOffset: 1, endOffset: 5 }, phase };
    const partial = {
      forward: [
        positionsOf(
          sketch(
            1,
            [
              [101, 110],
              [121, 130],
            ],
            coding,
          ),
        ),
        [101, 110, 112, 121, 125, 126, 130],
      ],
      reverse: [
        positionsOf(
          sketch(
            -1,
            [
              [121, 130],
              [101, 110],
            ],
            coding,
          ),
        ),
        [130, 121, 119, 110, 106, 105, 101],
      ],
    } as const;

    it.each(['forward', 'reverse'] as const)(
      'count the missing bases for single nucleotide variants in the coding sequence (%s)',
      (which) => {
        const [positions, genomic] = partial[which];
        expect(genomic.map((position) => positions.snpText(position))).toEqual(
          [1 + phase, 10 + phase, '10+2', 11 + phase, 15 + phase, '*1', '*5'].map(String),
        );
      },
    );

    it.each(['forward', 'reverse'] as const)(
      'do not count the missing bases for other variants and when parsed (%s)',
      (which) => {
        const [positions, genomic] = partial[which];
        const texts = ['1', '10', '10+2', '11', '15', '*1', '*5'];
        expect(genomic.map((position) => positions.text(position))).toEqual(texts);
        expect(texts.map((text) => positions.genomic(read(text)))).toEqual(genomic);
      },
    );

    it.each(['forward', 'reverse'] as const)('are found by coding base, except for missing bases (%s)', (which) => {
      const [positions, genomic] = partial[which];
      expect(
        [1, phase, 1 + phase, 10 + phase, 15 + phase, 16 + phase].map((base) => positions.codingBase(base)),
      ).toEqual([null, null, genomic[0], genomic[1], genomic[4], null]);
    });
  });

  it('count missing bases by the phase of the first exon, even if the coding sequence begins later', () => {
    const { gene, transcript } = sketch(
      1,
      [
        [101, 110],
        [121, 130],
      ],
      { translation: { startExon: 1, startOffset: 1, endOffset: 5 } },
    );
    const phased = (first: number, second: number) =>
      new HgvsPositions(
        exonsOf(gene, transcript).map((exon, each) => ({ ...exon, phase: at([first, second], each) })),
        transcript.translation,
      );
    expect(phased(-1, 2).snpText(121)).toBe('1');
    expect(phased(2, -1).snpText(121)).toBe('3');
  });

  it.each([
    [
      'forward',
      1,
      [
        [101, 110],
        [121, 130],
      ],
      [111, 115, 116, 120],
    ],
    [
      'reverse',
      -1,
      [
        [121, 130],
        [101, 110],
      ],
      [120, 116, 115, 111],
    ],
  ] as const)(
    'in introns next to the last coding base are counted from the stop codon (%s)',
    (_, strand, exons, genomic) => {
      const endingAt = (endExon: number, endOffset: number) => {
        const spans = exons.map(([start, end]): [number, number] => [start, end]);
        return positionsOf(sketch(strand, spans, { translation: { startOffset: 4, endExon, endOffset } }));
      };
      const [behind, before] = [endingAt(0, 10), endingAt(1, 1)];
      expect(genomic.map((position) => behind.text(position))).toEqual(['*1', '*5', '*1-5', '*1-1']);
      expect(genomic.map((position) => before.text(position))).toEqual(['7+1', '7+5', '*-5', '*-1']);
      expect(['7+1', '*-5', '*0'].map((text) => before.genomic(read(text)))).toEqual([genomic[0], genomic[2], null]);
      // Ensembl parses it in the same way.
      expect(behind.genomic(read('*1'))).toBe(strand === 1 ? 121 : 110);
    },
  );

  it('are counted from the first base of a non-coding transcript', () => {
    expect([101, 110, 111, 120, 121].map((position) => silent.text(position))).toEqual([
      '1',
      '10',
      '10+1',
      '11-1',
      '11',
    ]);
    expect(silent.genomic({ base: -1, afterStop: false, offset: 0 })).toBeNull();
    expect(silent.genomic({ base: 1, afterStop: true, offset: 0 })).toBeNull();
  });

  it('outside of the transcript have no genomic position', () => {
    expect(['-4', '*6', '0', '28'].map((text) => forward.genomic(read(text)))).toEqual([null, null, null, null]);
  });

  it('are parsed to the same genomic position for any transcript', () => {
    fc.assert(
      fc.property(anySketch, fc.nat(), (drawn, which) => {
        const { transcript } = drawn;
        const genomic = transcript.start + (which % (transcript.end - transcript.start + 1));
        const positions = positionsOf(drawn);
        fc.pre(!isAmbiguous(positions, genomic));
        expect(positions.genomic(read(present(positions.text(genomic), 'the result of text')))).toBe(genomic);
      }),
    );
  });
});

describe('the coding position of a change', () => {
  // The forward transcript on the other strand: position 101 becomes 160.
  const turned = positionsOf(
    sketch(
      -1,
      [
        [151, 160],
        [131, 140],
        [101, 110],
      ],
      { translation: { startOffset: 4, endOffset: 5 } },
    ),
  );
  it.each([
    ['inside an exon', [105, 107], { start: 2, end: 4 }],
    ['across an intron', [109, 122], { start: 6, end: 9 }],
    ['that inserts after the last base of an exon', [111, 110], { start: 8, end: 7 }],
    ['that inserts before the first base of an exon', [121, 120], { start: 8, end: 7 }],
    ['that ends in an intron', [109, 112], null],
    ['that begins before the start codon', [103, 105], null],
    ['that inserts before the start codon', [104, 103], null],
    ['that inserts after the stop codon', [156, 155], null],
    ['that inserts in an intron', [113, 112], null],
  ] as const)('%s is %3$j', (_, [start, end], place) => {
    expect(forward.codingPlace({ start, end })).toEqual(place);
    expect(turned.codingPlace({ start: start - 261, end: end - 261 })).toEqual(place);
  });
});

describe('HGVS on transcripts', () => {
  //                               123456789012
  const genome = new Flanks(1, 'CTCGAAAACTCG');
  const write = (strand: 1 | -1, [start, end]: [number, number], change: Change) => {
    const positions = positionsOf(sketch(strand, [[start, end]]));
    return writeHgvs(
      'T1',
      'n',
      present(describeChange(orient(change, strand), genome.along(strand)), 'the result of describeChange'),
      (position) => positions.text(position * strand),
    );
  };
  const deletion: Change = { start: 6, end: 6, reference: 'A', alternative: '' };
  const insertion: Change = { start: 6, end: 5, reference: '', alternative: 'A' };

  it('describes a copy of bases that begin before the transcript as an insertion', () => {
    const copy: Change = { start: 9, end: 8, reference: '', alternative: 'GAAAA' };
    expect(write(1, [4, 12], copy)).toBe('T1:n.1_5dup');
    expect(write(1, [6, 12], copy)).toBe('T1:n.3_4insGAAAA');
    expect(write(1, [9, 12], copy)).toBeNull();
  });

  it.each([
    ['forward', 1, [3, 8], [3, 7], 'n.6'],
    ['reverse', -1, [5, 10], [6, 10], 'n.6'],
  ] as const)(
    'describes a change that can be moved to the end of the transcript, but not beyond it (%s)',
    (_, strand, within, cut, place) => {
      expect(write(strand, [...within], deletion)).toBe(`T1:${place}del`);
      expect(write(strand, [...within], insertion)).toBe(`T1:${place}dup`);
      expect([deletion, insertion].map((change) => write(strand, [...cut], change))).toEqual([null, null]);
    },
  );

  it('is parsed to a change with the same result for any transcript', () => {
    const change = fc.record({
      at: fc.nat(),
      length: fc.integer({ min: 0, max: 4 }),
      alternative: fc.constantFrom('', 'A', 'C', 'AA', 'CA', 'ACG'),
    });
    fc.assert(
      fc.property(
        anySketch,
        fc.infiniteStream(fc.constantFrom('A', 'C', 'A', 'G')),
        change,
        (drawn, stream, { at, length, alternative }) => {
          const { transcript } = drawn;
          const span = transcript.end - transcript.start + 1;
          fc.pre(span > length + 2);
          const genome = [...stream.take(span)].join('');
          const start = transcript.start + 1 + (at % (span - length - 1));
          const wanted: Change = { start, end: start + length - 1, reference: '', alternative };
          const positions = positionsOf(drawn);
          const { strand } = positions;
          const line = new Flanks(transcript.start, genome).along(strand);
          const described = describeChange(orient(wanted, strand), line);
          const apply = (each: Change) =>
            genome.slice(0, each.start - transcript.start) +
            each.alternative +
            genome.slice(each.end + 1 - transcript.start);
          if (!described) {
            expect(apply(wanted)).toBe(genome);
            return;
          }
          const text = writeHgvs('T1', 'c', described, (position) => positions.text(position * strand));
          // An insertion that can be moved after the last base has no bases around it.
          if (text === null) {
            expect(described.kind).toBe('ins');
            return;
          }
          fc.pre(![described.from, described.to].some((position) => isAmbiguous(positions, position * strand)));
          const notation = nucleotideNotation(text);
          const along = (position: NucleotideNotation['start']) =>
            present(positions.genomic(position), 'the result of genomic') * strand;
          const parsed = nucleotideChange(notation, along(notation.start), along(notation.end), line);
          expect(apply(orient(parsed, strand))).toBe(apply(wanted));
        },
      ),
      { numRuns: 300 },
    );
  });
});
