import { describe, expect, test } from 'vitest';
import { lineGroups, unanswered, variantLines } from '../../../../src/pages/vep/variant-lines.ts';

test('lines are those with variants', () => {
  expect(variantLines('##x\r\n#CHROM\n\n rs1 \r6 1 1 A/G 1\n')).toEqual(['rs1', '6 1 1 A/G 1']);
});

describe('lines in groups', () => {
  test('have one format and one separator each', () => {
    const lines = [
      'rs1',
      '6\t1\t.\tA\tG',
      '6 1 1 A/G 1',
      'rs2',
      '6 2 . A G',
      '6:1-1:1/G',
      'ENST1:c.1A>G',
      '6:1:A:G',
      '!x',
    ];
    const { groups, unknown } = lineGroups(lines, 10);
    expect(groups).toEqual([
      { format: 'id', lines: ['rs1', 'rs2'] },
      { format: 'vcf', lines: ['6\t1\t.\tA\tG'] },
      { format: 'ensembl', lines: ['6 1 1 A/G 1'] },
      { format: 'vcf', lines: ['6 2 . A G'] },
      { format: 'region', lines: ['6:1-1:1/G'] },
      { format: 'hgvs', lines: ['ENST1:c.1A>G'] },
      { format: 'spdi', lines: ['6:1:A:G'] },
    ]);
    expect(unknown).toEqual(['!x']);
  });

  test('are no larger than a request', () => {
    const lines = Array.from({ length: 5 }, (_, which) => `rs${which}`);
    expect(lineGroups(lines, 2).groups.map((group) => group.lines.length)).toEqual([2, 2, 1]);
  });
});

test('lines that no answer echoes have no result', () => {
  expect(unanswered(['6\t1\t.  A', 'rs1', 'rs2'], ['6 1 . A', 'rs2'])).toEqual(['rs1']);
});
