import { expect, test } from 'vitest';
import { readVariants } from '../../../../src/pages/vep/effect-rows.ts';
import { variantRows } from '../../../../src/pages/vep/effect-table.ts';
import { MAX_COMPARED, withGenomeBases } from '../../../../src/pages/vep/reference-alleles.ts';

const variant = (start: number, end: number, alleles: string, strand = 1) => ({
  input: `${start} ${alleles}`,
  seq_region_name: '1',
  start,
  end,
  strand,
  allele_string: alleles,
  intergenic_consequences: [{ consequence_terms: ['intergenic_variant'], variant_allele: 'T' }],
});

/** A genome of As. @returns the variants, and the regions that were asked for */
async function compared(...values: object[]) {
  const asked: string[] = [];
  const variants = await withGenomeBases(readVariants(values), 'a species', async (address, body) => {
    expect(address).toBe('/sequence/region/a%20species');
    const regions: string[] = 'regions' in body && Array.isArray(body.regions) ? body.regions : [];
    asked.push(...regions);
    return regions.map((query) => {
      const [, start, end] = /:(\d+)\.\.(\d+):/.exec(query) ?? [];
      return { query, seq: 'a'.repeat(Number(end) - Number(start) + 1) };
    });
  });
  return { asked, found: variants.map(({ genomeBases }) => genomeBases) };
}

test('a reference allele that is not that of the genome gets the bases of the genome', async () => {
  const { asked, found } = await compared(
    variant(5, 5, 'A/T'),
    variant(6, 6, 'C/T'),
    variant(7, 8, 'AG/A'),
    variant(9, 9, 'T/A', -1),
    variant(10, 11, 'NA/-'),
  );
  expect(found).toEqual([undefined, 'A', 'AA', 'A', undefined]);
  expect(asked).toEqual(['1:5..5:1', '1:6..6:1', '1:7..8:1', '1:9..9:-1', '1:10..11:1']);
});

test('insertions, structural variants and long alleles are not compared', async () => {
  const long = `${'A'.repeat(1001)}/-`;
  const { asked, found } = await compared(
    variant(6, 5, '-/C'),
    variant(5, 900, 'deletion'),
    variant(5, 1005, long),
    variant(5, 9, 'A/T'),
  );
  expect([asked, found]).toEqual([[], [undefined, undefined, undefined, undefined]]);
});

test('as many variants are compared as one request may contain, and each place once', async () => {
  const many = Array.from({ length: MAX_COMPARED + 5 }, (_, at) => variant(at + 1, at + 1, 'C/T'));
  const { asked, found } = await compared(...many);
  expect([asked.length, found.filter((bases) => bases === undefined).length]).toEqual([MAX_COMPARED, 5]);
  expect((await compared(variant(5, 5, 'C/T'), variant(5, 5, 'C/G'))).asked).toEqual(['1:5..5:1']);
});

test('without an answer there is no notice', async () => {
  const [read] = await withGenomeBases(readVariants([variant(5, 5, 'C/T')]), 's', async () => null);
  expect(read?.genomeBases).toBeUndefined();
});

test('the table shows the notice next to the line', async () => {
  const variants = await withGenomeBases(readVariants([variant(5, 5, 'C/T')]), 's', async () => [
    { query: '1:5..5:1', seq: 'A' },
  ]);
  expect(String(variantRows(variants, { base: '/rest', species: 's' }))).toContain(
    'Reference allele C does not match the genome, which has A',
  );
});
