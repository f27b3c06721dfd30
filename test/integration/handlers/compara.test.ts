/** Gene trees, homologies and gene families of the demo data, which has a known history. */
import { parse } from 'newick-js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { at, present } from '../../../src/checked.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/compara.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Compara } from '../../../src/release/compara.ts';
import { CurrentRelease } from '../../../src/release/current-release.ts';
import { Taxa } from '../../../src/release/terms.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { expectStructure } from '../../support/published-schemas.ts';

const SPECIES = 'fictomys_demonstrans';
const GENE = 'DEMOAG00000000001';
let app: ReturnType<typeof createApp>;
let store: CountingStore;

beforeAll(async () => {
  store = new CountingStore(openFolder(await demoIndex()));
  const releases = new CurrentRelease(store, new CachedBlockReader(store, new ByteCache()));
  app = createApp({ operations, openRelease: () => releases.get() });
});

async function get(path: string, type = 'application/json'): Promise<any> {
  const response = await app.request(`/rest${path}`, { headers: { 'Content-Type': type } });
  const text = await response.text();
  return type === 'application/json' || response.status >= 400 ? JSON.parse(text) : text;
}

async function post(path: string, body: unknown, type = 'application/json'): Promise<any> {
  const response = await app.request(`/rest${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: type },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return type === 'application/json' || response.status >= 400 ? JSON.parse(text) : text;
}

interface Shown {
  children?: Shown[];
  id?: { accession: string };
  sequence?: { mol_seq?: { seq: string; cigar_line?: string } };
}
const leaves = (node: Shown): Shown[] => node.children?.flatMap(leaves) ?? [node];
const idsOf = (tree: { tree: Shown }) =>
  leaves(tree.tree)
    .map(({ id }) => present(id, 'id').accession)
    .sort();
const lettersOf = (tree: { tree: Shown }) =>
  leaves(tree.tree).map(({ sequence }) => present(present(sequence, 'sequence').mol_seq, 'mol_seq').seq);

test('a gene tree takes the former names of aligned and sequence, after those of today', async () => {
  const tree = (query: string) => get(`/genetree/id/DEMOGT00000000001?${query}`);
  expect(await tree('phyloxml_aligned=1;phyloxml_sequence=cdna')).toEqual(await tree('aligned=1;sequence=cdna'));
  expect(await tree('sequence=none;phyloxml_sequence=cdna')).toEqual(await tree('sequence=none'));
});

test('a taxon without compared genomes adds no homologies, and a merged taxon id is unknown', async () => {
  const known = vi
    .spyOn(Taxa.prototype, 'find')
    .mockImplementation(
      async (id) => ({ answer: { short: () => JSON.stringify({ id: id === '78' ? '77' : id }) } }) as never,
    );
  try {
    const homologies = async (query: string) =>
      (await get(`/homology/id/${SPECIES}/${GENE}?${query}`)).data[0].homologies.length;
    expect(await homologies('target_taxon=77')).toBe(0);
    const ofVole = await homologies('target_species=demo_vole');
    expect(ofVole).toBeGreaterThan(0);
    expect(await homologies('target_taxon=77;target_species=demo_vole')).toBe(ofVole);
    expect(await get('/genetree/id/DEMOGT00000000001?prune_taxon=77')).toEqual({
      error: 'All the leaves are lost after pruning the tree !\n',
    });
    expect(await get(`/homology/id/${SPECIES}/${GENE}?target_taxon=78`)).toEqual({
      error: 'Could not find a NCBITaxon with dbID=78',
    });
  } finally {
    known.mockRestore();
  }
});

describe('genetree', () => {
  test('finds the same tree by id, gene, transcript, protein, exon and symbol', async () => {
    const tree = await get('/genetree/id/DEMOGT00000000001');
    expect(idsOf(tree)).toContain(GENE);
    for (const path of [
      `id/${SPECIES}/${GENE}`,
      `id/${GENE}`,
      'id/demo_mouse/DEMOAT00000000002',
      `id/${SPECIES}/DEMOAP00000000001`,
      `id/${SPECIES}/DEMOAE00000000001`,
      `symbol/${SPECIES}/DEMCHN1`,
      `id/${GENE.toLowerCase()}`,
    ])
      expect(await get(`/genetree/member/${path}`), path).toEqual(tree);
  });

  test('finds an exon by its own type, in its own genome', async () => {
    const exon = 'DEMOAE00000000001';
    const tree = await get('/genetree/id/DEMOGT00000000001');
    expect(await get(`/genetree/member/id/${exon}?object_type=exon`)).toEqual(tree);
    expect(await get(`/genetree/member/id/${SPECIES}/${exon}.1`)).toEqual(tree);
    for (const path of [
      `${exon}?object_type=transcript`,
      `${GENE}?object_type=transcript`,
      `${SPECIES}/${GENE}?db_type=otherfeatures`,
      `${SPECIES}/${exon}.77`,
      `demo_vole/${exon}`,
    ]) {
      expect(await get(`/genetree/member/id/${path}`), path).toEqual({
        error: expect.stringContaining('Unable to find given object'),
      });
    }
  });

  test('aligns rows to one length without changing their letters; each residue has three coding bases', async () => {
    const path = '/genetree/id/DEMOGT00000000001';
    const [plain, aligned, coding, codingAligned] = await Promise.all(
      ['', ';aligned=1', ';sequence=cdna', ';sequence=cdna;aligned=1'].map((form) => get(`${path}?x=1${form}`)),
    );
    expect(new Set(lettersOf(aligned).map((row) => row.length)).size).toBe(1);
    expect(lettersOf(aligned).map((row) => row.replaceAll('-', ''))).toEqual(lettersOf(plain));
    expect(lettersOf(coding).map((bases) => bases.length)).toEqual(
      lettersOf(plain).map((peptide) => 3 * peptide.length),
    );
    expect(lettersOf(codingAligned).map((row) => row.replaceAll('-', ''))).toEqual(lettersOf(coding));
  });

  test('returns a pruned tree with only the kept leaves and no column of gaps', async () => {
    const pruned = await get('/genetree/id/DEMOGT00000000001?prune_taxon=9000102;aligned=1');
    expect(idsOf(pruned).every((id) => /^DEMO[AB]G/.test(id))).toBe(true);
    const rows = lettersOf(pruned);
    for (let column = 0; column < at(rows, 0).length; column++)
      expect(
        rows.some((row) => row[column] !== '-'),
        String(column),
      ).toBe(true);
    expect(
      await get('/genetree/id/DEMOGT00000000001?prune_species=fictomys_parvus;prune_species=demo_mouse;aligned=1'),
    ).toEqual(pruned);
    // One node, as Ensembl writes it: its product is a child without branch length. Some formats do not name a root.
    for (const [format, newick] of [
      ['full', '(DEMOAP00000000001)DEMOAP00000000001:0.04;'],
      ['simple', '(DEMOAP00000000001):0.04;'],
      ['species', '(DEMOAP00000000001);'],
      ['species_short_name', '(DEMOAP00000000001);'],
    ]) {
      const path = `/genetree/id/DEMOGT00000000001?prune_species=demo_mouse;nh_format=${format}`;
      expect(await get(path, 'text/x-nh'), format).toBe(newick);
    }
    // By its scientific name, and by a synonym that is only in the taxonomy of the release.
    for (const name of ['fictomuridae', 'Fictomuridaes'])
      expect(await get(`/genetree/id/DEMOGT00000000001?prune_taxon=${name};aligned=1`), name).toEqual(pruned);
    for (const all of ['prune_taxon=1', 'prune_taxon=0', 'prune_species=0'])
      expect(await get(`/genetree/id/DEMOGT00000000001?${all}`), all).toEqual(
        await get('/genetree/id/DEMOGT00000000001'),
      );
  });

  test('reads no sequences for sequence=none', async () => {
    const fresh = async (path: string) => {
      const counted = new CountingStore(openFolder(await demoIndex()));
      const releases = new CurrentRelease(counted, new CachedBlockReader(counted, new ByteCache()));
      await (await createApp({ operations, openRelease: () => releases.get() }).request(`/rest${path}`)).text();
      return counted.reads.filter(({ object }) => object.includes('member-sequences')).length;
    };
    expect(await fresh('/genetree/id/DEMOGT00000000001?sequence=none')).toBe(0);
    expect(await fresh('/genetree/id/DEMOGT00000000001')).toBeGreaterThan(0);
  });

  test.each([
    ['/genetree/id/NOPE', 'No GeneTree found for ID NOPE'],
    [`/genetree/member/id/${SPECIES}/NOPE`, 'Unable to find given object: NOPE'],
    [`/genetree/member/id/${SPECIES}/DEMOAG00000000014`, 'Could not fetch a Gene object for ID DEMOAG00000000014'],
    [`/genetree/member/symbol/${SPECIES}/NOPE`, 'Lookup found nothing.'],
    [`/genetree/member/id/${SPECIES}/${GENE}?clusterset_id=nope`, `No GeneTree found for Gene ID ${GENE}`],
    ['/genetree/id/DEMOGT00000000001?prune_species=nope', "Could not find a GenomeDB named 'nope'"],
    ['/genetree/id/DEMOGT00000000001?prune_taxon=77', 'Could not find a NCBITaxon with dbID=77'],
    ['/genetree/id/DEMOGT00000000001?prune_taxon=nope', "Could not find a NCBITaxon named 'nope'"],
    ['/genetree/id/DEMOGT00000000001?subtree_node_id=7', 'The gene tree has no node 7'],
    ['/genetree/id/DEMOGT00000000001?compara=nope', "There is no compara database 'nope' in this release"],
    ['/genetree/member/id/nope/X1', "Can not find internal name for species 'nope'"],
  ])('rejects %s', async (path, error) => expect(await get(path)).toEqual({ error }));
});

describe('homology', () => {
  test('is symmetric, and its alignments contain the letters of both sequences', async () => {
    const {
      data: [{ homologies }],
    } = await get(`/homology/id/${SPECIES}/${GENE}`);
    expect(homologies.length).toBeGreaterThan(1);
    const first = homologies[0];
    expect(first.source.align_seq.length).toBe(first.target.align_seq.length);
    const {
      data: [back],
    } = await get(`/homology/id/${first.target.species}/${first.target.id}`);
    expect(back.homologies).toContainEqual({ ...first, source: first.target, target: first.source });
    const {
      data: [{ homologies: plain }],
    } = await get(`/homology/id/${SPECIES}/${GENE}?aligned=0;cigar_line=0`);
    expect(plain[0].source.seq).toBe(first.source.align_seq.replaceAll('-', ''));
    expect(plain[0].source).not.toHaveProperty('cigar_line');
  });

  test('can be restricted to kinds, species and taxa', async () => {
    const targets = async (query: string) =>
      (await get(`/homology/id/${SPECIES}/${GENE}?format=condensed;${query}`)).data[0].homologies
        .map(({ species }: any) => species)
        .sort();
    expect(await targets('target_species=demo_vole')).toEqual(['fictomys_parvus']);
    expect(await targets('target_taxon=9000003')).toEqual(['fictornis_volans']);
    expect(await targets('target_taxon=9000003;target_species=fictomys_parvus')).toEqual([
      'fictomys_parvus',
      'fictornis_volans',
    ]);
    expect(await targets('target_taxon=1'), 'the root of all life').toEqual(await targets(''));
    for (const none of ['target_taxon=0', 'target_species=0', 'target_taxon=;target_species=0'])
      expect(await targets(none), none).toEqual(await targets(''));
    expect(await targets('target_taxon=fictornis%20VOLANS'), 'a name of the taxon').toEqual(['fictornis_volans']);
    expect(await targets('target_species=2'), 'genome_db_id').toEqual(['fictomys_parvus']);
    expect(await get(`/homology/id/${SPECIES}/${GENE}?target_species=77`)).toEqual({
      error: 'Could not find a GenomeDB with dbID=77',
    });
    expect(await targets('type=projections')).toEqual([]);
    expect(await targets('type=Orthologues')).toEqual(await targets('type=orthologues'));
    expect(await get(`/homology/id/${SPECIES}/${GENE}?type=nope`)).toEqual({
      error: "The type 'nope' is not a known available type",
    });
  });

  test('of several genes is the list of single answers, in the order of the request', async () => {
    const ids = ['DEMOAG00000000006', GENE, 'NOPE', GENE];
    const { data } = await post(`/homology/id/${SPECIES}`, { ids });
    const single = await Promise.all(
      [ids[0], GENE].map(async (id) => (await get(`/homology/id/${SPECIES}/${id}`)).data[0]),
    );
    expect(data).toEqual(single);
    expect(await post('/homology/id?format=condensed', { ids: ['NOPE'] })).toEqual({ data: [] });
    expect((await post(`/homology/symbol/${SPECIES}`, { symbols: ['nope', 'DEMCHN1'] })).data).toEqual([single[1]]);
    expect((await post('/homology/id', { ids: Array.from({ length: 1001 }, (_, each) => `X${each}`) })).error).toMatch(
      /1000|large/i,
    );
    expect(
      (await post('/homology/id', { ids: Array.from({ length: 101 }, (_, each) => `X${each}`) }, 'text/x-orthoxml+xml'))
        .error,
    ).toContain('at most 100');
  });

  test('rejects an unknown id only if the request names no species', async () => {
    expect(await get('/homology/id/NOPE')).toEqual({
      error: "Could not find the ID 'NOPE' in any database. Please try again",
    });
    expect(await get(`/homology/id/${SPECIES}/NOPE`)).toEqual({ data: [] });
    expect(await get('/homology/id/DEMOAG00000000014')).toEqual({ data: [] });
    expect((await get(`/homology/id/${GENE}?species=demo_vole`)).data).toEqual([]);
  });
});

test('homology looks up its genes once', async () => {
  const lookUp = vi.spyOn(Compara.prototype, 'homologies');
  for (const ask of [
    () => get(`/homology/id/${GENE}?format=condensed`),
    () => get(`/homology/id/${SPECIES}/${GENE}`),
    () => post('/homology/id', { ids: [GENE, 'NOPE', GENE] }),
  ]) {
    lookUp.mockClear();
    expect((await ask()).data[0].homologies.length).toBeGreaterThan(1);
    expect(lookUp).toHaveBeenCalledTimes(1);
  }
  lookUp.mockRestore();
});

test('a symbol may contain wildcards, as in xrefs/symbol', async () => {
  const genes = async (symbol: string) =>
    (await get(`/homology/symbol/${SPECIES}/${symbol}?format=condensed`)).data?.map(({ id }: any) => id);
  const family = await genes('DEMTF%25');
  expect(family.length).toBeGreaterThan(1);
  for (const symbol of ['DEMTF1', 'DEMTF1L1']) expect(family).toEqual(expect.arrayContaining(await genes(symbol)));
  expect(await genes('DEMC_N1')).toEqual(await genes('DEMCHN1'));
  for (const operation of ['genetree/member/symbol', 'cafe/genetree/member/symbol']) {
    expect(await get(`/${operation}/${SPECIES}/DEMC_N1`), operation).toEqual(
      await get(`/${operation}/${SPECIES}/DEMCHN1`),
    );
  }
  expect(await get(`/homology/symbol/${SPECIES}/%25`)).toEqual({
    error: "The symbol '%' is too vague: a pattern must begin with at least two letters",
  });
});

describe('cafe/genetree', () => {
  test('counts the members per genome', async () => {
    const { tree, type } = await get('/cafe/genetree/id/DEMOGT00000000001');
    const species = new Map(idsOf(await get('/genetree/id/DEMOGT00000000001')).map((id) => [id[4], 0]));
    for (const id of idsOf(await get('/genetree/id/DEMOGT00000000001')))
      species.set(id[4], present(species.get(id[4]), id) + 1);
    const counts = (node: any): [string, number][] =>
      node.children?.flatMap(counts) ?? [[node.tax.production_name, node.n_members]];
    expect(type).toBe('cafe tree');
    expect(new Map(counts(tree)).get(SPECIES)).toBe(species.get('A'));
    expect(await get('/cafe/genetree/id/DEMOGT00000000001', 'text/x-nh')).toMatch(/^\(.*\)Fictovertebrata_\d+_0\.5;$/);
    const [vertices] = parse(await get('/cafe/genetree/id/DEMOGT00000000001', 'text/x-nh')).graph as unknown as [
      Set<{ label?: string }>,
    ];
    const labels = (node: any): string[] => [
      `${node.name.replaceAll(' ', '_')}_${node.n_members}_${node.pvalue ?? 0}`,
      ...(node.children ?? []).flatMap(labels),
    ];
    expect([...vertices].map(({ label }) => label).sort()).toEqual(labels(tree).sort());
    expect(await get('/cafe/genetree/id/NOPE')).toEqual({ error: 'No GeneTree found for ID NOPE' });
  });
});

test.each([
  ['/genetree/id/DEMOGT00000000006?aligned=1', 'text/x-phyloxml+xml'],
  ['/genetree/id/DEMOGT00000000006', 'text/x-orthoxml+xml'],
  [`/homology/id/${SPECIES}/DEMOAG00000000006`, 'text/x-orthoxml+xml'],
])('%s as %s contains the elements of the schema in order, with required attributes', async (path, type) => {
  const xml: string = await get(path, type);
  expectStructure(xml, type.includes('phylo') ? 'phyloxml' : 'orthoXML');
  expect(xml).toMatch(/<clade|<geneRef/);
});

test.each([`/homology/id/${SPECIES}/${GENE}`, '/genetree/id/DEMOGT00000000006'])(
  'OrthoXML of %s refers only to genes and scores that it defines',
  async (path) => {
    const xml: string = await get(path, 'text/x-orthoxml+xml');
    const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, id]) => id);
    const genes = all(/<gene id="(\d+)"/g);
    expect(new Set(genes).size).toBe(genes.length);
    expect(all(/<geneRef id="(\d+)"/g).length).toBeGreaterThan(2);
    expect(all(/<geneRef id="(\d+)"/g).filter((id) => !genes.includes(id))).toEqual([]);
    expect(all(/<score id="(\w+)"/g).filter((id) => !all(/<scoreDef id="(\w+)"/g).includes(id))).toEqual([]);
  },
);
