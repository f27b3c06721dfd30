import { describe, expect, test } from 'vitest';
import { json } from '../../support/json.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { withLimits } from '../../../src/operation/limits.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';

const set = (limits: unknown) => withLimits(operations, JSON.stringify(limits));

describe('limits set by an operator', () => {
  test('replace those of the catalogue, and longer requests are rejected', async () => {
    const releases = new Releases(openFolder(await demoIndex()), new ByteCache());
    const short = { longestSlice: 99 };
    const app = createApp({
      openRelease: () => releases.current(),
      operations: set({
        'GET /overlap/region/:species/:region': short,
        'GET /sequence/region/:species/:region': short,
        'GET /sequence/id/:id': short,
        'GET /phenotype/region/:species/:region': short,
        'GET /alignment/region/:species/:region': short,
        'POST /lookup/id': { items: 1 },
      }),
    });
    const ask = async (path: string, init?: RequestInit) => {
      const response = await app.request(`http://localhost/rest${path}`, init);
      return [response.status, (await json<{ error?: string }>(response)).error];
    };
    const refusal = '100 is greater than the maximum allowed length of 99. Request smaller regions of sequence';
    const region = 'fictomys_demonstrans/1:1-100';
    for (const path of [
      `/overlap/region/${region}?feature=gene`,
      `/sequence/region/${region}`,
      `/phenotype/region/${region}`,
      `/alignment/region/${region}?species_set_group=demo`,
    ]) {
      expect(await ask(path), path).toEqual([400, refusal]);
    }
    expect((await ask('/sequence/id/DEMOAG00000000001'))[1]).toMatch(
      /^\d+ is greater than the maximum allowed length of 99\./,
    );
    expect((await ask('/sequence/region/fictomys_demonstrans/1:1-99'))[0]).toBe(200);
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"ids":["A","B"]}' };
    expect((await ask('/lookup/id', post))[1]).toMatch(
      /^POST message too large. You have submitted 2 elements but a limit of 1 is in place/,
    );
  });

  test('let a POST of VEP have 1,000 variants, one a text or several', async () => {
    const releases = new Releases(openFolder(await demoIndex()), new ByteCache());
    const path = '/vep/:species/region';
    const raised = createApp({
      openRelease: () => releases.current(),
      operations: set({ [`POST ${path}`]: { items: 1000 } }),
    });
    const line = (index: number) => `1 ${8000 + index} . A C,G,T . . .`;
    const ask = async (variants: string[]) =>
      json<unknown[] & { error?: string }>(
        await raised.request('http://localhost/rest/vep/fictomys_demonstrans/region', {
          method: 'POST',
          body: JSON.stringify({ variants }),
        }),
      );
    const lines = Array.from({ length: 1001 }, (_, index) => line(index));
    expect(await ask(lines.slice(1))).toHaveLength(1000);
    expect(await ask([lines.slice(1).join('\n')])).toHaveLength(1000);
    const refusal = /^POST message too large. You have submitted 1001 elements but a limit of 1000 is in place/;
    expect((await ask(lines)).error).toMatch(refusal);
    expect((await ask([lines.join('\n')])).error).toMatch(refusal);
  });

  test('do not change the catalogue', () => {
    const before = JSON.stringify(operations);
    set({ 'POST /lookup/id': { items: 1 } });
    expect(JSON.stringify(operations)).toBe(before);
  });

  test.each([
    [{ 'GET /nosuch': { items: 1 } }, 'The limits name an unknown operation: GET /nosuch'],
    [{ 'GET /lookup/id/:id': { items: 1 } }, 'GET /lookup/id/:id has no limit items, only milliseconds'],
    [{ 'POST /lookup/id': { longestSlice: 1 } }, 'POST /lookup/id has no limit longestSlice'],
    [{ 'POST /lookup/id': { itmes: 1 } }, 'POST /lookup/id has no limit itmes'],
    [{ 'POST /lookup/id': { items: 0 } }, 'A limit of POST /lookup/id must be a whole number of at least 1, not 0'],
    [{ 'POST /lookup/id': { items: '5' } }, 'A limit of POST /lookup/id must be a whole number of at least 1, not "5"'],
    [[], 'Limits must be a JSON object'],
    [{ 'POST /lookup/id': 5 }, 'Limits must be a JSON object'],
    [null, 'Limits must be a JSON object'],
  ])('reject %j', (limits, sentence) => {
    expect(() => set(limits)).toThrow(sentence);
  });

  test('reject text that is not JSON', () => {
    expect(() => withLimits(operations, '{')).toThrow('Limits must be a JSON object');
  });
});
