/** SPDI of variants of odd dumps, as Ensembl's VariationFeature::spdi_genomic writes it. */
import { expect, test } from 'vitest';
import type { Strand } from '../../../../src/genome/seq-region.ts';
import { inventedRegion } from '../../../support/invented-genes.ts';
import { spdi } from '../../../../src/handlers/variant-recoder/notations.ts';
import { changeOf } from '../../../../src/variants/variant-alleles.ts';

const region = { ...inventedRegion(0, '7', { length: 1000 }), directories: [] };
const written = (start: number, end: number, strand: Strand, alleles: [string, string]) =>
  spdi(region, changeOf({ start, end, strand, alleles }, alleles[1]));

test.each([
  [0, 0],
  [1, 0],
  [-3, 2],
])('a variant from %d to %d has none', (start, end) => {
  expect(written(start, end, 1, ['A', 'G'])).toBeNull();
});

test('alleles are complemented on the reverse strand only, not on strand 0', () => {
  expect(written(5, 6, 1, ['AC', 'G'])).toBe('7:4:AC:G');
  expect(written(5, 6, 0, ['AC', 'G'])).toBe('7:4:AC:G');
  expect(written(5, 6, -1, ['AC', 'G'])).toBe('7:4:GT:C');
});
