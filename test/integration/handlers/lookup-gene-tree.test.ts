/** Gene trees in lookup/id, on the demo data. */
import { beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/lookup.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { CurrentRelease } from '../../../src/release/current-release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';

const TREE = 'DEMOGT00000000001';
const condensed = { id: TREE, object_type: 'GeneTree', species: 'multi', db_type: 'compara' };
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  const store = openFolder(await demoIndex());
  const releases = new CurrentRelease(store, new CachedBlockReader(store, new ByteCache()));
  app = createApp({ operations, openRelease: () => releases.get() });
});

async function get(query: string): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  return (await app.request(`/rest/lookup/id/${TREE}?${query}`, { headers })).json();
}

it.each(['', ';db_type=compara', ';object_type=genetree;species=multi'])(
  'finds a gene tree with format=condensed%s',
  async (more) => {
    expect(await get(`format=condensed${more}`)).toMatchObject({
      ...condensed,
      object_type: expect.stringMatching(/^genetree$/i),
    });
  },
);

it.each([
  ['', `ID '${TREE}' does not support 'full' format type. Please use 'condensed'`],
  ['format=condensed;expand=1', 'Expand option only available for Genes and Transcripts'],
  ['format=condensed;db_type=core', `ID '${TREE}' not found`],
  ['format=condensed;object_type=gene', `ID '${TREE}' not found`],
])('rejects a gene tree with %j', async (query, error) => {
  expect(await get(query)).toEqual({ error });
});

it('shows a gene tree among several ids in condensed form, and null in full form', async () => {
  const post = async (format: string) => {
    const response = await app.request('/rest/lookup/id', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids: [TREE, 'NOPE'], format }),
    });
    return response.json();
  };
  expect(await post('condensed')).toMatchObject({ [TREE]: condensed, NOPE: null });
  expect(await post('full')).toEqual({ [TREE]: null, NOPE: null });
});
