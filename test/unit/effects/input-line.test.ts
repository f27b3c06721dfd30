import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ensemblLine,
  formatOf,
  MAX_ALLELE,
  refuseImpossible,
  regionLine,
  separatorOf,
  soClassOf,
  trimPair,
  vcfLine,
  withoutPadding,
} from '../../../src/effects/input-line.ts';
import { InvalidInput } from '../../../src/invalid-input.ts';
import { threadMilliseconds } from '../../support/thread-time.ts';

const vcf = (line: string) => vcfLine({ columns: line.split(' '), joint: ' ' });
const ensembl = (line: string) => ensemblLine({ columns: line.split(' '), joint: ' ' });

describe('the format of a line', () => {
  it.each([
    ['1 100 . A C', 'vcf'],
    ['1 100 rs1 A C,G . PASS DP=1', 'vcf'],
    ['1 100 . A <DEL>', 'vcf'],
    ['1 100 100 A/C 1', 'ensembl'],
    ['1 100 200 DEL 1', 'ensembl'],
    ['1:100-100:1/C', 'region'],
    ['1:100-200/DUP', 'region'],
    ['NC_000001.1:99:A:C', 'spdi'],
    ['1:g.100A>C', 'hgvs'],
    ['ENST1:c.1A>C', 'hgvs'],
    ['rs1', 'id'],
    ['?', null],
    ['1 x . A C', null],
  ])('%s is %s', (line, format) => {
    expect(formatOf(line.split(' '))).toBe(format);
  });

  it('any text has one or none, in time that grows with its length', { timeout: 10_000 }, () => {
    for (const letter of ['A', ':', '<', ' ', '.', '-', '1', 'a:', '[a', '*<', 'p.'])
      for (const text of [letter.repeat(100_000), `1 1 . A ${letter.repeat(100_000)}`]) {
        const columns = text.split(separatorOf(text));
        const began = threadMilliseconds();
        const format = formatOf(columns);
        if (format === 'vcf') attempted(() => vcfLine({ columns, joint: ' ' }));
        if (format === 'region') attempted(() => regionLine(text));
        expect(threadMilliseconds() - began, letter).toBeLessThan(500);
      }
  });
});

function attempted(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput);
  }
}

describe('a line of VCF', () => {
  it.each<[string, number, number, string[]]>([
    ['1 100 . A C', 100, 100, ['A', 'C']],
    ['1 100 . a c', 100, 100, ['A', 'C']],
    ['1 100 . AC A', 101, 101, ['C', '-']],
    ['1 100 . A AC', 101, 100, ['-', 'C']],
    ['1 100 . AC A,ACC', 101, 101, ['C', '-', 'CC']],
    ['1 100 . AC A,*', 101, 101, ['C', '-', '*']],
    ['1 100 . AC A,G', 100, 101, ['AC', 'A', 'G']],
    ['1 100 . AC GT', 100, 101, ['AC', 'GT']],
  ])('%s', (line, start, end, alleles) => {
    expect(vcf(line)).toMatchObject({ input: line, sequence: '1', start, end, alleles, strand: 1, soClass: null });
  });

  it.each([
    ['1 100 . A <DEL> . . END=200', 'deletion', 101, 200],
    ['1 100 . A <DEL> . . SVLEN=-50', 'deletion', 101, 150],
    ['1 100 . A <DUP:TANDEM> . . END=200', 'tandem_duplication', 101, 200],
    ['1 100 . A <INS:ME:L1> . . END=100', 'LINE1_insertion', 101, 100],
    ['1 100 . A <CN0> . . END=200', 'deletion', 101, 200],
    ['1 100 . A <CN3>,<CN4> . . END=200', 'copy_number_variation', 101, 200],
    ['1 100 . N . . . SVTYPE=INV;END=200', 'inversion', 101, 200],
    ['1 100 . A <DEL> . . SVLEN=-50,-70;END=300', 'deletion', 101, 150],
    ['1 100 . A <DEL> . . SVLEN=.;END=300', 'deletion', 101, 300],
    ['1 100 . A <INV>', 'inversion', 101, 101],
    ['1 100 . A <DUP:TANDEM> . . SVLEN=20,30', 'tandem_duplication', 101, 130],
    ['1 100 . A A[2:300[ . . SVTYPE=BND', 'chromosome_breakpoint', 101, 101],
    ['1 100 . ACT ]2:300]A . . SVTYPE=BND;END=300', 'chromosome_breakpoint', 101, 101],
    ['1 100 . A A.', 'chromosome_breakpoint', 101, 100],
    ['1 100 . A A. . . SVTYPE=BND', 'chromosome_breakpoint', 101, 101],
  ])('%s is structural: %s', (line, soClass, start, end) => {
    expect(vcf(line)).toMatchObject({ soClass, start, end, incomplete: false });
  });

  it.each(['1 100 . A <DEL>', '1 100 . A <FOO> . . END=200', '1 100 . A <DEL> . . END=90'])(
    '%s is only echoed',
    (line) => {
      expect(vcf(line).incomplete).toBe(true);
    },
  );

  it('without an alternative allele is refused', () => {
    expect(() => vcf('1 100 . A .')).toThrow('variant skipped (1 100 . A .): it has no alternative allele');
  });

  it('describes tandem repeats by units and counts', () => {
    const repeat = (info: string, alt = '<CNV:TR>') => vcf(`1 100 . A ${alt} . . END=103;${info}`).alleles;
    expect(repeat('RUS=CAG;RUC=2')).toEqual(['NNN', 'CAGCAG']);
    expect(repeat('RUS=CAG;RB=9')).toEqual(['NNN', 'CAGCAGCAG']);
    expect(repeat('RUS=CAG,TT;RUC=1,2', '<CNV:TR>,<CNV:TR>')).toEqual(['NNN', 'CAG', 'TTTT']);
    expect(repeat('RN=2;RUS=CAG,TT;RUC=1,2')).toEqual(['NNN', 'CAGTTTT']);
    expect(repeat('RUS=.;RUC=2')).toEqual(['NNN', 'NN']);
    expect(repeat('RUS=CAG;RUC=0')).toEqual(['NNN', '-']);
    for (const other of ['RUS=CAG', 'RUC=2', 'RUS=CAG;RUC=x', 'RUS=CAG;RUC=1e9', 'RUS=<>;RUC=2'])
      expect(repeat(other)).toEqual([]);
  });
});

describe("a line of Ensembl's format", () => {
  it('has a strand and may have a name', () => {
    expect(ensembl('1 100 101 ac/t - mine')).toMatchObject({ strand: -1, alleles: ['AC', 'T'], name: 'mine' });
    expect(ensembl('1 100 101 AC/T +')).toMatchObject({ strand: 1, name: null });
    expect(ensembl('1 100 200 DUP 1')).toMatchObject({ soClass: 'duplication', alleles: [] });
  });
});

describe('a region', () => {
  it('has its reference looked up', () => {
    expect(regionLine('1:100-101:-1/t')).toMatchObject({ strand: -1, alleles: ['NN', 'T'], lookUpReference: true });
    expect(regionLine('1:101-100/T')).toMatchObject({ start: 101, end: 100, alleles: ['-', 'T'] });
    expect(regionLine('1:100-200:1/<DEL>')).toMatchObject({ soClass: 'deletion', alleles: [] });
  });

  it('of an unknown kind is refused', () => {
    expect(() => regionLine('1:1-1:1/FOO')).toThrow('FOO is not a supported structural variant type');
    expect(() => regionLine('x')).toThrow(InvalidInput);
  });
});

describe('kinds of structural variants', () => {
  it.each([
    ['DEL', 'deletion'],
    ['<DEL>', 'deletion'],
    ['DEL:ME:ALU', 'Alu_deletion'],
    ['INS:ME', 'mobile_element_insertion'],
    ['INS:ME:SVA', 'SVA_insertion'],
    ['CNV:TR', 'tandem_repeat'],
    ['CN=0', 'deletion'],
    ['CN2', 'duplication'],
    ['TDUP', 'tandem_duplication'],
    ['BND', 'chromosome_breakpoint'],
    ['constructor', null],
    ['__proto__', null],
  ])('%s is %s', (type, soClass) => {
    expect(soClassOf(type)).toBe(soClass);
  });
});

describe('refuseImpossible', () => {
  it.each([
    ['1 x 100 A/C 1', /^variant skipped \(1 x 100 A\/C 1\): Invalid start/],
    ['1 100 98 -/C 1', 'start > end+1 : (START=100, END=98)'],
    ['1 1 10000002 DEL 1', 'variant size (10000001) is bigger than --max_sv_size (10000000)'],
    ['1 100 100 é/è 1', 'Invalid allele string É/È or possible parsing error'],
    ['1 100 100 -/C 1', 'Alleles look like an insertion (-/C)'],
    ['1 100 100 AC/C 1', 'Length of reference allele (AC length 2) does not match coordinates 100-100'],
    [`1 101 100 -/${'A'.repeat(MAX_ALLELE + 1)} 1`, 'at most 10000 are allowed'],
    ['1 99999999999999999999 99999999999999999999 A/C 1', 'Invalid start'],
  ])('%.50s', (line, text) => {
    expect(() => refuseImpossible(ensembl(line))).toThrow(text);
  });

  it('accepts a deletion of 10 Mb and ambiguous bases', () => {
    expect(() => refuseImpossible(ensembl('1 1 10000001 DEL 1'))).not.toThrow();
    expect(() => refuseImpossible(ensembl('1 100 100 N/R 1'))).not.toThrow();
  });
});

describe('trimming', () => {
  const bases = fc.string({ unit: fc.constantFrom('A', 'C', 'G', 'T'), maxLength: 8 });

  it('leaves no common base at either side and means the same change', () => {
    fc.assert(
      fc.property(bases, bases, bases, bases, (head, one, other, tail) => {
        const [reference, alternative] = [head + one + tail, head + other + tail];
        const short = trimPair({ start: 100, end: 99 + reference.length, alleles: [reference, alternative] });
        const [before = '', after = ''] = short.alleles.map((each) => each.replace('-', ''));
        if (before && after) {
          expect(before[0]).not.toBe(after[0]);
          expect(before.at(-1)).not.toBe(after.at(-1));
        }
        expect(short.end - short.start + 1).toBe(before.length);
        const from = short.start - 100;
        expect(reference.slice(0, from) + after + reference.slice(from + before.length)).toBe(alternative);
      }),
    );
  });

  it('happens to two alleles of unequal lengths, and of equal ones only when asked', () => {
    const variant = (start: number, ...alleles: string[]) => ({
      start,
      end: start + (alleles[0] ?? '').length - 1,
      alleles,
      original: alleles.join('/'),
    });
    expect(withoutPadding(variant(100, 'ACG', 'AG'), false)).toMatchObject({
      start: 101,
      end: 101,
      alleles: ['C', '-'],
    });
    expect(withoutPadding(variant(100, 'AC', 'AG'), false)).toMatchObject({ start: 100, alleles: ['AC', 'AG'] });
    expect(withoutPadding(variant(100, 'AC', 'AG'), true)).toMatchObject({ start: 101, alleles: ['C', 'G'] });
    expect(withoutPadding(variant(100, 'AC', 'A', 'AG'), true)).toMatchObject({
      start: 100,
      alleles: ['AC', 'A', 'AG'],
    });
  });
});
