import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { CompiledRelease } from '../../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../../support/one-gene-database.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { compileAndServe, testFolder } from '../../../support/compiled-service.ts';
import {
  geneRows,
  regionRows,
  writeCoreDump,
  type CoreRows,
  type GeneRows,
  type RegionRows,
} from '../compile/core-dump.ts';
import { at } from '../../../../src/checked.ts';

const BASES = 'ATGGCCAAATAA';

function oneGene(): CoreRows & RegionRows & GeneRows & { dna: { seq_region_id: number; sequence: string }[] } {
  return {
    ...regionRows([{ id: 1, name: '1', length: 12, topLevel: true }]),
    dna: [{ seq_region_id: 1, sequence: BASES }],
    ...geneRows(1, 1, 12),
  };
}

describe('a database that lacks tables', async () => {
  const folder = await testFolder();
  const { dna: _, ...withoutDna } = oneGene();
  const service = await compileAndServe(
    [await writeCoreDump(folder, 'fictus_probatus', withoutDna)],
    join(folder, 'index'),
  );

  test('answers from the tables that it has', async () => {
    const { status, body } = await service.get('/lookup/id/FICP00001');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object_type: 'Translation', Parent: 'FICT00001', start: 1, end: 12 });
    expect(
      (
        await service.get(
          '/overlap/region/fictus_probatus/1:1-12?feature=repeat;feature=simple;feature=misc;feature=band',
        )
      ).body,
    ).toEqual([]);
    expect((await service.get('/xrefs/id/FICG00001')).body).toEqual([]);
  });

  test.each([
    '/sequence/id/FICG00001',
    '/sequence/region/fictus_probatus/1:1..5:1',
    '/sequence/proteome/fictus_probatus',
  ])('rejects %s, as there is no dna', async (path) => {
    const { status, body } = await service.get(path);
    expect(status).toBe(400);
    expect(body.error).toMatch(/no genome sequence/);
  });
});

describe('several genomes', async () => {
  const folder = await testFolder();
  // Two species in one database, each with its own chromosome 1.
  const both = oneGene();
  both.meta = [
    { species_id: 1, meta_id: 1, meta_key: 'species.production_name', meta_value: 'fictus_primus' },
    { species_id: 2, meta_id: 2, meta_key: 'species.production_name', meta_value: 'fictus_secundus' },
    { meta_id: 3, meta_key: 'schema_version', meta_value: '115' },
  ];
  both.coord_system.push({
    coord_system_id: 9,
    species_id: 2,
    name: 'chromosome',
    version: 'SEC1',
    rank: 1,
    attrib: 'default_version,sequence_level',
  });
  both.seq_region.push({ seq_region_id: 2, name: '1', coord_system_id: 9, length: 6 });
  both.seq_region_attrib.push({ seq_region_id: 2, attrib_type_id: 6, value: '1' });
  both.dna.push({ seq_region_id: 2, sequence: 'GGGCCC' });
  const second = geneRows(2, 1, 6, 2);
  await writeCoreDump(folder, 'fictus_collection', {
    ...both,
    gene: [...both.gene, ...second.gene],
    transcript: [...both.transcript, ...second.transcript],
    exon: [...both.exon, ...second.exon],
    exon_transcript: [...both.exon_transcript, ...second.exon_transcript],
    translation: [...both.translation, ...second.translation],
  });
  // An otherfeatures database of the first species, without dna. It names another gene on the same chromosome.
  const { dna: _, ...others } = { ...oneGene(), ...geneRows(1, 4, 9, 7, 'OTH') };
  others.meta = [{ species_id: 1, meta_id: 1, meta_key: 'species.production_name', meta_value: 'fictus_primus' }];
  await writeCoreDump(folder, 'fictus_primus', others, 'otherfeatures');
  const service = await compileAndServe([folder], join(folder, 'index'));

  test('of one database are separate', async () => {
    expect((await service.get('/sequence/region/fictus_primus/1:1..12:1')).body.seq).toBe(BASES);
    expect((await service.get('/sequence/region/fictus_secundus/1:1..6:1')).body.seq).toBe('GGGCCC');
    expect(
      (await service.get('/overlap/region/fictus_secundus/1:1-6?feature=gene')).body.map(
        (gene: { id: string }) => gene.id,
      ),
    ).toEqual(['FICG00002']);
    expect((await service.get('/lookup/id/FICG00002')).body).toMatchObject({
      species: 'fictus_secundus',
      assembly_name: 'SEC1',
    });
  });

  test('without dna use the bases of the core database of their species', async () => {
    expect((await service.get('/sequence/id/OTHT00007?type=cdna')).body.seq).toBe(BASES.slice(3, 9));
    expect(
      (await service.get('/overlap/region/fictus_primus/1:1-12?feature=gene;db_type=otherfeatures')).body.map(
        (gene: { id: string }) => gene.id,
      ),
    ).toEqual(['OTHG00007']);
  });
});

describe('a circular region', async () => {
  const folder = await testFolder();
  const rows = { ...oneGene(), ...geneRows(1, 10, 3) };
  at(rows.translation, 0).seq_end = 6;
  rows.seq_region_attrib.push({ seq_region_id: 1, attrib_type_id: 316, value: '1' });
  rows.simple_feature = [
    {
      simple_feature_id: 1,
      seq_region_id: 1,
      seq_region_start: 11,
      seq_region_end: 2,
      seq_region_strand: 1,
      display_label: 'over the origin',
    },
  ];
  rows.repeat_consensus = [{ repeat_consensus_id: 1, repeat_name: 'r', repeat_class: 'c', repeat_type: 't' }];
  rows.repeat_feature = [
    {
      repeat_feature_id: 1,
      seq_region_id: 1,
      seq_region_start: 11,
      seq_region_end: 3,
      seq_region_strand: 1,
      repeat_consensus_id: 1,
    },
  ];
  const service = await compileAndServe([await writeCoreDump(folder, 'fictus_probatus', rows)], join(folder, 'index'));

  test('masks a repeat on both sides of its origin', async () => {
    expect((await service.get('/sequence/region/fictus_probatus/1:1..12:1?mask=hard')).body.seq).toBe('NNNGCCAAATNN');
    expect((await service.get('/sequence/region/fictus_probatus/1:10..4:1?mask=soft')).body.seq).toBe('TaaatgG');
  });

  test.each(['1:1-2', '1:11-12', '1:12-1'])('returns features over its origin at %s', async (region) => {
    const { body } = await service.get(`/overlap/region/fictus_probatus/${region}?feature=gene;feature=simple`);
    expect(body.map(({ feature_type, start, end }: Record<string, unknown>) => [feature_type, start, end])).toEqual([
      ['gene', 10, 3],
      ['simple', 11, 2],
    ]);
  });

  test('returns the sequence of a gene over its origin', async () => {
    expect((await service.get('/sequence/id/FICT00001?type=cdna')).body.seq).toBe('TAAATG');
    expect((await service.get('/sequence/region/fictus_probatus/1:11..2:1')).body.seq).toBe('AAAT');
  });
});

describe('buildRelease', async () => {
  const folder = await testFolder();
  const dumps = await writeCoreDump(join(folder, 'dumps'), 'fictus_probatus', oneGene());

  test('gives the same release for the same dumps', async () => {
    const first = await buildRelease([dumps], join(folder, 'first'), silentProgress);
    const second = await buildRelease([dumps], join(folder, 'second'), silentProgress);
    expect(second.id).toBe(first.id);
    expect(await readFile(join(folder, 'second/current'))).toEqual(await readFile(join(folder, 'first/current')));
  });

  test('rejects a broken row with isStrict, with file and line, and leaves the index untouched', async () => {
    const index = join(folder, 'kept');
    await buildRelease([dumps], index, silentProgress);
    const before = await readFile(join(index, 'current'));
    const broken = await writeCoreDump(join(folder, 'broken'), 'fictus_probatus', oneGene());
    await appendFile(join(broken, 'fictus_probatus/core/gene.txt'), 'half\ta\trow\n');
    await expect(buildRelease([broken], index, silentProgress, { isStrict: true })).rejects.toThrow(
      /fictus_probatus\/core\/gene\.txt line 2: .*14/,
    );
    expect(await readFile(join(index, 'current'))).toEqual(before);
  });

  test('reports truncated bases with isStrict, with their file', async () => {
    const [row] = oneGene().dna;
    const cut = await writeCoreDump(join(folder, 'cut'), 'fictus_probatus', {
      ...oneGene(),
      dna: [{ ...row, sequence: BASES.slice(0, -1) }],
    });
    await expect(buildRelease([cut], join(folder, 'none'), silentProgress, { isStrict: true })).rejects.toThrow(
      /dna\.txt line 1: seq region 1 \(1\) has 11 bases, but its length in seq_region is 12/,
    );
  });

  test('compiles a species without bases next to others without sequence, and reports it', async () => {
    const none = {
      coord_system_id: 9,
      species_id: 2,
      name: 'chromosome',
      version: 'SEC1',
      rank: 1,
      attrib: 'default_version,sequence_level',
    };
    const rows: CoreRows = {
      ...oneGene(),
      coord_system: [...oneGene().coord_system, none],
      seq_region: [...oneGene().seq_region, { seq_region_id: 2, name: '1', coord_system_id: 9, length: 6 }],
    };
    rows.meta = [1, 2].map((id) => ({
      species_id: id,
      meta_id: id,
      meta_key: 'species.production_name',
      meta_value: `fictus_${id}`,
    }));
    rows.seq_region_attrib = [1, 2].map((id) => ({ seq_region_id: id, attrib_type_id: 6, value: '1' }));
    const [collection, index] = [
      await writeCoreDump(join(folder, 'collection'), 'fictus_collection', rows),
      join(folder, 'collection-index'),
    ];
    expect((await buildRelease([collection], index, silentProgress)).notices).toContain(
      'fictus_collection core: the dna table has no bases of fictus_2; the genome has no sequence. ' +
        'They would be at the end of the file: verify its checksum.',
    );
    const service = await compileAndServe([collection], index);
    expect((await service.get('/sequence/region/fictus_1/1:1..12:1')).body).toMatchObject({ seq: BASES });
    expect((await service.get('/sequence/region/fictus_2/1:1..6:1')).body.error).toMatch(/no genome sequence/);
  });

  test('reads missing bases of regions as N, and reports them', async () => {
    const contig = (seq_region_id: number, name: string) => ({ seq_region_id, name, length: 12, coord_system_id: 3 });
    const rows = {
      ...oneGene(),
      seq_region: [...oneGene().seq_region, contig(2, 'none'), contig(3, 'third'), contig(4, 'last')],
    };
    rows.dna = [...rows.dna, { seq_region_id: 3, sequence: 'TTTTGGGGTTTT' }];
    const [partly, index] = [
      await writeCoreDump(join(folder, 'partly'), 'fictus_probatus', rows),
      join(folder, 'partly-index'),
    ];
    expect((await buildRelease([partly], index, silentProgress)).notices.join()).toMatch(
      /dna table lacks the bases of 2 regions; they are served as N \(such as none\)/,
    );
    const service = await compileAndServe([partly], index);
    for (const [name, bases] of [
      ['1', BASES],
      ['none', 'N'.repeat(12)],
      ['third', 'TTTTGGGGTTTT'],
      ['last', 'N'.repeat(12)],
    ])
      expect((await service.get(`/sequence/region/fictus_probatus/${name}:1..12:1`)).body).toMatchObject({
        seq: bases,
      });
  });

  test('reports a value that is not a number with file and line', async () => {
    const broken = await writeCoreDump(join(folder, 'wrong'), 'fictus_probatus', {
      ...oneGene(),
      karyotype: [{ karyotype_id: 'one' }],
    });
    const sentence = /karyotype\.txt line 1: column 1 of karyotype should be a whole number/;
    await expect(buildRelease([broken], join(folder, 'none'), silentProgress, { isStrict: true })).rejects.toThrow(
      sentence,
    );
    const { departures } = await buildRelease([broken], join(folder, 'tolerant'), silentProgress);
    expect(departures).toMatchObject([
      { kind: 'text in a number column', count: 1, first: [expect.stringMatching(sentence)] },
    ]);
  });

  test.each([
    [9, 3, /simple_feature\.txt line 1: a row of simple_feature ends before it starts: 9-3 of 1,/],
    [null, 3, /simple_feature\.txt line 1: a row of simple_feature is outside its region: null-3 of 1,/],
  ])(
    'reports a feature from %s to %s on a linear region with isStrict, with file and line',
    async (start, end, message) => {
      const features = [
        { simple_feature_id: 77, seq_region_id: 1, seq_region_start: start, seq_region_end: end, seq_region_strand: 1 },
      ];
      const broken = await writeCoreDump(join(folder, `backwards-${start}`), 'fictus_probatus', {
        ...oneGene(),
        simple_feature: features,
      });
      await expect(buildRelease([broken], join(folder, 'none'), silentProgress, { isStrict: true })).rejects.toThrow(
        message,
      );
    },
  );

  test('rejects dumps without a core database', async () => {
    const only = await writeCoreDump(join(folder, 'only'), 'multi', { meta: [] }, 'compara');
    await expect(buildRelease([only], join(folder, 'none'), silentProgress)).rejects.toThrow(
      /no core database among the dumps, only multi\/compara; a release needs at least one$/,
    );
  });
});

describe('notices for the operator', async () => {
  const folder = await testFolder();
  const { dna: _, ...withoutDna } = oneGene();
  const lost = geneRows(99, 1, 12, 5).gene;
  const uneven = (
    [
      [1, 10, 1, 9],
      [0, 5, 0, 5],
    ] as const
  ).map(([asm_start, asm_end, cmp_start, cmp_end]) => ({
    asm_seq_region_id: 1,
    cmp_seq_region_id: 2,
    asm_start,
    asm_end,
    cmp_start,
    cmp_end,
    ori: 1,
  }));
  const dumps = await writeCoreDump(join(folder, 'dumps'), 'fictus_probatus', {
    ...withoutDna,
    gene: [...withoutDna.gene, ...lost],
    exon_transcript: [...withoutDna.exon_transcript, { ...at(withoutDna.exon_transcript, 0), transcript_id: 99 }],
    assembly: uneven,
  });

  test('report missing core tables and wrong intervals', async () => {
    const { notices } = await buildRelease([dumps], join(folder, 'index'), silentProgress);
    expect(notices).toEqual([
      'fictus_probatus core: the dump has no xref, object_xref, dna; the build treats them as empty.',
      'fictus_probatus core: skipped 2 rows of the assembly table with intervals of different lengths or out of ' +
        'bounds (such as 0-5 of seq region 1 with 0-5 of 2).',
    ]);
  });

  test('count orphaned rows and genes without a place as departures', async () => {
    const { departures } = await buildRelease([dumps], join(folder, 'index'), silentProgress);
    expect(departures).toMatchObject(
      [
        {
          table: 'assembly',
          kind: 'missing reference',
          count: 2,
          first: [/line 1: a row of assembly has the cmp_seq_region_id 2, which/, /line 2/],
        },
        {
          table: 'exon_transcript',
          kind: 'missing reference',
          count: 1,
          first: [/transcript_id 99, which the transc/],
        },
        {
          table: 'gene',
          kind: 'missing reference',
          count: 2,
          first: [
            /line 2: a row of gene has the canonical_transcript_id 5, which the transcript table lacks/,
            /line 2: a row of gene has the seq_region_id 99/,
          ],
        },
      ].map(({ first, ...rest }) => ({ ...rest, first: first.map((sentence) => expect.stringMatching(sentence)) })),
    );
  });

  test('do not replace errors: the same database twice is rejected', async () => {
    const again = await writeCoreDump(join(folder, 'again'), 'fictus_probatus', oneGene());
    await expect(buildRelease([dumps, again], join(folder, 'none'), silentProgress)).rejects.toThrow(
      /both contain the core database of fictus_probatus/,
    );
  });
});

describe('dump folders with another species name than their meta table', () => {
  const core = oneGeneDatabase('fictus_probatus');
  const variation = {
    source: [
      {
        source_id: 1,
        name: 'Invented',
        version: 1,
        description: null,
        url: null,
        type: null,
        somatic_status: null,
        data_types: null,
      },
    ],
  };

  test('keep their databases together', async () => {
    const release = await CompiledRelease.from([
      ['fict', 'core', core],
      ['fict', 'variation', variation],
      ['fict', 'funcgen', { analysis: [{ analysis_id: 1, logic_name: 'fict_build' }] }],
    ]);
    const { get } = await release.serve();
    expect((await get('/info/species')).json.species).toMatchObject([
      { name: 'fictus_probatus', groups: ['core', 'variation', 'funcgen'] },
    ]);
    expect((await get('/info/variation/fictus_probatus')).json).toMatchObject([{ name: 'Invented' }]);
    expect((await get('/info/analysis/fictus_probatus')).json).toHaveProperty('fict_build', ['funcgen']);
  });

  test('are rejected if two mean the same species, or if other databases belong to a collection', async () => {
    await expect(
      CompiledRelease.from([
        ['fict', 'core', core],
        ['ficta', 'core', core],
      ]),
    ).rejects.toThrow(/another dump also contains the core database of fictus_probatus/);
    const collection = {
      ...core,
      coord_system: [1, 2].map((id) => ({ ...at(core.coord_system, 0), coord_system_id: id, species_id: id })),
    };
    await expect(
      CompiledRelease.from([
        ['ficti', 'core', collection],
        ['ficti', 'variation', variation],
      ]),
    ).rejects.toThrow(/ficti\/core is a collection of 2, none of which is named ficti\. Remove the variation database/);
  });
});
