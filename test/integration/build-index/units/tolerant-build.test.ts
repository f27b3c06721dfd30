/** A core database with everything that Ensembl's server tolerates becomes a release, and each oddity is counted. */
import { appendFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { planBuild } from '../../../../build-index/units/plan.ts';
import { at, only } from '../../../../src/checked.ts';
import { compileAndServe, testFolder } from '../../../support/compiled-service.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { geneRows, regionRows, writeCoreDump, writeDump, type CoreRows } from '../compile/core-dump.ts';

const folder = await testFolder();
const SPECIES = 'fictus_probatus';
const regions = regionRows([
  { id: 1, name: 'A', length: 100, topLevel: true },
  { id: 2, name: 'B', length: 20, topLevel: true },
]);
const genes = [geneRows(1, 1, 30, 1), geneRows(1, 31, 60, 2), geneRows(1, 71, 90, 3), geneRows(2, 1, 12, 4)];
// The third gene has the ids of the second one, and a lower key.
const twin = at(genes, 2);
for (const [table, id] of [
  ['gene', 'FICG00002'],
  ['transcript', 'FICT00002'],
] as const)
  Object.assign(only(twin[table]), { stable_id: id, [`${table}_id`]: -3 });
Object.assign(only(twin.gene), { canonical_transcript_id: -3 });
Object.assign(only(twin.transcript), { gene_id: -3 });
for (const table of ['exon_transcript', 'translation'] as const)
  Object.assign(only(twin[table]), { transcript_id: -3 });
Object.assign(only(at(genes, 3).gene), { analysis_id: 88, canonical_transcript_id: 99 });

const feature = (id: number, region: number, start: number | null, end: number | null) => ({
  simple_feature_id: id,
  seq_region_id: region,
  seq_region_start: start,
  seq_region_end: end,
  seq_region_strand: 1,
  display_label: `feature${id}`,
});
const all = (table: keyof (typeof genes)[number]) => genes.flatMap((each) => each[table]);
const dumps = await writeCoreDump(join(folder, 'dumps'), SPECIES, {
  ...regions,
  gene: [...all('gene'), { ...only(at(genes, 0).gene), gene_id: 9, seq_region_id: 77, stable_id: 'FICG00009' }],
  analysis: [{ analysis_id: 1, logic_name: 'fictional' }],
  transcript: all('transcript'),
  exon: [...all('exon'), { ...only(at(genes, 0).exon), exon_id: 41, seq_region_id: 2, seq_region_end: 6 }],
  exon_transcript: [...all('exon_transcript'), ...[55, 41].map((exon_id) => ({ exon_id, transcript_id: 1, rank: 2 }))],
  translation: all('translation'),
  simple_feature: [
    feature(1, 1, 5, 6),
    feature(2, 1, 9, 3),
    feature(3, 2, 15, 25),
    feature(4, 2, 0, 4),
    feature(5, 66, 1, 2),
    feature(6, 2, 0, 4),
  ],
  dna: [
    { seq_region_id: 1, sequence: 'ATGGCCAAAT' },
    { seq_region_id: 2, sequence: `${'ACGT'.repeat(5)}TTTT` },
    { seq_region_id: 65, sequence: 'ACGT' },
  ],
} satisfies CoreRows);
const core = join(dumps, SPECIES, 'core');
await appendFile(join(core, 'meta.txt'), '1\t99\n');
// A build knows the first of these tables.
for (const table of ['karyotype', 'made_up']) await writeFile(join(core, `${table}.txt`), '1\n');

describe('a release of such a database', async () => {
  const index = join(folder, 'index');
  const service = await compileAndServe([dumps], index);

  test('lists all genes with one stable id, which finds the one with the lowest key', async () => {
    const { body } = await service.get(`/overlap/region/${SPECIES}/A:1-100?feature=gene`);
    expect(body.map(({ id, start }: { id: string; start: number }) => [id, start])).toEqual([
      ['FICG00002', 71],
      ['FICG00001', 1],
      ['FICG00002', 31],
    ]);
    for (const id of ['FICG00002', 'FICT00002'])
      expect((await service.get(`/lookup/id/${id}?expand=1`)).body).toMatchObject({ start: 71, end: 90 });
  });

  test('has N where a region is longer than its dna, and no bases beyond the region', async () => {
    expect((await service.get(`/sequence/region/${SPECIES}/A:5..20:1`)).body).toMatchObject({
      seq: `CCAAAT${'N'.repeat(10)}`,
    });
    expect((await service.get(`/sequence/region/${SPECIES}/B:17..20:1`)).body).toMatchObject({ seq: 'ACGT' });
  });

  test('has the features that a region can contain, also past its end', async () => {
    const found = async (region: string) =>
      (await service.get(`/overlap/region/${SPECIES}/${region}?feature=simple`)).body.map(
        ({ start, end }: { start: number; end: number }) => [start, end],
      );
    expect(await found('A:1-100')).toEqual([
      [5, 6],
      [9, 3],
    ]);
    expect(await found('B:1-20')).toEqual([[15, 25]]);
  });

  test('answers for genes with references to missing rows', async () => {
    expect((await service.get('/lookup/id/FICT00001?expand=1')).body.Exon).toHaveLength(1);
    expect((await service.get('/lookup/id/FICG00009')).status).toBe(400);
    expect((await service.get('/lookup/id/FICG00004')).body).toMatchObject({ start: 1, end: 12 });
  });

  test('reports each kind with its count and lines', async () => {
    const { departures } = JSON.parse(await readFile(join(index, service.id, 'build-report.json'), 'utf8'));
    const summary = departures.map(({ database, table, kind, count, first }: Record<string, string | string[]>) => [
      database,
      table,
      kind,
      count,
      [first].flat().map((sentence) => String(sentence).replace(`${core}/`, '')),
    ]);
    expect(summary.map((row: unknown[]) => row.slice(0, 4))).toEqual(
      [
        ['', 'unknown table', 1],
        ['dna', 'missing reference', 1],
        ['dna', 'sequence of the wrong length', 2],
        ['exon', 'outside its region', 1],
        ['exon_transcript', 'missing reference', 1],
        ['gene', 'duplicate stable id', 1],
        ['gene', 'missing reference', 3],
        ['karyotype', 'table that table.sql lacks', 1],
        ['meta', 'missing fields', 1],
        ['simple_feature', 'end before start', 1],
        ['simple_feature', 'missing reference', 1],
        ['simple_feature', 'outside its region', 3],
        ['transcript', 'duplicate stable id', 1],
      ].map((row) => [`${SPECIES}/core`, ...row]),
    );
    const lines = summary.map(([, table, , , first]: [string, string, string, number, string[]]) => [table, first]);
    expect(lines).toEqual([
      ['', ['made_up.txt is skipped: neither table.sql nor a build knows a table made_up']],
      ['dna', ['dna.txt line 3: a row of dna has the seq_region_id 65, which the seq_region table lacks']],
      [
        'dna',
        [
          'dna.txt line 1: seq region 1 (A) has 10 bases, but its length in seq_region is ' +
            '100; one of the two tables is damaged or truncated',
          'dna.txt line 2: seq region 2 (B) has 24 bases, but its length in seq_region is ' +
            '20; one of the two tables is damaged or truncated',
        ],
      ],
      ['exon', ['exon.txt line 5: a row of exon has the seq_region_id 2, but its gene has 1']],
      [
        'exon_transcript',
        [
          'exon_transcript.txt line 5: a row of exon_transcript has the exon_id 55, which the exon table lacks. ' +
            `Is ${core}/exon.txt complete?`,
        ],
      ],
      ['gene', ['gene.txt line 3: gene has stable_id FICG00002 twice, first in line 2']],
      [
        'gene',
        [
          'gene.txt line 4: a row of gene has the canonical_transcript_id 99, which the transcript table lacks. ' +
            `Is ${core}/transcript.txt complete?`,
          `gene.txt line 4: a row of gene has the analysis_id 88, which the analysis table lacks. Is ` +
            `${core}/analysis.txt complete?`,
          'gene.txt line 5: a row of gene has the seq_region_id 77, which the seq_region table lacks',
        ],
      ],
      ['karyotype', ["karyotype.txt is skipped: the database's table.sql has no CREATE TABLE statement for karyotype"]],
      ['meta', ['meta.txt line 3: a row of meta has 4 columns, this one has 2 fields']],
      [
        'simple_feature',
        ['simple_feature.txt line 2: a row of simple_feature ends before it starts: 9-3 of A, which is not circular'],
      ],
      [
        'simple_feature',
        [
          'simple_feature.txt line 5: a row of simple_feature has the seq_region_id 66, which the seq_region table ' +
            `lacks. Is ${core}/seq_region.txt complete?`,
        ],
      ],
      [
        'simple_feature',
        [
          'simple_feature.txt line 3: a row of simple_feature is outside its region: 15-25 of B, which has length 20',
          'simple_feature.txt line 4: a row of simple_feature is outside its region: 0-4 of B, which has length 20',
          'simple_feature.txt line 6: a row of simple_feature is outside its region: 0-4 of B, which has length 20',
        ],
      ],
      ['transcript', ['transcript.txt line 3: transcript has stable_id FICT00002 twice, first in line 2']],
    ]);
  });
});

test('all faults of a plan are reported at once', async () => {
  const several = join(folder, 'several');
  const twice = { ...regions, meta: [{ ...at(regions.meta, 0), meta_value: 'fictus_twice' }] };
  for (const species of ['fictus_one', 'fictus_two']) await writeCoreDump(several, species, twice);
  await writeDump(several, 'fictus_lost', 'variation', {}, {});
  await writeFile(join(several, 'fictus_lost/variation/table.sql'), 'CREATE TABLE variation (variation_id int);');
  await writeDump(several, 'fictus_one', 'variation', {}, {});
  await writeFile(join(several, 'fictus_one/variation/table.sql'), 'CREATE TABLE variation (variation_id int);');
  const config = join(several, 'vcf_config.json');
  const collection = {
    id: 'calls',
    species: 'fictus_twice',
    filename_template: 'chr###CHR###.vcf',
    chromosomes: [1, 2],
  };
  await writeFile(config, JSON.stringify({ collections: [collection, { id: 'unnamed' }] }));
  const planned = (text: string) =>
    planBuild([several], text).then(
      () => [],
      (error: Error) => error.message.split('\n'),
    );
  const lost =
    `${several}/fictus_lost/variation: a variation database needs the core database of fictus_lost, ` +
    'which is not among the dumps';
  const same =
    `${several}/fictus_two/core: another dump also contains the core database of fictus_twice ` +
    '(species.production_name of the meta table): remove one of them';
  expect(await planned(config)).toEqual([
    `${config}: collection unnamed needs a species and a filename_template`,
    same,
    lost,
  ]);
  await mkdir(join(several, 'stray'));
  await writeFile(join(several, 'stray/gene.txt'), '1\n');
  await writeFile(config, JSON.stringify({ collections: [collection] }));
  expect(await planned(config)).toEqual([
    same,
    lost,
    expect.stringContaining(`${several}/chr1.vcf cannot be read`),
    expect.stringContaining(`${several}/chr2.vcf cannot be read`),
    expect.stringContaining(`${several}/stray contains table data, but no table.sql`),
  ]);
});

test('counts tables without a data file', async () => {
  const lacking = await writeCoreDump(join(folder, 'lacking'), 'fictus_lacking', { ...regions, karyotype: [] });
  await rm(join(lacking, 'fictus_lacking/core/karyotype.txt'));
  expect((await planBuild([lacking])).departures).toMatchObject([
    {
      kind: 'missing table',
      count: 1,
      first: [expect.stringMatching(/core has no karyotype.txt, though its table.sql has the table karyotype/)],
    },
  ]);
  await expect(planBuild([lacking], undefined, undefined, undefined, true)).rejects.toThrow(/has no karyotype.txt/);
});

test('skips links that lead nowhere', async () => {
  const linked = await writeCoreDump(join(folder, 'linked'), 'fictus_vinctus', regions);
  await symlink('/nonexistent', join(linked, 'dangling'));
  await symlink('loop', join(linked, 'fictus_vinctus/core/loop'));
  expect((await planBuild([linked])).departures?.map(({ kind, first }) => [kind, ...first])).toEqual(
    [`${linked}/dangling`, `${linked}/fictus_vinctus/core/loop`].map((link) => [
      'link that leads nowhere',
      `${link} is skipped: it is a link that leads to no file`,
    ]),
  );
  await expect(planBuild([linked], undefined, undefined, undefined, true)).rejects.toThrow(/dangling is skipped/);
  const { genomes } = await buildRelease([linked], join(folder, 'linked-index'), silentProgress);
  expect(genomes).toBe(1);
});

test('reports an empty dna table of regions that should have sequences', async () => {
  const [system] = regions.coord_system;
  const empty = await writeCoreDump(join(folder, 'empty'), 'fictus_vacuus', {
    ...regions,
    coord_system: [{ ...system, attrib: 'default_version,sequence_level' }],
    dna: [],
  });
  const { departures, notices } = await buildRelease([empty], join(folder, 'empty-index'), silentProgress);
  const first = [`${empty}/fictus_vacuus/core/dna.txt is empty, though seq_region has 2 regions of the sequence level`];
  expect(departures).toMatchObject([{ table: 'dna', kind: 'missing table', count: 1, first }]);
  expect(notices).toContainEqual(expect.stringMatching(/core: the dna table is empty; the genome has no sequence\.$/));
});

test('names the file of a dump whose lines end with CRLF', async () => {
  const returned = await writeCoreDump(join(folder, 'returned'), 'fictus_reversus', regions);
  const meta = join(returned, 'fictus_reversus/core/meta.txt');
  await writeFile(meta, (await readFile(meta, 'utf8')).replaceAll('\n', '\r\n'));
  const build = buildRelease([returned], join(folder, 'returned-index'), silentProgress);
  await expect(build).rejects.toThrow(`${meta}: its lines end with CRLF`);
});

test('counts rows that repeat a unique key', async () => {
  const event = { old_stable_id: 'OLD1', new_stable_id: 'FICG00001', mapping_session_id: 1, type: 'gene' };
  const repeated = await writeCoreDump(join(folder, 'repeated'), 'fictus_repetitus', {
    ...regions,
    seq_region: [...regions.seq_region, { ...at(regions.seq_region, 1), seq_region_id: 3 }],
    mapping_session: [{ mapping_session_id: 1, old_db_name: 'a', new_db_name: 'b', created: '2012-01-01 00:00:00' }],
    stable_id_event: [0.7, 0.8].map((score) => ({ ...event, score })),
  });
  const { departures } = await buildRelease([repeated], join(folder, 'repeated-index'), silentProgress);
  expect(departures).toMatchObject(
    ['seq_region', 'stable_id_event'].map((table) => ({ table, kind: 'duplicate key', count: 1 })),
  );
});

test('such a database is rejected with isStrict, when it is planned and when its unit runs', async () => {
  const build = () => buildRelease([dumps], join(folder, 'strict'), silentProgress, { isStrict: true });
  await expect(build()).rejects.toThrow(/karyotype\.txt is skipped: the database's table\.sql has no CREATE TABLE/);
  await rm(join(core, 'karyotype.txt'));
  await expect(build()).rejects.toThrow(
    /made_up\.txt is skipped: neither table\.sql nor a build knows a table made_up/,
  );
  await rm(join(core, 'made_up.txt'));
  await expect(build()).rejects.toThrow(/meta\.txt line 3: a row of meta has 4 columns, this one has 2 fields/);
});
