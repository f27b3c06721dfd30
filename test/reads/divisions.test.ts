/** An id of which no request says the species, in a release with the comparative databases of two divisions. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { StoreError } from '../../src/store/store.ts';
import { polyploidRelease } from '../handlers/compared-polyploid-release.ts';
import type { CompiledRelease } from '../support/compiled-release.ts';

/** Waves of reads of a process that has read nothing but the root. */
async function cost(release: CompiledRelease, path: string): Promise<{ waves: number; status: number; text: string }> {
  const service = await release.serve();
  const { status, text } = await service.get(path);
  await service.close();
  return { waves: service.store.waves, status, text };
}

describe('an id that begins unlike those of the default database', () => {
  let release: CompiledRelease;
  beforeAll(async () => {
    release = await polyploidRelease(['plants', 'multi'], { birdGene: 'BIRDG1' });
  }, 60_000);

  test.each([
    ['/genetree/member/id/FICG1', 2], ['/genetree/member/id/FICT1', 2], ['/genetree/member/id/FICT1.2', 2], ['/genetree/member/id/FICP1', 2], ['/genetree/member/id/FICE1', 2], ['/genetree/member/id/FICE1.1', 2],
    ['/cafe/genetree/member/id/FICG1', 2], ['/homology/id/FICG1', 2], ['/homology/id/FICG1?format=condensed', 1],
    ['/genetree/id/FICGT1', 1], ['/cafe/genetree/id/FICGT1', 2],
  ])('%s: %i', async (path, waves) => {
    const found = await cost(release, path);
    expect([found.waves, found.status], found.text).toEqual([waves, 200]);
  });

  test('costs no more for what the default database itself has', async () => {
    expect(await cost(release, '/homology/id/BIRDG1')).toMatchObject({ waves: 1, status: 200 });
    expect(await cost(release, '/genetree/member/id/BIRDG1')).toMatchObject({ waves: 1, status: 400 });
  });
});

test('where ids of both begin alike, what the other one calls species is read before its tree', async () => {
  const release = await polyploidRelease(['plants', 'multi'], { birdGene: 'FICG9' });
  expect(await cost(release, '/genetree/member/id/FICG1')).toMatchObject({ waves: 3, status: 200 });
  expect(await cost(release, '/homology/id/FICG1')).toMatchObject({ waves: 2, status: 200 });
}, 60_000);

test('what cannot be read of another division fails only requests that are answered from it', async () => {
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
  const statuses = async (id: string) => [(await service.get(`/homology/id/${id}`)).status, (await service.get(`/genetree/member/id/${id}`)).json.error];
  expect(await statuses('FICG9')).toEqual([200, 'No GeneTree found for Gene ID FICG9']);
  expect(failed).toBeGreaterThan(2);
  expect((await service.get('/homology/id/FICG1')).status).toBeGreaterThanOrEqual(500);
  expect((await service.get('/genetree/member/id/FICG1')).status).toBeGreaterThanOrEqual(500);
  await service.close();
  log.mockRestore();
}, 60_000);
