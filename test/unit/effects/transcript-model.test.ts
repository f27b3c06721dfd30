import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelOf, type Mapped } from '../../../src/effects/transcript-model.ts';
import { exonsOf } from '../../../src/genome/transcript.ts';
import { anySketch, sketch, type Sketch } from '../genome/transcript-sketch.ts';

const model = (drawn: Sketch) => modelOf(drawn.gene, drawn.transcript, 1);

/** Genomic position of every base of the cDNA. */
function basesOf({ gene, transcript }: Sketch): number[] {
  return exonsOf(gene, transcript).flatMap(({ start, end, strand }) => {
    const positions = Array.from({ length: end - start + 1 }, (_, each) => start + each);
    return strand === -1 ? positions.reverse() : positions;
  });
}

/** Single positions of mapped parts. */
const positionsIn = (parts: readonly Mapped[]) =>
  parts.flatMap((part) =>
    part ? Array.from({ length: part.end - part.start + 1 }, (_, each) => part.start + each) : [],
  );

const anyInterval = anySketch.chain((drawn) =>
  fc.record({
    drawn: fc.constant(drawn),
    start: fc.integer({ min: drawn.transcript.start - 10, max: drawn.transcript.end + 10 }),
    length: fc.integer({ min: 1, max: 700 }),
  }),
);

describe('TranscriptModel', () => {
  it('finds the genomic position of every base of the cDNA', () => {
    fc.assert(
      fc.property(anySketch, (drawn) => {
        const found = model(drawn);
        const bases = basesOf(drawn);
        expect(found.cdnaLength).toBe(bases.length);
        expect(bases.map((_, index) => found.genomicOf(index + 1))).toEqual(bases);
      }),
    );
  });

  it('maps an interval to exactly the cDNA positions of its exonic bases, in ascending order', () => {
    fc.assert(
      fc.property(anyInterval, ({ drawn, start, length }) => {
        const end = start + length - 1;
        const wanted = basesOf(drawn).flatMap((base, index) => (base >= start && base <= end ? [index + 1] : []));
        expect(positionsIn(model(drawn).toCdna(start, end))).toEqual(wanted);
      }),
    );
  });

  it('reports a gap wherever neighbouring bases of the interval are not all mapped', () => {
    fc.assert(
      fc.property(anyInterval, ({ drawn, start, length }) => {
        const end = start + length - 1;
        const exonic = new Set(basesOf(drawn));
        let gaps = 0;
        for (let position = start; position <= end; position++)
          if (!exonic.has(position) && (position === start || exonic.has(position - 1))) gaps++;
        expect(
          model(drawn)
            .toCdna(start, end)
            .filter((part) => part === null),
        ).toHaveLength(gaps);
      }),
    );
  });

  it('maps an interval to the CDS and to residues as the coding interval of the cDNA says', () => {
    fc.assert(
      fc.property(anyInterval, ({ drawn, start, length }) => {
        const found = model(drawn);
        const end = start + length - 1;
        const coding = found.coding?.cdna ?? { start: 1, end: 0 };
        const wanted = basesOf(drawn).flatMap((base, index) => {
          const cdna = index + 1;
          return base >= start && base <= end && cdna >= coding.start && cdna <= coding.end
            ? [cdna - coding.start + 1]
            : [];
        });
        expect(positionsIn(found.toCds(start, end))).toEqual(wanted);
        const residues = new Set(wanted.map((position) => Math.ceil((position + found.phase) / 3)));
        expect(new Set(positionsIn(found.toPeptide(start, end)))).toEqual(residues);
      }),
    );
  });

  it('maps an insertion between two exonic neighbours to between their cDNA positions', () => {
    fc.assert(
      fc.property(anySketch, fc.nat(), (drawn, place) => {
        const found = model(drawn);
        const bases = basesOf(drawn);
        const index = place % bases.length;
        const [one, other] = [bases[index], bases[index + 1]];
        fc.pre(one !== undefined && other !== undefined && Math.abs(one - other) === 1);
        const low = Math.min(one ?? 0, other ?? 0);
        const parts = found.toCdna(low + 1, low);
        // One exon says both positions; two adjacent exons say one each, which is the same.
        for (const part of parts) expect(part).toEqual({ start: index + 2, end: index + 1 });
        expect(parts.length).toBeGreaterThan(0);
      }),
    );
  });

  it('maps an insertion at the edge of an exon by the base that is in the exon', () => {
    const forward = model(
      sketch(1, [
        [11, 20],
        [31, 40],
      ]),
    );
    expect(forward.toCdna(21, 20)).toEqual([{ start: 11, end: 10 }]);
    expect(forward.toCdna(31, 30)).toEqual([{ start: 11, end: 10 }]);
    expect(forward.toCdna(26, 25)).toEqual([null]);
    const reverse = model(
      sketch(-1, [
        [31, 40],
        [11, 20],
      ]),
    );
    expect(reverse.toCdna(31, 30)).toEqual([{ start: 11, end: 10 }]);
    expect(reverse.toCdna(41, 40)).toEqual([{ start: 1, end: 0 }]);
  });

  it('maps everything of a transcript without a translation to gaps of the CDS', () => {
    const found = model(sketch(1, [[11, 20]]));
    expect(found.coding).toBeNull();
    expect(found.toCds(12, 13)).toEqual([null]);
    expect(found.toPeptide(12, 13)).toEqual([null]);
  });

  it('numbers introns in the direction of the transcript, also those of no length', () => {
    const found = model(
      sketch(-1, [
        [301, 400],
        [201, 300],
        [101, 120],
      ]),
    );
    expect(found.introns).toEqual([
      { start: 301, end: 300, frameshift: false },
      { start: 121, end: 200, frameshift: false },
    ]);
  });

  it.each([
    [13, true],
    [14, false],
  ])('an intron of %i bases is a frameshift intron: %s', (length, frameshift) => {
    const found = model(
      sketch(1, [
        [1, 100],
        [101 + length, 300],
      ]),
    );
    expect(found.introns).toMatchObject([{ frameshift }]);
    expect(found.hasFrameshiftIntron).toBe(frameshift);
  });

  it('counts the missing bases of the first codon in the CDS and in residues', () => {
    const found = model(sketch(1, [[101, 130]], { translation: { endOffset: 30 }, phase: 2 }));
    expect([found.phase, found.padding]).toEqual([2, 2]);
    expect(found.toPeptide(101, 101)).toEqual([{ start: 1, end: 1 }]);
    expect(found.toPeptide(102, 102)).toEqual([{ start: 2, end: 2 }]);
  });
});
