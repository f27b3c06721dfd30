/**
 * Requests as clients in Python, Go and R send them: paths, headers, parameters and bodies were read from their
 * sources, since the tests install only npm packages. Each test asserts what that client needs of the answer.
 * docs/clients.md names them, and says when the clients themselves ran.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { present } from '../../../src/checked.ts';
import { servedDemo } from './served-demo.ts';

const SPECIES = 'fictomys_demonstrans';
const GENE = 'DEMOAG00000000001';
const TRANSCRIPT = 'DEMOAT00000000001';
const JSON_TYPE = 'application/json';

let rest: string;
let root: string;

beforeAll(async () => {
  rest = await servedDemo();
  root = new URL(rest).origin;
});

interface Answered {
  status: number;
  headers: Headers;
  text: string;
  json: any;
}

async function send(url: string, headers: Record<string, string>, body?: unknown): Promise<Answered> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url, { redirect: 'error', headers: { Accept: '*/*', ...headers }, ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === JSON_TYPE;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}

/** The rate headers as whole numbers. */
const rateOf = ({ headers }: Answered) =>
  Object.fromEntries(
    ['limit', 'remaining', 'reset', 'period'].map((name) => {
      const text = present(headers.get(`x-ratelimit-${name}`), name);
      expect(text).toMatch(/^\d+$/);
      return [name, Number(text)];
    }),
  );

/** Content-Type on every request, ids in the path, other arguments in the query; lists and flags in a JSON body. */
describe('pyEnsemblRest', () => {
  const headers = { 'User-Agent': 'pyEnsemblRest', 'Content-Type': JSON_TYPE };

  test('gets JSON from both base addresses, with rate headers', async () => {
    for (const base of [root, rest]) {
      const answered = await send(`${base}/lookup/id/${GENE}?expand=1`, headers);
      expect([answered.status, answered.json.id]).toEqual([200, GENE]);
      expect(rateOf(answered)).toEqual({ limit: 55_000, remaining: 55_000, reset: 3600, period: 3600 });
    }
  });

  test('posts a list, with other arguments in the query', async () => {
    const { status, json } = await send(`${root}/sequence/id?type=cds`, headers, { ids: [TRANSCRIPT] });
    expect([status, json[0].query]).toEqual([200, TRANSCRIPT]);
  });

  test('reads the error text of a 400 as JSON', async () => {
    const { status, json } = await send(`${root}/lookup/id/NOPE`, headers);
    expect([status, json]).toEqual([400, { error: "ID 'NOPE' not found" }]);
  });
});

/** Content-Type and Accept on every request. A POST repeats its arguments in the query. Waits Retry-After on a 429. */
describe('ensembl_rest', () => {
  const headers = { 'Content-Type': JSON_TYPE, Accept: JSON_TYPE };

  test('gets a symbol', async () => {
    const { status, json } = await send(`${root}/lookup/symbol/${SPECIES}/DEMCHN1?expand=0`, headers);
    expect([status, json.object_type]).toEqual([200, 'Gene']);
  });

  test('posts arguments in the body and in the query', async () => {
    const { status, json } = await send(`${root}/lookup/id?ids=${GENE}&ids=NOPE&expand=1`, headers, {
      ids: [GENE, 'NOPE'],
      expand: 1,
    });
    expect([status, json[GENE].Transcript.length > 0, json.NOPE]).toEqual([200, true, null]);
  });
});

/** GET with a Content-Type, one for each format. Divides by the reset time of the answer before. */
describe("muffato's pyEnsemblRest", () => {
  test.each([
    ['text/x-bed', `overlap/region/${SPECIES}/1%3A1-30000?feature=gene`, /^chr1\t\d+\t\d+\t/],
    ['text/x-gff3', `overlap/region/${SPECIES}/1%3A1-30000?feature=gene&feature=exon`, /^##gff-version 3/],
    ['text/x-fasta', `sequence/id/${GENE}?type=genomic&mask_feature=False`, /^>DEMOAG/],
    ['text/plain', `sequence/id/${GENE}`, /^[ACGTN]+$/],
    ['text/plain', 'info/ping', /^---\nping: 1\n$/],
    ['text/xml', `lookup/id/${GENE}`, /^<opt>/],
    ['text/x-yaml', 'info/compara/methods?compara=vertebrates', /^---\n/],
    ['text/x-nh', 'genetree/id/DEMOGT00000000001?nh_format=simple', /^\(.*\);$/s],
    ['text/x-phyloxml+xml', 'genetree/id/DEMOGT00000000001?sequence=none', /<phyloxml/],
  ])('gets %s from %s', async (type, path, expected) => {
    const answered = await send(`${root}/${path}`, { 'Content-Type': type });
    expect([answered.status, answered.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    expect(answered.text).toMatch(expected);
    const { reset = 0, remaining = 0 } = rateOf(answered);
    expect(reset).toBeGreaterThan(0);
    // Its pause before the next request, in seconds: it waits if this is above a millisecond.
    expect(reset * Math.exp(-remaining / reset)).toBeLessThan(0.001);
  });
});

/** Content-Type and Accept on every request; colons stay in paths; the base address may have a path. */
describe('goensemblrest', () => {
  const headers = { 'Content-Type': JSON_TYPE, Accept: JSON_TYPE };

  test('gets a region below the path of its base address', async () => {
    const path = `/overlap/region/${SPECIES}/1:1-30000?feature=gene&feature=transcript`;
    const { status, json } = await send(rest + path, headers);
    expect(status).toBe(200);
    expect(new Set(json.map((each: any) => each.feature_type))).toEqual(new Set(['gene', 'transcript']));
  });

  test('posts variants', async () => {
    const { status, headers: sent } = await send(`${rest}/vep/${SPECIES}/region`, headers, {
      variants: ['1 5000 . A T . . .'],
    });
    expect([status, sent.get('x-ratelimit-limit')]).toEqual([200, '55000']);
  });
});

/** Plain addresses with content-type=application/json, some with a slash before the `?`. */
describe('biomartr', () => {
  test.each([
    ['info/ping?content-type=application/json', 'ping'],
    ['info/species/?division=EnsemblVertebrates&content-type=application/json', 'species'],
    ['info/data/?content-type=application/json', 'releases'],
    [`info/assembly/${SPECIES}?content-type=application/json`, 'top_level_region'],
  ])('gets %s', async (path, key) => {
    const { status, json } = await send(`${root}/${path}`, {});
    expect([status, json[key] !== undefined]).toEqual([200, true]);
  });
});

/** The Accept of its HTTP library; the answer must be exactly application/json. Addresses may end with `?`. */
describe('ensemblr', () => {
  const headers = { Accept: 'application/json, text/xml, application/xml, */*' };

  test.each([
    '/info/divisions?',
    '/info/variation/consequence_types',
    `/info/assembly/${SPECIES}?bands=1`,
    `/xrefs/symbol/${SPECIES}/DEMCHN1?`,
    `/xrefs/id/${GENE}?all_levels=0;`,
  ])('gets %s', async (path) => {
    const { status, headers: sent } = await send(root + path, headers);
    expect([status, sent.get('content-type')]).toEqual([200, JSON_TYPE]);
  });
});

/** Content-Type and Accept of the format; flags as Python's True and False; POST with a slash at the end. */
describe('bioservices', () => {
  const headersOf = (type: string) => ({ 'Content-Type': type, Accept: type });

  test.each([
    [`lookup/id/${GENE}?expand=0&format=full`, JSON_TYPE, JSON_TYPE],
    [`archive/id/${GENE}`, 'application/xml', 'text/xml'],
    [
      'genetree/id/DEMOGT00000000001?nh_format=simple&sequence=protein&aligned=0',
      'text/x-phyloxml+xml',
      'text/x-phyloxml+xml',
    ],
    [`sequence/id/${GENE}?type=genomic&multiple_sequences=False`, 'text/x-fasta', 'text/x-fasta'],
    [`homology/id/${SPECIES}/${GENE}?aligned=1&compara=multi&type=all`, JSON_TYPE, JSON_TYPE],
  ])('gets %s as %s', async (path, type, expected) => {
    const { status, headers } = await send(`${root}/${path}`, headersOf(type));
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, expected]);
  });

  test('posts ids', async () => {
    const { status, json } = await send(`${root}/archive/id/`, headersOf(JSON_TYPE), { id: [GENE] });
    expect([status, json[0].id]).toEqual([200, GENE]);
  });

  test("means True by Python's False", async () => {
    const expanded = await send(`${root}/lookup/id/${GENE}?expand=False`, headersOf(JSON_TYPE));
    expect(expanded.json.Transcript.length).toBeGreaterThan(0);
  });
});

/** A server address that ends with a slash; GET with Content-Type and a `?` at the end; POST of JSON with `true`. */
describe('gget', () => {
  const headers = { 'Content-Type': JSON_TYPE };

  test('posts ids with a JSON boolean', async () => {
    const { json } = await send(`${root}/lookup/id/`, headers, { ids: [GENE, 'NOPE'], expand: true });
    expect([json[GENE].Transcript.length > 0, json.NOPE]).toEqual([true, null]);
  });

  test('gets a sequence', async () => {
    const { json } = await send(`${root}/sequence/id/${TRANSCRIPT}?`, headers);
    expect([json.id, /^[ACGTN]+$/.test(json.seq)]).toEqual([TRANSCRIPT, true]);
  });

  test('posts ids for sequences', async () => {
    const { json } = await send(`${root}/sequence/id`, headers, { ids: [GENE] });
    expect(json[0].query).toBe(GENE);
  });
});

/** Paths are joined to the host, so a base address with a path loses it. Bodies are JSON whatever Content-Type says. */
describe("Galaxy's tools", () => {
  test('post ids for sequences, as FASTA', async () => {
    const headers = { 'Content-Type': 'text/x-fasta', Accept: 'text/x-fasta' };
    const url = new URL('sequence/id?type=genomic&expand_3prime=0&expand_5prime=0', rest);
    expect(url.pathname).toBe('/sequence/id');
    const { status, text } = await send(url.href, headers, { ids: [GENE] });
    expect([status, text.startsWith(`>${GENE}`)]).toEqual([200, true]);
  });

  test('post ids for features', async () => {
    const headers = { 'Content-Type': JSON_TYPE, Accept: JSON_TYPE };
    const { json } = await send(new URL('lookup/id?format=full&expand=1', rest).href, headers, { ids: [GENE] });
    expect(json[GENE].Transcript.length).toBeGreaterThan(0);
  });

  test.each([JSON_TYPE, 'text/x-orthoxml+xml', 'text/x-phyloxml+xml', 'text/x-nh'])(
    'get a gene tree as %s',
    async (type) => {
      const path = `genetree/member/id/${GENE}?sequence=protein&aligned=0&cigar_line=0&nh_format=simple`;
      const { status, headers } = await send(new URL(path, rest).href, { 'Content-Type': type });
      expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    },
  );
});

describe('any client', () => {
  test('may send the Content-Type */* on a GET', async () => {
    const { status, headers } = await send(`${root}/info/species`, { 'Content-Type': '*/*' });
    expect([status, headers.get('content-type')]).toEqual([200, JSON_TYPE]);
  });

  test('may ask for text/x-phyloxml', async () => {
    const { status, headers } = await send(`${root}/genetree/id/DEMOGT00000000001`, {
      'Content-Type': 'text/x-phyloxml',
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/x-phyloxml+xml; charset=utf-8']);
  });
});
