import { describe, expect, test } from 'vitest';
import { cell, tsvLines, TSV_HEADER, vcfLines } from '../../../../src/pages/vep/downloads.ts';
import { readVariants } from '../../../../src/pages/vep/effect-rows.ts';

describe('a cell of a download', () => {
  test.each(['=1+1', '@SUM(A1)', '+A1', '-A1', ' =1', '-1+cmd|x', "=HYPERLINK('x')", '-/=1', '--1'])(
    '%j begins no formula',
    (text) => expect(cell(text)).toBe(`'${text}`),
  );

  test.each(['-', '-/T', 'T/-', '-/W', '-12', '+3.5', 'c.-12A>G', '6:100-200', ''])('%j stays as it is', (text) =>
    expect(cell(text)).toBe(text),
  );

  test('has no line end and no tab', () => expect(cell('a\tb\r\nc')).toBe('a b c'));
});

describe('a table of effects', () => {
  const answer = [
    {
      input: '=cmd\tx',
      seq_region_name: '6',
      start: 10,
      end: 10,
      allele_string: 'C/T',
      transcript_consequences: [
        {
          variant_allele: 'T',
          consequence_terms: ['missense_variant'],
          gene_id: 'ENSG1',
          transcript_id: 'ENST1',
          canonical: 1,
        },
        { variant_allele: 'T', consequence_terms: ['intron_variant'], gene_id: 'ENSG1', transcript_id: 'ENST2' },
      ],
      colocated_variants: [{ id: 'rs1' }, { id: 'rs2' }],
    },
  ];

  test('has a line for each effect, with as many cells as titles', () => {
    const [variant] = readVariants(answer);
    const lines = variant ? tsvLines(variant).trimEnd().split('\n') : [];
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.split('\t')).toHaveLength(TSV_HEADER.split('\t').length);
    expect(lines[0]).toMatch(
      /^'=cmd x\t6:10\tC\/T\tT\tmissense_variant\tMODERATE\t\tENSG1\ttranscript\tENST1\t\tYES\t/,
    );
    expect(lines[0]).toMatch(/\trs1,rs2$/);
  });
});

test('lines of VCF come from vcf_string, whose region may contain hyphens', () => {
  expect(
    vcfLines([
      { id: 'a b', vcf_string: '6-10-C-T' },
      { id: '.', vcf_string: ['HLA-A*01-5-CA-C', 'HLA-A*01-5-CA-G'] },
      { id: 'none' },
      'text',
    ]),
  ).toEqual(['6\t10\ta_b\tC\tT\t.\t.\t.', 'HLA-A*01\t5\t.\tCA\tC\t.\t.\t.', 'HLA-A*01\t5\t.\tCA\tG\t.\t.\t.']);
  expect(vcfLines({ error: 'x' })).toEqual([]);
});

test('a structural variant is a symbolic allele with its type and end', () => {
  expect(vcfLines([{ id: 'a', end: 90, vcf_string: '6-10-C-<deletion>' }])).toEqual([
    '6\t10\ta\tC\t<DEL>\t.\t.\tSVTYPE=DEL;END=90',
  ]);
  expect(vcfLines([{ id: 'b', end: 90, vcf_string: '6-10-C-<tandem_duplication>' }])).toEqual([
    '6\t10\tb\tC\t<DUP:TANDEM>\t.\t.\tSVTYPE=DUP;END=90',
  ]);
});
