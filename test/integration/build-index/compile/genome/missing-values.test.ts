/** Values that the schema of a core database allows to be missing: meta values before release 87, and stable ids. */
import { expect, it } from 'vitest';
import { CompiledRelease } from '../../../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../../../support/one-gene-database.ts';
import { at } from '../../../../../src/checked.ts';

const FEATURE = { seq_start: 1, seq_end: 9, hit_start: 1, hit_end: 9, hit_name: 'PF00001', analysis_id: 1 };

it('missing meta values are ignored', async () => {
  const rows = oneGeneDatabase('fictus_probatus', {
    meta: [{ species_id: 1, meta_id: 50, meta_key: 'assembly.mapping', meta_value: null }],
  });
  const named = rows.meta.map((row) => (row.meta_key === 'species.production_name' ? { ...row, meta_value: '' } : row));
  const service = await (await CompiledRelease.from([['fictus_probatus', 'core', { ...rows, meta: named }]])).serve();
  expect((await service.get('/lookup/id/FICG1')).json).toMatchObject({ species: 'fictus_probatus' });
  await service.close();
});

it('genes without a stable id are found at their place', async () => {
  const rows = oneGeneDatabase('fictus_probatus');
  const service = await (
    await CompiledRelease.from([
      ['fictus_probatus', 'core', { ...rows, gene: [{ ...at(rows.gene, 0), stable_id: null }] }],
    ])
  ).serve();
  expect((await service.get('/overlap/region/fictus_probatus/1:1-500?feature=gene')).json).toMatchObject([
    { id: null, start: 101, end: 400 },
  ]);
  expect((await service.get('/lookup/id/FICT1')).json).toMatchObject({ id: 'FICT1', Parent: null });
  await service.close();
});

it('a translation without a stable id has no domains, and its neighbours keep theirs', async () => {
  const rows = oneGeneDatabase('fictus_probatus', {
    protein_feature: [
      { protein_feature_id: 1, translation_id: 1, ...FEATURE },
      { protein_feature_id: 2, translation_id: 2, ...FEATURE },
    ],
  });
  const translation = [...rows.translation, { ...at(rows.translation, 0), translation_id: 2, stable_id: null }];
  const service = await (await CompiledRelease.from([['fictus_probatus', 'core', { ...rows, translation }]])).serve();
  expect((await service.get('/overlap/translation/FICP1')).json).toMatchObject([{ id: 'PF00001', start: 1, end: 9 }]);
  await service.close();
});

it('finds parts of a gene next to ones without stable ids, and domains next to ones without analysis', async () => {
  const rows = oneGeneDatabase('fictus_probatus', {
    exon_transcript: [{ exon_id: 2, transcript_id: 1, rank: 0 }],
    protein_feature: [
      { protein_feature_id: 1, translation_id: 1, ...FEATURE, analysis_id: 99 },
      { protein_feature_id: 2, translation_id: 1, ...FEATURE },
    ],
  });
  const exon = [
    { ...at(rows.exon, 0), exon_id: 2, stable_id: null, seq_region_start: 51, seq_region_end: 60 },
    ...rows.exon,
  ];
  const service = await (await CompiledRelease.from([['fictus_probatus', 'core', { ...rows, exon }]])).serve();
  expect((await service.get('/lookup/id/FICE1')).json).toMatchObject({ id: 'FICE1', start: 101 });
  expect((await service.get('/overlap/translation/FICP1?type=fict_genes')).json).toMatchObject([{ id: 'PF00001' }]);
  await service.close();
});

it('a transcript without a stable id has no variants', async () => {
  const rows = oneGeneDatabase('fictus_probatus');
  const service = await (
    await CompiledRelease.from([
      ['fictus_probatus', 'core', { ...rows, transcript: [{ ...at(rows.transcript, 0), stable_id: null }] }],
      ['fictus_probatus', 'variation', { source: [{ source_id: 1, name: 'FictDB' }] }],
    ])
  ).serve();
  expect(await service.get('/overlap/translation/FICP1?feature=transcript_variation')).toMatchObject({
    status: 200,
    json: [],
  });
  await service.close();
});
