/** Ids in requests without a species, in a release with the compara databases of two divisions. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { StoreError } from '../../../src/store/store.ts';
import { polyploidRelease } from '../handlers/compared-polyploid-release.ts';
import type { CompiledRelease } from '../../support/compiled-release.ts';

/** Waves of reads of a process that has read only the root. */
async function cost(release: CompiledRelease, path: string): Promise<{ waves: number; status: number; text: string }> {
  const service = await release.serve();
  const { status, text } = await service.get(path);
  await service.close();
  return { waves: service.store.waves, status, text };
}

describe('an id with another prefix than the default database', () => {
  let release: CompiledRelease;
  beforeAll(async () => {
    release = await polyploidRelease(['plants', 'multi'], { birdGene: 'BIRDG1' });
  });

  test.each([
    ['/genetree/member/id/FICG1', 2],
    ['/genetree/member/id/FICT1', 2],
    ['/genetree/member/id/FICT1.2', 2],
    ['/genetree/member/id/FICP1', 2],
    ['/genetree/member/id/FICP1.2', 2],
    ['/genetree/member/id/FICE1', 2],
    ['/genetree/member/id/FICE1.1', 2],
    ['/cafe/genetree/member/id/FICG1', 2],
    ['/homology/id/FICG1', 2],
    ['/homology/id/FICG1?format=condensed', 1],
    ['/genetree/id/FICGT1', 1],
    ['/cafe/genetree/id/FICGT1', 2],
  ])('takes in %s %i waves', async (path, waves) => {
    const found = await cost(release, path);
    expect([found.waves, found.status], found.text).toEqual([waves, 200]);
  });

  test('is found together with ids of the default database, in the order of the request', async () => {
    const service = await release.serve();
    const {
      json: { data },
    } = await service.post('/homology/id', { ids: ['FICG1', 'NOPE', 'BIRDG1', 'FICG1.5'] });
    expect(data.map(({ id, homologies }: any) => [id, homologies.length])).toEqual([
      ['FICG1', 3],
      ['BIRDG1', 0],
    ]);
    expect(service.store.waves).toBe(2);
    await service.close();
  });

  test('adds no waves for ids of the default database', async () => {
    expect(await cost(release, '/homology/id/BIRDG1')).toMatchObject({ waves: 1, status: 200 });
    expect(await cost(release, '/genetree/member/id/BIRDG1')).toMatchObject({ waves: 1, status: 400 });
  });
});

test('if ids of both databases have the same prefix, the species of the other is read before the tree', async () => {
  const release = await polyploidRelease(['plants', 'multi'], { birdGene: 'FICG9' });
  expect(await cost(release, '/genetree/member/id/FICG1')).toMatchObject({ waves: 3, status: 200 });
  expect(await cost(release, '/homology/id/FICG1')).toMatchObject({ waves: 2, status: 200 });
});

test('a read error in another division fails only requests that need this division', async () => {
  const release = await polyploidRelease(['plants', 'multi'], { birdGene: 'FICG9' });
  const service = await release.serve();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const read = service.store.read.bind(service.store);
  let failed = 0;
  vi.spyOn(service.store, 'read').mockImplementation(async (range) => {
    if (!range.object.includes('plants')) return read(range);
    failed++;
    throw new StoreError(`${range.object} is away`);
  });
  const statuses = async (id: string) => [
    (await service.get(`/homology/id/${id}`)).status,
    (await service.get(`/genetree/member/id/${id}`)).json.error,
  ];
  expect(await statuses('FICG9')).toEqual([200, 'No GeneTree found for Gene ID FICG9']);
  expect(failed).toBeGreaterThan(2);
  expect((await service.get('/homology/id/FICG1')).status).toBeGreaterThanOrEqual(500);
  expect((await service.get('/genetree/member/id/FICG1')).status).toBeGreaterThanOrEqual(500);
  await service.close();
  log.mockRestore();
});

describe('an id of a gene in several databases', () => {
  let release: CompiledRelease;
  beforeAll(async () => {
    release = await polyploidRelease(['plants', 'multi'], { birdGene: 'FICG9', relativeOfBird: 'FICG1' });
  });

  test('belongs to the species that has it, as if the request named the species', async () => {
    for (const [path, waves] of [
      ['/homology/id/FICG1', 2],
      ['/cafe/genetree/member/id/FICG1', 3],
      ['/genetree/member/id/FICG1', 3],
    ] as const) {
      const found = await cost(release, path);
      expect(found, path).toMatchObject({ waves, status: 200 });
      expect(found.text, path).toBe((await cost(release, path.replace('/id/', '/id/wheat/'))).text);
    }
    expect((await cost(release, '/homology/id/FICG1?compara=vertebrates')).text).toBe(
      '{"data":[{"id":"FICG1","homologies":[]}]}',
    );
  });

  test('is found with others, in the order of the request and with targets of its own database', async () => {
    const service = await release.serve();
    const ids = ['FICG9', 'NOPE', 'FICG1'];
    const {
      json: { data },
    } = await service.post('/homology/id?sequence=cdna', { ids });
    expect(service.store.waves).toBe(2);
    expect(data.map(({ id, homologies }: any) => [id, homologies.length])).toEqual([
      ['FICG9', 0],
      ['FICG1', 3],
    ]);
    expect(data[1]).toEqual((await service.get('/homology/id/wheat/FICG1?sequence=cdna')).json.data[0]);
    const targets = await service.post('/homology/id?target_species=fictaria_aliena;format=condensed', { ids });
    expect(targets.json.data.map(({ homologies }: any) => homologies.length)).toEqual([0, 1]);
    expect((await service.post('/homology/id?target_species=nope', { ids })).json).toEqual({
      error: "Could not find a GenomeDB named 'nope'",
    });
    expect((await service.post('/homology/id', { ids }, 'text/xml')).text).toContain('FICG3');
    expect((await service.post('/homology/id', { ids }, 'text/x-orthoxml+xml')).text).toContain(
      'in several compara databases',
    );
    await service.close();
  });
});
