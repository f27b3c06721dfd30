/** A region is circular if it has the attribute, with any value: Ensembl only tests for its presence. */
import { expect, it } from 'vitest';
import { compileAndServe, testFolder } from '../../../../support/compiled-service.ts';
import { geneRows, regionRows, writeCoreDump } from '../core-dump.ts';

it.each(['1', 'yes'])('a region with circular_seq %s has a gene over its origin', async (value) => {
  const folder = await testFolder();
  const regions = regionRows([{ id: 1, name: 'plasmid', length: 1000, topLevel: true }]);
  await writeCoreDump(folder, 'fictus_probatus', {
    ...regions,
    ...geneRows(1, 951, 50),
    seq_region_attrib: [...regions.seq_region_attrib, { seq_region_id: 1, attrib_type_id: 316, value }],
  });
  const { get } = await compileAndServe([folder], `${folder}/index`);
  expect((await get('/info/assembly/fictus_probatus/plasmid')).body).toMatchObject({ is_circular: 1 });
  expect((await get('/overlap/region/fictus_probatus/plasmid:990-10?feature=gene')).body).toMatchObject([
    { id: 'FICG00001', start: 951, end: 50 },
  ]);
});
