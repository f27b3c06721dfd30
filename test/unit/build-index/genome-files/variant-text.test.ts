import { expect, test } from 'vitest';
import { columnsOf } from '../../../../build-index/dump-writer/dump-writer.ts';
import { VARIATION_TABLES } from '../../../../build-index/dump-writer/variation-tables.ts';
import { VariantText, withVariation } from '../../../../build-index/genome-files/variant-text.ts';

/** The fields of a table's rows by column, without those that are NULL or empty. */
function read(table: keyof typeof VARIATION_TABLES, bytes: Uint8Array): Record<string, string>[] {
  const columns = columnsOf(VARIATION_TABLES[table]).map(([name]) => name);
  return new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\n')
    .map((row) => {
      const fields = row.split('\t');
      expect(fields).toHaveLength(columns.length);
      return Object.fromEntries(
        fields.flatMap((field, index) => (field === '\\N' || field === '' ? [] : [[columns[index] ?? '', field]])),
      );
    });
}

const text = new VariantText(3);
text.add(
  7,
  { names: ['rs1', 'old1'], sequence: 2, ancestral: 'A', minor: { index: 1, frequency: 0.25, count: 5 } },
  {
    start: 10,
    end: 10,
    alleles: 'A/T',
    terms: 'missense_variant,intron_variant',
    coding: [
      {
        transcript: 't1',
        allele: 'T',
        terms: 'missense_variant',
        cds: [4, 4],
        cdna: [14, 14],
        protein: [2, 2],
        codons: 'Aaa/Taa',
        residues: 'K/*',
      },
    ],
  },
);
const rows = text.rows();

test('rows have the columns of the tables', () => {
  const shared = { source_id: '3', class_attrib_id: '1', somatic: '0', display: '1' };
  const minor = { minor_allele: 'T', minor_allele_freq: '0.25', minor_allele_count: '5' };
  expect(read('variation', rows.variations)).toEqual([
    { ...shared, ...minor, variation_id: '7', name: 'rs1', flipped: '0' },
  ]);
  expect(read('variation_feature', rows.features)).toEqual([
    {
      ...shared,
      ...minor,
      variation_feature_id: '7',
      seq_region_id: '2',
      seq_region_start: '10',
      seq_region_end: '10',
      seq_region_strand: '1',
      variation_id: '7',
      allele_string: 'A/T',
      ancestral_allele: 'A',
      variation_name: 'rs1',
      map_weight: '1',
      consequence_types: 'missense_variant,intron_variant',
    },
  ]);
  expect(read('transcript_variation', rows.effects)).toEqual([
    {
      transcript_variation_id: '448',
      variation_feature_id: '7',
      feature_stable_id: 't1',
      allele_string: 'A/T',
      somatic: '0',
      consequence_types: 'missense_variant',
      cds_start: '4',
      cds_end: '4',
      cdna_start: '14',
      cdna_end: '14',
      translation_start: '2',
      translation_end: '2',
      codon_allele_string: 'Aaa/Taa',
      pep_allele_string: 'K/*',
      display: '1',
    },
  ]);
  expect(rows.synonyms).toEqual([[0, ['old1']]]);
});

test('a further place of a variant has its id', () => {
  const [row = ''] = new TextDecoder().decode(rows.features).split('\n');
  const [feature] = read('variation_feature', new TextEncoder().encode(withVariation(row, 99)));
  expect(feature).toMatchObject({ variation_feature_id: '7', variation_id: '99', allele_string: 'A/T' });
});
