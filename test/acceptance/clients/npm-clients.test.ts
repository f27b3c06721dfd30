/** Packages written for rest.ensembl.org, unchanged except for the base URL. */
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { servedDemo } from './served-demo.ts';

// Neither package has types.
const require = createRequire(import.meta.url);

let url: string;

beforeAll(async () => {
  url = await servedDemo();
});

/** Sends a GET with Content-Type: application/json, and parameters separated by &. */
describe('ensembl-rest-client', () => {
  type Call = (...parameters: unknown[]) => Promise<{ status: number; data: any; headers: Record<string, string> }>;
  let client: { info: Record<'ping' | 'rest' | 'software' | 'species' | 'assembly', Call> };

  beforeAll(() => {
    const made = require('ensembl-rest-client')();
    made._axios.defaults.baseURL = url;
    client = made;
  });

  test('asks whether the service is alive, and what it is', async () => {
    expect((await client.info.ping()).data).toEqual({ ping: 1 });
    expect((await client.info.rest()).data.release).toMatch(/^\d+\.\d+/);
    expect((await client.info.software()).data.release).toBe(115);
  });

  test('lists species', async () => {
    const { data, headers } = await client.info.species();
    expect(data.species.map(({ name }: { name: string }) => name)).toContain('fictomys_demonstrans');
    expect(headers['content-type']).toBe('application/json');
  });

  test('describes an assembly, with bands and without', async () => {
    const [plain, banded] = await Promise.all([
      client.info.assembly('fictomys_demonstrans'),
      client.info.assembly('fictomys_demonstrans', true),
    ]);
    expect(plain.data.karyotype.length).toBeGreaterThan(0);
    const bands = ({ data }: { data: any }) =>
      data.top_level_region.flatMap((region: { bands?: unknown[] }) => region.bands ?? []).length;
    expect([bands(plain), bands(banded) > 0]).toEqual([0, true]);
  });

  test('gets a status and an error text for an unknown species', async () => {
    const { response } = await client.info.assembly('nosuch').then(
      () => expect.fail('answered'),
      (error: any) => error,
    );
    expect([response.status, typeof response.data.error]).toEqual([400, 'string']);
  });
});

/** Sends a trailing ?content-type=application/json, repeats list parameters, and POSTs JSON. */
describe('tnt.rest', () => {
  interface Call {
    status: number;
    body: any;
  }
  let rest: any;
  let call: (endpoint: string, parameters: Record<string, unknown>) => Promise<Call>;

  beforeAll(() => {
    rest = require('tnt.rest')().protocol('http').domain(url.replace('http://', ''));
    call = (endpoint, parameters) => rest.call(rest.url().endpoint(endpoint).parameters(parameters));
  });

  test('fills in a path, and reads JSON', async () => {
    const { status, body } = await call('xrefs/symbol/:species/:symbol', {
      species: 'fictomys_demonstrans',
      symbol: 'DEMCHN1',
    });
    expect([status, body[0].type]).toEqual([200, 'gene']);
    expect((await call('lookup/id/:id', { id: body[0].id, expand: 1 })).body.Transcript.length).toBeGreaterThan(0);
  });

  test('repeats a parameter', async () => {
    const { body } = await call('overlap/region/:species/:region', {
      species: 'fictomys_demonstrans',
      region: '1:1-30000',
      feature: ['gene', 'transcript', 'exon'],
    });
    expect([...new Set(body.map((feature: { feature_type: string }) => feature.feature_type))].sort()).toEqual([
      'exon',
      'gene',
      'transcript',
    ]);
  });

  test('reads a gene tree', async () => {
    const { body: found } = await call('genetree/member/symbol/:species/:symbol', {
      species: 'fictomys_demonstrans',
      symbol: 'DEMCHN1',
      sequence: 'none',
    });
    expect(found.tree.children.length).toBe(2);
  });

  test('posts a list of ids', async () => {
    const { body } = await rest.call(`${url}/lookup/id?content-type=application/json`, {
      ids: ['DEMOAG00000000001', 'NOPE'],
    });
    expect([body.DEMOAG00000000001.object_type, body.NOPE]).toEqual(['Gene', null]);
  });

  test('posts ids and reads their sequences as JSON', async () => {
    const { body } = await rest.call(`${url}/sequence/id`, { ids: ['DEMOAT00000000001'] });
    expect(body[0].seq).toMatch(/^[ACGT]+$/);
  });

  test('gets a status and an error text for an unknown id', async () => {
    const refused = await call('lookup/id/:id', { id: 'NOPE' }).then(
      () => expect.fail('answered'),
      (error: any) => error,
    );
    expect([refused.status, typeof (refused.body ?? JSON.parse(refused.response.text)).error]).toEqual([400, 'string']);
  });
});
