/** A gene that the searched compara database lacks, in a release with the compara databases of two divisions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompiledRelease } from '../../support/compiled-release.ts';
import { polyploidRelease } from './compared-polyploid-release.ts';

const HINT = "The compara database 'plants' contains it: send compara=plants";

let service: Awaited<ReturnType<CompiledRelease['serve']>>;
beforeAll(async () => {
  const release = await polyploidRelease(['plants', 'multi'], { birdGene: 'BIRDG1' });
  service = await release.serve();
});
afterAll(() => service.close());

const VERTEBRATES = 'compara=vertebrates';

test.each([
  ['/genetree/member/id/FICG1', 'Could not fetch a Gene object for ID FICG1'],
  ['/genetree/member/id/FICP1', 'Could not fetch a Translation object for ID FICP1'],
  ['/cafe/genetree/member/id/FICG1', 'Could not fetch a Gene object for ID FICG1'],
  ['/genetree/member/id/wheat/FICG1', "The compara database 'multi' does not contain the species 'wheat'"],
  ['/genetree/member/symbol/wheat/FICTA', "The compara database 'multi' does not contain the species 'wheat'"],
  ['/homology/symbol/wheat/FICTA', "The compara database 'multi' does not contain the species 'wheat'"],
  ['/homology/id/wheat/FICG1', "The compara database 'multi' does not contain the species 'wheat'"],
])('is an error of %s that names the other database, which answers', async (path, error) => {
  const { status, json } = await service.get(`${path}?${VERTEBRATES}`);
  expect([status, json]).toEqual([400, { error: `${error}. ${HINT}` }]);
  expect((await service.get(`${path}?compara=plants`)).status).toBe(200);
});

const TYPES = ['application/json', 'text/xml', 'text/x-orthoxml+xml', 'text/html'];
test.each(TYPES)('is an empty answer of homology/id with a hint as %s', async (type) => {
  const { status, headers } = await service.get(`/homology/id/FICG1?${VERTEBRATES}`, type);
  expect([status, headers.get('x-hint')]).toEqual([200, HINT]);
});

test('has a hint on the page of the answer', async () => {
  const { text } = await service.get(`/homology/id/FICG1?${VERTEBRATES}`, 'text/html');
  expect(text).toContain('<p>The compara database &#39;plants&#39; contains it: send compara=plants.</p>');
});

test.each([
  '/homology/id/FICG1?compara=plants',
  '/homology/id/BIRDG1',
  `/homology/id/FICG9999?${VERTEBRATES}`,
  '/genetree/member/id/FICG9999',
  '/genetree/member/id/BIRDG1',
])('has no hint if no other database has it: %s', async (path) => {
  const { headers, text } = await service.get(path);
  expect([headers.get('x-hint'), text.includes('send compara')]).toEqual([null, false]);
});
