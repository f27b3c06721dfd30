import { describe, expect, test } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { createApp } from '../../../src/app.ts';
import { ApiError } from '../../../src/api-error.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { withLimits } from '../../../src/operation/limits.ts';
import { WorkBudget } from '../../../src/work-budget.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { shownOperations } from '../../../tools/shown-operations.ts';

describe('the work of a request', () => {
  test('is summed, and a request beyond the budget is rejected with a hint how to ask for less', () => {
    const work = new WorkBudget(10);
    work.spend(6e6, 'a smaller region');
    expect(() => work.spend(6e6, 'a smaller region')).toThrow(
      new ApiError(
        'This request takes too much computing: about 12 ms, but at most 10 ms are allowed. Please ask for a ' +
          'smaller region',
      ),
    );
  });

  test('stays below 10 ms, the limit of the free plan of Workers, in every documented example', async () => {
    const ask = await service('{"*": {"milliseconds": 10}}');
    for (const { method, example } of await shownOperations(await demoIndex())) {
      if (!example || method === 'POST') continue;
      expect([example, (await ask(example))[0]]).toEqual([example, 200]);
    }
  });

  const region = 'fictomys_demonstrans/1:1-400000';
  test.each([
    [
      'features of a wide region',
      'GET /overlap/region/:species/:region',
      `/overlap/region/${region}?feature=gene;feature=repeat;feature=variation;feature=exon`,
      undefined,
      'a smaller region or fewer kinds of features',
    ],
    [
      'a long sequence',
      'GET /sequence/region/:species/:region',
      `/sequence/region/${region}`,
      undefined,
      'smaller regions or fewer of them',
    ],
    [
      'phenotypes of a region',
      'GET /phenotype/region/:species/:region',
      `/phenotype/region/${region}`,
      undefined,
      'a smaller region',
    ],
    [
      'an alignment',
      'GET /alignment/region/:species/:region',
      `/alignment/region/${region}?species_set_group=demo`,
      undefined,
      'a smaller region',
    ],
    [
      'a list of ids',
      'POST /lookup/id',
      '/lookup/id',
      { ids: Array.from({ length: 1000 }, (_, each) => `X${each}`) },
      'fewer ids at a time',
    ],
    [
      'a list of symbols',
      'POST /lookup/symbol/:species/:symbol',
      '/lookup/symbol/fictomys_demonstrans',
      { symbols: Array.from({ length: 1000 }, (_, each) => `X${each}`) },
      'fewer symbols at a time',
    ],
    [
      'a list of variants',
      'POST /variation/:species',
      '/variation/fictomys_demonstrans',
      { ids: Array.from({ length: 200 }, (_, each) => `X${each}`) },
      'fewer ids at a time',
    ],
    [
      'the proteome of a species',
      'GET /sequence/proteome/:species',
      '/sequence/proteome/fictomys_demonstrans',
      undefined,
      'the peptides of single genes',
    ],
  ])(
    'of %s is rejected beyond the budget of its operation, and not by budgets of other operations',
    async (_, operation, path, body, less) => {
      const ask = await service(JSON.stringify({ [operation]: { milliseconds: 1 } }));
      const [status, error] = await ask(path, body);
      expect([status, error]).toEqual([
        400,
        expect.stringMatching(
          /^This request takes too much computing: about [\d,.]+ ms, but at most 1 ms are allowed\. Please ask for /,
        ),
      ]);
      expect(error).toContain(less);
      expect((await (await service('{}'))(path, body))[0]).toBe(200);
    },
  );

  test.each([
    ['linkage around a variant', '/ld/fictomys_demonstrans/demosnv2/DEMO:meadow', 'a smaller window_size'],
    [
      'linkage in a region',
      '/ld/fictomys_demonstrans/region/1:1-400000/DEMO:meadow',
      'a smaller region or a higher r2',
    ],
    ['a gene tree', '/genetree/id/DEMOGT00000000001?compara=vertebrates', 'a part of the tree'],
    ['names of taxa like a pattern', '/taxonomy/name/%25a%25', 'more of the letters of the name'],
    ['names of terms like a pattern', '/ontology/name/%25ing%25', 'more of the letters of the name'],
    [
      'phenotypes of terms like a pattern',
      '/phenotype/term/fictomys_demonstrans/%25a%25',
      'more of the letters of the name',
    ],
  ])('of %s is counted, although the demo data has little of it', async (_, path, less) => {
    const [status, error] = await (await service('{}', 1e-4))(path);
    expect([status, error]).toEqual([400, expect.stringContaining(`Please ask for ${less}`)]);
    expect((await (await service('{}'))(path))[0]).toBe(200);
  });
});

/** Asks the demo index under the given limits, or with `milliseconds` for every operation: status and error text. */
async function service(
  limits: string,
  milliseconds?: number,
): Promise<(path: string, body?: unknown) => Promise<[number, string | undefined]>> {
  const releases = new Releases(openFolder(await demoIndex()), new ByteCache());
  const app = createApp({
    operations: withLimits(operations, limits).map((operation) =>
      milliseconds === undefined ? operation : { ...operation, milliseconds },
    ),
    openRelease: () => releases.current(),
  });
  return async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await app.request(`http://localhost/rest${path}`, {
      ...init,
      headers: { accept: 'application/json, */*', ...(body !== undefined && { 'content-type': 'application/json' }) },
    });
    const text = await response.text();
    return [response.status, response.status === 200 ? undefined : parseJson<{ error: string }>(text).error];
  };
}
