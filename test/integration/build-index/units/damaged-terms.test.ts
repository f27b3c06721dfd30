/**
 * Damaged taxa, terms and repeated variants do not end a build: the rest of their rows is served, and each is counted.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { serveIndex } from '../../../support/compiled-release.ts';
import { writeDump } from '../../../support/dump-database.ts';
import { oneGeneDatabase } from '../../../support/one-gene-database.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';

const SPECIES = 'fictus_tolerans';
const folder = await testFolder();
const dumps = join(folder, 'dumps');
await writeDump(
  dumps,
  SPECIES,
  'core',
  oneGeneDatabase(SPECIES, { dna: [{ seq_region_id: 11, sequence: 'ACGTT'.repeat(1000) }] }),
);

const place = (id: number) => ({
  variation_feature_id: id,
  variation_id: id,
  seq_region_id: 11,
  seq_region_start: 100 + id,
  seq_region_end: 100 + id,
  seq_region_strand: 1,
  allele_string: 'A/G',
  variation_name: `fs${id}`,
  source_id: 1,
});
await writeDump(dumps, SPECIES, 'variation', {
  source: [{ source_id: 1, name: 'Invented', version: 1 }],
  variation: [1, 2, 3].map((id) => ({ variation_id: id, source_id: 1, name: `fs${id}` })),
  variation_feature: [1, 3, 2, 3, 1].map(place),
});

// MySQL keeps repeated rows of tables without a key.
const schema = join(dumps, SPECIES, 'variation', 'table.sql');
const keyed = '`variation_feature_id` bigint(20) PRIMARY KEY';
const unkeyed = '`variation_feature_id` bigint(20) DEFAULT NULL';
await writeFile(schema, (await readFile(schema, 'utf8')).replace(unkeyed, keyed));

const taxon = (taxon_id: number | null, parent_id: number) => ({
  taxon_id,
  parent_id,
  rank: 'no rank',
  genbank_hidden_flag: 0,
});
await writeDump(dumps, 'multi', 'taxonomy', {
  // 7, 5 and 6 are a cycle, with 8 below it.
  ncbi_taxa_node: [taxon(1, 1), taxon(5, 6), taxon(6, 7), taxon(7, 5), taxon(8, 7), taxon(8, 1), taxon(null, 1)],
  ncbi_taxa_name: [1, 5, 6, 7, 8].map((taxon_id) => ({
    taxon_id,
    name: `Taxon ${taxon_id}`,
    name_class: 'scientific name',
  })),
});

const term = (term_id: number | null, accession: string | null) => ({
  term_id,
  ontology_id: 1,
  accession,
  name: `term ${accession}`,
  is_obsolete: 0,
});
await writeDump(dumps, 'multi', 'ontology', {
  ontology: [{ ontology_id: 1, name: 'FO', namespace: 'fict' }],
  term: [term(1, 'FO:1'), term(2, 'FO:2'), term(2, 'FO:3'), term(null, 'FO:4'), term(5, null)],
  relation_type: [{ relation_type_id: 1, name: 'is_a' }],
  relation: [{ relation_id: 1, child_term_id: 2, parent_term_id: 1, relation_type_id: 1, ontology_id: 1 }],
  closure: [
    { closure_id: 1, child_term_id: 2, parent_term_id: 1, subparent_term_id: 9, distance: 1, ontology_id: 1 },
    { closure_id: 2, child_term_id: 99, parent_term_id: 1, subparent_term_id: 1, distance: null, ontology_id: 7 },
  ],
});

const { departures = [] } = await buildRelease([dumps], join(folder, 'index'), silentProgress);
const service = await serveIndex(join(folder, 'index'));

describe('a release with damaged terms', () => {
  test('has a root for each cycle of taxa', async () => {
    const { json } = await service.get('/taxonomy/classification/8');
    expect(json.map(({ id }: { id: string }) => id)).toEqual(['8', '7', '5']);
    expect(departures).toContainEqual(expect.objectContaining({ kind: 'its own ancestor', count: 1 }));
  });

  test('has the first term of each id', async () => {
    expect(await service.get('/ontology/id/FO:2')).toMatchObject({
      status: 200,
      json: { parents: [{ accession: 'FO:1' }] },
    });
    for (const id of ['FO:3', 'FO:4']) expect((await service.get(`/ontology/id/${id}`)).status).toBe(400);
    const ofTerms = departures.filter(({ table }) => table === 'term' || table === 'ncbi_taxa_node');
    expect(ofTerms.map(({ kind, count }) => [kind, count])).toContainEqual(['duplicate key', 1]);
  });

  test('lists each variant once, wherever its row is repeated', async () => {
    const { json } = await service.get(`/overlap/region/${SPECIES}/1:1-200?feature=variation`);
    expect(json.map(({ id }: { id: string }) => id)).toEqual(['fs1', 'fs3', 'fs2']);
  });
});
