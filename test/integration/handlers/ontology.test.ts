/** Terms of the demo ontology by accession, name and kinship, and a term with a thousand terms above and below it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeOntologyDatabase } from '../../../data/fictional/terms/ontology-database.ts';
import { termsRelease, type TermsRelease } from './terms-release.ts';
import { at, present } from '../../../src/checked.ts';

let demo: TermsRelease;
beforeAll(async () => {
  demo = await termsRelease((dumps) => writeOntologyDatabase(join(dumps, 'multi', 'ontology')));
});

const accessions = (terms: { accession: string }[]) => terms.map(({ accession }) => accession.slice(-3));
const ION_PASSAGE = 'DEMOGO:0000003';

describe('ontology/id', () => {
  test('shows a term with parents and children, in any case of the accession', async () => {
    const { status, body } = await demo.get('/ontology/id/demogo:0000102');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      accession: 'DEMOGO:0000102',
      name: 'demo binding (fictional)',
      ontology: 'DEMOGO',
      namespace: 'demo_ontology',
      subsets: ['demoslim'],
      synonyms: ['fictional binding'],
      definition: '"What the generator of the demo data calls demo binding." [DEMO:generator]',
    });
    expect([accessions(body.parents), accessions(body.children)]).toEqual([['101'], ['002', '005']]);
    expect(Object.keys(body.parents[0]).sort()).toEqual([
      'accession',
      'definition',
      'name',
      'namespace',
      'ontology',
      'subsets',
      'synonyms',
    ]);
  });

  test('omits parents and children for simple=1', async () => {
    const { body } = await demo.get(`/ontology/id/${ION_PASSAGE}?simple=1`);
    expect(Object.keys(body).sort()).toEqual([
      'accession',
      'definition',
      'name',
      'namespace',
      'ontology',
      'subsets',
      'synonyms',
    ]);
  });

  test('lists only relatives of the requested relations, in the order of the request', async () => {
    const parents = async (query: string) =>
      accessions((await demo.get(`/ontology/id/${ION_PASSAGE}?${query}`)).body.parents);
    expect(await parents('')).toEqual(['101', '007']);
    expect(await parents('relation=is_a')).toEqual(['101']);
    expect(await parents('relation=part_of;relation=is_a')).toEqual(['007', '101']);
    expect(await parents('relation=part_of;relation=is_a;relation=PART_OF;relation=part_of')).toEqual(['007', '101']);
    expect(await parents('relation=regulates')).toEqual([]);
    expect(await parents('relation=isa')).toEqual([]);
  });

  test('shows the term under its alternative accession', async () => {
    const { body } = await demo.get('/ontology/id/DEMOGO:0000901');
    expect(body).toMatchObject({ accession: 'DEMOGO:0000901', name: 'demo peptide cleavage (fictional)' });
    expect(accessions(body.parents)).toEqual(['101', '008']);
  });

  test.each([
    ['an unknown accession', '/ontology/id/GO:9999999', "No ontology term found for 'GO:9999999'"],
    ['an obsolete term', '/ontology/id/DEMOGO:0000201', "No ontology term found for 'DEMOGO:0000201'"],
    ['a very long accession', `/ontology/id/${'x'.repeat(3000)}`, `No ontology term found for '${'x'.repeat(200)}…'`],
  ])('rejects %s', async (_, path, error) => {
    expect(await demo.get(path)).toEqual({ status: 400, body: { error } });
  });
});

describe('ontology/name', () => {
  const named = async (path: string) => accessions((await demo.get(`/ontology/name/${path}`)).body);

  test('finds names and synonyms in any case, and by pattern', async () => {
    expect(await named('DEMO%20BINDING%20(fictional)')).toEqual(['102']);
    expect(await named('fictional%20binding')).toEqual(['102']);
    expect((await named('%25binding%25')).sort()).toEqual(['002', '005', '102']);
    expect(await named('demo%20b_nding%25')).toEqual(['102']);
    expect(await named('%25_ing%20(%25')).toHaveLength(4);
    // With few names, even a pattern without three letters in a row is searched.
    expect(await named('%25ly%25ome%25')).toEqual(['012']);
  });

  test('can omit relatives and can be limited to an ontology', async () => {
    expect((await demo.get('/ontology/name/fictional%20binding?simple=1;ontology=demogo')).body[0]).not.toHaveProperty(
      'parents',
    );
    expect(await demo.get('/ontology/name/fictional%20binding?ontology=GO')).toEqual({
      status: 400,
      body: { error: 'No valid terms found for ontology name fictional binding' },
    });
  });

  test('does not find obsolete terms', async () => {
    expect((await demo.get('/ontology/name/%25phlogiston%25')).body).toEqual({
      error: 'No valid terms found for ontology name %phlogiston%',
    });
  });

  test('rejects patterns of wildcards only, and finds nothing for a pattern of 10,000 letters', async () => {
    for (const pattern of ['%', '_', '%_%']) {
      const { status, body } = await demo.get(`/ontology/name/${encodeURIComponent(pattern)}`);
      expect([status, body.error]).toEqual([
        400,
        `The name '${pattern}' consists of wildcards only; please give some of its letters`,
      ]);
    }
    expect((await demo.get(`/ontology/name/${encodeURIComponent('%dem_'.repeat(2000))}`)).status).toBe(400);
  });
});

describe('ontology', () => {
  test('descendants lists the terms above, nearest first', async () => {
    const above = async (query: string) =>
      accessions((await demo.get(`/ontology/descendants/${ION_PASSAGE}?${query}`)).body);
    expect(await above('')).toEqual(['007', '101', '104', '103']);
    expect(await above('zero_distance=1')).toEqual(['003', '007', '101', '104', '103']);
    expect(await above('closest_terms=1')).toEqual(['007', '101']);
    expect(await above('closest_terms=1;zero_distance=1')).toEqual(['003', '007', '101']);
    expect(await above('closest_term=1')).toHaveLength(4);
    expect(await above('subset=demoslim')).toEqual(['101', '104', '103']);
    expect(await above('subset=demoslim;closest_terms=1')).toEqual(['101']);
    expect(await above('subset=%25slim')).toEqual(['101', '104', '103']);
    expect(await above('subset=goslim_generic')).toEqual([]);
    expect(await above('ontology=blibble')).toEqual([]);
    expect(await above('ontology=demogo')).toHaveLength(4);
  });

  test('ancestors lists the terms below', async () => {
    expect(accessions((await demo.get('/ontology/ancestors/DEMOGO:0000103')).body)).toEqual([
      '006',
      '008',
      '009',
      '104',
      '004',
      '007',
      '014',
      '003',
    ]);
    expect((await demo.get(`/ontology/ancestors/${ION_PASSAGE}`)).body).toEqual([]);
    expect((await demo.get('/ontology/ancestors/NOPE')).status).toBe(400);
  });

  test('ancestors/chart contains every term on the way up, with its parents by relation', async () => {
    const { body } = await demo.get(`/ontology/ancestors/chart/${ION_PASSAGE}`);
    const relations = Object.fromEntries(
      Object.entries<Record<string, any>>(body).map(([accession, { term, ...parents }]) => {
        expect(term.accession).toBe(accession);
        return [
          accession.slice(-3),
          Object.fromEntries(Object.entries(parents).map(([relation, terms]) => [relation, accessions(terms)])),
        ];
      }),
    );
    expect(relations).toEqual({
      '003': { is_a: ['101'], part_of: ['007'] },
      '007': { is_a: ['104'] },
      '101': {},
      '103': {},
      '104': { is_a: ['103'] },
    });
    expect((await demo.get(`/ontology/ancestors/chart/${ION_PASSAGE}?ontology=GO`)).body).toEqual({});
  });

  test('writes XML, YAML and JSONP', async () => {
    const xml = (await demo.get('/ontology/id/DEMOGO:0000102?content-type=text/xml')).body as string;
    expect(xml).toContain('<data name="demo binding (fictional)" accession="DEMOGO:0000102"');
    const yaml = (await demo.get('/ontology/ancestors/DEMOGO:0000102', { 'content-type': 'text/x-yaml' }))
      .body as string;
    expect(yaml).toMatch(/^---\n- accession: DEMOGO:0000002\n/);
    const jsonp = (
      await demo.get('/ontology/ancestors/chart/DEMOGO:0000102?content-type=text/javascript;callback=show')
    ).body as string;
    expect(JSON.parse(at(present(/^\/\*\*\/show\((.*)\);$/s.exec(jsonp), 'a match'), 1))).toHaveProperty([
      'DEMOGO:0000102',
      'term',
    ]);
  });
});

describe('a term with 1,000 terms above and below it', () => {
  let large: TermsRelease;
  beforeAll(async () => {
    large = await termsRelease(writeHourglass);
  });

  test.each([
    ['ancestors', 2],
    ['descendants', 2],
    ['ancestors/chart', 2],
    ['id', 1],
  ])('ontology/%s takes %i waves of cold reads', async (operation, waves) => {
    const cold = await large.cold();
    // The directory of cards is not needed; the directory of terms is part of the root.
    large.store.reset();
    const { status, body } = await cold.get(`/ontology/${operation}/X:5000`);
    expect(status).toBe(200);
    if (operation === 'ancestors' || operation === 'descendants') expect(body).toHaveLength(1000);
    expect(large.store.waves).toBe(waves);
    expect(large.store.bytes).toBeLessThan(500_000);
  });
});

/** One term, X:5000, with a thousand direct children and a thousand direct parents. */
async function writeHourglass(dumps: string): Promise<void> {
  const folder = join(dumps, 'multi', 'ontology');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'table.sql'),
    `
    CREATE TABLE ontology (ontology_id int, name varchar(64), namespace varchar(64));
    CREATE TABLE term (term_id int, ontology_id int, accession varchar(64), name varchar(255), is_obsolete int);
    CREATE TABLE relation_type (relation_type_id int, name varchar(64));
    CREATE TABLE relation (relation_id int, child_term_id int, parent_term_id int, relation_type_id int,
      ontology_id int);
    CREATE TABLE closure (closure_id int, child_term_id int, parent_term_id int, subparent_term_id int, distance int,
      ontology_id int);`,
  );
  const others = Array.from({ length: 2000 }, (_, index) => (index < 1000 ? index + 1 : index + 8000));
  const pair = (id: number) => (id < 5000 ? `${id}\t5000` : `5000\t${id}`);
  const files = {
    ontology: ['1\tX\tx'],
    term: [...others, 5000].map((id) => `${id}\t1\tX:${id}\tterm ${id} ${'with a long name '.repeat(5)}\t0`),
    relation_type: ['1\tis_a'],
    relation: others.map((id) => `${id}\t${pair(id)}\t1\t1`),
    closure: [...others.map((id) => `${id}\t${pair(id)}\t${Math.min(id, 5000)}\t1\t1`), '5000\t5000\t5000\t\\N\t0\t1'],
  };
  for (const [table, rows] of Object.entries(files))
    await writeFile(join(folder, `${table}.txt`), rows.map((row) => `${row}\n`).join(''));
}
