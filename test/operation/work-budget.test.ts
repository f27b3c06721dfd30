import { describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { ApiError } from '../../src/api-error.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { withLimits } from '../../src/operation/limits.ts';
import { WorkBudget } from '../../src/operation/work-budget.ts';
import { Releases } from '../../src/release/releases.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { demoIndex } from '../runtime/demo-index.ts';
import { shownOperations } from '../support/shown-operations.ts';

describe('the work of a request', () => {
  test('is added up and refused with how to ask for less', () => {
    const work = new WorkBudget(10);
    work.spend(6e6, 'a smaller region');
    expect(() => work.spend(6e6, 'a smaller region')).toThrow(new ApiError('This request takes too much computing: some 12 ms, where 10 ms are allowed. Please ask for a smaller region'));
  });

  test('of the free plan of Workers, 10 ms, leaves every documented example', async () => {
    const ask = await service('{"*": {"milliseconds": 10}}');
    for (const { method, example } of await shownOperations(await demoIndex())) {
      if (!example || method === 'POST') continue;
      expect([example, (await ask(example))[0]]).toEqual([example, 200]);
    }
  });

  const region = 'fictomys_demonstrans/1:1-400000';
  test.each([
    ['features of a wide region', 'GET /overlap/region/:species/:region', `/overlap/region/${region}?feature=gene;feature=repeat;feature=variation;feature=exon`, undefined, 'a smaller region or fewer kinds of features'],
    ['a long sequence', 'GET /sequence/region/:species/:region', `/sequence/region/${region}`, undefined, 'smaller regions or fewer of them'],
    ['phenotypes of a region', 'GET /phenotype/region/:species/:region', `/phenotype/region/${region}`, undefined, 'a smaller region'],
    ['an alignment', 'GET /alignment/region/:species/:region', `/alignment/region/${region}?species_set_group=demo`, undefined, 'a smaller region'],
    ['a list of ids', 'POST /lookup/id', '/lookup/id', { ids: Array.from({ length: 1000 }, (_, each) => `X${each}`) }, 'fewer ids at a time'],
    ['a list of symbols', 'POST /lookup/symbol/:species/:symbol', '/lookup/symbol/fictomys_demonstrans', { symbols: Array.from({ length: 1000 }, (_, each) => `X${each}`) }, 'fewer symbols at a time'],
  ])('%s is refused beyond the budget of its operation, and of no other', async (_, operation, path, body, less) => {
    const ask = await service(JSON.stringify({ [operation]: { milliseconds: 1 } }));
    const [status, error] = await ask(path, body);
    expect([status, error]).toEqual([400, expect.stringMatching(/^This request takes too much computing: some [\d,.]+ ms, where 1 ms are allowed\. Please ask for /)]);
    expect(error).toContain(less);
    expect((await (await service('{}'))(path, body))[0]).toBe(200);
  });
});

/** Asks the demo index under some limits: status, and what a refusal says. */
async function service(limits: string): Promise<(path: string, body?: unknown) => Promise<[number, string | undefined]>> {
  const releases = new Releases(new LocalFolder(await demoIndex()), new ByteCache());
  const app = createApp({ operations: withLimits(operations, limits), openRelease: () => releases.current() });
  return async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await app.request(`http://localhost/rest${path}`, { ...init, headers: { 'content-type': 'application/json' } });
    const text = await response.text();
    return [response.status, response.status === 200 ? undefined : (JSON.parse(text) as { error: string }).error];
  };
}
