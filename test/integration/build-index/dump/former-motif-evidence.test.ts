/** The epigenomes with evidence for binding at a motif, from the tables in which older funcgen databases keep them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FUNCGEN_TABLES } from '../../../../build-index/compile/regulation/funcgen-schema.ts';
import { compileAndServe, testFolder } from '../../../support/compiled-service.ts';
import { regionRows, writeCoreDump, writeDump } from '../compile/core-dump.ts';

const SPECIES = 'fictus_probatus';
const LINK = {
  columns: { annotated_feature_id: 'integer', motif_feature_id: 'integer' },
  rows: [
    { annotated_feature_id: 11, motif_feature_id: 1 },
    { annotated_feature_id: 12, motif_feature_id: 1 },
  ],
} as const;
const PEAKS = [
  { peak_id: 11, peak_calling_id: 21 },
  { peak_id: 12, peak_calling_id: 22 },
];
const ANNOTATED = PEAKS.map(({ peak_id, peak_calling_id }) => ({
  annotated_feature_id: peak_id,
  feature_set_id: peak_calling_id,
}));
const ANNOTATED_COLUMNS = { annotated_feature_id: 'integer', feature_set_id: 'integer' } as const;
const CELLS = [
  { cell_type_id: 31, name: 'K562', display_label: null },
  { cell_type_id: 32, name: 'HELA_S3', display_label: 'HeLa-S3' },
];
const EPIGENOMES = CELLS.map(({ cell_type_id, name, display_label }) => ({
  epigenome_id: cell_type_id,
  display_label: display_label ?? name,
}));

/** Tables of three eras, and their rows. */
const ERAS = {
  '75 to 84': [
    {
      associated_motif_feature: LINK.columns,
      annotated_feature: ANNOTATED_COLUMNS,
      feature_set: { feature_set_id: 'integer', cell_type_id: 'integer', name: 'text' },
      cell_type: { cell_type_id: 'integer', name: 'text', display_label: 'text' },
    },
    {
      associated_motif_feature: LINK.rows,
      annotated_feature: ANNOTATED,
      feature_set: [
        { feature_set_id: 21, cell_type_id: 31 },
        { feature_set_id: 22, cell_type_id: 32 },
      ],
      cell_type: CELLS,
    },
  ],
  '85 to 90': [
    {
      associated_motif_feature: LINK.columns,
      annotated_feature: ANNOTATED_COLUMNS,
      feature_set: { feature_set_id: 'integer', epigenome_id: 'integer' },
      epigenome: { epigenome_id: 'integer', display_label: 'text' },
    },
    {
      associated_motif_feature: LINK.rows,
      annotated_feature: ANNOTATED,
      feature_set: [
        { feature_set_id: 21, epigenome_id: 31 },
        { feature_set_id: 22, epigenome_id: 32 },
      ],
      epigenome: EPIGENOMES,
    },
  ],
  '91 to 93': [
    {
      associated_motif_feature: LINK.columns,
      peak: { peak_id: 'integer', peak_calling_id: 'integer' },
      peak_calling: { peak_calling_id: 'integer', epigenome_id: 'integer' },
      epigenome: { epigenome_id: 'integer', display_label: 'text' },
    },
    {
      associated_motif_feature: LINK.rows,
      peak: PEAKS,
      peak_calling: [
        { peak_calling_id: 21, epigenome_id: 31 },
        { peak_calling_id: 22, epigenome_id: 32 },
      ],
      epigenome: EPIGENOMES,
    },
  ],
} as const;

test.each(Object.entries(ERAS))('releases %s', async (_, [columns, rows]) => {
  const folder = await testFolder();
  const dumps = await writeCoreDump(
    join(folder, 'dumps'),
    SPECIES,
    regionRows([{ id: 1, name: '1', length: 100, topLevel: true }]),
  );
  await writeDump(
    dumps,
    SPECIES,
    'funcgen',
    { ...FUNCGEN_TABLES, ...columns },
    {
      ...Object.fromEntries(Object.entries(rows).map(([table, list]) => [table, [...list]])),
      binding_matrix: [{ binding_matrix_id: 1, name: 'fic', stable_id: 'FICM1' }],
      motif_feature: [1, 2].map((id) => ({
        motif_feature_id: id,
        binding_matrix_id: 1,
        seq_region_id: 1,
        seq_region_start: 10 * id,
        seq_region_end: 10 * id + 5,
        seq_region_strand: 1,
      })),
    },
  );
  const service = await compileAndServe([dumps], join(folder, 'index'));
  const { body } = await service.get(`/overlap/region/${SPECIES}/1:1-100?feature=motif`);
  expect(body).toMatchObject([{ start: 10, epigenomes_with_experimental_evidence: 'HeLa-S3,K562' }, { start: 20 }]);
  expect(body[1]).not.toHaveProperty('epigenomes_with_experimental_evidence');
});
