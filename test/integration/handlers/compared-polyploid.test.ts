/** Genes of a polyploid genome in the compara database of its division, with and without another such database. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { CompiledRelease, RunningService } from '../../support/compiled-release.ts';
import { polyploidRelease } from './compared-polyploid-release.ts';

let both: CompiledRelease;
let plants: CompiledRelease;
let service: RunningService;
let alone: RunningService;

beforeAll(async () => {
  [both, plants] = await Promise.all([polyploidRelease(), polyploidRelease(['plants'])]);
  [service, alone] = await Promise.all([both.serve(), plants.serve()]);
});

const homologues = async (path: string, from = service) => {
  const { json } = await from.get(`/homology/${path}${path.includes('?') ? ';' : '?'}format=condensed`);
  return (
    json.data?.flatMap(({ homologies }: any) => homologies.map(({ type, id }: any) => `${type} ${id}`)) ?? json.error
  );
};

const ALL = ['homoeolog_one2one FICG2', 'alt_allele FICG3', 'ortholog_many2many OTHG1'];

describe('a polyploid genome', () => {
  test('is compared as a whole: its genes have homoeologues, and requests can name it', async () => {
    expect(await homologues('id/wheat/FICG1?compara=plants')).toEqual(ALL);
    expect(await homologues('id/wheat/FICG1?compara=plants;target_species=ficticum_aestivum')).toEqual(ALL.slice(0, 2));
    expect(await homologues('symbol/wheat/FICTA?compara=plants')).toEqual(ALL);
    expect((await service.get('/genetree/id/FICGT1?compara=plants;prune_species=wheat', 'text/x-nh')).text).toBe(
      '(FICP1:0.5,FICP2:0.5):0.5;',
    );
  });

  test('can have trees with leaves without alignment, sequence or gene', async () => {
    const {
      json: { tree },
    } = await service.get('/genetree/id/FICGT2?aligned=1;cigar_line=1');
    expect(tree.children.map((leaf: any) => [leaf.id?.accession, leaf.sequence?.mol_seq.seq])).toEqual([
      ['FICG3', null],
      [undefined, undefined],
    ]);
  });
});

test('a symbol finds the gene of its own genome, even if the compara database gives it to another', async () => {
  for (const symbol of ['FICTA', 'ficta']) {
    expect((await service.get(`/genetree/member/symbol/wheat/${symbol}`, 'text/x-nh')).text).toBe(
      '((FICP1:0.5,FICP2:0.5):0.5,OTHP1:0.5):0.5;',
    );
    expect(
      (await service.get(`/homology/symbol/wheat/${symbol}?sequence=cdna`)).json.data.map(({ id, homologies }: any) => [
        id,
        homologies.length,
      ]),
    ).toEqual([['FICG1', 3]]);
  }
});

test('the version of a product in a tree is its own, not the version of its gene', async () => {
  expect((await service.get('/genetree/member/id/wheat/FICP1.2', 'text/x-nh')).text).toContain('FICP2');
  expect(await service.get('/genetree/member/id/wheat/FICP1.1')).toMatchObject({
    status: 400,
    json: { error: 'Unable to find given object: FICP1.1' },
  });
  expect((await service.get('/genetree/member/id/wheat/FICG1.1')).status).toBe(200);
});

test('a tree of another clustering is found by its members only, since an id means the default tree', async () => {
  const fresh = await both.serve();
  const whole = '((FICP1:0.5,FICP2:0.5):0.5,OTHP1:0.5):0.5;';
  for (const clusterset of ['cereals', 'DEFAULT', 'unheard'])
    expect((await fresh.get(`/genetree/id/FICGT1?clusterset_id=${clusterset}`, 'text/x-nh')).text).toBe(whole);
  expect(fresh.store.waves).toBe(1);
  expect((await fresh.get('/genetree/member/symbol/wheat/FICTA?clusterset_id=Cereals', 'text/x-nh')).text).toBe(
    '(FICP2:0.5,FICP1:0.5):0.5;',
  );
  const { text: page } = await fresh.get('/genetree/member/symbol/wheat/FICTA?clusterset_id=Cereals', 'text/html');
  const newick = 'genetree/member/symbol/wheat/FICTA?clusterset_id=Cereals;content-type=text/x-nh';
  expect(page).toContain(`href="/rest/${newick}"`);
  expect((await fresh.get('/genetree/id/FICGT1%23cereals')).json).toEqual({
    error: 'No GeneTree found for ID FICGT1#cereals',
  });
  await fresh.close();
});

test('a leaf without coding sequence is shown without one, not with its residues', async () => {
  const {
    json: { tree },
  } = await service.get('/genetree/id/FICGT1?sequence=cdna;aligned=1;compara=plants');
  const shown = (node: any): unknown[] =>
    node.children?.flatMap(shown) ?? [[node.id.accession, node.sequence.mol_seq.seq]];
  expect(shown(tree)).toEqual([
    ['FICG1', 'ATGAAAAAATGGACA---'],
    ['FICG2', null],
    ['OTHG1', null],
  ]);
});

test('every node is a group of orthologues in OrthoXML, unless it is an event like a duplication', async () => {
  const groups = async (path: string) =>
    [...(await service.get(path, 'text/x-orthoxml+xml')).text.matchAll(/<(\w+)Group id="(\d+)"/g)].map(
      ([, kind, id]) => `${kind} ${id}`,
    );
  expect(await groups('/genetree/id/FICGT1')).toEqual(['ortholog 10', 'paralog 11']);
  expect(await groups('/genetree/id/FICGT2')).toEqual(['ortholog 20']);
  // A tree without events.
  expect(await groups('/genetree/member/id/wheat/FICG1?clusterset_id=Cereals')).toEqual(['ortholog 40']);
});

test('a gene split is a duplication in PhyloXML, and a tree without id has an empty id', async () => {
  const { text } = await service.get('/genetree/id/FICGT1', 'text/x-phyloxml+xml');
  expect(text).toContain('<duplications>1</duplications>');
  expect(text).toContain('applies_to="phylogeny">FICGT1</property>');
  expect(
    (await service.get('/genetree/member/id/wheat/FICG1?clusterset_id=Cereals', 'text/x-phyloxml+xml')).text,
  ).toContain('ref="Compara:gene_tree_stable_id" applies_to="phylogeny"></property>');
});

test('object_type restricts the objects of a symbol', async () => {
  const treeOf = (path: string) => service.get(`/genetree/member/symbol/wheat/${path}`);
  const tree = (await treeOf('FICTA')).json;
  expect(tree.id).toBe('FICGT1');
  for (const path of ['FICTA-201', 'FICTA-201?object_type=transcript', 'FICTA?object_type=gene'])
    expect((await treeOf(path)).json, path).toEqual(tree);
  for (const path of ['FICTA?object_type=transcript', 'FICTA-201?object_type=translation', 'FICTA?object_type=exon'])
    expect((await treeOf(path)).json, path).toEqual({ error: 'Lookup found nothing.' });
});

test('a translation that is not the compared product of its gene has no tree', async () => {
  expect((await service.get('/genetree/member/id/bird/FICT1')).json.error).toBe(
    'No GeneTree found for Transcript ID FICT1',
  );
  expect((await service.get('/genetree/member/id/bird/FICP1')).json.error).toBe(
    'Could not fetch a Translation object for ID FICP1',
  );
});

describe('the compara database of a request without compara', () => {
  test("is the database of the species' division", async () => {
    expect(await homologues('id/wheat/FICG1')).toEqual(ALL);
    expect(await homologues('id/wheat/FICG1?compara=')).toEqual(ALL);
    expect(await homologues('symbol/wheat/FICTA')).toEqual(ALL);
    expect(await homologues('id/bird/FICG1')).toEqual([]);
    expect((await service.get('/genetree/member/id/wheat/FICT1', 'text/x-nh')).text).toBe(
      '((FICP1:0.5,FICP2:0.5):0.5,OTHP1:0.5):0.5;',
    );
    expect((await service.get('/genetree/member/symbol/wheat/FICTA', 'text/x-nh')).text).toContain('OTHP1');
    expect((await service.get('/cafe/genetree/member/id/wheat/FICG1')).json.tree.n_members).toBe(1);
    // A node without p-value has only its name and its number of members.
    expect((await service.get('/cafe/genetree/member/id/wheat/FICG1', 'text/x-nh')).text).toBe('(node_5_1_0.5)_1;');
    const {
      json: { data },
    } = await service.post('/homology/id/wheat', { ids: ['FICG1', 'NOPE'] });
    expect(data).toHaveLength(1);
  });

  test('is the only one of a release, of any division', async () => {
    expect(await homologues('id/wheat/FICG1', alone)).toEqual(ALL);
    expect(await homologues('id/OTHG1', alone)).toEqual(['ortholog_many2many FICG1']);
    expect((await alone.get('/info/compara/methods')).json).toHaveProperty('Homology\\.homology');
    expect((await alone.get('/homology/id/bird/FICG1')).json.error).toContain("does not contain the species 'bird'");
  });

  test('can be overridden by name', async () => {
    for (const name of ['multi', 'vertebrates', 'VertebrateS']) {
      for (const path of [
        'homology/id/wheat/FICG1',
        'homology/symbol/wheat/FICTA',
        'genetree/member/id/wheat/FICG1',
        'genetree/member/symbol/wheat/FICTA',
        'cafe/genetree/member/id/wheat/FICG1',
      ]) {
        expect((await service.get(`/${path}?compara=${name}`)).json.error, path).toContain(
          "does not contain the species 'wheat'",
        );
      }
      expect((await service.post(`/homology/id/wheat?compara=${name}`, { ids: ['FICG1'] })).json.error).toContain(
        "does not contain the species 'wheat'",
      );
      expect((await service.get(`/genetree/id/FICGT1?compara=${name}`)).json.error).toBe(
        'No GeneTree found for ID FICGT1',
      );
      expect((await alone.get(`/homology/id/wheat/FICG1?compara=${name}`)).json.error).toBe(
        `There is no compara database '${name}' in this release. The compara database 'plants' contains it: ` +
          'send compara=plants',
      );
    }
    for (const path of [
      'homology/id/wheat/FICG1',
      'homology/id/FICG1',
      'homology/symbol/wheat/FICTA',
      'genetree/id/FICGT1',
      'genetree/member/id/wheat/FICG1',
      'genetree/member/symbol/wheat/FICTA',
      'cafe/genetree/id/FICGT1',
      'cafe/genetree/member/id/wheat/FICG1',
      'cafe/genetree/member/symbol/wheat/FICTA',
      'alignment/region/wheat/1:1-10',
    ]) {
      expect(await service.get(`/${path}?compara=metazoa`), path).toMatchObject({
        status: 400,
        json: { error: expect.stringMatching(/^There is no compara database 'metazoa' in this release(\.|$)/) },
      });
    }
  });
});

test('without a species, an id is found in the compara database of its species', async () => {
  const plant = await polyploidRelease(['plants', 'multi'], { birdGene: 'FICG9' });
  const running = await plant.serve();
  expect(await homologues('id/FICG1', running)).toEqual(ALL);
  expect((await running.get('/genetree/member/id/FICG1', 'text/x-nh')).text).toContain('FICP2');
  expect((await running.get('/homology/id/NOPE')).status).toBe(400);
});
