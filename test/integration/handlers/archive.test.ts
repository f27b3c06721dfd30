import { beforeAll, describe, expect, it } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import type { DumpRow } from '../../support/dump-database.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';

const SPECIES = 'fictus_probatus';

/** Sessions from one database to the next. There is a gap between db_110 and db_112. */
const sessions = (
  [
    [1, 'db_100', 'db_105'],
    [2, 'db_105', 'db_110'],
    [3, 'db_112', 'db_114'],
  ] as const
).map(
  ([id, old_db_name, new_db_name]): DumpRow => ({
    mapping_session_id: id,
    old_db_name,
    new_db_name,
    old_release: old_db_name.slice(3),
    new_release: new_db_name.slice(3),
    old_assembly: 'FIC0',
    new_assembly: id === 3 ? 'FIC1' : 'FIC0',
    created: `20${10 + id}-01-01 00:00:00`,
  }),
);

type Event = [
  type: string,
  old: string | null,
  oldVersion: number | null,
  now: string | null,
  newVersion: number | null,
  session: number,
  score: number,
];

const events = (
  [
    ['gene', 'FICG1', 3, 'FICG1', 4, 2, 0.9],
    ['gene', 'FICG1', 3, 'FICG1', 4, 2, 0.9],
    ['gene', 'FICG1', 4, 'FICG1', 5, 3, 0.95],
    // Retired and replaced by two others.
    ['gene', null, 0, 'FICG2', 1, 1, 0],
    ['gene', 'FICG2', 1, 'FICG1', 4, 2, 0.8],
    ['gene', 'FICG2', 1, 'FICG3', 1, 2, 0.4],
    ['gene', 'FICG2', 1, null, 0, 2, 0],
    // Appears in the last database before a gap, and exists after the gap.
    ['transcript', null, 0, 'FICT7', 1, 2, 0],
    ['transcript', 'FICT7', 1, 'FICT7', 2, 3, 0.7],
    // First seen, unchanged, in the session that introduced its database.
    ['translation', 'FICP8', 1, 'FICP8', 1, 2, 0.6],
    ['translation', 'FICP8', 1, null, 0, 3, 0],
    ['gene', 'OLD.9', 1, null, 0, 1, 0],
    // Kept by the last session, which maps it to another id with a higher score.
    ['gene', 'FICG30', 1, 'FICG30', 2, 3, 0.5],
    ['gene', 'FICG30', 1, 'FICG31', 1, 3, 0.9],
    // Versions that were not counted.
    ['gene', 'FICG20', null, 'FICG21', null, 1, 0.5],
    ['gene', 'FICG22', null, 'FICG22', 1, 1, 0.5],
    ['gene', 'FICG22', 1, null, null, 2, 0],
  ] satisfies Event[]
).map(
  ([type, old_stable_id, old_version, new_stable_id, new_version, mapping_session_id, score]): DumpRow => ({
    old_stable_id,
    old_version,
    new_stable_id,
    new_version,
    mapping_session_id,
    type,
    score,
  }),
);

const history = {
  mapping_session: sessions,
  stable_id_event: events,
  gene_archive: [
    {
      gene_stable_id: 'FICG8',
      gene_version: 1,
      transcript_stable_id: 'FICT8',
      transcript_version: 1,
      translation_stable_id: 'FICP8',
      translation_version: 1,
      peptide_archive_id: 4,
      mapping_session_id: 3,
    },
  ],
  peptide_archive: [{ peptide_archive_id: 4, peptide_seq: 'MFICT' }],
};

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  release = await CompiledRelease.from([[SPECIES, 'core', oneGeneDatabase(SPECIES, history)]]);
  service = await release.serve();
});

const getArchive = async (id: string) => (await service.get(`/archive/id/${id}`)).json;

describe('archive/id', () => {
  it('returns the version of a current id', async () => {
    expect(await getArchive('FICG1')).toEqual({
      id: 'FICG1',
      version: 5,
      release: '115',
      is_current: '1',
      assembly: 'FIC1',
      type: 'Gene',
      possible_replacement: [],
      latest: 'FICG1.5',
      peptide: null,
    });
    expect(await getArchive('FICE1')).toMatchObject({ version: 1, type: 'Exon', latest: 'FICE1.1' });
  });

  it('repeats the version of the request as text', async () => {
    expect(await getArchive('FICG1.5')).toMatchObject({
      id: 'FICG1',
      version: '5',
      is_current: '1',
      possible_replacement: [],
    });
  });

  it('finds ids whose versions were not counted', async () => {
    expect(await getArchive('FICG20')).toMatchObject({
      version: null,
      release: '100',
      possible_replacement: [{ stable_id: 'FICG21', score: 0.5 }],
      latest: 'FICG20.',
    });
    expect(await getArchive('FICG21')).toMatchObject({
      version: null,
      release: '105',
      possible_replacement: [],
      latest: 'FICG21.',
    });
    expect(await getArchive('FICG22')).toMatchObject({ version: 1, release: '105', latest: 'FICG22.1' });
  });

  it('says when an old version was last seen and lists each successor once', async () => {
    // The session that leads to version 5 is the last one that names version 4, as part of its old database.
    expect(await getArchive('FICG1.4')).toEqual({
      id: 'FICG1',
      version: '4',
      release: '112',
      is_current: '',
      assembly: 'FIC0',
      type: 'Gene',
      possible_replacement: [{ stable_id: 'FICG1', score: 0.95 }],
      latest: 'FICG1.5',
      peptide: null,
    });
    expect(await getArchive('FICG1.3')).toMatchObject({
      release: '105',
      possible_replacement: [{ stable_id: 'FICG1', score: 0.9 }],
    });
  });

  it('lists the ids that a retired id was mapped to', async () => {
    expect(await getArchive('FICG2')).toEqual({
      id: 'FICG2',
      version: 1,
      release: '105',
      is_current: '',
      assembly: 'FIC0',
      type: 'Gene',
      latest: 'FICG2.1',
      peptide: null,
      possible_replacement: [
        { stable_id: 'FICG1', score: 0.8 },
        { stable_id: 'FICG3', score: 0.4 },
      ],
    });
    expect(await getArchive('FICG3')).toMatchObject({ release: '110', possible_replacement: [] });
  });

  it('takes the event with the highest score of those of the last session', async () => {
    expect(await getArchive('FICG30')).toMatchObject({
      version: 1,
      release: '112',
      latest: 'FICG30.1',
      possible_replacement: [{ stable_id: 'FICG30' }, { stable_id: 'FICG31', score: 0.9 }],
    });
  });

  it('looks beyond a gap between sessions', async () => {
    expect(await getArchive('FICT7.1')).toMatchObject({
      release: '112',
      possible_replacement: [{ stable_id: 'FICT7', score: 0.7 }],
    });
    expect(await getArchive('FICT7')).toMatchObject({
      version: 2,
      release: '114',
      assembly: 'FIC1',
      latest: 'FICT7.2',
      possible_replacement: [],
    });
  });

  it('shows the archived sequence of a translation', async () => {
    expect(await getArchive('FICP8')).toMatchObject({
      type: 'Translation',
      release: '112',
      peptide: 'MFICT',
      possible_replacement: [],
    });
  });

  it('reads a dot as part of an id if such an id exists, and ignores letter case', async () => {
    expect(await getArchive('OLD.9')).toMatchObject({ id: 'OLD.9', version: 1, type: 'Gene', latest: 'OLD.9.1' });
    expect(await getArchive('ficg2.1')).toMatchObject({
      id: 'ficg2',
      version: '1',
      possible_replacement: [{ stable_id: 'FICG1' }, { stable_id: 'FICG3' }],
    });
  });

  it.each([
    ['NOPE', 'No object found for NOPE'],
    ['NOPE.1', 'No object found for NOPE.1'],
    ['FICG1.99', 'No archive found for FICG1.99'],
    ['FICG2.7', 'No archive found for FICG2.7'],
    ['FICE1.2', 'No archive found for FICE1.2'],
  ])('rejects %s', async (id, error) => {
    expect(await service.get(`/archive/id/${id}`)).toMatchObject({ status: 400, json: { error } });
  });

  it('answers several ids in the order of the request, without unknown ones', async () => {
    const { json } = await service.post('/archive/id', { id: ['FICG2', 'FICG1.5', 'FICG2'] });
    expect(json.map(({ latest }: { latest: string }) => latest)).toEqual(['FICG2.1', 'FICG1.5', 'FICG2.1']);
    const { json: known } = await service.post('/archive/id', { id: ['NOPE', 'FICG1', 'FICG1.99'] });
    expect(known).toMatchObject([{ id: 'FICG1', version: 5 }]);
    expect(await service.post('/archive/id', { id: ['NOPE'] })).toMatchObject({ status: 200, text: 'null' });
  });

  it('answers null to a body without ids, and rejects long lists and values that are not lists', async () => {
    expect(await service.post('/archive/id', { id: 'FICG1' })).toMatchObject({
      status: 400,
      json: { error: "The value of 'id' in the POST body must be a list" },
    });
    for (const body of [{}, { ids: ['FICG1'] }, { id: [] }])
      expect(await service.post('/archive/id', body)).toMatchObject({ status: 200, text: 'null' });
    expect(await service.post('/archive/id', { id: Array.from({ length: 1001 }, () => 'FICG1') })).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('1001 elements') },
    });
  });
});

describe('archive/id of a release with a list of archived ids', () => {
  it('finds only the listed ids', async () => {
    const listed = await CompiledRelease.from([
      [SPECIES, 'core', oneGeneDatabase(SPECIES, history)],
      [
        'multi',
        'stable_ids',
        {
          species: [
            { species_id: 4, name: 'Fictus_probatus' },
            { species_id: 5, name: 'fictus_alter' },
          ],
          archive_id_lookup: (
            [
              ['FICG2', 4, 'core'],
              ['FICT7', 4, 'otherfeatures'],
              ['FICP8', 5, 'core'],
            ] as const
          ).map(([archive_id, species_id, db_type]) => ({ archive_id, species_id, db_type, object_type: 'Gene' })),
        },
      ],
    ]);
    const { get } = await listed.serve();
    // The list is per species: in which of its databases an id was does not matter.
    for (const id of ['FICG2', 'FICT7']) expect(await get(`/archive/id/${id}`)).toMatchObject({ status: 200 });
    expect(await get('/archive/id/FICG1')).toMatchObject({ status: 200, json: { is_current: '1' } });
    for (const id of ['FICP8', 'FICG3'])
      expect(await get(`/archive/id/${id}`)).toMatchObject({
        status: 400,
        json: { error: `No object found for ${id}` },
      });
  });
});

it('archive/id of a collection finds the histories of all its species', async () => {
  const collection = oneGeneDatabase('fictus_unus', history);
  collection.coord_system.push({ ...at(collection.coord_system, 0), coord_system_id: 2, species_id: 2 });
  collection.meta.push({ species_id: 2, meta_id: 99, meta_key: 'species.production_name', meta_value: 'fictus_duo' });
  const listed = await CompiledRelease.from([
    ['ficti_collection', 'core', collection],
    [
      'multi',
      'stable_ids',
      {
        species: [{ species_id: 4, name: 'fictus_duo' }],
        archive_id_lookup: [{ archive_id: 'FICG2', species_id: 4, db_type: 'core', object_type: 'Gene' }],
      },
    ],
  ]);
  const { get } = await listed.serve();
  expect(await get('/archive/id/FICG2')).toMatchObject({ status: 200, json: { latest: 'FICG2.1' } });
  expect((await get('/archive/id/FICG3')).status).toBe(400);
});

describe('archive/id of an id that is not in the core database', () => {
  it('answers from the history in the core database, or rejects it', async () => {
    const others = oneGeneDatabase(SPECIES);
    at(others.gene, 0).stable_id = 'FICG2';
    at(others.transcript, 0).stable_id = 'FICX1';
    const both = await CompiledRelease.from([
      [SPECIES, 'core', oneGeneDatabase(SPECIES, history)],
      [SPECIES, 'otherfeatures', others],
    ]);
    const { get } = await both.serve();
    expect(await get('/archive/id/FICG2')).toMatchObject({
      status: 200,
      json: { is_current: '', version: 1, latest: 'FICG2.1' },
    });
    expect(await get('/archive/id/FICG2.1')).toMatchObject({ status: 200, json: { is_current: '' } });
    expect(await get('/archive/id/FICX1')).toMatchObject({
      status: 400,
      json: { error: 'No archive found for FICX1' },
    });
    expect(await get('/archive/id/FICG1')).toMatchObject({ status: 200, json: { is_current: '1' } });
  });
});

it('archive/id takes at most two waves of reads after the root, and none once its tables are cached', async () => {
  const { get, store } = await release.serve();
  await get('/archive/id/FICG2');
  expect(store.waves).toBeLessThanOrEqual(2);
  store.reset();
  await get('/archive/id/FICG1.4');
  expect(store.waves).toBe(0);
});
