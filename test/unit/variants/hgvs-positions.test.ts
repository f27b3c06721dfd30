/** Positions of transcripts in HGVS, and changes that go to a transcript's notation and come back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeChange, writeHgvs, parseHgvs, type NucleotideNotation } from '../../../src/variants/hgvs-notation.ts';
import { nucleotideChange } from '../../../src/variants/hgvs-change.ts';
import { HgvsPositions } from '../../../src/variants/hgvs-positions.ts';
import { exonsOf } from '../../../src/genome/transcript.ts';
import { Flanks, orient, type Change } from '../../../src/variants/variant-shift.ts';
import { anySketch, sketch, type Sketch } from '../genome/transcript-sketch.ts';
import { at, present } from '../../../src/checked.ts';

const positionsOf = ({ gene, transcript }: Sketch) =>
  new HgvsPositions(exonsOf(gene, transcript), transcript.translation);
const read = (text: string) => (parseHgvs(`T1:c.${text}del`) as NucleotideNotation).start;

/** In an intron right behind the stop codon? */
const isAmbiguous = (positions: HgvsPositions, genomic: number) =>
  positions.cdnaOf(genomic) === null && /^\*\d+$/.test(present(positions.text(genomic), 'the result of text'));

// Exons 101-110, 121-130, 151-160; coding from the 4th base of the first to the 5th of the last.
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

describe('positions of a transcript', () => {
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
  ])('forward: %s is %s', (genomic, text) => expect(forward.text(genomic)).toBe(text));

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
  ])('reverse: %s is %s', (genomic, text) => expect(reverse.text(genomic)).toBe(text));

  it('a transcript whose exons the database lacks has none', () => {
    const none = new HgvsPositions([], null);
    expect([none.genomic(read('5')), none.text(5), none.cdnaOf(5)]).toEqual([null, null, null]);
  });

  it('the middle base of an odd intron belongs to the exon before it', () => {
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

  describe.each([1, 2])('of a transcript that begins within a codon, %s of whose bases it lacks', (phase) => {
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
      '%s: are counted as if it had them where a single nucleotide varies in the coding sequence',
      (which) => {
        const [positions, genomic] = partial[which];
        expect(genomic.map((position) => positions.snpText(position))).toEqual(
          [1 + phase, 10 + phase, '10+2', 11 + phase, 15 + phase, '*1', '*5'].map(String),
        );
      },
    );

    it.each(['forward', 'reverse'] as const)(
      '%s: are counted from its first base for all else, and where they are read',
      (which) => {
        const [positions, genomic] = partial[which];
        const texts = ['1', '10', '10+2', '11', '15', '*1', '*5'];
        expect(genomic.map((position) => positions.text(position))).toEqual(texts);
        expect(texts.map((text) => positions.genomic(read(text)))).toEqual(genomic);
      },
    );

    it.each(['forward', 'reverse'] as const)('%s: are found by codons, those that it lacks nowhere', (which) => {
      const [positions, genomic] = partial[which];
      expect(
        [1, phase, 1 + phase, 10 + phase, 15 + phase, 16 + phase].map((base) => positions.codingBase(base)),
      ).toEqual([null, null, genomic[0], genomic[1], genomic[4], null]);
    });
  });

  it('count missing bases by the first exon, even if the coding sequence begins in a later one', () => {
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
    '%s: introns beside the last coding base are counted from the stop codon on',
    (_, strand, exons, genomic) => {
      const [behind, before] = [
        { endExon: 0, endOffset: 10 },
        { endExon: 1, endOffset: 1 },
      ].map((end) =>
        positionsOf(
          sketch(strand, exons as unknown as [number, number][], { translation: { startOffset: 4, ...end } }),
        ),
      );
      expect(genomic.map((position) => behind!.text(position))).toEqual(['*1', '*5', '*1-5', '*1-1']);
      expect(genomic.map((position) => before!.text(position))).toEqual(['7+1', '7+5', '*-5', '*-1']);
      expect(['7+1', '*-5', '*0'].map((text) => before!.genomic(read(text)))).toEqual([genomic[0], genomic[2], null]);
      // Which reads as Ensembl reads it, too.
      expect(behind!.genomic(read('*1'))).toBe(strand === 1 ? 121 : 110);
    },
  );

  it('a transcript that codes nothing is counted from its first base', () => {
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

  it('bases that a transcript does not have are nowhere', () => {
    expect(['-4', '*6', '0', '28'].map((text) => forward.genomic(read(text)))).toEqual([null, null, null, null]);
  });

  it('lead back to where they come from, whatever the transcript', () => {
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

describe('the place of a change in the coding sequence', () => {
  // The forward transcript on the other strand: what is at 101 there is at 160.
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
    ['within an exon', [105, 107], { start: 2, end: 4 }],
    ['over an intron and some of both exons', [109, 122], { start: 6, end: 9 }],
    ['an insertion behind the last base of an exon', [111, 110], { start: 8, end: 7 }],
    ['before the first', [121, 120], { start: 8, end: 7 }],
    ['into an intron', [109, 112], null],
    ['from before the start codon', [103, 105], null],
    ['an insertion before it', [104, 103], null],
    ['an insertion behind the stop codon', [156, 155], null],
    ['an insertion in an intron', [113, 112], null],
  ] as const)('%s', (_, [start, end], place) => {
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

  it('a copy of bases that begin before the transcript is an insertion', () => {
    const copy: Change = { start: 9, end: 8, reference: '', alternative: 'GAAAA' };
    expect(write(1, [4, 12], copy)).toBe('T1:n.1_5dup');
    expect(write(1, [6, 12], copy)).toBe('T1:n.3_4insGAAAA');
    expect(write(1, [9, 12], copy)).toBeNull();
  });

  it.each([
    ['forward', 1, [3, 8], [3, 7], 'n.6'],
    ['reverse', -1, [5, 10], [6, 10], 'n.6'],
  ] as const)(
    '%s: a change that can be moved to the end of its transcript has one, beyond the end it has none',
    (_, strand, within, cut, place) => {
      expect(write(strand, [...within], deletion)).toBe(`T1:${place}del`);
      expect(write(strand, [...within], insertion)).toBe(`T1:${place}dup`);
      expect([deletion, insertion].map((change) => write(strand, [...cut], change))).toEqual([null, null]);
    },
  );

  it('leads back to the change that it was written for, whatever the transcript', () => {
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
          // A change that can be moved behind the last base has no bases around it.
          if (text === null) {
            expect(described.kind).toBe('ins');
            return;
          }
          fc.pre(![described.from, described.to].some((position) => isAmbiguous(positions, position * strand)));
          const notation = parseHgvs(text) as NucleotideNotation;
          const [from, to] = [notation.start, notation.end].map(
            (position) => present(positions.genomic(position), 'the result of genomic') * strand,
          );
          expect(apply(orient(nucleotideChange(notation, from!, to!, line), strand))).toBe(apply(wanted));
        },
      ),
      { numRuns: 500 },
    );
  });
});
