/** Taxa of the demo taxonomy by id, name and classification, and quirks of real taxonomies. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeTaxonomyDatabase } from '../../../data/fictional/terms/taxonomy.ts';
import { xml } from '../../../src/formats/xml.ts';
import { DumpError } from '../../../build-index/dump/dump-error.ts';
import { termsRelease, type TermsRelease } from './terms-release.ts';
import { at, last } from '../../../src/checked.ts';

let demo: TermsRelease;
beforeAll(async () => {
  demo = await termsRelease((dumps) => writeTaxonomyDatabase(join(dumps, 'multi', 'taxonomy')));
});

const ids = (taxa: { id: string }[]) => taxa.map(({ id }) => id);

describe('taxonomy/id', () => {
  test('shows a taxon with its names by class, parent and children', async () => {
    const { status, body } = await demo.get('/taxonomy/id/9000102');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: '9000102',
      name: 'Fictomuridae',
      scientific_name: 'Fictomuridae',
      leaf: 0,
      tags: {
        scientific_name: ['Fictomuridae'],
        name: ['Fictomuridae'],
        common_name: ['demo muridae'],
        synonym: ['fictomuridaes'],
      },
      parent: { id: '9000101', leaf: 0 },
    });
    expect(ids(body.children)).toEqual(['9000001', '9000002']);
    expect(body.children[0]).not.toHaveProperty('parent');
    expect(body.children[0].leaf).toBe(1);
  });

  test('omits relatives for simple=1, the parent of the root and the children of a species', async () => {
    expect((await demo.get('/taxonomy/id/9000102?simple=1')).body).not.toHaveProperty('children');
    expect((await demo.get('/taxonomy/id/1')).body).not.toHaveProperty('parent');
    expect((await demo.get('/taxonomy/id/9000001')).body).not.toHaveProperty('children');
  });

  test('finds a taxon by a name of any class, in any case, and by a merged id', async () => {
    for (const id of ['Fictomys%20demonstrans', 'DEMO%20MOUSE', 'Demo%20mouse%20(fictional)', '9001001', '09000001']) {
      expect((await demo.get(`/taxonomy/id/${id}`)).body.id, id).toBe('9000001');
    }
  });

  test.each(['99999999', '-1', '1.5', '1e99', 'NOPE', 'Ficto%25'])('rejects %s', async (id) => {
    expect(await demo.get(`/taxonomy/id/${id}`)).toEqual({
      status: 400,
      body: { error: `No taxon node found for '${decodeURIComponent(id)}'` },
    });
  });

  test('rejects an almost numeric id of any length as fast', async () => {
    const refused = { status: 400, body: { error: `No taxon node found for '${'1'.repeat(200)}…'` } };
    expect(await demo.get(`/taxonomy/id/${'1'.repeat(300_000)}x`)).toEqual(refused);
  });
});

describe('taxonomy/name', () => {
  test('finds all taxa with a name, and taxa that match a pattern', async () => {
    expect(ids((await demo.get('/taxonomy/name/demo%20bird')).body)).toEqual(['9000003']);
    expect(ids((await demo.get('/taxonomy/name/demo%20_ole')).body)).toEqual(['9000002']);
    expect(ids((await demo.get('/taxonomy/name/%25(fictional)')).body).sort()).toEqual([
      '9000001',
      '9000002',
      '9000003',
      '9000004',
    ]);
    expect(ids((await demo.get('/taxonomy/name/fictomys%25')).body).sort()).toEqual(['9000001', '9000002']);
    expect((await demo.get('/taxonomy/name/fictomys%25?simple=1')).body[0]).not.toHaveProperty('parent');
  });

  test('rejects unknown names and patterns of wildcards only', async () => {
    expect(await demo.get('/taxonomy/name/unicorn')).toEqual({
      status: 400,
      body: { error: "No taxons found with given name 'unicorn'" },
    });
    expect((await demo.get('/taxonomy/name/uni%25corn')).body).toEqual({
      error: "No taxons found with given name 'uni%corn'",
    });
    expect((await demo.get('/taxonomy/name/%25%25')).status).toBe(400);
    expect((await demo.get(`/taxonomy/name/${'_'.repeat(10_000)}`)).status).toBe(400);
    expect((await demo.get(`/taxonomy/name/${'a%25'.repeat(5_000)}`)).status).toBe(400);
  });
});

describe('taxonomy/classification', () => {
  test('lists the taxa above except hidden ones and the root, each with its parent and next child', async () => {
    const { body } = await demo.get('/taxonomy/classification/9000001');
    expect(ids(body)).toEqual(['9000102', '9000100']);
    expect(body.map(({ parent, children }: any) => [parent.id, ids(children)])).toEqual([
      ['9000101', ['9000001']],
      ['1', ['9000101']],
    ]);
  });

  test('starts with the taxon itself and all its children, unless it is hidden', async () => {
    const { body } = await demo.get('/taxonomy/classification/Fictomuridae');
    expect(ids(body)).toEqual(['9000102', '9000100']);
    expect(ids(body[0].children)).toEqual(['9000001', '9000002']);
    expect((await demo.get('/taxonomy/classification/1')).body).toEqual([]);
    expect((await demo.get('/taxonomy/classification/NOPE')).status).toBe(400);
  });

  test('writes the XML of its JSON', async () => {
    const { body } = await demo.get('/taxonomy/classification/9000001');
    const { body: text } = await demo.get('/taxonomy/classification/9000001?content-type=text/xml');
    expect(text).toBe(xml(body));
  });

  test('skips subgenera', async () => {
    const release = await termsRelease((dumps) =>
      writeTaxonomy(dumps, ['2\t1\tgenus', '3\t2\tsubgenus', '4\t3\tspecies'], ['2\tMus', '3\tMus', '4\tMus musculus']),
    );
    expect(ids((await release.get('/taxonomy/classification/4')).body)).toEqual(['4', '2']);
    // Of several taxa with the same name, the first one in the dump counts.
    expect((await release.get('/taxonomy/id/mus')).body.id).toBe('2');
    expect(ids((await release.get('/taxonomy/name/mus')).body)).toEqual(['2', '3']);
  });
});

test('taxonomy/classification reads one block of cards, at any place in a large tree', async () => {
  // Nine levels in which taxon n has the children 3n - 1 to 3n + 1. Names compress badly.
  const taxa = Array.from({ length: (3 ** 9 - 1) / 2 }, (_, each) => each + 1);
  const parentOf = (id: number) => Math.floor((id + 1) / 3);
  const nameOf = (id: number) => createHash('sha256').update(String(id)).digest('base64');
  const release = await termsRelease((dumps) =>
    writeTaxonomy(
      dumps,
      taxa.slice(1).map((id) => `${id}\t${parentOf(id)}\tgenus`),
      taxa.slice(1).map((id) => `${id}\t${nameOf(id)}`),
    ),
  );
  for (let id = taxa.length; id > 1; id -= 311) {
    const line = [id];
    while (parentOf(last(line)) > 1) line.push(parentOf(last(line)));
    const cold = await release.cold();
    release.store.reset();
    const { body } = await cold.get(`/taxonomy/classification/${id}`);
    expect(body.map((taxon: any) => [taxon.id, taxon.name])).toEqual(line.map((each) => [String(each), nameOf(each)]));
    const reads = release.store.reads.filter(({ object }) => object.includes('/cards'));
    expect(reads.length).toBe(1);
    expect(at(reads, 0).length).toBeLessThan(48 * 1024);
  }
});

test('taxonomy writes XML and YAML, and takes one wave of reads by id and two for a classification', async () => {
  expect((await demo.get('/taxonomy/id/9000004?content-type=text/xml;simple=1')).body).toContain(
    '<data name="Fictichthys natans" id="9000004" leaf="1"',
  );
  expect((await demo.get('/taxonomy/id/9000004?simple=1', { accept: 'text/x-yaml' })).body).toContain(
    "id: '9000004'\nleaf: 1\nname: Fictichthys natans\n",
  );
  for (const [path, waves] of [
    ['id/9000001', 1],
    ['classification/9000001', 2],
  ] as const) {
    const cold = await demo.cold();
    demo.store.reset();
    expect((await cold.get(`/taxonomy/${path}`)).status).toBe(200);
    expect(demo.store.waves, path).toBe(waves);
  }
});

test('a release without ontologies and taxonomy says so', async () => {
  const empty = await termsRelease((dumps) => writeTaxonomy(dumps, null, []));
  expect(await empty.get('/taxonomy/id/1')).toEqual({
    status: 400,
    body: { error: 'This release contains no taxonomy; a build adds it with --taxonomy' },
  });
  expect(await empty.get('/ontology/id/GO:1')).toEqual({
    status: 400,
    body: { error: 'This release contains no ontologies; a build adds them with --ontology' },
  });
});

test('taxonomy/name finds names of any class, alphabet and case, and taxonomy/id shows them', async () => {
  const release = await termsRelease((dumps) =>
    writeTaxonomy(
      dumps,
      ['2\t1\tgenus', '3\t2\tspecies'],
      [
        '2\tÖdemera İstanbul',
        '3\tOedemera nobilis',
        '3\tthick-legged beetle\tname',
        '3\tŒdemera\t\\N',
        '3\tSwollen\tSome Class',
        '3\tOedemera caerulea\tScientific name',
      ],
    ),
  );
  const shown = {
    id: '3',
    name: 'Oedemera nobilis',
    tags: {
      scientific_name: ['Oedemera nobilis', 'Oedemera caerulea'],
      some_class: ['Swollen'],
      name: ['Oedemera nobilis'],
    },
  };
  for (const name of ['thick%BEETLE', 'th_ck-legged beetle', '%-legged%', 'œd%mera', '%wollen', 'oedem_ra c%']) {
    expect((await release.get(`/taxonomy/name/${encodeURIComponent(name)}`)).body, name).toMatchObject([shown]);
  }
  expect(ids((await release.get(`/taxonomy/name/${encodeURIComponent('ö_emera%')}`)).body)).toEqual(['2']);
  expect(ids((await release.get(`/taxonomy/name/${encodeURIComponent('%İstanbul')}`)).body)).toEqual(['2']);
  expect((await release.get('/taxonomy/id/2')).body.children).toMatchObject([shown]);
});

test('taxonomy/name folds letters alike at any place of a pattern, and accents as latin1 collation', async () => {
  const release = await termsRelease((dumps) =>
    writeTaxonomy(
      dumps,
      ['2\t1\tgenus', '3\t2\tspecies', '4\t2\tspecies'],
      ['2\tΟΔΟΣΑ alpha', '3\tİstanbul virus', '3\tnaïve virus\tname', '4\tÅse\tname', '4\ttwo\\0words'],
    ),
  );
  const found = async (name: string) => ids((await release.get(`/taxonomy/name/${encodeURIComponent(name)}`)).body);
  for (const name of ['ΟΔΟΣ%', 'οδοσ%', 'οδος%', '%Σ_ alpha']) expect(await found(name), name).toEqual(['2']);
  for (const name of ['_stanbul virus', 'İSTANBUL%', 'Naive virus', 'naïve%', 'NAÍVE VIRUS'])
    expect(await found(name), name).toEqual(['3']);
  for (const name of ['åse', 'ÅS_', 'two\0words', 'two words', '%o\0w%'])
    expect(await found(name), name).toEqual(['4']);
  expect((await release.get('/taxonomy/name/Ase')).status).toBe(400);
});

test('an id that was merged into a missing taxon is unknown', async () => {
  const release = await termsRelease((dumps) =>
    writeTaxonomy(
      dumps,
      ['2\t1\tgenus', '3\t2\tspecies'],
      ['3\tFictus maior', '99\t15\tmerged_taxon_id', '3\t16\tmerged_taxon_id'],
    ),
  );
  expect((await release.get('/taxonomy/id/15')).status).toBe(400);
  expect((await release.get('/taxonomy/id/16')).body.id).toBe('3');
  expect(ids((await release.get('/taxonomy/name/%25maior')).body)).toEqual(['3']);
});

test('a taxon without a parent is a root', async () => {
  const release = await termsRelease((dumps) =>
    writeTaxonomy(dumps, ['2\t\\N\tgenus', '3\t2\tspecies', '4\t99\tspecies'], ['3\tFictus']),
  );
  expect(ids((await release.get('/taxonomy/classification/fictus')).body)).toEqual(['3', '2']);
  expect((await release.get('/taxonomy/id/2')).body).not.toHaveProperty('parent');
  expect(ids((await release.get('/taxonomy/classification/4')).body)).toEqual(['4']);
});

test('a taxon that descends from itself is a dump error', async () => {
  await expect(termsRelease((dumps) => writeTaxonomy(dumps, ['2\t3\tgenus', '3\t2\tgenus'], []))).rejects.toThrow(
    DumpError,
  );
});

/** Writes a taxonomy below a root, in a compara database. */
async function writeTaxonomy(dumps: string, nodes: string[] | null, names: string[]): Promise<void> {
  const folder = join(dumps, 'multi', 'compara');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'table.sql'),
    'CREATE TABLE ncbi_taxa_node (taxon_id int, parent_id int, `rank` char(32)); CREATE TABLE ncbi_taxa_name ' +
      '(taxon_id int, name varchar(500), name_class varchar(50));',
  );
  await writeFile(
    join(folder, 'ncbi_taxa_node.txt'),
    nodes === null ? '' : ['1\t0\tno rank', ...nodes].map((row) => `${row}\n`).join(''),
  );
  await writeFile(
    join(folder, 'ncbi_taxa_name.txt'),
    ['1\troot', ...names].map((row) => `${row}${row.split('\t').length < 3 ? '\tscientific name' : ''}\n`).join(''),
  );
}
