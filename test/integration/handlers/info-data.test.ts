import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { testFolder } from '../../support/test-folder.ts';
import { at } from '../../../src/checked.ts';

const SPECIES = 'fictus_probatus';

const core = oneGeneDatabase(SPECIES, {
  biotype: (
    [
      ['protein_coding', 'gene', 'coding', 'SO:1'],
      ['protein_coding', 'transcript', 'coding', 'SO:2'],
      ['tRNA', 'gene', 'snoncoding', 'SO:3'],
      ['odd', 'gene', null, null],
      ['model', 'gene', 'coding', 'SO:4', 'otherfeatures,cdna'],
    ] as const
  ).map(([name, object_type, biotype_group, so_acc, db_type = 'core,otherfeatures'], index) => ({
    biotype_id: index + 1,
    name,
    object_type,
    db_type,
    biotype_group,
    so_acc,
    so_term: 'term',
  })),
  protein_align_feature: [{ protein_align_feature_id: 1, external_db_id: 9 }],
});

const otherfeatures = oneGeneDatabase(SPECIES, { analysis: [{ analysis_id: 2, logic_name: 'fict_cdnas' }] });
at(otherfeatures.gene, 0).biotype = 'cdna_model';

const population = (population_id: number, name: string, display: string, size: number | null = null) => ({
  population_id,
  name,
  display,
  size,
  description: `${name} described`,
});
const variation = {
  source: [
    {
      source_id: 1,
      name: 'dbFict',
      version: 138,
      description: 'Variants',
      url: 'http://x',
      type: null,
      somatic_status: 'mixed',
      data_types: 'variation,study',
    },
    {
      source_id: 2,
      name: 'Dated',
      version: 20160620,
      description: 'By the day',
      url: null,
      type: 'chip',
      somatic_status: null,
      data_types: null,
    },
    {
      source_id: 3,
      name: 'Monthly',
      version: 201310,
      description: null,
      url: null,
      type: '',
      somatic_status: '',
      data_types: '',
    },
    {
      source_id: 4,
      name: 'Yearly',
      version: 20174,
      description: null,
      url: null,
      type: null,
      somatic_status: null,
      data_types: 'study',
    },
    {
      source_id: 5,
      name: 'Timeless',
      version: null,
      description: null,
      url: null,
      type: null,
      somatic_status: null,
      data_types: 'study',
    },
  ],
  population: [
    population(1, 'P:marked', 'LD', 7),
    population(2, 'P:typed', 'UNDISPLAYABLE', 2),
    population(3, 'P:plain', 'UNDISPLAYABLE'),
    population(4, 'P:ALL', 'LD'),
  ],
  sample: [
    { sample_id: 1, individual_id: 1, name: 'S:a' },
    { sample_id: 2, individual_id: 2, name: 'S:b' },
  ],
  individual: [
    { individual_id: 1, name: 'animal a', gender: 'Female' },
    { individual_id: 2, name: 'animal b', gender: null },
  ],
  sample_population: [
    { sample_id: 2, population_id: 2 },
    { sample_id: 1, population_id: 2 },
  ],
};

const compara = {
  meta: [{ meta_id: 1, meta_key: 'schema_version', meta_value: '115' }],
  method_link: [
    { method_link_id: 1, type: 'EPO', class: 'GenomicAlignTree.ancestral_alignment' },
    { method_link_id: 2, type: 'ORTHOLOGUES', class: 'Homology.homology' },
    { method_link_id: 3, type: 'PARALOGUES', class: 'Homology.homology' },
  ],
  method_link_species_set: [{ method_link_species_set_id: 1, method_link_id: 1, species_set_id: 1, name: 'two ficts' }],
  species_set_header: [{ species_set_id: 1, name: 'ficts' }],
  species_set: [
    { species_set_id: 1, genome_db_id: 2 },
    { species_set_id: 1, genome_db_id: 1 },
  ],
  genome_db: [
    { genome_db_id: 1, name: SPECIES },
    { genome_db_id: 2, name: 'fictus_alter' },
  ],
  ncbi_taxa_node: [
    { taxon_id: 9999, parent_id: 77 },
    { taxon_id: 77, parent_id: 1 },
    { taxon_id: 1, parent_id: 1 },
  ],
  ncbi_taxa_name: (
    [
      [77, 'Fictidae', 'scientific name'],
      [77, 'fictid beasts', 'genbank common name'],
      [77, '770', 'merged_taxon_id'],
      [1, 'all', 'synonym'],
    ] as const
  ).map(([taxon_id, name, name_class]) => ({ taxon_id, name, name_class })),
};

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  const vcf = await testFolder();
  await writeFile(
    join(vcf, 'a.vcf'),
    '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\n',
  );
  await writeFile(
    join(vcf, 'vcf_config.json'),
    JSON.stringify({ collections: [{ id: 'one', species: SPECIES, filename_template: 'a.vcf', sample_prefix: 'S:' }] }),
  );
  release = await CompiledRelease.from(
    [
      [SPECIES, 'core', core],
      [SPECIES, 'otherfeatures', otherfeatures],
      [SPECIES, 'variation', variation],
      ['multi', 'compara', compara],
      ['fictus_alter', 'core', oneGeneDatabase('fictus_alter')],
    ],
    { vcfConfig: join(vcf, 'vcf_config.json') },
  );
  service = await release.serve();
});

const get = async (path: string) => (await service.get(path)).json;

describe('info/analysis', () => {
  it('lists the database kinds of each analysis, and is empty for an unknown species', async () => {
    expect(await get(`/info/analysis/${SPECIES}`)).toEqual({
      fict_genes: ['core', 'otherfeatures'],
      fict_cdnas: ['otherfeatures'],
    });
    expect(await get('/info/analysis/nosuch')).toEqual({});
  });
});

describe('info/biotypes', () => {
  it('lists the biotypes of genes and transcripts of all databases', async () => {
    expect(await get(`/info/biotypes/${SPECIES}`)).toEqual([
      { biotype: 'protein_coding', objects: ['gene', 'transcript'], groups: ['core', 'otherfeatures'] },
      { biotype: 'cdna_model', objects: ['gene'], groups: ['otherfeatures'] },
    ]);
    expect(await service.get('/info/biotypes/nosuch')).toMatchObject({
      status: 400,
      json: { error: 'Could not fetch adaptor for species nosuch' },
    });
  });

  it('lists groups, their biotypes, and biotypes of a name', async () => {
    expect(await get('/info/biotypes/groups')).toEqual(['coding', 'snoncoding']);
    // Not the biotype that no core database has.
    expect(await get('/info/biotypes/groups/coding')).toHaveLength(2);
    expect(await get('/info/biotypes/name/model')).toEqual([
      { name: 'model', object_type: 'gene', biotype_group: 'coding', so_acc: 'SO:4', so_term: 'term' },
    ]);
    expect(await get('/info/biotypes/groups/CODING/Transcript')).toEqual([
      { name: 'protein_coding', object_type: 'transcript', biotype_group: 'coding', so_acc: 'SO:2', so_term: 'term' },
    ]);
    expect(await get('/info/biotypes/name/tRNA')).toHaveLength(1);
    expect((await service.get('/info/biotypes/groups', 'text/x-yaml')).text).toContain('- coding');
  });

  it.each([
    ['groups/nosuch', 404, 'biotypes not found for group nosuch'],
    ['groups/coding/exon', 404, 'biotypes not found for group coding and object_type exon'],
    ['name/nosuch', 404, 'biotypes not found for name nosuch'],
    ['name', 400, "Missing mandatory argument ':name' for endpoint info/biotypes/name/:name/:object_type"],
  ])('rejects %s', async (path, status, error) => {
    expect(await service.get(`/info/biotypes/${path}`)).toMatchObject({ status, json: { error } });
  });
});

describe('info/external_dbs', () => {
  const names = async (query: string) =>
    (await get(`/info/external_dbs/${SPECIES}${query}`)).map(({ name }: { name: string }) => name);

  it('lists all databases, those that match a LIKE pattern, and those that rows of a table refer to', async () => {
    expect(await names('')).toEqual(['INSDC', 'FICT_NAME', 'GO_fict']);
    expect(await names('?filter=GO%25')).toEqual(['GO_fict']);
    expect(await names('?filter=go')).toEqual([]);
    expect(await names('?filter=')).toHaveLength(3);
    expect(await names('?feature=xref')).toEqual(['FICT_NAME']);
    expect(await names('?feature=seq_region_synonym')).toEqual(['INSDC']);
    expect(await names('?feature=protein_align_feature;filter=%25fict')).toEqual(['GO_fict']);
    expect(await names('?feature=dna_align_feature')).toEqual([]);
    expect((await get(`/info/external_dbs/${SPECIES}?filter=FICT_NAME`))[0]).toEqual({
      name: 'FICT_NAME',
      release: '3',
      display_name: 'Fict names',
      description: 'Names of ficts',
    });
  });

  it('rejects an unknown species and an unknown table', async () => {
    expect(await service.get('/info/external_dbs/nosuch')).toMatchObject({
      status: 400,
      json: { error: 'Could not fetch adaptor for species nosuch' },
    });
    expect(await service.get(`/info/external_dbs/${SPECIES}?feature=gene`)).toMatchObject({
      status: 400,
      json: { error: "No external db entries for feature 'gene'" },
    });
  });

  it('answers a pattern of 10,000 wildcards', async () => {
    expect(await names(`?filter=${'%25a'.repeat(5000)}`)).toEqual([]);
    expect(await names(`?filter=${'%25'.repeat(10_000)}`)).toHaveLength(3);
  });
});

describe('info/compara', () => {
  it('lists databases, methods by class and species sets', async () => {
    expect(await get('/info/comparas')).toEqual({ comparas: [{ name: 'vertebrates', release: 115 }] });
    expect(await get('/info/compara/methods')).toEqual({
      'GenomicAlignTree.ancestral_alignment': ['EPO'],
      'Homology.homology': ['ORTHOLOGUES', 'PARALOGUES'],
    });
    expect(await get('/info/compara/methods?compara=multi;class=Homology')).toEqual({
      'Homology.homology': ['ORTHOLOGUES', 'PARALOGUES'],
    });
    for (const nothing of ['', '0'])
      expect(await get(`/info/compara/methods?compara=${nothing}`)).toEqual(await get('/info/compara/methods'));
    expect(await get('/info/compara/species_sets/epo')).toEqual([
      { name: 'two ficts', method: 'EPO', species_set_group: 'ficts', species_set: [SPECIES, 'fictus_alter'] },
    ]);
    expect(await get('/info/compara/species_sets/PARALOGUES')).toEqual([]);
  });

  it.each([
    ['^Genomic.*alignment$', 1],
    ['^alignment', 0],
    ['.*', 2],
    ['Tree\\.a', 1],
    ['Homology_homology', 0],
    ['HOMOLOGY', 0],
    ['^H[a-z]+\\.h', 1],
    ['(Homology|Tree)\\.', 2],
    ['Homology|Tree', 2],
    ['^Homology|nothing$', 1],
    ['a|', 2],
  ])('accepts the class pattern %s', async (pattern, classes) => {
    expect(Object.keys(await get(`/info/compara/methods?class=${encodeURIComponent(pattern)}`))).toHaveLength(classes);
  });

  it.each(['(a+)+$', '[', '.*.*.*.*x', '(?=a)', '\\1'])('rejects the class pattern %s', async (pattern) => {
    expect(await service.get(`/info/compara/methods?class=${encodeURIComponent(pattern)}`)).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('of class') },
    });
  });

  it('rejects an unknown database, and lists no species sets for an unknown method', async () => {
    expect(await service.get('/info/compara/methods?compara=nosuch')).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining("'nosuch'") },
    });
    expect(await get('/info/compara/species_sets/WIBBLE')).toEqual([]);
  });
});

describe('info/variation', () => {
  it('lists sources with their versions as dates, and omits missing values', async () => {
    const sources = await get(`/info/variation/${SPECIES}`);
    expect(sources.map(({ version }: { version?: string }) => version)).toEqual([
      '138',
      '20/06/2016',
      '10/2013',
      '2017.4',
      undefined,
    ]);
    expect(sources[0]).toEqual({
      name: 'dbFict',
      version: '138',
      description: 'Variants',
      url: 'http://x',
      somatic_status: 'mixed',
      data_types: ['variation', 'study'],
    });
    // Ensembl lists one missing type of data where the column is NULL.
    expect(sources[1].data_types).toEqual([null]);
    expect(sources[2]).toEqual({
      name: 'Monthly',
      version: '10/2013',
      description: null,
      url: null,
      type: '',
      somatic_status: '',
    });
    expect(await get(`/info/variation/${SPECIES}?filter=dbfict`)).toEqual([sources[0]]);
  });

  it('lists populations, and with filter=LD those that the database marks, not pooled ones', async () => {
    expect(await get(`/info/variation/populations/${SPECIES}`)).toHaveLength(4);
    expect(await get(`/info/variation/populations/${SPECIES}?filter=LD`)).toEqual([
      { name: 'P:marked', description: 'P:marked described', size: 7 },
    ]);
  });

  it('lists the individuals of a population, with or without a colon after the species', async () => {
    const expected = [
      {
        name: 'P:typed',
        description: 'P:typed described',
        size: 2,
        individuals: [{ name: 'animal a', gender: 'Female' }, { name: 'animal b' }],
      },
    ];
    expect(await get(`/info/variation/populations/${SPECIES}/P:typed`)).toEqual(expected);
    expect(await get(`/info/variation/populations/${SPECIES}:/p:TYPED`)).toEqual(expected);
    expect(await get(`/info/variation/populations/${SPECIES}/P:plain`)).toEqual([
      { name: 'P:plain', description: 'P:plain described', size: null },
    ]);
  });

  it('lists consequences by rank, and shows the rank on request', async () => {
    const [plain, ranked] = [
      await get('/info/variation/consequence_types'),
      await get('/info/variation/consequence_types?rank=1'),
    ];
    expect(plain[0]).toEqual({
      SO_term: 'transcript_ablation',
      SO_accession: 'SO:0001893',
      label: 'transcript ablation',
      description: expect.any(String),
    });
    expect(
      ranked.map(({ consequence_ranking }: { consequence_ranking: string }) => Number(consequence_ranking)),
    ).toEqual(plain.map((_: unknown, index: number) => index + 1));
    expect(new Set(plain.map(({ SO_term }: { SO_term: string }) => SO_term)).size).toBe(plain.length);
  });

  it.each([
    [`${SPECIES}?filter=nosuch`, `Variation source 'nosuch' not found for ${SPECIES}`],
    ['fictus_alter', 'Species fictus_alter does not have variation data.'],
    ['nosuch', "Can not find internal name for species 'nosuch'"],
    ['populations/fictus_alter', 'Species fictus_alter does not have population data.'],
    [`populations/${SPECIES}?filter=wibble`, "Unknown filter option 'wibble'"],
    [`populations/${SPECIES}?filter=ld`, "Unknown filter option 'ld'"],
    [`populations/${SPECIES}/nosuch`, "Population 'nosuch' not found."],
    ['populations/fictus_alter/P:plain', 'Species fictus_alter does not have population data.'],
  ])('rejects %s', async (path, error) => {
    expect(await service.get(`/info/variation/${path}`)).toMatchObject({ status: 400, json: { error } });
  });
});

describe('info/genomes', () => {
  const names = async (path: string) => (await get(`/info/genomes/${path}`)).map(({ name }: { name: string }) => name);

  it('describes a genome by any of its names and by accession', async () => {
    expect(await get(`/info/genomes/${SPECIES}`)).toMatchObject({
      name: SPECIES,
      display_name: 'Proved fict',
      scientific_name: 'Fictus probatus',
      taxonomy_id: '9999',
      division: 'EnsemblFiction',
      assembly_accession: 'GCA_000009999.3',
      assembly_level: 'chromosome',
      base_count: '5000',
      has_variations: '1',
      has_genome_alignments: '1',
      has_peptide_compara: '0',
      dbname: `${SPECIES}_core_115_1`,
    });
    for (const name of ['proved', 'PROVED', 'Proved fict', 'proved_fict'])
      expect(await get(`/info/genomes/${name}`)).toHaveProperty('display_name', 'Proved fict');
    for (const accession of ['GCA_000009999.3', 'gca_000009999'])
      expect((await service.get(`/info/genomes/assembly/${accession}`)).status).toBe(200);
  });

  it('finds genomes by sequence, division, taxon id or name, and by ids and names of taxa above', async () => {
    for (const path of [
      'accession/FX000001.2',
      'accession/FX000001',
      'division/EnsemblFiction',
      'division/fiction',
      'taxonomy/9999',
      'taxonomy/fictidae',
      'taxonomy/77',
      'taxonomy/Fictid%20beasts',
      'taxonomy/fictid_beasts',
      'taxonomy/770',
      'taxonomy/077',
      'taxonomy/1',
      'taxonomy/all',
    ]) {
      expect((await names(path)).sort(), path).toEqual(['fictus_alter', SPECIES]);
    }
    expect(await names('taxonomy/Fictus%20probatus')).toEqual([SPECIES]);
  });

  it('returns more with expand=1', async () => {
    expect(await get(`/info/genomes/${SPECIES}?expand=1`)).toMatchObject({
      aliases: ['proved'],
      sequences: [{ name: '1', acc: 'FX000001.2' }],
      databases: [{ type: 'core' }, { type: 'otherfeatures' }, { type: 'variation' }],
    });
    expect((await get('/info/genomes/division/fiction?expand=1'))[0]).toHaveProperty('sequences');
  });

  it('lists divisions and the version of Ensembl Genomes', async () => {
    expect(await get('/info/divisions')).toEqual(['EnsemblFiction']);
    expect(await get('/info/eg_version')).toEqual({ version: '62' });
  });

  it.each(['nosuch', 'assembly/nosuch'])('rejects %s', async (path) => {
    expect(await service.get(`/info/genomes/${path}`)).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('nosuch') },
    });
  });

  it.each(['accession/nosuch', 'division/nosuch', 'taxonomy/nosuch'])('lists no genomes for %s', async (path) => {
    expect(await get(`/info/genomes/${path}`)).toEqual([]);
  });
});

describe('waves of reads after the root', () => {
  it.each([
    [`/info/analysis/${SPECIES}`, 1],
    [`/info/biotypes/${SPECIES}`, 1],
    ['/info/biotypes/groups/coding', 1],
    [`/info/external_dbs/${SPECIES}`, 1],
    ['/info/comparas', 0],
    ['/info/compara/methods', 1],
    ['/info/compara/species_sets/EPO', 1],
    [`/info/variation/${SPECIES}`, 1],
    [`/info/variation/populations/${SPECIES}?filter=LD`, 1],
    [`/info/variation/populations/${SPECIES}/P:typed`, 2],
    ['/info/variation/consequence_types', 0],
    ['/info/divisions', 0],
    [`/info/genomes/${SPECIES}?expand=1`, 2],
    ['/info/genomes/taxonomy/fictidae?expand=1', 2],
  ])('for %s are %i cold, and none from the cache', async (path, waves) => {
    const { get: ask, store } = await release.serve();
    expect((await ask(path)).status).toBe(200);
    expect(store.waves).toBe(waves);
    store.reset();
    await ask(path);
    expect(store.waves).toBe(0);
  });
});
