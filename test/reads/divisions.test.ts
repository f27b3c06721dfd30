/** An id of which no request says the species, in a release with the comparative databases of two divisions. */
import { beforeAll, describe, expect, test } from 'vitest';
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
