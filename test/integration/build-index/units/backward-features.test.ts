/** Features that end before they start, which Ensembl lists on slices that contain both of their ends. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FUNCGEN_TABLES } from '../../../../build-index/compile/regulation/funcgen-schema.ts';
import { VARIATION_TABLES } from '../../../../build-index/compile/variation/variation-schema.ts';
import { only } from '../../../../src/checked.ts';
import { compileAndServe, testFolder } from '../../../support/compiled-service.ts';
import { geneRows, regionRows, writeCoreDump, writeDump, type CoreRows } from '../compile/core-dump.ts';

const folder = await testFolder();
const SPECIES = 'fictus_probatus';
const place = (start: number, end: number, region = 1) => ({
  seq_region_id: region,
  seq_region_start: start,
  seq_region_end: end,
  seq_region_strand: 1,
});
const regions = regionRows([
  { id: 1, name: 'A', length: 400, topLevel: true },
  { id: 2, name: 'MT', length: 100, topLevel: true },
]);
regions.seq_region_attrib.push(
  { seq_region_id: 2, attrib_type_id: 316, value: '1' },
  { seq_region_id: 1, attrib_type_id: 367, value: '1' },
);
regions.attrib_type.push({ attrib_type_id: 367, code: 'karyotype_rank', name: 'Rank' });

// Backwards are the second gene with all its parts, the transcript of the third one, and the last exon of the fourth.
const backward = geneRows(1, 100, 60, 2);
const withTranscript = geneRows(1, 101, 160, 3);
Object.assign(only(withTranscript.transcript), { seq_region_start: 150, seq_region_end: 110 });
Object.assign(only(withTranscript.exon), { seq_region_start: 120, seq_region_end: 140 });
const withExon = geneRows(1, 201, 290, 4);
withExon.exon.push({ ...withExon.exon[0], exon_id: 40, stable_id: 'FICE00040', ...place(280, 260) });
withExon.exon_transcript.push({ ...withExon.exon_transcript[0], exon_id: 40, rank: 2 });
const genes = [geneRows(1, 1, 300, 1), backward, withTranscript, withExon];
const all = (table: keyof (typeof genes)[number]) => genes.flatMap((each) => each[table]);

const dumps = await writeCoreDump(join(folder, 'dumps'), SPECIES, {
  ...regions,
  gene: all('gene'),
  transcript: all('transcript'),
  exon: all('exon'),
  exon_transcript: all('exon_transcript'),
  translation: all('translation'),
  simple_feature: [
    { simple_feature_id: 1, ...place(90, 70) },
    { simple_feature_id: 2, ...place(95, 5, 2) },
  ],
  repeat_feature: [{ repeat_feature_id: 1, repeat_consensus_id: 1, ...place(91, 71) }],
  repeat_consensus: [{ repeat_consensus_id: 1, repeat_name: 'fic', repeat_class: 'dust', repeat_type: 'Dust' }],
  misc_feature: [{ misc_feature_id: 1, ...place(92, 72) }],
  karyotype: [{ karyotype_id: 1, band: 'p1', ...place(93, 73) }],
  prediction_transcript: [{ prediction_transcript_id: 1, display_label: 'FICP1', ...place(94, 74) }],
  dna: [
    { seq_region_id: 1, sequence: 'ACGT'.repeat(100) },
    { seq_region_id: 2, sequence: 'ACGT'.repeat(25) },
  ],
} satisfies CoreRows);
const variant = { variation_id: 1, variation_name: 'fv1', source_id: 1, allele_string: 'A/C', display: 1 };
await writeDump(dumps, SPECIES, 'variation', VARIATION_TABLES, {
  source: [{ source_id: 1, name: 'Fictional' }],
  variation: [{ variation_id: 1, source_id: 1, name: 'fv1' }],
  variation_feature: [
    { variation_feature_id: 1, ...variant, ...place(96, 76) },
    { variation_feature_id: 2, ...variant, ...place(196, 195) },
  ],
  structural_variation: [{ structural_variation_id: 1, variation_name: 'fsv1', source_id: 1 }],
  structural_variation_feature: [
    { structural_variation_feature_id: 1, structural_variation_id: 1, variation_name: 'fsv1', ...place(97, 77) },
  ],
  phenotype: [{ phenotype_id: 1, description: 'fictional' }],
  phenotype_feature: [
    {
      phenotype_feature_id: 1,
      phenotype_id: 1,
      source_id: 1,
      type: 'QTL',
      object_id: 'fq1',
      is_significant: 1,
      ...place(98, 78),
    },
  ],
});
await writeDump(dumps, SPECIES, 'funcgen', FUNCGEN_TABLES, {
  regulatory_build: [{ regulatory_build_id: 1, is_current: 1 }],
  feature_type: [{ feature_type_id: 1, name: 'Promoter', description: 'Predicted promoter', so_term: 'promoter' }],
  regulatory_feature: [
    { regulatory_feature_id: 1, feature_type_id: 1, regulatory_build_id: 1, stable_id: 'FICR1', ...place(99, 79) },
  ],
  binding_matrix: [{ binding_matrix_id: 1, name: 'fic', stable_id: 'FICM1' }],
  motif_feature: [{ motif_feature_id: 1, binding_matrix_id: 1, stable_id: 'FICF1', ...place(100, 80) }],
});

describe('a release with features that end before they start', async () => {
  const index = join(folder, 'index');
  const service = await compileAndServe([dumps], index);
  const listed = async (region: string, kind: string) =>
    (await service.get(`/overlap/region/${SPECIES}/${region}?feature=${kind}`)).body.map(
      ({ start, end }: { start: number; end: number }) => [start, end],
    );

  test.each([
    ['simple', 90, 70],
    ['repeat', 91, 71],
    ['misc', 92, 72],
    ['band', 93, 73],
    ['variation', 96, 76],
    ['structural_variation', 97, 77],
    ['regulatory', 99, 79],
    ['motif', 100, 80],
  ])('lists a %s feature at %d-%d on regions that contain both positions', async (kind, start, end) => {
    for (const region of ['A:1-110', `A:${end}-${start}`]) expect(await listed(region, kind)).toEqual([[start, end]]);
    for (const region of [`A:${end + 1}-${start}`, `A:${end}-${start - 1}`, 'A:1-50'])
      expect(await listed(region, kind)).toEqual([]);
  });

  test('lists genes, transcripts and exons likewise', async () => {
    expect(await listed('A:60-100', 'gene')).toEqual([
      [1, 300],
      [100, 60],
    ]);
    expect(await listed('A:61-100', 'gene')).toEqual([[1, 300]]);
    expect(await listed('A:105-155', 'transcript')).toEqual([
      [1, 300],
      [150, 110],
    ]);
    expect(await listed('A:120-155', 'transcript')).toEqual([[1, 300]]);
    // Ensembl finds only exons that overlap their transcript.
    expect(await listed('A:101-300', 'exon')).toEqual([
      [1, 300],
      [201, 290],
      [280, 260],
    ]);
  });

  test('finds them by id', async () => {
    for (const [id, start, end] of [
      ['FICG00002', 100, 60],
      ['FICT00002', 100, 60],
      ['FICE00002', 100, 60],
      ['FICT00003', 150, 110],
      ['FICE00040', 280, 260],
    ] as const)
      expect((await service.get(`/lookup/id/${id}`)).body).toMatchObject({ start, end });
    expect((await service.get('/lookup/id/FICG00003?expand=1')).body.Transcript).toMatchObject([
      { start: 150, end: 110, length: 0, Exon: [] },
    ]);
    expect((await service.get('/lookup/id/FICT00004?expand=1')).body).toMatchObject({ length: 90 });
    const prediction = `/lookup/id/FICP1?object_type=predictiontranscript;species=${SPECIES}`;
    expect((await service.get(prediction)).body).toMatchObject({ start: 94, end: 74 });
    expect((await service.get(`/variation/${SPECIES}/fv1`)).body.mappings).toMatchObject([
      { start: 96, end: 76 },
      { start: 196, end: 195 },
    ]);
    const phenotypes = await service.get(`/phenotype/region/${SPECIES}/A:1-110?feature_type=QTL`);
    expect(phenotypes.body).toMatchObject([{ id: 'fq1', phenotype_associations: [{ location: 'A:98-78' }] }]);
  });

  test.each([
    '/sequence/id/FICG00002',
    '/sequence/id/FICE00040',
    '/overlap/id/FICG00002?feature=gene',
    '/overlap/id/FICT00003?feature=gene',
  ])('rejects %s', async (path) => {
    const { status, body } = await service.get(path);
    expect([status, body.error]).toEqual([400, expect.stringContaining('it ends before it starts')]);
  });

  test('has no bases of them in sequences of transcripts', async () => {
    const cdna = (id: string) => service.get(`/sequence/id/${id}?type=cdna`);
    expect((await cdna('FICT00004')).body.seq).toHaveLength(90);
    expect((await cdna('FICT00003')).body.seq ?? '').toBe('');
  });

  test('annotates variants near them', async () => {
    for (const region of ['A:80-80:1', 'A:131-131:1', 'A:271-271:1'])
      expect((await service.get(`/vep/${SPECIES}/region/${region}/C`)).status).toBe(200);
  });

  test('lists features over the origin of a circular region as before', async () => {
    for (const region of ['MT:1-10', 'MT:96-100', 'MT:90-10'])
      expect(await listed(region, 'simple')).toEqual([[95, 5]]);
    expect(await listed('MT:10-90', 'simple')).toEqual([]);
  });

  test('counts them in its report', async () => {
    const { departures } = JSON.parse(await readFile(join(index, service.id, 'build-report.json'), 'utf8'));
    const counted = departures.flatMap(({ table, kind, count }: Record<string, unknown>) =>
      kind === 'end before start' ? [[table, count]] : [],
    );
    expect(Object.fromEntries(counted)).toEqual({
      exon: 2,
      gene: 1,
      karyotype: 1,
      misc_feature: 1,
      motif_feature: 1,
      phenotype_feature: 1,
      prediction_transcript: 1,
      regulatory_feature: 1,
      repeat_feature: 1,
      simple_feature: 1,
      structural_variation_feature: 1,
      transcript: 2,
      variation_feature: 1,
    });
  });
});
