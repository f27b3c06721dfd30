/** refget: sequences by digest, with the statuses and headers of GA4GH's specification and compliance suite. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRelease, RunningService } from '../../support/compiled-release.ts';
import { refgetRelease, SEQUENCES } from './refget-release.ts';

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  release = await refgetRelease();
  service = await release.serve();
});

function digestsOf(bases: string): { md5: string; ga4gh: string; trunc512: string } {
  const sha512 = createHash('sha512').update(bases).digest().subarray(0, 24);
  return {
    md5: createHash('md5').update(bases).digest('hex'),
    ga4gh: `SQ.${sha512.toString('base64url')}`,
    trunc512: sha512.toString('hex'),
  };
}

const LINEAR = digestsOf(SEQUENCES.L);
const CIRCULAR = digestsOf(SEQUENCES.C);

const PLAIN = 'text/vnd.ga4gh.refget.v2.0.0+plain; charset=us-ascii';
const JSON_TYPE = 'application/vnd.ga4gh.refget.v2.0.0+json; charset=us-ascii';

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return service.fetch(`/refget${path}`, { headers, method });
}

describe('refget/sequence', () => {
  it.each(Object.keys(SEQUENCES) as (keyof typeof SEQUENCES)[])(
    'has the bases of %s under each digest',
    async (name) => {
      const { md5, ga4gh, trunc512 } = digestsOf(SEQUENCES[name]);
      for (const id of [
        md5,
        md5.toUpperCase(),
        `md5:${md5}`,
        ga4gh,
        `ga4gh:${ga4gh}`,
        trunc512,
        `trunc512:${trunc512}`,
      ]) {
        const response = await ask(`/sequence/${id}`);
        expect(response.status, id).toBe(200);
        expect(response.headers.get('content-length')).toBe(String(SEQUENCES[name].length));
        expect((await response.text()) === SEQUENCES[name], id).toBe(true);
      }
    },
  );

  it('answers at the root and below /rest', async () => {
    const path = `/refget/sequence/${CIRCULAR.md5}?start=0&end=20`;
    for (const base of ['', '/rest'])
      expect(await (await service.fetch(base + path)).text()).toBe(SEQUENCES.C.slice(0, 20));
  });

  it.each([
    ['start=10&end=10', 10, 10],
    ['start=10&end=20', 10, 20],
    ['start=230208', 230_208, 230_218],
    ['end=5', 0, 5],
    ['&end=230218', 0, 230_218],
    ['start=230217', 230_217, 230_218],
    ['end=0', 0, 0],
  ])('?%s is a part, with its length', async (query, start, end) => {
    const response = await ask(`/sequence/${LINEAR.md5}?${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('accept-ranges')).toBe('none');
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect((await response.text()) === SEQUENCES.L.slice(start, end)).toBe(true);
  });

  it.each([
    ['start=5374&end=5', 5374, 5],
    ['start=5374&end=0', 5374, 0],
    ['start=5380&end=25', 5380, 25],
  ])('?%s of a circular sequence crosses the origin', async (query, start, end) => {
    const response = await ask(`/sequence/${CIRCULAR.ga4gh}?${query}`);
    expect(await response.text()).toBe(SEQUENCES.C.slice(start) + SEQUENCES.C.slice(0, end));
    expect(response.headers.get('content-length')).toBe(String(5386 - start + end));
  });

  it.each([
    ['bytes=10-19', 10, 20],
    ['bytes=0-999999', 0, 230_218],
    ['bytes=230217-230217', 230_217, 230_218],
  ])('Range: %s answers with 206', async (range, start, end) => {
    const response = await ask(`/sequence/${LINEAR.md5}`, { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/230218`);
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect((await response.text()) === SEQUENCES.L.slice(start, end)).toBe(true);
  });

  it('parts across pieces of a long sequence are whole', async () => {
    const { ga4gh } = digestsOf(SEQUENCES.BIG);
    for (const [start, end] of [
      [4_194_303, 4_194_305],
      [4_194_304, 8_388_608],
      [1, 8_999_999],
    ]) {
      const text = await (await ask(`/sequence/${ga4gh}?start=${start}&end=${end}`)).text();
      expect(text === SEQUENCES.BIG.slice(start, end), `${start}-${end}`).toBe(true);
    }
  });

  it.each([
    [`${LINEAR.md5}?start=abc&end=20`, {}, 400],
    [`${LINEAR.md5}?start=-10&end=-29`, {}, 400],
    [`${LINEAR.md5}?start=abc`, {}, 400],
    [`${LINEAR.md5}?start=1.5`, {}, 400],
    [`${LINEAR.md5}?start=4294967296`, {}, 400],
    [`${LINEAR.md5}?start=10&end=20`, { range: 'bytes=10-19' }, 400],
    [`${LINEAR.md5}`, { range: 'units=20-30' }, 400],
    [`${CIRCULAR.md5}?start=67&end=5387`, {}, 416],
    [`${CIRCULAR.md5}?start=5386&end=5`, {}, 416],
    [`${LINEAR.md5}?start=220218&end=671`, {}, 416],
    [`${CIRCULAR.md5}`, { range: 'bytes=5200-19' }, 416],
    [`${CIRCULAR.md5}`, { range: 'bytes=5386-5387' }, 416],
    ['Garbagechecksum', {}, 404],
    ['some1111garbage1111ID/metadata', {}, 404],
    ['00000000000000000000000000000000', {}, 404],
    ['insdc:FX000001.2', {}, 404],
    [LINEAR.md5, { accept: 'embl/some_json' }, 406],
    [LINEAR.md5, { accept: 'application/json' }, 406],
    [`${LINEAR.md5}/metadata`, { accept: 'embl/some_json' }, 406],
    ['service-info', { accept: 'text/plain' }, 406],
  ] as [string, Record<string, string>, number][])('%s with %j is rejected with %i', async (path, headers, status) => {
    const response = await ask(`/sequence/${path}`, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/\w+ \w+/) });
    if (status === 416) expect(response.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
  });

  it.each([
    undefined,
    '*/*',
    'text/plain',
    'text/vnd.ga4gh.refget.v2.0.0+plain',
    PLAIN,
    'text/vnd.ga4gh.refget.v1.0.0+plain',
    'text/vnd.ga4gh.refget.v1.0.0+plain,text/vnd.ga4gh.refget.v2.0.0+plain',
  ])('accepts %s and names its full media type', async (accept) => {
    const response = await ask(`/sequence/${LINEAR.md5}?start=0&end=9`, accept === undefined ? {} : { accept });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(PLAIN);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('HEAD has the headers of the whole sequence', async () => {
    const response = await ask(`/sequence/${LINEAR.md5}`, { range: 'bytes=1-2' }, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('230218');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
  });

  it('the tag of a sequence is that of its ranges, and conditions hold', async () => {
    const path = `/sequence/${LINEAR.md5}`;
    const etag = (await ask(path)).headers.get('etag') ?? '';
    expect((await ask(path, { range: 'bytes=1-2' })).headers.get('etag')).toBe(etag);
    expect((await ask(`${path}?start=1&end=2`)).headers.get('etag')).not.toBe(etag);
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await ask(path, { range: 'bytes=1-2', 'if-range': etag })).status).toBe(206);
    expect((await ask(path, { range: 'bytes=1-2', 'if-range': '"other"' })).status).toBe(200);
  });

  it('needs two waves of reads, and reads only what it shows', async () => {
    for (const [path, bytes] of [
      [`/sequence/${LINEAR.md5}?start=1000&end=1010`, 200_000],
      [`/sequence/${digestsOf(SEQUENCES.BIG).ga4gh}?start=8999990`, 200_000],
    ] as const) {
      const fresh = await release.serve();
      fresh.store.reset();
      expect((await (await fresh.fetch(`/refget${path}`)).text()).length).toBe(10);
      expect(fresh.store.waves, path).toBe(2);
      expect(fresh.store.reads).toHaveLength(2);
      expect(fresh.store.bytes).toBeLessThan(bytes);
      await fresh.close();
    }
  });

  it('reads a long sequence piece by piece, one piece ahead of the client', async () => {
    const fresh = await release.serve();
    fresh.store.reset();
    const response = await fresh.fetch(`/refget/sequence/${digestsOf(SEQUENCES.BIG).md5}`);
    const body = (response.body ?? new ReadableStream()).getReader();
    await body.read();
    expect(fresh.store.reads.length).toBeLessThanOrEqual(3);
    await body.cancel();
    await fresh.close();
  });

  it('has no digest for a patch, which shows the reference around its own bases', async () => {
    const { text } = await service.get('/sequence/region/fictus_digestus/PATCH:1..3000', 'text/plain');
    expect(text).toHaveLength(3000);
    expect((await ask(`/sequence/${digestsOf(text).md5}`)).status).toBe(404);
  });
});

describe('refget/sequence/:digest/metadata', () => {
  it('has digests, length and the names in all genomes', async () => {
    for (const id of [LINEAR.md5, LINEAR.ga4gh, LINEAR.trunc512]) {
      const response = await ask(`/sequence/${id}/metadata`);
      expect(response.headers.get('content-type')).toBe(JSON_TYPE);
      const text = await response.text();
      expect(text).toMatch(/^[\x20-\x7e]*$/);
      expect(JSON.parse(text)).toEqual({
        metadata: {
          ...LINEAR,
          length: 230_218,
          aliases: [
            { alias: '1', naming_authority: 'ensembl' },
            { alias: 'FX000001.2', naming_authority: 'insdc' },
            { alias: 'L', naming_authority: 'ensembl' },
            { alias: 'NC_009999.1', naming_authority: 'refseq' },
            { alias: 'chrL', naming_authority: 'ucsc' },
            { alias: 'länge', naming_authority: 'ensembl' },
          ],
        },
      });
    }
  });

  it('needs one read', async () => {
    const fresh = await release.serve();
    fresh.store.reset();
    await (await fresh.fetch(`/refget/sequence/${LINEAR.md5}/metadata`)).text();
    expect(fresh.store.reads).toHaveLength(1);
    await fresh.close();
  });
});

describe('refget/sequence/service-info', () => {
  it.each(['/sequence/service-info', '/service-info'])('%s describes the service', async (path) => {
    const response = await ask(path);
    expect(response.headers.get('content-type')).toBe(JSON_TYPE);
    expect(await response.json()).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      type: { group: 'org.ga4gh', artifact: 'refget-sequence', version: '2.0.0' },
      organization: { name: expect.any(String), url: expect.stringMatching(/^https:/) },
      version: expect.any(String),
      refget: {
        circular_supported: true,
        subsequence_limit: null,
        algorithms: ['md5', 'ga4gh', 'trunc512'],
        identifier_types: [],
      },
    });
  });
});
