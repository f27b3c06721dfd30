import { beforeAll, describe, expect, it } from 'vitest';
import { client, makeStore, openRelease } from './lookup-release.ts';

let ask: ReturnType<typeof client>;
beforeAll(async () => {
  ask = client(await openRelease(await makeStore()));
});

describe('the service', () => {
  it('answers pings and reports its versions and its data', async () => {
    expect((await ask('/info/ping')).json).toEqual({ ping: 1 });
    expect((await ask('/info/rest')).json).toEqual({ release: expect.stringMatching(/^\d+\.\d+$/) });
    expect((await ask('/info/software')).json).toEqual({ release: 115 });
    expect((await ask('/info/data')).json).toEqual({ releases: [115] });
  });
});

describe('info/species', () => {
  const names = (json: any) => json.species.map((species: any) => species.name);

  it('lists vertebrates by default, also by the former name of their division, with all properties', async () => {
    const { json } = await ask('/info/species');
    expect(names(json)).toEqual(['homo_fictus', 'vulpes_fictus']);
    expect(json.species[0]).toEqual({
      name: 'homo_fictus',
      release: 115,
      aliases: ['human'],
      groups: ['otherfeatures', 'core'],
      division: 'EnsemblVertebrates',
      display_name: null,
      common_name: null,
      accession: null,
      assembly: 'FIC1',
      taxon_id: '9606',
      strain: 'test',
      strain_collection: 'Human',
    });
  });

  it('filters by division and by collection of strains', async () => {
    expect(names((await ask('/info/species?division=ensemblelsewhere')).json)).toEqual(['mus_fictus']);
    expect(names((await ask('/info/species?division=nosuch')).json)).toEqual([]);
    expect(names((await ask('/info/species?strain_collection=human')).json)).toEqual(['homo_fictus']);
    expect(names((await ask('/info/species?strain_collection=human;division=EnsemblElsewhere')).json)).toEqual([]);
    expect(names((await ask('/info/species?division=EnsemblVertebrates')).json)).toEqual(['homo_fictus']);
    expect(names((await ask('/info/species?division=')).json)).toHaveLength(3);
  });

  it('omits strains with hide_strain_info=1', async () => {
    const { json } = await ask('/info/species?hide_strain_info=1;division=');
    expect(names(json)).toHaveLength(3);
    for (const species of json.species) expect(Object.keys(species)).not.toEqual(expect.arrayContaining(['strain']));
    expect((await ask('/info/species?hide_strain_info=0')).json.species[0]).toHaveProperty('strain_collection');
  });
});

describe('info/assembly', () => {
  it('describes the assembly of a species by any of its names', async () => {
    const { json } = await ask('/info/assembly/homo_fictus');
    expect(json).toEqual({
      assembly_name: 'FIC1.p2',
      assembly_date: null,
      assembly_accession: null,
      default_coord_system_version: 'FIC1',
      coord_system_versions: ['FIC1', 'FIC0'],
      genebuild_method: 'full_genebuild',
      genebuild_start_date: null,
      genebuild_initial_release_date: null,
      genebuild_last_geneset_update: null,
      golden_path: null,
      karyotype: ['1'],
      top_level_region: [
        { name: '1', length: 10_000, coord_system: 'chromosome' },
        { name: 'MT', length: 1000, coord_system: 'chromosome' },
      ],
    });
    expect((await ask('/info/assembly/HUMAN')).json).toEqual(json);
    expect((await ask('/info/assembly/9606')).json).toEqual(json);
  });

  it('adds bands and synonyms on request to the regions that have some', async () => {
    const { json } = await ask('/info/assembly/human?bands=1;synonyms=1');
    const band = {
      id: 'p1',
      seq_region_name: '1',
      assembly_name: 'FIC1',
      start: 1,
      end: 4000,
      strand: 0,
      stain: 'gneg',
    };
    const synonyms = [
      { name: 'CM1.1', dbname: 'INSDC' },
      { name: 'one', dbname: null },
    ];
    expect(json.top_level_region).toEqual([
      { name: '1', length: 10_000, coord_system: 'chromosome', bands: [band], synonyms },
      { name: 'MT', length: 1000, coord_system: 'chromosome' },
    ]);
    expect((await ask('/info/assembly/human/1?bands=1;synonyms=1')).json).toEqual({
      coordinate_system: 'chromosome',
      assembly_name: 'FIC1',
      assembly_exception_type: 'REF',
      length: 10_000,
      is_chromosome: 1,
      is_circular: 0,
      karyotype_band: [band],
      synonyms,
    });
  });

  it('describes regions by name, by synonym and by span', async () => {
    expect((await ask('/info/assembly/human/MT?bands=1;synonyms=1')).json).toEqual({
      coordinate_system: 'chromosome',
      assembly_name: 'FIC1',
      assembly_exception_type: 'REF',
      length: 1000,
      is_chromosome: 0,
      is_circular: 1,
    });
    expect((await ask('/info/assembly/human/PATCH1')).json).toMatchObject({
      assembly_exception_type: 'PATCH_FIX',
      is_chromosome: 0,
    });
    expect((await ask('/info/assembly/human/ctg1')).json).toMatchObject({
      coordinate_system: 'contig',
      assembly_name: '',
    });
    expect((await ask('/info/assembly/human/cm1.1')).json).toMatchObject({ length: 10_000 });
    expect((await ask('/info/assembly/human/1:101-200?bands=1')).json).toMatchObject({
      length: 100,
      karyotype_band: [{ id: 'p1' }],
    });
    expect((await ask('/info/assembly/human/1:5001-6000?bands=1')).json).not.toHaveProperty('karyotype_band');
    expect((await ask('/info/assembly/human/MT:901-100')).json).toMatchObject({ length: 200 });
  });

  it('rejects unknown species and regions', async () => {
    expect(await ask('/info/assembly/nosuch')).toEqual({
      status: 400,
      json: { error: "Can not find internal name for species 'nosuch'" },
    });
    expect(await ask('/info/assembly/nosuch/1')).toEqual({
      status: 400,
      json: { error: "Can not find internal name for species 'nosuch'" },
    });
    expect(await ask('/info/assembly/human/wibble')).toEqual({
      status: 400,
      json: { error: 'No slice found for location wibble' },
    });
  });
});
