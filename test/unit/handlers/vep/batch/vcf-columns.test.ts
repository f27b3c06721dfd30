import { describe, expect, test } from 'vitest';
import {
  annotatedHeader,
  columnNames,
  vcfColumns,
  withCsq,
} from '../../../../../src/handlers/vep/batch/vcf-columns.ts';

const LINE = '1\t100\trs1\tA\tC\t50\tPASS\tAC=1;AN=2';

describe('columns of a line', () => {
  test('genotypes are passed on as they are', () => {
    const { columns, rest } = vcfColumns(`${LINE}\tGT\t0|1\t1|1`);
    expect(columns).toEqual(LINE.split('\t'));
    expect(rest).toBe('\tGT\t0|1\t1|1');
  });

  test('missing columns at the end are filled with dots', () => {
    expect(vcfColumns('1\t100\t.\tA\tC').columns).toEqual(['1', '100', '.', 'A', 'C', '.', '.', '.']);
  });

  test.each([
    ['1 100 . A C', "'1 100 . A C' has 1 column separated by tabs; a line of VCF has at least 8"],
    ['1\t100', "'1\t100' has 2 columns separated by tabs; a line of VCF has at least 8"],
    ['', "'' has 1 column separated by tabs; a line of VCF has at least 8"],
    ['1\tx\t.\tA\tC', "'x' is not a position (column POS)"],
    ['1\t-5\t.\tA\tC', "'-5' is not a position (column POS)"],
    ['1\t5\t.\t\tC', "'1\t5\t.\t\tC' has an empty column; CHROM, REF and ALT must have a value"],
    [`${'x'.repeat(200)}`, `'${'x'.repeat(46)}...' has 1 column separated by tabs; a line of VCF has at least 8`],
  ])('a line that is none of VCF is refused: %j', (line, message) => {
    expect(() => vcfColumns(line)).toThrow(message);
  });
});

describe('CSQ in INFO', () => {
  test.each([
    ['AC=1', 'C|x', 'AC=1;CSQ=C|x'],
    ['.', 'C|x', 'CSQ=C|x'],
    ['', 'C|x', 'CSQ=C|x'],
    ['.', '', '.'],
    ['AC=1', '', 'AC=1'],
    ['AC=1;CSQ=old|a,old|b;AN=2', 'C|x', 'AC=1;AN=2;CSQ=C|x'],
    ['CSQ=old', '', '.'],
    ['BCSQ=kept', 'C|x', 'BCSQ=kept;CSQ=C|x'],
  ])('%j with %j is %j', (info, csq, expected) => {
    const vcf = vcfColumns(`1\t100\trs1\tA\tC\t50\tPASS\t${info}\tGT\t0|1`);
    expect(withCsq(vcf, csq)).toBe(`1\t100\trs1\tA\tC\t50\tPASS\t${expected}\tGT\t0|1\n`);
  });
});

const NAMES = '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO';

test('the header gets its new lines before the names of columns, and loses those of an earlier annotation', () => {
  const lines = ['##fileformat=VCFv4.2', '##INFO=<ID=CSQ,Number=.,Type=String,Description="old">', NAMES];
  expect(annotatedHeader(lines, ['##new'])).toBe(`##fileformat=VCFv4.2\n##new\n${NAMES}\n`);
});

describe('the line that names the columns', () => {
  test.each([
    ['#CHROM\tPOS\tID\tREF\tALT', NAMES],
    ['#CHROM\tPOS\tID\tREF\tALT\tQUAL', NAMES],
    [NAMES, NAMES],
    [`${NAMES}\tFORMAT\ts1`, `${NAMES}\tFORMAT\ts1`],
  ])('%j names as many columns as the lines get', (line, expected) => {
    expect(columnNames(line)).toBe(expected);
  });

  test.each([
    ['#CHROM\tPOS\tREF\tALT', "column 3 in the header of the VCF file must be ID, not 'REF'"],
    ['#CHROM\tPOS', "column 3 in the header of the VCF file must be ID, not ''"],
    ['#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tFORMAT\ts1', 'column 8 in the header of the VCF file must be INFO'],
  ])('%j is refused', (line, message) => {
    expect(() => columnNames(line)).toThrow(message);
  });
});
