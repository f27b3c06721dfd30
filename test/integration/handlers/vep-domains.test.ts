import { expect, it } from 'vitest';
import { CompiledRelease } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';

const DOMAIN = { hit_name: 'PF00001', analysis_id: 1, seq_start: 1, seq_end: 9, hit_start: 1, hit_end: 9 };

it('lists the domains of a translation that has the id of its transcript, as in many plants', async () => {
  const rows = oneGeneDatabase('fictus_probatus', {
    protein_feature: [{ protein_feature_id: 1, translation_id: 1, ...DOMAIN }],
    analysis_description: [{ analysis_id: 1, display_label: 'Fict', displayable: 1 }],
    dna: [{ seq_region_id: 11, sequence: 'A'.repeat(Number(at(oneGeneDatabase('x').seq_region, 0).length)) }],
  });
  const translation = [{ ...at(rows.translation, 0), stable_id: 'FICT1' }];
  const service = await (await CompiledRelease.from([['fictus_probatus', 'core', { ...rows, translation }]])).serve();
  const { json } = await service.get('/vep/fictus_probatus/region/1:104-104:1/C?domains=1;protein=1');
  expect(json[0].transcript_consequences).toMatchObject([
    { transcript_id: 'FICT1', protein_id: 'FICT1', domains: [{ db: 'Fict', name: 'PF00001' }] },
  ]);
  await service.close();
});
