/** Deno and workerd give the same bytes for the same requests to the demo index. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { serveIndex } from '../../../cli/serve/serve-index.ts';
import type { ServedIndex } from '../../../cli/serve/served-index.ts';
import { demoIndex, demoOperations } from '../../support/demo-index.ts';
import { at, found, present } from '../../../src/checked.ts';

const SPECIES = 'fictomys_demonstrans';
const REGION = '1:1-200000';

let deno: ServedIndex;
let workerd: ServedIndex;

beforeAll(async () => {
  const index = await demoIndex();
  const where = { index, port: 0, host: '127.0.0.1' };
  [deno, workerd] = await Promise.all([
    serveIndex({ ...where, runtime: 'deno' }),
    serveIndex({ ...where, runtime: 'workerd' }),
  ]);
});

afterAll(async () => {
  await Promise.all([deno?.stop(), workerd?.stop()]);
});

interface Exchange {
  status: number;
  headers: Record<string, string | null>;
  body: string;
}

/** workerd closes the connection of a body that was rejected. A request that comes at that moment is sent again. */
async function sent(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    return fetch(url, init);
  }
}

async function exchange(served: ServedIndex, path: string, init: RequestInit): Promise<Exchange> {
  const response = await sent(served.url + path, init);
  const shown = [
    'content-type',
    'cache-control',
    'vary',
    'access-control-allow-origin',
    'allow',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-ratelimit-period',
  ];
  return {
    status: response.status,
    headers: Object.fromEntries(shown.map((name) => [name, response.headers.get(name)])),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  };
}

/** Sends a request to both, compares what a client sees, and returns the common answer. */
async function both(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; type: string | null; text: string }> {
  const [here, there] = await Promise.all([exchange(deno, path, init), exchange(workerd, path, init)]);
  expect(there, path).toEqual(here);
  return {
    status: here.status,
    type: here.headers['content-type'] ?? null,
    text: Buffer.from(here.body, 'base64').toString(),
  };
}

test('every example of the catalogue is answered alike', async () => {
  for (const { method, example } of await demoOperations()) {
    if (method !== 'GET' || example === undefined) continue;
    const { status, text } = await both(example);
    expect([example, status, status === 200 || text]).toEqual([example, 200, true]);
  }
});

test.each(['deno', 'workerd'] as const)(
  'an answer that %s sends from memory is the one that it computed',
  async (runtime) => {
    const { url } = runtime === 'deno' ? deno : workerd;
    const timings: (string | null)[] = [];
    const ask = async (path: string, init: RequestInit) => {
      const response = await fetch(url + path, init);
      const { date: _, 'server-timing': timing, ...headers } = Object.fromEntries(response.headers);
      timings.push(timing ?? null);
      return { status: response.status, headers, body: await response.text() };
    };
    for (const { method, example } of await demoOperations()) {
      if (method !== 'GET' || example === undefined) continue;
      // An address that no other test has asked for.
      const path = `${example}${example.includes('?') ? ';' : '?'}memory=1`;
      for (const type of ['application/json', 'text/xml']) {
        const init = { headers: { 'Content-Type': type } };
        const computed = await ask(path, init);
        for (let again = 0; again < 2; again++) expect(await ask(path, init), path).toEqual(computed);
      }
    }
    timings.length = 0;
    for (let each = 0; each < 3; each++) await ask('/info/species?memory=2', {});
    expect(timings.map((timing) => /cache;desc=(\w+)/.exec(timing ?? '')?.[1])).toEqual(['none', 'none', 'kept']);
  },
);

test('features, and requests for their ids, are answered alike in every format', async () => {
  const genes = parseJson<
    {
      id: string;
      biotype: string;
      canonical_transcript: string;
    }[]
  >((await both(`/overlap/region/${SPECIES}/${REGION}?feature=gene`)).text);
  const gene = found(genes, ({ biotype }) => biotype === 'protein_coding');
  const transcript = at(gene.canonical_transcript.split('.'), 0);
  const paths = [
    `/overlap/region/${SPECIES}/${REGION}` +
      '?feature=gene;feature=transcript;feature=exon;feature=cds;feature=repeat;feature=band',
    `/overlap/id/${gene.id}?feature=transcript`,
    `/lookup/id/${gene.id}?expand=1;utr=1`,
    `/sequence/id/${gene.id}`,
    `/sequence/id/${transcript}?type=protein`,
    `/sequence/id/${gene.id}?type=cds;multiple_sequences=1`,
    `/sequence/region/${SPECIES}/${REGION}:-1?mask=soft`,
    `/xrefs/id/${gene.id}?all_levels=1`,
    `/info/assembly/${SPECIES}?bands=1`,
    '/info/species',
    '/info/data',
  ];
  const types = [
    'application/json',
    'text/xml',
    'text/x-yaml',
    'text/x-fasta',
    'text/plain',
    'text/x-seqxml+xml',
    'text/x-gff3',
    'text/x-bed',
    'text/html',
  ];
  let answered = 0;
  for (const path of paths) {
    for (const type of types) {
      const { status } = await both(path, { headers: { 'Content-Type': type } });
      expect([200, 415], `${path} as ${type}`).toContain(status);
      if (status === 200) answered++;
    }
  }
  expect(answered).toBeGreaterThan(paths.length * 2);

  const post = (path: string, body: unknown) =>
    both(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  expect((await post('/lookup/id', { ids: [gene.id, 'NOPE'], expand: 1 })).status).toBe(200);
  expect((await post('/sequence/id', { ids: [gene.id, transcript] })).status).toBe(200);
  expect((await post(`/sequence/region/${SPECIES}`, { regions: ['1:1-50', '1:60-70:-1'] })).status).toBe(200);
});

test('a proteome is streamed completely by both', async () => {
  const { status, text } = await both(`/sequence/proteome/${SPECIES}`, { headers: { 'Content-Type': 'text/x-fasta' } });
  expect(status).toBe(200);
  expect(present(text.match(/^>/gm), 'a match').length).toBeGreaterThan(20);
});

test('compressed bodies are read, and bombs and damaged ones are rejected, alike', async () => {
  const post = async (body: Uint8Array<ArrayBuffer>, encoding = 'gzip') => {
    const { status, text } = await both('/lookup/id', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
    });
    return [status, text] as const;
  };
  const gzipped = gzipSync('{"ids":["DEMOAG00000000001"]}');
  expect(await post(new Uint8Array(gzipped))).toEqual([200, expect.stringContaining('"object_type":"Gene"')]);
  expect(await post(new Uint8Array(gzipSync(Buffer.alloc(1024 ** 3 / 4))))).toEqual([
    413,
    '{"error":"The POST body is longer than 2097152 bytes"}',
  ]);
  for (const damaged of [gzipped.subarray(0, -4), Buffer.from('{"ids":[]}'), Buffer.alloc(0)])
    expect(await post(new Uint8Array(damaged))).toEqual([400, expect.stringContaining('is not valid gzip')]);
  expect(await post(new Uint8Array(gzipped), 'br')).toEqual([415, expect.stringContaining("'br' is not available")]);
});

test('operations at the root are those below /rest, with the same ETag', async () => {
  for (const { url } of [deno, workerd]) {
    for (const path of ['/lookup/id/DEMOAG00000000001', '/info/species', '/info/ping', '/nosuch']) {
      const [below, atRoot] = await Promise.all([fetch(url + path), fetch(new URL(path, url))]);
      expect([atRoot.status, atRoot.headers.get('etag')]).toEqual([below.status, below.headers.get('etag')]);
      const texts = [await below.text(), await atRoot.text()];
      if (below.status === 200) expect(texts[1]).toBe(texts[0]);
    }
  }
});

test('errors are alike', async () => {
  const refusals: [path: string, status: number, init?: RequestInit][] = [
    ['/lookup/id/NOPE', 400],
    ['/lookup/id/%E0%A4%A?expand=1', 400],
    ['/nosuch', 404],
    ['/vep/fictomys_demonstrans/id/DEMRS1', 400],
    ['/lookup/id/X', 405, { method: 'DELETE' }],
    ['/lookup/id/X', 415, { headers: { 'Content-Type': 'text/x-wibble' } }],
    ['/lookup/id', 400, { method: 'POST', body: '{' }],
    ['/lookup/id', 400, { method: 'POST', body: '[]' }],
    [`/overlap/region/${SPECIES}/${REGION}`, 400],
    ['/overlap/region/nosuch/1:1-10?feature=gene', 400],
    [`/sequence/region/${SPECIES}/1:10-1`, 400],
    ['/info/ping?content-type=text/javascript;callback=1', 400],
  ];
  for (const [path, status, init] of refusals) {
    const answer = await both(path, init);
    expect([path, answer.status]).toEqual([path, status]);
    expect(typeof JSON.parse(answer.text).error).toBe('string');
  }
});

test('HEAD and preflight requests are answered alike', async () => {
  expect((await both('/info/ping', { method: 'HEAD' })).text).toBe('');
  expect((await both('/lookup/id', { method: 'OPTIONS' })).status).toBe(204);
});

test.each([
  '/lookup/id/DEMOAG00000000001?expand=1',
  '/info/species',
  '/reference',
  '/nosuch',
  '/sequence/proteome/fictomys_demonstrans?content-type=text/x-fasta',
])('HEAD of %s has the headers of GET', async (path) => {
  for (const { url } of [deno, workerd]) {
    for (const encoding of ['identity', 'gzip']) {
      const ask = (method: string) => fetch(url + path, { method, headers: { 'Accept-Encoding': encoding } });
      const [head, get] = await Promise.all([ask('HEAD'), ask('GET')]);
      const headersOf = ({ status, headers }: Response) => [
        status,
        ...['etag', 'content-encoding', 'vary', 'x-data-release'].map((name) => headers.get(name)),
      ];
      expect(headersOf(head), encoding).toEqual(headersOf(get));
      const { byteLength } = await get.arrayBuffer();
      const compressed = get.headers.has('content-encoding');
      const length = compressed ? null : String(byteLength);
      // Miniflare compresses in front of the Worker and keeps the length.
      if (!compressed || url === deno.url)
        expect([encoding, head.headers.get('content-length')]).toEqual([encoding, length]);
    }
  }
});

test.each(['/lookup/id/DEMOAG00000000001', '/sequence/proteome/fictomys_demonstrans?content-type=text/x-fasta'])(
  'Deno leaves the compression of %s to the proxy',
  async (path) => {
    const { headers } = await fetch(deno.url + path, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
      null,
      expect.stringContaining('Accept-Encoding'),
    ]);
  },
);

test('a copy that is still valid is not sent again', async () => {
  for (const { url } of [deno, workerd]) {
    const etag = present((await fetch(`${url}/info/species`)).headers.get('etag'), 'etag');
    const same = await fetch(`${url}/info/species`, { headers: { 'If-None-Match': etag } });
    // What compresses may weaken the tag: the 304 is for the compressed copy.
    expect([same.status, same.headers.get('etag')]).toEqual([304, etag]);
  }
});
