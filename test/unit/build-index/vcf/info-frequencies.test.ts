import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fourDigits, number, numberAt } from '../../../../build-index/vcf/info-fields.ts';
import { UNMATCHED } from '../../../../build-index/compile/variation/matched-alleles.ts';
import { InfoFrequencies, type InfoPopulation } from '../../../../build-index/vcf/info-frequencies.ts';
import { ListedAlleles } from '../../../../build-index/vcf/listed-alleles.ts';
import { decodeDetails, encodeGroups } from '../../../../src/variants/details-record.ts';
import { listDetails } from '../../../../src/variants/frequency-groups.ts';
import { VcfRecord } from '../../../../build-index/vcf/vcf-records.ts';
import { at } from '../../../../src/checked.ts';

const population = (name: string, more: Partial<InfoPopulation> = {}): InfoPopulation => ({
  name,
  counts: [`AC_${name}`],
  totals: [`AN_${name}`],
  frequencies: [`AF_${name}`],
  genotypeCounts: `${name}_GTC`,
  ...more,
});

interface TestLine {
  alternatives: string;
  info: string;
  /** The variant's alleles by the alternatives of the line. */
  matched: Record<string, string>;
}

const line = (alternatives: string, info: string, matched: Record<string, string>): TestLine => ({
  alternatives,
  info,
  matched,
});

/** The frequencies of a variant that has these lines. */
function ofLines(frequencies: InfoFrequencies, reference: string, lines: readonly TestLine[]) {
  const spelled = [...new Set([reference, ...lines.flatMap(({ matched }) => Object.values(matched))])];
  const text = Buffer.from(spelled.join('/'));
  const alleles = new ListedAlleles().begin(text).addList(0, text.length, 0x2f);
  return frequencies.of(
    alleles,
    lines.map(({ alternatives, info, matched }) => {
      const text = Buffer.from(['1', '100', 'rs1', 'A', alternatives, '.', 'PASS', info].join('\t'));
      const record = new VcfRecord().read(text, 0, text.length, { where: 'x.vcf line 1' });
      return {
        record,
        matched: alternatives.split(',').map((each) => {
          const allele = matched[each];
          return allele === undefined ? UNMATCHED : spelled.indexOf(allele);
        }),
      };
    }),
  );
}

function frequencies(reference: string, lines: readonly TestLine[], referenceAt: number | null = null) {
  const reader = new InfoFrequencies([population('P')], referenceAt);
  // The reader keeps nothing of the variant before.
  ofLines(reader, 'T', [line('G', 'AC_P=3;AN_P=7', { G: 'G' })]);
  return listDetails({ ...ofLines(reader, reference, lines), chips: [], sets: [], phenotypes: [] });
}

/** Allele, frequency and count of each allele in population P. */
function shown(lines: readonly TestLine[], referenceAt: number | null = null) {
  return frequencies('A', lines, referenceAt).alleles.map(({ allele, frequency, count }) => [allele, frequency, count]);
}

describe('frequencies of alleles', () => {
  it('are computed from counts to four digits; the reference gets the rest', () => {
    expect(shown([line('G', 'DP=9;AC_P=24;AN_P=121336;AF_P=0.5', { G: 'G' })])).toEqual([
      ['A', 0.9998, 121_312],
      ['G', 0.0001978, 24],
    ]);
    expect(shown([line('G', 'AC_P=0;AN_P=5244', { G: 'G' })])).toEqual([['A', 1, 5244]]);
    // Halves are rounded to the even digit, as by C's printf.
    expect(shown([line('G', 'AC_P=5;AN_P=32', { G: 'G' })])[1]).toEqual(['G', 0.1562, 5]);
  });

  it('are read if there are no counts; counts are then computed from the total', () => {
    expect(shown([line('G', 'AF_P=0.125', { G: 'G' })])).toEqual([
      ['A', 0.875, null],
      ['G', 0.125, null],
    ]);
    expect(shown([line('G', 'AF_P=0.125;AN_P=20', { G: 'G' })])).toEqual([
      ['A', 0.875, 18],
      ['G', 0.125, 2],
    ]);
    for (const nothing of ['.', 'AF_P=.', 'AC_P=.;AN_P=10', 'AC_P=1;AN_P=0', 'AF_OTHER=0.5', 'AF_P'])
      expect(shown([line('G', nothing, { G: 'G' })])).toEqual([]);
  });

  it('may contain the reference: last if there is one value more than alternatives, or at a configured place', () => {
    expect(shown([line('C', 'AC_P=1,8597', { C: 'C' })])).toEqual([
      ['A', 0.9999, 8597],
      ['C', 0.0001163, 1],
    ]);
    expect(shown([line('C', 'AF_P=0.9,0.1', { C: 'C' })], 0)).toEqual([
      ['A', 0.9, null],
      ['C', 0.1, null],
    ]);
    expect(shown([line('C', 'AF_P=0.1,0.9', { C: 'C' })], -1)).toEqual([
      ['A', 0.9, null],
      ['C', 0.1, null],
    ]);
  });

  it('of unmatched alternatives reduce the rest for the reference', () => {
    expect(shown([line('G,T', 'AC_P=10,30;AN_P=100', { G: 'G' })])).toEqual([
      ['A', 0.6, 60],
      ['G', 0.1, 10],
    ]);
  });

  it('of alternatives on separate lines are merged; if two lines have one alternative, the first counts', () => {
    const lines = [
      line('G', 'AC_P=10;AN_P=100', { G: 'G' }),
      line('T', 'AC_P=30;AN_P=100', { T: 'T' }),
      line('T', 'AC_P=99;AN_P=100', { T: 'T' }),
    ];
    expect(shown(lines)).toEqual([
      ['A', 0.6, 60],
      ['G', 0.1, 10],
      ['T', 0.3, 30],
    ]);
  });
});

describe('frequencies from counts', () => {
  it('are stored even if the counts contradict each other', () => {
    const stored = (info: string) => {
      const groups = ofLines(new InfoFrequencies([population('P')], null), 'A', [line('G', info, { G: 'G' })]);
      return decodeDetails(encodeGroups({ ...groups, chips: [], sets: [], phenotypes: [] })).alleles.map(
        ({ allele, frequency, count }) => [allele, frequency, count],
      );
    };
    // The count exceeds the total, so nothing is left for the reference.
    expect(stored('AC_P=30;AN_P=20')).toEqual([['G', 1.5, 30]]);
    expect(stored('AC_P=2.5;AN_P=20')).toEqual([
      ['A', 0.875, null],
      ['G', 0.125, null],
    ]);
    expect(stored('AC_P=-3;AN_P=20')).toEqual([
      ['A', 1.15, null],
      ['G', -0.15, null],
    ]);
    const genotypes = ofLines(new InfoFrequencies([population('P')], null), 'A', [
      line('G', 'GTS=AA,AG;P_GTC=1.5,2', { G: 'G' }),
    ]);
    expect(
      decodeDetails(encodeGroups({ ...genotypes, chips: [], sets: [], phenotypes: [] })).genotypes.map(
        ({ frequency, count }) => [frequency, count],
      ),
    ).toEqual([
      [0.4286, 0],
      [0.5714, 0],
    ]);
    expect(stored('AF_P=1.5;AN_P=20')).toEqual([
      ['A', -0.5, 0],
      ['G', 1.5, 30],
    ]);
  });

  it('equal the exact ratios rounded to four digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.nat(), (total, some) => {
        const count = some % (total + 1);
        const expected = [
          ['A', total - count, 1 - count / total],
          ['G', count, count / total],
        ] as const;
        expect(shown([line('G', `AC_P=${count};AN_P=${total}`, { G: 'G' })])).toEqual(
          expected.flatMap(([allele, each, ratio]) => (each > 0 ? [[allele, fourDigits(ratio), each]] : [])),
        );
      }),
      { numRuns: 500 },
    );
    // JavaScript rounds these halves differently.
    for (const [count, total] of [
      [5, 32],
      [1, 64],
      [3, 128],
      [12_345, 100_000],
    ] as const)
      expect(at(shown([line('G', `AC_P=${count};AN_P=${total}`, { G: 'G' })]), 1)[1]).toBe(fourDigits(count / total));
  });
});

describe('fields of the INFO column', () => {
  it('are found by their whole names; the last of two equal names counts', () => {
    expect(shown([line('G', 'XAC_P=1;AC_P=2;AC_PX=3;AN_P;AN_P=4', { G: 'G' })])).toEqual([
      ['A', 0.5, 2],
      ['G', 0.5, 2],
    ]);
    expect(shown([line('G', 'AC_P=1;AC_P=2;AN_P=4', { G: 'G' })])).toEqual([
      ['A', 0.5, 2],
      ['G', 0.5, 2],
    ]);
  });
});

describe('genotype frequencies', () => {
  const of = (reference: string, gts: string, counts: string, matched: Record<string, string>) =>
    frequencies(reference, [line(Object.keys(matched).join(), `GTS=${gts};P_GTC=${counts}`, matched)]).genotypes.map(
      ({ genotype, frequency, count }) => [genotype, frequency, count],
    );

  it('belong to the genotypes that the line lists by letters or by numbers', () => {
    expect(of('A', 'CC,CA,AA', '0,1,4298', { C: 'C' })).toEqual([
      ['A|C', 0.0002326, 1],
      ['A|A', 0.9998, 4298],
    ]);
    expect(of('-', 'A1A1,A1R,RR', '1,2,5', { AT: 'T' })).toEqual([
      ['T|T', 0.125, 1],
      ['-|T', 0.25, 2],
      ['-|-', 0.625, 5],
    ]);
  });
});

describe('numbers', () => {
  it('have the same value read from bytes and from text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.stringMatching(/^[0-9]{0,20}$/), fc.stringMatching(/^[-+.0-9eE ]{0,12}$/), fc.double().map(String)),
        fc.nat(3),
        (text, before) => {
          const line = Buffer.from(`${'9'.repeat(before)}${text},9`);
          expect(numberAt(line, before, before + text.length)).toBe(number(text));
        },
      ),
    );
  });

  it('are rounded to four digits by their exact value, halves to the even digit', () => {
    const half = fc
      .tuple(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: -12, max: 4 }))
      .map(([digits, scale]) => Number(`${digits}5e${scale}`));
    const binary = fc.tuple(fc.nat(2 ** 20), fc.nat(20)).map(([value, scale]) => value / 2 ** scale);
    fc.assert(
      fc.property(fc.oneof(half, binary, fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })), (value) => {
        expect(fourDigits(value)).toBe(value === 0 ? 0 : exactlyRounded(value));
      }),
      { numRuns: 1000 },
    );
  });
});

/** Rounds with integer arithmetic: a double is an integer multiple of 2^-1074. */
function exactlyRounded(value: number): number {
  const [mantissa, exponent] = exactly(value);
  const [above, below] = exponent >= 0 ? [mantissa << BigInt(exponent), 1n] : [mantissa, 1n << BigInt(-exponent)];
  for (let scale = Math.floor(Math.log10(value)) + 1; ; scale--) {
    // value = n * 10^(scale - 3), where n has four digits
    const [numerator, denominator] =
      scale >= 3 ? [above, below * 10n ** BigInt(scale - 3)] : [above * 10n ** BigInt(3 - scale), below];
    const whole = numerator / denominator;
    if (whole < 1000n) continue;
    const twice = 2n * (numerator - whole * denominator);
    return Number(
      `${twice > denominator || (twice === denominator && whole % 2n === 1n) ? whole + 1n : whole}e${scale - 3}`,
    );
  }
}

function exactly(value: number): [mantissa: bigint, exponent: number] {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const [exponent, fraction] = [(bits.getUint16(0) >> 4) & 0x7ff, bits.getBigUint64(0) & 0xfffffffffffffn];
  return exponent === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, exponent - 1075];
}
