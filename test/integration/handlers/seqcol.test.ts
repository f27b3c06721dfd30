/** Sequence collections of GA4GH: the assemblies of a release by their digests. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRelease, RunningService } from '../../support/compiled-release.ts';
import { at } from '../../../src/checked.ts';
import { refgetRelease, SEQUENCES } from './refget-release.ts';

/** As the specification computes digests in Python; all keys are in order. */
function digestOf(value: unknown): string {
  return digestOfText(JSON.stringify(value));
}

function digestOfText(text: string): string {
  return createHash('sha512').update(text).digest().subarray(0, 24).toString('base64url');
}

const NAMES = ['L', 'C', '2', 'BIG', 'X', 'Y', 'S'] as const;
const LENGTHS = NAMES.map((name) => SEQUENCES[name].length);
const IDENTIFIERS = NAMES.map((name) => `SQ.${digestOfText(SEQUENCES[name])}`);
const PAIRS = NAMES.map((name, each) => ({ length: at(LENGTHS, each), name }));
const LEVEL_1 = {
  lengths: digestOf(LENGTHS),
  names: digestOf(NAMES),
  sequences: digestOf(IDENTIFIERS),
  name_length_pairs: digestOf(PAIRS),
  sorted_name_length_pairs: digestOf(PAIRS.map(digestOf).sort()),
  sorted_sequences: digestOf(IDENTIFIERS.toSorted()),
};
const COLLECTION = digestOf({ names: LEVEL_1.names, sequences: LEVEL_1.sequences });
const GENOMES = [{ species: 'fictus_digestus', assembly: 'FIC1', accession: 'GCA_000009999.3' }];

let release: CompiledRelease;
let service: RunningService;
let other: string;
beforeAll(async () => {
  release = await refgetRelease();
  service = await release.serve();
  other = (await service.get('/seqcol/list/collection?species=fictus_alter')).json.results[0];
});

describe('seqcol/collection', () => {
  it('has the reference regions with bases, in their order', async () => {
    expect((await service.get(`/seqcol/collection/${COLLECTION}`)).json).toEqual({
      lengths: LENGTHS,
      names: NAMES,
      sequences: IDENTIFIERS,
      name_length_pairs: PAIRS,
      sorted_sequences: IDENTIFIERS.toSorted(),
      genomes: GENOMES,
    });
  });

  it('has the digests of all attributes at level 1', async () => {
    const { json } = await service.get(`/seqcol/collection/${COLLECTION}?level=1`);
    expect(json).toEqual({ ...LEVEL_1, genomes: GENOMES });
  });

  it('also answers at the root', async () => {
    const response = await service.fetch(`/seqcol/collection/${COLLECTION}?level=1`);
    expect(await response.json()).toMatchObject(LEVEL_1);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('needs one read for level 1 and two waves for level 2', async () => {
    for (const level of [1, 2]) {
      const fresh = await release.serve();
      fresh.store.reset();
      await fresh.get(`/seqcol/collection/${COLLECTION}?level=${level}`);
      expect(fresh.store.waves).toBe(level);
      expect(fresh.store.reads).toHaveLength(level);
      await fresh.close();
    }
  });

  it.each([
    ['/seqcol/collection/unknown', 404],
    ['/seqcol/collection/count', 404],
    ['/seqcol/collection/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 404],
    [`/seqcol/collection/${COLLECTION}?level=3`, 400],
    [`/seqcol/collection/${COLLECTION}?level=zero`, 400],
    [`/seqcol/attribute/collection/names/${COLLECTION}`, 404],
    [`/seqcol/attribute/collection/colours/${LEVEL_1.names}`, 404],
    [`/seqcol/attribute/collection/sorted_name_length_pairs/${LEVEL_1.sorted_name_length_pairs}`, 404],
    ['/seqcol/list/collection?page=-1', 400],
    ['/seqcol/list/collection?page_size=0', 400],
    ['/seqcol/list/collection?page_size=100000', 400],
    ['/seqcol/list/collection?species=nobody', 400],
    [`/seqcol/comparison/${COLLECTION}/unknown`, 404],
  ])('%s is rejected with %i', async (path, status) => {
    const answer = await service.get(path);
    expect(answer.status).toBe(status);
    expect(answer.json.error).toMatch(/\w+ \w+/);
  });
});

describe('seqcol/attribute', () => {
  it.each([
    ['names', LEVEL_1.names, NAMES],
    ['lengths', LEVEL_1.lengths, LENGTHS],
    ['sequences', LEVEL_1.sequences, IDENTIFIERS],
    ['name_length_pairs', LEVEL_1.name_length_pairs, PAIRS],
    ['sorted_sequences', LEVEL_1.sorted_sequences, IDENTIFIERS.toSorted()],
  ])('has the values of %s', async (attribute, digest, values) => {
    expect((await service.get(`/seqcol/attribute/collection/${attribute}/${digest}`)).json).toEqual(values);
  });
});

describe('seqcol/list', () => {
  it('lists all collections, page by page', async () => {
    const all = (await service.get('/seqcol/list/collection')).json;
    expect(all.pagination).toEqual({ page: 0, page_size: 100, total: 2 });
    expect(all.results.toSorted()).toEqual([COLLECTION, other].sort());
    for (const page of [0, 1, 2]) {
      const { json } = await service.get(`/seqcol/list/collection?page=${page}&page_size=1`);
      expect(json).toEqual({
        results: all.results.slice(page, page + 1),
        pagination: { page, page_size: 1, total: 2 },
      });
    }
  });

  it('filters by attributes and species, all of which must match', async () => {
    const list = async (query: string) => (await service.get(`/seqcol/list/collection?${query}`)).json;
    for (const [attribute, digest] of Object.entries(LEVEL_1))
      expect((await list(`${attribute}=${digest}`)).results, attribute).toEqual([COLLECTION]);
    expect((await list('species=Fictus digestus')).results).toEqual([COLLECTION]);
    expect(await list(`names=${LEVEL_1.names}&species=fictus_alter`)).toEqual({
      results: [],
      pagination: { page: 0, page_size: 100, total: 0 },
    });
    expect((await list('lengths=unknown')).results).toEqual([]);
  });
});

describe('seqcol/comparison', () => {
  const both = ['genomes', 'lengths', 'name_length_pairs', 'names', 'sequences', 'sorted_name_length_pairs'];
  const attributes = { a_only: [], b_only: [], a_and_b: [...both, 'sorted_sequences'] };

  it('of a collection with itself finds all elements in the same order', async () => {
    const counts = { lengths: 7, name_length_pairs: 7, names: 7, sequences: 7, sorted_sequences: 7 };
    expect((await service.get(`/seqcol/comparison/${COLLECTION}/${COLLECTION}`)).json).toEqual({
      digests: { a: COLLECTION, b: COLLECTION },
      attributes,
      array_elements: {
        a_count: counts,
        b_count: counts,
        a_and_b_count: counts,
        a_and_b_same_order: Object.fromEntries(Object.keys(counts).map((name) => [name, true])),
      },
    });
  });

  it('of two assemblies finds the shared sequence', async () => {
    const { json } = await service.get(`/seqcol/comparison/${COLLECTION}/${other}`);
    expect(json).toMatchObject({
      digests: { a: COLLECTION, b: other },
      attributes,
      array_elements: {
        a_and_b_count: { lengths: 1, name_length_pairs: 0, names: 0, sequences: 1, sorted_sequences: 1 },
        a_and_b_same_order: { lengths: null, names: null, sequences: null },
      },
    });
  });

  it('takes a collection in the body, with some of the attributes', async () => {
    const sent = { names: NAMES.toReversed(), lengths: LENGTHS, sequences: IDENTIFIERS, topologies: ['linear'] };
    const { json } = await service.post(`/seqcol/comparison/${COLLECTION}`, sent);
    expect(json).toMatchObject({
      digests: { a: COLLECTION, b: digestOf({ names: digestOf(sent.names), sequences: LEVEL_1.sequences }) },
      attributes: {
        a_only: ['genomes', 'name_length_pairs', 'sorted_name_length_pairs', 'sorted_sequences'],
        b_only: ['topologies'],
        a_and_b: ['lengths', 'names', 'sequences'],
      },
      array_elements: { b_count: { topologies: 1 }, a_and_b_same_order: { names: false, lengths: true } },
    });
    const { json: partly } = await service.post(`/seqcol/comparison/${COLLECTION}`, { lengths: [LENGTHS[1]] });
    expect(partly).toMatchObject({
      digests: { b: null },
      array_elements: { a_and_b_count: { lengths: 1 }, a_and_b_same_order: { lengths: null } },
    });
  });

  it.each([
    [{}, 400],
    [[], 400],
    ['{', 400],
    [{ names: 'chr1' }, 400],
    [{ names: [['chr1']] }, 400],
    [{ lengths: [null, {}, { a: [] }] }, 400],
    [{ colour: 'red' }, 400],
  ])('rejects the body %j', async (body, status) => {
    const answer = await service.post(`/seqcol/comparison/${COLLECTION}`, body);
    expect(answer.status).toBe(status);
    expect(answer.json.error).toMatch(/\w+ \w+/);
  });
});

describe('seqcol/service-info', () => {
  it('has a schema with every attribute of a collection', async () => {
    const { json } = await service.get('/seqcol/service-info');
    expect(json.type).toEqual({ group: 'org.ga4gh', artifact: 'refget-seqcol', version: '1.0.0' });
    const { schema } = json.seqcol;
    expect(schema.ga4gh.inherent).toEqual(['names', 'sequences']);
    expect(Object.keys(schema.properties).sort()).toEqual([...Object.keys(LEVEL_1), 'genomes'].sort());
  });
});
