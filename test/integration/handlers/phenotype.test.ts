/** phenotype/gene, region, accession and term on an invented genome. */
import { describe, expect, it } from 'vitest';
import { json } from '../../support/json.ts';
import { present } from '../../../src/checked.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/phenotypes.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { KINDS, MANY, writePhenotypeDumps } from './phenotype-release.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';

const folder = await testFolder();
const { index, get } = await compileAndServe(await writePhenotypeDumps(`${folder}/dumps`), `${folder}/index`);
const phenotypes = async (path: string) => (await get(`/phenotype/${path}`)).body;

const growth = { description: 'Growth', source: 'Invented', ontology_accessions: ['FIC:1', 'FIC:3'] };
const ofGene = { location: '1:1001-1500', Gene: 'FICG00001' };
const own = { ...growth, ...ofGene, attributes: { external_reference: 'PMID:1', MIM: '42' } };
const unspecified = { description: 'Not specified', source: 'Invented', ...ofGene };

describe('phenotypes of a gene', () => {
  it.each(['Alpha', 'alpha', 'Alef', 'X1'])('are found by the name %s', async (name) => {
    expect(await phenotypes(`gene/fictus_probatus/${name}`)).toEqual([own, unspecified]);
  });

  it('are not found by a stable id that no reference of the gene names', async () => {
    expect(await get('/phenotype/gene/fictus_probatus/FICG00001')).toMatchObject({
      status: 400,
      body: { error: 'Gene FICG00001 not found.' },
    });
  });

  it('contain publications, submitters and review, in the order of the database', async () => {
    const [first, second] = await phenotypes(
      'gene/fictus_probatus/Alpha?include_pubmed_id=1;include_submitter=1;include_review_status=1',
    );
    expect(first.attributes).toEqual({
      external_reference: 'PMID:1',
      MIM: '42',
      pubmed_ids: ['PMID:10', 'PMID:20'],
      submitter_names: ['Another clinic', 'One clinic'],
      review_status: 'reviewed',
    });
    expect(second).not.toHaveProperty('attributes');
  });

  it('include features, but not genes, that a source associates with its symbol', async () => {
    expect(await phenotypes('gene/fictus_probatus/Alpha?include_associated=1')).toEqual([
      own,
      unspecified,
      {
        description: 'Tallness',
        source: 'Invented',
        location: '1:5000-5000',
        Variation: 'rs2',
        attributes: { associated_gene: 'Beta, ALPHA' },
        ontology_accessions: ['FIC:2'],
      },
    ]);
  });

  it('rejects a parameter that is sent several times', async () => {
    expect(await get('/phenotype/gene/fictus_probatus/Alpha?trait=1;x=1;x=1;trait=1')).toMatchObject({
      status: 400,
      body: { error: "Duplicated parameter 'trait' supplied" },
    });
  });

  it('include features that overlap it, its own once more, even those that are not significant', async () => {
    const found = await phenotypes('gene/fictus_probatus/Alpha?include_overlap=1');
    expect(found.slice(0, 4)).toEqual([own, unspecified, own, unspecified]);
    expect(found.slice(4)).toEqual([
      {
        ...growth,
        source: 'Other',
        location: '1:1200-1200',
        Variation: 'rs1',
        attributes: { p_value: '2.00e-7', clinical_significance: 'pathogenic' },
      },
      { ...growth, location: '1:1200-1200', Variation: 'rs1', attributes: { beta_coefficient: '0.5' } },
      { ...growth, location: '1:1300-1300', Variation: 'rs3' },
    ]);
  });

  it('are limited to the requested classes', async () => {
    expect(await phenotypes('gene/fictus_probatus/Alpha?non_specified=0')).toEqual([own]);
    expect(await phenotypes('gene/fictus_probatus/Alpha?trait=0')).toEqual([unspecified]);
    expect(await phenotypes('gene/fictus_probatus/Alpha?trait=0;non_specified=0')).toEqual([]);
  });
});

it('phenotypes without a description are null', async () => {
  const unnamed = { description: null, source: 'Invented', location: 'LONG:500-500' };
  expect(await phenotypes('region/fictus_probatus/LONG:400-600')).toEqual([
    {
      id: 'rs5',
      phenotype_associations: [unnamed, { ...unnamed, description: 'a tumour', ontology_accessions: ['FIC:5'] }],
    },
  ]);
  expect(await phenotypes('gene/fictus_probatus/Gamma')).toEqual([
    { ...unnamed, location: 'PATCH:6041-6100', Gene: 'FICG00003' },
  ]);
  expect((await get('/lookup/id/FICG00003?phenotypes=1')).body.phenotypes).toEqual([
    { trait: null, source: 'Invented', genes: null, variants: null },
  ]);
});

describe('phenotypes of a region', () => {
  /** Object ids with the places of their associations. */
  const listed = async (path: string) =>
    Object.fromEntries(
      (await phenotypes(`region/fictus_probatus/${path}`)).map(({ id, phenotype_associations }: any) => [
        id,
        phenotype_associations.map(({ location }: any) => location),
      ]),
    );

  it('are grouped by object: objects in order of place, phenotypes in alphabetical order', async () => {
    expect(await phenotypes('region/fictus_probatus/1:1000-2000')).toEqual([
      {
        id: 'FICG00001',
        phenotype_associations: [
          { ...growth, location: '1:1001-1500', attributes: { external_reference: 'PMID:1', MIM: '42' } },
          { description: 'Not specified', source: 'Invented', location: '1:1001-1500' },
        ],
      },
      {
        id: 'rs1',
        phenotype_associations: [
          {
            ...growth,
            source: 'Other',
            location: '1:1200-1200',
            attributes: { p_value: '2.00e-7', clinical_significance: 'pathogenic' },
          },
          { ...growth, location: '1:1200-1200', attributes: { beta_coefficient: '0.5' } },
        ],
      },
    ]);
  });

  it('are limited to a kind of object and to the requested classes', async () => {
    expect(Object.keys(await listed('1?feature_type=Variation'))).toEqual(['rs1', 'insertion', 'rs2']);
    expect(Object.keys(await listed('1?feature_type='))).toHaveLength(6);
    expect(Object.keys(await listed('1?trait=0'))).toEqual(['FICG00001', 'rs2', 'qtl1']);
    expect(Object.keys(await listed('1?tumour=0'))).not.toContain('qtl1');
  });

  it('list each phenotype of an object once in the short form', async () => {
    expect(await phenotypes('region/fictus_probatus/1:1200-1200?feature_type=Variation;only_phenotypes=1')).toEqual([
      { id: 'rs1', phenotype_associations: [{ description: 'Growth', ontology_accessions: ['FIC:1', 'FIC:3'] }] },
    ]);
  });

  it('include an insertion if the region contains both bases next to it', async () => {
    expect(await listed('1:1900-2000')).toEqual({});
    expect(await listed('1:2001-2100')).toEqual({});
    expect(await listed('1:2000-2001')).toEqual({ insertion: ['1:2001-2000'] });
  });

  it('wrap over the origin of a circular region', async () => {
    for (const region of ['MT:1-10', 'MT:990-1000', 'MT:990-10', 'MT'])
      expect(await listed(region)).toEqual({ sv1: ['MT:951-50'] });
    expect(await listed('MT:100-900')).toEqual({});
  });

  it('are shown on a patch at the corresponding place', async () => {
    expect(await listed('PATCH:7000-7300')).toEqual({ qtl1: ['PATCH:7101-7200'] });
  });
});

describe('features by ontology term', () => {
  const rs2 = {
    description: 'Tallness',
    source: 'Invented',
    location: '1:5000-5000',
    Variation: 'rs2',
    mapped_to_accession: 'FIC:2',
    attributes: { p_value: '1.00e-8', associated_gene: 'Beta, ALPHA' },
  };

  it('have the term as their phenotype, significant or not; terms that are only involved do not count', async () => {
    expect(await phenotypes('accession/fictus_probatus/FIC:2')).toEqual([rs2]);
    for (const accession of ['FIC:3', 'FIC:5'])
      expect(await phenotypes(`accession/fictus_probatus/${accession}`), accession).toEqual([]);
    expect((await phenotypes('accession/fictus_probatus/fic:1')).map((each: any) => each.mapped_to_accession)).toEqual(
      Array(6).fill('fic:1'),
    );
    expect(
      (await phenotypes('accession/fictus_probatus/FIC:1')).filter((each: any) => each.Variation === 'rs3'),
    ).toHaveLength(1);
  });

  it('include those of the terms directly below', async () => {
    const found = await phenotypes('accession/fictus_probatus/FIC:1?include_children=1');
    expect(found.map((each: any) => each.mapped_to_accession)).toEqual([...Array(6).fill('FIC:1'), 'FIC:2']);
    expect(found.at(-1)).toEqual(rs2);
  });

  it('are null for the children of an accession that no ontology has', async () => {
    expect(await phenotypes('accession/fictus_probatus/FIC:9?include_children=1')).toBeNull();
    expect(await phenotypes('accession/fictus_probatus/FIC:9')).toEqual([]);
  });

  it('are limited to one source, with publications and review', async () => {
    expect(await phenotypes('accession/fictus_probatus/FIC:1?source=other')).toHaveLength(1);
    expect(await phenotypes('accession/fictus_probatus/FIC:1?source=nobody')).toEqual([]);
    const [first] = await phenotypes('accession/fictus_probatus/FIC:1?include_pubmed_id=1;include_review_status=1');
    expect(first.attributes).toEqual({
      external_reference: 'PMID:1',
      MIM: '42',
      pubmed_ids: ['PMID:10', 'PMID:20'],
      review_status: 'reviewed',
    });
  });

  it('are streamed in any number', async () => {
    const found = await phenotypes('accession/fictus_probatus/FIC:4');
    expect(found).toHaveLength(MANY);
    expect(new Set(found.map((each: any) => each.Variation)).size).toBe(MANY);
    expect(await phenotypes('accession/fictus_probatus/FIC:4?source=Other')).toEqual([]);
    const release = await Release.open(openFolder(index), new CachedBlockReader(openFolder(index), new ByteCache()));
    const { handler } = present(
      operations.find(({ path }) => path.startsWith('/phenotype/accession')),
      'the operation',
    );
    const params = {
      species: 'fictus_probatus',
      include_children: false,
      source: undefined,
      include_pubmed_id: false,
      include_review_status: false,
    };
    const kind = async (accession: string, format: 'json' | 'xml') =>
      (await handler({ params: { ...params, accession }, items: [], body: {}, ...NO_LIMITS, release, format })).kind;
    expect(await kind('FIC:4', 'json')).toBe('stream');
    expect(await kind('FIC:4', 'xml')).toBe('value');
    expect(await kind('FIC:1', 'json')).toBe('stream');
  });

  it('are found by the name, a synonym or a pattern', async () => {
    for (const name of ['Tall Growth', 'tallness', 'tall%25th'])
      expect(await phenotypes(`term/fictus_probatus/${name}`)).toEqual([rs2]);
    expect(await phenotypes('term/fictus_probatus/shrinkage')).toEqual([]);
    expect(await phenotypes('term/fictus_probatus/growth?include_children=1;source=Invented')).toHaveLength(6);
  });
});

describe('a + in the term of phenotype/term', () => {
  it.each([
    ['tall+growth', 'tall%20growth'],
    ['TALL+growth?source=Invented', 'tall%20growth?source=Invented'],
    ['Tall%2Bgrowth?include_children=1', 'tall%20growth?include_children=1'],
    ['tall+gr%25', 'tall%20gr%25'],
  ])('is a blank if no term has it: %s', async (sent, meant) => {
    const expected = await phenotypes(`term/fictus_probatus/${meant}`);
    expect(expected.length).toBeGreaterThan(0);
    expect(await phenotypes(`term/fictus_probatus/${sent}`)).toEqual(expected);
  });

  it('is itself if a term has it', async () => {
    const [growthItself, taller] = await Promise.all(
      ['growth', 'very%20tall%20growth'].map((term) => phenotypes(`term/fictus_probatus/${term}`)),
    );
    expect(growthItself).not.toEqual(taller);
    expect(await phenotypes('term/fictus_probatus/very+tall%20growth')).toEqual(growthItself);
  });

  it('of an unknown term is no error', async () => {
    expect(await phenotypes('term/fictus_probatus/no+such')).toEqual([]);
  });
});

it('phenotype/term reads features of hundreds of terms some terms at a time, even if one term has many', async () => {
  const store = new CountingStore(openFolder(index));
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  const response = await createApp({ operations, openRelease: () => release }).request(
    '/rest/phenotype/term/fictus_probatus/kind%25',
  );
  const found = await json<{ mapped_to_accession: string; Variation: string }[]>(response);
  expect(new Set(found.map(({ mapped_to_accession }) => mapped_to_accession)).size).toBe(KINDS + 1);
  expect(new Set(found.map(({ Variation }) => Variation)).size).toBe(found.length);
  expect(found.filter(({ mapped_to_accession }) => mapped_to_accession === 'FIC:4')).toHaveLength(MANY);
  expect(store.waves).toBeLessThan(KINDS / 4);
});

describe('the phenotype operations reject', () => {
  it.each([
    ['gene/nobody/Alpha', 'Species nobody not found.'],
    ['gene/fictus_probatus/Omega', 'Gene Omega not found.'],
    ['gene/fictus_probatus/FICT00001', 'Gene FICT00001 not found.'],
    [
      'gene/fictus_alter/Alpha',
      "The species 'fictus_alter' has no variation database in this release; a build needs its dump, or " +
        '--phenotypes for a genome of files',
    ],
    ['region/nobody/1:1-10', "Can not find internal name for species 'nobody'"],
    ['region/fictus_probatus/9:1-10', 'No slice found for location 9:1-10'],
    [
      'region/fictus_probatus/1:20-10',
      'Cannot request a slice whose start is greater than its end. Start: 20. End: 10',
    ],
    ['region/fictus_probatus/1:10001-10002', 'Cannot request a slice whose start (10001) is greater than 10000 for 1.'],
    [
      'region/fictus_probatus/1:1-10?feature_type=wibble',
      'wibble is not a valid object type, valid types are: Gene, QTL, RegulatoryFeature, StructuralVariation, ' +
        'SupportingStructuralVariation, Variation',
    ],
    ['accession/nobody/FIC:1', "Can not find internal name for species 'nobody'"],
    [
      'accession/fictus_alter/FIC:1',
      "The species 'fictus_alter' has no variation database in this release; a build needs its dump, or " +
        '--phenotypes for a genome of files',
    ],
    [
      'term/fictus_alter/growth',
      "The species 'fictus_alter' has no variation database in this release; a build needs its dump, or " +
        '--phenotypes for a genome of files',
    ],
  ])('phenotype/%s', async (path, text) => {
    expect(await get(`/phenotype/${path}`)).toEqual({ status: 400, body: { error: text } });
  });

  it('paths that lack a part', async () => {
    for (const path of ['gene', 'gene//', 'gene/fictus_probatus/'])
      expect((await get(`/phenotype/${path}`)).status).toBe(404);
  });
});

describe('answers that would be too large are rejected:', () => {
  /** The error of a release that lists at most `largest` stored bytes, and the bytes that the request read. */
  async function refusal(
    path: string,
    largest: number,
    type = 'application/json',
  ): Promise<{ status: number; error: string; bytes: number }> {
    const store = new CountingStore(openFolder(index));
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()), { maxListBytes: largest });
    store.reset();
    const response = await createApp({ operations, openRelease: () => release }).request(`/rest/phenotype/${path}`, {
      headers: { 'content-type': type },
    });
    const text = await response.text();
    return {
      status: response.status,
      error: response.status === 200 ? '' : JSON.parse(text).error,
      bytes: store.bytes,
    };
  }

  it.each([
    [
      'region/fictus_probatus/PATCH:6000-6100',
      'There are too many phenotypes in PATCH:6000-6100 for one answer; please request a smaller region',
    ],
    ['gene/fictus_probatus/Alpha', 'There are too many phenotypes of Alpha for one answer'],
    ['gene/fictus_probatus/Alpha?include_overlap=1', 'There are too many phenotypes of Alpha for one answer'],
  ])('phenotype/%s', async (path, error) => {
    expect(await refusal(path, 100)).toMatchObject({ status: 400, error });
    expect(await refusal(path, 1 << 30)).toMatchObject({ status: 200 });
  });

  it('a gene with few phenotypes that many others overlap', async () => {
    const path = 'gene/fictus_probatus/Gamma?include_overlap=1;include_associated=1';
    const answered = await refusal(path, 1 << 30);
    expect(answered).toMatchObject({ status: 200 });
    const refused = await refusal(path, 100 * 1024);
    expect(refused).toMatchObject({
      status: 400,
      error:
        'There are too many phenotypes of Gamma for one answer; please send the request without ' +
        'include_associated or ' +
        'include_overlap',
    });
    expect(refused.bytes).toBeLessThan(answered.bytes / 2);
    expect(await refusal('gene/fictus_probatus/Gamma', 100 * 1024)).toMatchObject({ status: 200 });
  });

  it('any region longer than 10 Mb', async () => {
    expect(await get('/phenotype/region/fictus_probatus/LONG:1-10000001')).toEqual({
      status: 400,
      body: {
        error: '10000001 is greater than the maximum allowed length of 10000000. Request smaller regions of sequence',
      },
    });
    expect((await get('/phenotype/region/fictus_probatus/LONG:2-10000001')).status).toBe(200);
  });

  it('a term in a format that cannot be streamed', async () => {
    expect(await refusal('accession/fictus_probatus/FIC:4', 100 * 1024, 'text/xml')).toMatchObject({
      status: 400,
      error: 'There are too many features for a list in xml; please request JSON',
    });
    expect(await refusal('accession/fictus_probatus/FIC:4', 100 * 1024)).toMatchObject({ status: 200 });
    expect(await refusal('accession/fictus_probatus/FIC:4', 1 << 30, 'text/xml')).toMatchObject({ status: 200 });
  });
});

it('both spellings of the path give the same answer', async () => {
  expect(await get('//phenotype/gene/fictus_probatus/Alpha')).toEqual(
    await get('/phenotype/gene/fictus_probatus/Alpha'),
  );
});

it.each([
  // The root, then the region, then the phenotypes. Directories are read one wave before they are needed.
  ['region/fictus_probatus/1:1-2000', 3],
  ['gene/fictus_probatus/Alpha', 3],
  ['gene/fictus_probatus/Alpha?include_associated=1;include_overlap=1', 4],
  ['accession/fictus_probatus/FIC:1', 2],
  ['accession/fictus_probatus/FIC:1?include_children=1', 3],
])('phenotype/%s costs %i waves of cold reads, and none from the cache', async (path, waves) => {
  const store = new CountingStore(openFolder(index));
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  const app = createApp({ operations, openRelease: () => release });
  expect((await app.request(`/rest/phenotype/${path}`)).status).toBe(200);
  expect(store.waves).toBe(waves);
  store.reset();
  await app.request(`/rest/phenotype/${path}`);
  expect(store.waves).toBe(0);
});
