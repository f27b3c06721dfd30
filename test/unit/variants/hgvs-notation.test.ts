/** HGVS of nucleotides, compared with changes that are applied to sequences letter by letter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reverseComplementOf } from '../../../src/genome/bases.ts';
import { describeChange, describeInPlace, writeHgvs, parseHgvs } from '../../../src/variants/hgvs-notation.ts';
import { nucleotideNotation } from '../../support/nucleotide-notation.ts';
import { nucleotideChange } from '../../../src/variants/hgvs-change.ts';
import { normalizedText } from '../../../src/variants/variant-alleles.ts';
import { Flanks, moveAlong, orient, shift, trim, type Change } from '../../../src/variants/variant-shift.ts';
import { threadMilliseconds } from '../../support/thread-time.ts';

const bases = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom('A', 'C', 'G', 'T'), { minLength, maxLength }).map((letters) => letters.join(''));
/** Sequences of two letters, so that repeats are frequent. */
const poor = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom('A', 'C'), { minLength, maxLength }).map((letters) => letters.join(''));

const anyChange = fc
  .record({ genome: poor(20, 60), at: fc.nat(), length: fc.integer({ min: 0, max: 6 }), alternative: poor(0, 6) })
  .map(({ genome, at, length, alternative }) => {
    const start = 2 + (at % (genome.length - length - 2));
    return {
      genome,
      change: { start, end: start + length - 1, reference: genome.slice(start - 1, start - 1 + length), alternative },
    };
  });

const apply = (genome: string, { start, end, alternative }: Change) =>
  genome.slice(0, start - 1) + alternative + genome.slice(end);
const hgvs = (genome: string, change: Change) => {
  const described = describeChange(change, new Flanks(1, genome).along(1));
  return described && writeHgvs('1', 'g', described, String);
};

describe('the shortest form of a change', () => {
  it('has the same result', () => {
    fc.assert(
      fc.property(anyChange, ({ genome, change }) => {
        const short = trim(change);
        expect(apply(genome, short)).toBe(apply(genome, change));
        expect(short.reference).toBe(genome.slice(short.start - 1, short.end));
        const ends = [short.reference[0] === short.alternative[0], short.reference.at(-1) === short.alternative.at(-1)];
        if (short.reference && short.alternative) expect(ends).toEqual([false, false]);
      }),
    );
  });

  it('is the same if the change is written with more bases around it', () => {
    fc.assert(
      fc.property(
        anyChange,
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 3 }),
        ({ genome, change }, before, after) => {
          const start = Math.max(1, change.start - before);
          const end = Math.min(genome.length, change.end + after);
          const wide = {
            start,
            end,
            reference: genome.slice(start - 1, end),
            alternative: genome.slice(start - 1, change.start - 1) + change.alternative + genome.slice(change.end, end),
          };
          const line = new Flanks(1, genome).along(1);
          fc.pre(change.reference !== change.alternative);
          expect(normalizedText(wide, line)).toBe(normalizedText(change, line));
        },
      ),
    );
  });

  it('is the same for exactly the changes with the same result', () => {
    fc.assert(
      fc.property(anyChange, fc.nat(), poor(0, 6), ({ genome, change }, at, alternative) => {
        const start = 2 + (at % (genome.length - change.reference.length - 2));
        const other = {
          start,
          end: start + change.reference.length - 1,
          reference: genome.slice(start - 1, start - 1 + change.reference.length),
          alternative,
        };
        const line = new Flanks(1, genome).along(1);
        fc.pre(apply(genome, change) !== genome && apply(genome, other) !== genome);
        expect(normalizedText(other, line) === normalizedText(change, line)).toBe(
          apply(genome, other) === apply(genome, change),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe("the most 3' position of a change", () => {
  it('is the last of all equivalent positions in the sequence', () => {
    fc.assert(
      fc.property(anyChange, ({ genome, change }) => {
        const short = trim(change);
        fc.pre((short.reference === '') !== (short.alternative === ''));
        const moved = shift(short, new Flanks(1, genome).along(1));
        const length = short.reference.length;
        const result = apply(genome, short);
        // All positions where a change of the same kind and size gives the same sequence.
        const places = Array.from({ length: genome.length - length + 1 }, (_, each) => each + 1).filter((start) => {
          const alternative =
            short.alternative === '' ? '' : result.slice(start - 1, start - 1 + short.alternative.length);
          return apply(genome, { start, end: start + length - 1, reference: '', alternative }) === result;
        });
        expect(moved.start).toBe(Math.max(...places));
        expect(apply(genome, moved)).toBe(result);
      }),
    );
  });

  it('may be several repeats away', () => {
    expect(moveAlong('AC', 'ACACAG')).toEqual([5, 'CA']);
    expect(moveAlong('AC', 'CACA')).toEqual([0, 'AC']);
    expect(moveAlong('A', '')).toEqual([0, 'A']);
  });

  it('is not behind unknown bases', () => {
    const line = new Flanks(1, 'ACNNNG').along(1);
    expect(shift({ start: 2, end: 1, reference: '', alternative: 'C' }, line)).toMatchObject({ start: 3, end: 2 });
    expect(shift({ start: 3, end: 3, reference: 'N', alternative: '' }, line)).toMatchObject({ start: 3, end: 3 });
  });

  it('is to the left on the reverse strand', () => {
    const change = { start: 5, end: 5, reference: 'A', alternative: '' };
    expect(orient(shift(orient(change, -1), new Flanks(1, 'GAAAAAAG').along(-1)), -1)).toMatchObject({
      start: 2,
      end: 2,
      reference: 'A',
    });
  });
});

describe('genomic HGVS', () => {
  //               123456789012
  const genome = 'TTGACACGTAGG';
  it.each([
    ['substitution', { start: 4, end: 4, alternative: 'G' }, '1:g.4A>G'],
    ['deletion in a repeat', { start: 4, end: 5, alternative: '' }, '1:g.6_7del'],
    ['deletion of one base', { start: 11, end: 11, alternative: '' }, '1:g.12del'],
    ['copy of the bases before it', { start: 4, end: 3, alternative: 'AC' }, '1:g.6_7dup'],
    ['insertion', { start: 9, end: 8, alternative: 'CC' }, '1:g.8_9insCC'],
    ['delins', { start: 8, end: 9, alternative: 'CCC' }, '1:g.8_9delinsCCC'],
    ['inversion', { start: 3, end: 6, alternative: 'TGTC' }, '1:g.3_6inv'],
    ['inversion with further bases', { start: 2, end: 6, alternative: 'TTGTC' }, '1:g.3_6delinsTGTC'],
    ['substitution with further bases', { start: 3, end: 5, alternative: 'GGC' }, '1:g.4A>G'],
    ['delins that only inserts', { start: 9, end: 9, alternative: 'TC' }, '1:g.9_10insC'],
  ])('describes a change of the kind "%s"', (_, change, text) => {
    expect(hgvs(genome, { reference: '', ...change })).toBe(text);
  });

  it('moves a deletion by the bases of its allele, even if the genome has others', () => {
    const deletion = { start: 11, end: 11, alternative: '' };
    expect(hgvs(genome, { ...deletion, reference: 'G' })).toBe('1:g.12del');
    expect(hgvs(genome, { ...deletion, reference: 'T' })).toBe('1:g.11del');
  });

  it('is null for a change without effect', () => {
    expect(hgvs(genome, { start: 4, end: 5, reference: 'GT', alternative: 'AC' })).toBeNull();
  });

  it('is parsed to a change with the same result', () => {
    fc.assert(
      fc.property(anyChange, ({ genome: drawn, change }) => {
        const text = hgvs(drawn, change);
        if (text === null) {
          expect(apply(drawn, change)).toBe(drawn);
          return;
        }
        const notation = nucleotideNotation(text);
        const back = nucleotideChange(notation, notation.start.base, notation.end.base, new Flanks(1, drawn).along(1));
        expect(apply(drawn, back)).toBe(apply(drawn, change));
      }),
    );
  });
});

describe('the reverse strand of flanking bases', () => {
  it('is the reverse complement of the whole sequence', () => {
    fc.assert(
      fc.property(bases(1, 30), fc.integer({ min: 1, max: 500 }), (genome, from) => {
        const line = new Flanks(from, genome).along(-1);
        expect(line.bases(-(from + genome.length - 1), -from)).toBe(reverseComplementOf(genome));
        expect(line.last).toBe(-from);
        expect(line.bases(-from + 1, -from + 9)).toBe('');
      }),
    );
  });
});

// Each took minutes as a regular expression with several repetitions.
it.each([
  ['g', '(_', ''],
  ['g', '(?_', ''],
  ['g', '-?_', ''],
  ['g', 'delINS', '!'],
  ['p', 'A', ''],
  ['p', 'A1', ''],
])('rejects long notations of %s. with many %s at once', (kind, unit, end) => {
  const began = threadMilliseconds();
  expect(() => parseHgvs(`1:${kind}.1${unit.repeat(20_000)}${end}`)).toThrow('Unable to parse HGVS notation');
  expect(threadMilliseconds() - began).toBeLessThan(2000);
});

it.each([
  ['1:g.(1_2)insA', 'insertion'],
  ['1:g.5_6ins10', 'insertion'],
  ['1:g.5_6ins(10)', 'insertion'],
  ['1:g.(?_5)_10del', 'unknown location'],
  ['1:c.-?_10+?del', 'unknown location'],
  ['1:p.Asp22Glufs', 'Frameshifts'],
])('%s is not supported: %s', (notation, why) => {
  expect(() => parseHgvs(notation)).toThrow(why);
});

describe('one allele of a variant whose other alleles are of another kind', () => {
  const line = new Flanks(1, 'GCAAAATGTG').along(1);
  const described = (start: number, end: number, alternative: string) => {
    const found = describeInPlace({ start, end, reference: '', alternative }, line);
    return found && [found.kind, found.from, found.to];
  };

  it('is described where it is written, not at its most 3′ place', () => {
    expect(described(3, 3, '')).toEqual(['del', 3, 3]);
    expect(described(2, 4, 'CA')).toEqual(['del', 4, 4]);
    expect(described(2, 3, 'CAT')).toEqual(['ins', 3, 4]);
    expect(described(3, 3, 'A')).toBe(null);
  });

  it('is a duplication of the bases after or before it', () => {
    expect(described(7, 6, 'TG')).toEqual(['dup', 7, 8]);
    expect(described(7, 6, 'AA')).toEqual(['dup', 5, 6]);
    expect(described(7, 6, 'CC')).toEqual(['ins', 6, 7]);
    expect(described(2, 3, 'CACA')).toEqual(['dup', 2, 3]);
  });
});
