/** Long lists of terms and taxa: which ones are streamed, which are rejected, and what they read. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { present } from '../../../src/checked.ts';
import { Random } from '../../../data/fictional/random.ts';
import { termsRelease, type TermsRelease } from './terms-release.ts';

const XML = { 'content-type': 'text/xml' };
const YAML = { 'content-type': 'text/x-yaml' };

/** Reads the first part of an answer. @returns the number of bytes that this read from the store */
async function bytesOfFirstPart(release: TermsRelease, path: string): Promise<number> {
  const cold = await release.cold();
  release.store.reset();
  const response = await cold.request(path);
  expect(response.status).toBe(200);
  const reader = present(response.body, 'body').getReader();
  await reader.read();
  const { bytes } = release.store;
  await reader.cancel();
  return bytes;
}

describe('an ontology with a root of 8,000 kinds, half of which belong to it', () => {
  const KINDS = 8000;
  let release: TermsRelease;
  beforeAll(async () => {
    release = await termsRelease((dumps) => writeOntology(dumps, KINDS));
  });

  test.each([
    ['/ontology/name/%25kind%25?simple=1', KINDS],
    ['/ontology/name/%25kind%25?ontology=y', KINDS / 2],
    ['/ontology/ancestors/Y:0', KINDS / 2],
  ])('streams all terms of %s', async (path, count) => {
    const { status, body } = await release.get(path);
    expect(status).toBe(200);
    expect(body).toHaveLength(count);
    const accessions = body.map(({ accession }: { accession: string }) => accession);
    expect(accessions).toEqual([...accessions].sort());
    release.store.reset();
    await (await release.cold()).get(path);
    const all = release.store.bytes;
    expect(await bytesOfFirstPart(release, path)).toBeLessThan(0.75 * all);
  });

  test('rejects formats that cannot be streamed, and says which requests work', async () => {
    for (const [headers, format] of [
      [XML, 'xml'],
      [YAML, 'yaml'],
    ] as const) {
      expect(await release.get('/ontology/name/%25kind%25', headers)).toMatchObject({ status: 400 });
      expect((await release.get('/ontology/ancestors/Y:0', headers)).body.error).toBe(
        `There are ${KINDS / 2} terms, too many for a list in ${format}; please request JSON`,
      );
    }
    expect((await release.get('/ontology/name/%25kind%25', XML)).body.error).toBe(
      `Up to ${KINDS} terms match '%kind%', too many for a list in xml; please request JSON, or a longer ` +
        'part of the name',
    );
    expect((await release.get('/ontology/name/kind%20of%2012_', XML)).status).toBe(200);
  });

  test('has no terms under other names of an ontology', async () => {
    for (const ontology of ['nosuch', '', '%25']) {
      expect(await release.get(`/ontology/name/%25kind%25?ontology=${ontology}`)).toEqual({
        status: 400,
        body: { error: 'No valid terms found for ontology name %kind%' },
      });
    }
    expect((await release.get('/ontology/ancestors/Y:0?ontology=nosuch')).body).toEqual([]);
    expect((await release.get('/ontology/descendants/Y:000002?subset=nosuch')).body).toEqual([]);
  });

  test('matches a relation by case', async () => {
    const parents = async (relation: string) => (await release.get(`/ontology/id/Y:000002?relation=${relation}`)).body;
    expect((await parents('partOf')).parents).toHaveLength(1);
    expect((await parents('PARTOF')).parents).toEqual([]);
    expect((await parents('is_a')).parents).toEqual([]);
    expect((await parents('part_of')).parents).toEqual([]);
  });

  test('ignores blanks after an accession or an ontology, and distinguishes underscores from colons', async () => {
    expect((await release.get('/ontology/id/y:000002%20%20?simple=1')).body.accession).toBe('Y:000002');
    expect((await release.get('/ontology/name/kind%20of%200?ontology=Y%20')).status).toBe(200);
    for (const id of ['%20Y:000002', 'Y_000002', 'Y%25', 'Y:00000_'])
      expect((await release.get(`/ontology/id/${id}`)).status, id).toBe(400);
  });

  test('finds names with letters beyond ASCII in either case, by name or pattern', async () => {
    for (const name of ['ÉTAT Σ', 'état σ', '%25TAT%20Σ', 'é%25', '_tat%20_']) {
      expect((await release.get(`/ontology/name/${name}?simple=1`)).body[0]?.name, name).toBe('état σ');
    }
    // Accents do not distinguish letters, as in MySQL's latin1_swedish_ci, except Å, Ä and Ö.
    expect((await release.get('/ontology/name/etat%20σ')).status).toBe(200);
  });
});

describe('a taxon with 21,000 children', () => {
  const CHILDREN = 21_000;
  let release: TermsRelease;
  beforeAll(async () => {
    release = await termsRelease((dumps) => writeTaxa(dumps, CHILDREN));
  }, 120_000);

  test('is shown alone without reading them', async () => {
    const cold = await release.cold();
    release.store.reset();
    const { body } = await cold.get('/taxonomy/id/10?simple=1');
    expect(body).toEqual({
      id: '10',
      name: 'Great',
      scientific_name: 'Great',
      leaf: 0,
      tags: { scientific_name: ['Great'], name: ['Great'] },
    });
    expect([release.store.waves, release.store.reads.length]).toEqual([1, 1]);
    expect(release.store.bytes).toBeLessThan(16 * 1024);
  });

  test('is shown with all of them in the order of the dump, streamed', async () => {
    const { status, body } = await release.get('/taxonomy/id/10');
    expect(status).toBe(200);
    expect(body.parent.id).toBe('1');
    expect(body.children.map(({ id }: { id: string }) => Number(id))).toEqual(
      Array.from({ length: CHILDREN }, (_, each) => 1000 + each),
    );
    const { name } = body.children[5];
    expect(name).toMatch(/^Small 5 /);
    expect(body.children[5]).toEqual({
      id: '1005',
      name,
      scientific_name: name,
      leaf: 1,
      tags: { scientific_name: [name], name: [name] },
    });
    release.store.reset();
    await (await release.cold()).get('/taxonomy/id/10');
    const all = release.store.bytes;
    expect(await bytesOfFirstPart(release, '/taxonomy/id/10')).toBeLessThan(0.75 * all);
  });

  test('is complete in lists as well', async () => {
    const named = (await release.get('/taxonomy/name/Gr_at%25')).body;
    expect(named.map(({ id, children }: any) => [id, children.length])).toEqual([
      ['10', CHILDREN],
      ['11', 1],
    ]);
    const line = (await release.get('/taxonomy/classification/Great')).body;
    expect(line.map(({ id, children }: any) => [id, children.length])).toEqual([['10', CHILDREN]]);
    const below = (await release.get('/taxonomy/classification/1000')).body;
    expect(below.map(({ id, children }: any) => [id, children?.length])).toEqual([
      ['1000', undefined],
      ['10', 1],
    ]);
  });

  test('is rejected in formats that cannot be streamed, except for the taxon alone', async () => {
    const refusal = 'The taxon has too many children for an answer in xml; please request JSON';
    expect((await release.get('/taxonomy/id/10', XML)).body.error).toBe(`${refusal}, or simple=1 to omit the children`);
    expect((await release.get('/taxonomy/classification/10', XML)).body.error).toBe(refusal);
    expect((await release.get('/taxonomy/name/gr_at%25', XML)).body.error).toBe(
      "2 taxa match 'gr_at%', too many for a list in xml; please request JSON, or a longer part of the name",
    );
    expect((await release.get('/taxonomy/id/10?simple=1', XML)).status).toBe(200);
    expect((await release.get('/taxonomy/classification/1000', YAML)).status).toBe(200);
  });

  test('is found with blanks after its name', async () => {
    expect((await release.get('/taxonomy/id/great%20%20?simple=1')).body.id).toBe('10');
    expect((await release.get('/taxonomy/id/%20great')).status).toBe(400);
  });

  test.each([
    ['%25l%25', "The name '%l%' is too vague for a search; please give three consecutive letters"],
    ['%25_%25', "The name '%_%' consists of wildcards only; please give some of its letters"],
    ['_'.repeat(10_000), `The name '${'_'.repeat(200)}…' consists of wildcards only; please give some of its letters`],
    [
      'a%25'.repeat(2500),
      `The name '${'a%'.repeat(100)}…' is too vague for a search; please give three consecutive letters`,
    ],
    ['%25qqq_'.repeat(2000), `No taxons found with given name '${'%qqq_'.repeat(40)}…'`],
  ])('rejects the name %.20s without reading much', async (pattern, error) => {
    release.store.reset();
    expect(await (await release.cold()).get(`/taxonomy/name/${pattern}`)).toEqual({ status: 400, body: { error } });
    expect(release.store.bytes).toBeLessThan(1024 * 1024);
  });
});

/**
 * Terms 1 to `kinds` below Y:0, each with a definition of 1,200 random letters. Terms with an even number belong to
 * ontology Y, the others to Z.
 */
async function writeOntology(dumps: string, kinds: number): Promise<void> {
  const random = new Random(1);
  const ids = Array.from({ length: kinds }, (_, each) => each + 1);
  const accession = (id: number) => `Y:${String(id).padStart(6, '0')}`;
  await writeDump(
    join(dumps, 'multi', 'ontology'),
    `
    CREATE TABLE ontology (ontology_id int, name varchar(64), namespace varchar(64));
    CREATE TABLE term (term_id int, ontology_id int, accession varchar(64), name varchar(255), definition text,
      is_obsolete int);
    CREATE TABLE relation_type (relation_type_id int, name varchar(64));
    CREATE TABLE relation (relation_id int, child_term_id int, parent_term_id int, relation_type_id int,
      ontology_id int);
    CREATE TABLE closure (closure_id int, child_term_id int, parent_term_id int, subparent_term_id int, distance int,
      ontology_id int);`,
    {
      ontology: ['1\tY\ty', '2\tZ\tz'],
      term: [
        '100001\t1\tY:0\troot\t\\N\t0',
        '100002\t1\tY:9\tétat σ\t\\N\t0',
        ...ids.map((id) => `${id}\t${1 + (id % 2)}\t${accession(id)}\tkind of ${id % 1000}\t${noise(random, 1200)}\t0`),
      ],
      relation_type: ['1\tis_a', '2\tpartOf'],
      relation: ids.map((id) => `${id}\t${id}\t100001\t2\t${1 + (id % 2)}`),
      // Terms of ontology Z are below the root as well: a list contains only closures of the requested ontology.
      closure: ids.map((id) => `${id}\t${id}\t100001\t100001\t1\t${1 + (id % 2)}`),
    },
  );
}

/** Random letters, which do not compress. */
function noise(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += Math.floor(random.next() * 2 ** 32).toString(36);
  return text.slice(0, length);
}

/** Taxon 10 with children from 1000 on, and taxon 11 with one child. */
async function writeTaxa(dumps: string, children: number): Promise<void> {
  const random = new Random(1);
  const ids = Array.from({ length: children }, (_, each) => 1000 + each);
  const nodes = [
    '1\t0\tno rank',
    '10\t1\tgenus',
    '11\t1\tgenus',
    '12\t11\tspecies',
    ...ids.map((id) => `${id}\t10\tspecies`),
  ];
  const names = [
    '1\troot',
    '10\tGreat',
    '11\tGreater',
    '12\tGrain',
    ...ids.map((id) => `${id}\tSmall ${id - 1000} ${noise(random, 40)}`),
  ];
  await writeDump(
    join(dumps, 'multi', 'taxonomy'),
    `
    CREATE TABLE ncbi_taxa_node (taxon_id int, parent_id int, \`rank\` char(32));
    CREATE TABLE ncbi_taxa_name (taxon_id int, name varchar(500), name_class varchar(50));`,
    {
      ncbi_taxa_node: nodes,
      ncbi_taxa_name: names.map((row) => `${row}\tscientific name`),
    },
  );
}

async function writeDump(folder: string, schema: string, tables: Record<string, string[]>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'table.sql'), schema);
  for (const [table, rows] of Object.entries(tables))
    await writeFile(join(folder, `${table}.txt`), rows.map((row) => `${row}\n`).join(''));
}
