import type { FormerLayout } from './former-layout.ts';

export const VARIATION_LAYOUTS: readonly FormerLayout[] = [
  {
    // Until release 80, an individual was its own sample.
    table: 'sample',
    lacks: true,
    from: { individual: { individual_id: 'integer', name: 'text' } },
    fill: `INSERT INTO sample (sample_id, individual_id, name)
      SELECT individual_id, individual_id, name FROM individual ORDER BY rowid`,
  },
  {
    table: 'sample_population',
    lacks: true,
    from: { individual_population: { individual_id: 'integer', population_id: 'integer' } },
    fill: `INSERT INTO sample_population (sample_id, population_id)
      SELECT individual_id, population_id FROM individual_population ORDER BY rowid`,
  },
  {
    // Until release 75, a structural variant had one significance.
    table: 'structural_variation',
    lacks: 'clinical_significance',
    from: {
      structural_variation: { structural_variation_id: 'integer', clinical_significance_attrib_id: 'integer' },
      attrib: { attrib_id: 'integer', value: 'text' },
    },
    fill: `UPDATE structural_variation SET clinical_significance = attrib.value FROM attrib
      WHERE attrib_id = clinical_significance_attrib_id`,
  },
];
