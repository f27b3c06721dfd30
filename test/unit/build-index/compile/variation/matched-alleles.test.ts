/** An allele of a VCF line and one of a variant match if both change the genome to the same sequence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matchedAlleles,
  onForwardStrand,
  UNMATCHED,
} from '../../../../../build-index/compile/variation/matched-alleles.ts';
import { ListedAlleles } from '../../../../../build-index/vcf/listed-alleles.ts';

function listed(alleles: readonly string[]): ListedAlleles {
  const text = Buffer.from(`before/${alleles.join('/')}`);
  return new ListedAlleles().begin(text).addList('before/'.length, text.length, 0x2f);
}

/** Pairs of an allele of the line and the variant's allele that it matches. */
function matches(
  position: number,
  alleles: string,
  strand: number,
  at: number,
  reference: string,
  alternatives: readonly string[],
) {
  const variant = listed(alleles.split('/'));
  const matched = matchedAlleles(onForwardStrand(variant, strand), position, listed([reference, ...alternatives]), at);
  return matched.flatMap((allele, each) => (allele === UNMATCHED ? [] : [[alternatives[each], variant.text(allele)]]));
}

describe('alleles of a VCF line', () => {
  it.each([
    ['match a single base', 100, 'A/G', 1, 100, 'A', ['G'], [['G', 'G']]],
    ['match one of several alleles', 100, 'A/C/G', 1, 100, 'A', ['T', 'G'], [['G', 'G']]],
    ['do not match at another position', 100, 'A/G', 1, 101, 'A', ['G'], []],
    ['match an insertion despite the base before it', 101, '-/GT', 1, 100, 'A', ['AGT'], [['AGT', 'GT']]],
    ['match a deletion', 101, 'GT/-', 1, 100, 'AGT', ['A'], [['A', '-']]],
    ['match despite bases shared at the end', 101, '-/G', 1, 100, 'AC', ['AGC'], [['AGC', 'G']]],
    ['match on the other strand', 100, 'T/C', -1, 100, 'A', ['G'], [['G', 'C']]],
    ['match several bases on the other strand', 101, '-/AC', -1, 100, 'A', ['AGT'], [['AGT', 'AC']]],
    ['do not match an allele without bases', 100, 'COSMIC_MUTATION', 1, 100, 'A', ['G'], []],
    ['match letters of either case', 100, 'a/g', 1, 100, 'A', ['G'], [['G', 'g']]],
    ['match an allele that is listed twice', 100, 'A/G/G', 1, 100, 'A', ['T', 'G'], [['G', 'G']]],
  ] as const)('%s', (_, position, alleles, strand, at, reference, alternatives, expected) => {
    expect(matches(position, alleles, strand, at, reference, alternatives)).toEqual(expected);
  });

  const bases = (most: number, letters = 'AC') => fc.string({ unit: fc.constantFrom(...letters), maxLength: most });
  /** A genome from position 1, and the part of it that is replaced. */
  const changeIn = (letters: string) =>
    fc
      .tuple(bases(6, letters), bases(3), bases(6, letters), bases(3))
      .map(([before, replaced, behind, by]) => ({ before, replaced, behind, by }));

  it('match whichever unchanged bases the line has around the change', () => {
    fc.assert(
      fc.property(changeIn('GT'), fc.nat(6), fc.nat(6), ({ before, replaced, behind, by }, left, right) => {
        fc.pre(replaced !== by && replaced[0] !== by[0] && replaced.at(-1) !== by.at(-1));
        const [prefix, suffix] = [before.slice(before.length - Math.min(left, before.length)), behind.slice(0, right)];
        const found = matches(
          before.length + 1,
          `${replaced || '-'}/${by || '-'}`,
          1,
          before.length + 1 - prefix.length,
          prefix + replaced + suffix || '-',
          [prefix + by + suffix || '-'],
        );
        expect(found).toEqual([[prefix + by + suffix || '-', by || '-']]);
      }),
      { numRuns: 500 },
    );
  });

  it('match only if both change the genome to the same sequence', () => {
    fc.assert(
      fc.property(
        changeIn('AC'),
        fc.nat(15),
        fc.nat(3),
        bases(3),
        ({ before, replaced, behind, by }, from, length, other) => {
          const genome = before + replaced + behind;
          const start = Math.min(from, genome.length);
          const reference = genome.slice(start, start + length);
          const found = matches(before.length + 1, `${replaced || '-'}/${by || '-'}`, 1, start + 1, reference || '-', [
            other || '-',
          ]);
          if (found.length > 0)
            expect(genome.slice(0, start) + other + genome.slice(start + reference.length)).toBe(before + by + behind);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
