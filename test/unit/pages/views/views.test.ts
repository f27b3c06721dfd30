import { expect, test } from 'vitest';
import { present } from '../../../../src/checked.ts';
import { alignmentView } from '../../../../src/pages/views/alignment.ts';
import { cafeView, memberCafeView } from '../../../../src/pages/views/cafe.ts';
import { geneTreeView } from '../../../../src/pages/views/gene-tree.ts';
import { homologyView } from '../../../../src/pages/views/homology.ts';
import { linkagePairView, linkageRegionView, linkageWindowView } from '../../../../src/pages/views/linkage.ts';
import { variantView } from '../../../../src/pages/views/variant.ts';
import type { PageRequest, View } from '../../../../src/pages/views/view.ts';
import { drawnText, MARKUP } from '../drawing/markup.ts';
import { fakeRequest } from './fake-request.ts';

const VIEWS: Record<string, (answer: unknown, request: PageRequest) => Promise<View | null> | View | null> = {
  alignmentView,
  cafeView,
  geneTreeView,
  homologyView,
  linkagePairView,
  linkageRegionView,
  linkageWindowView,
  variantView,
};

function textOf(view: View | null): string {
  return drawnText(String(present(view, 'the view').body));
}

test.each(Object.keys(VIEWS))('%s shows answers of unexpected shape without failing', async (name) => {
  const draw = present(VIEWS[name], 'the view');
  const odd = [
    null,
    [],
    {},
    'text',
    7,
    [null],
    [[]],
    [{}],
    { data: 7 },
    { tree: 7 },
    { tree: {} },
    { name: 7 },
    { data: [{}] },
  ];
  for (const answer of odd) {
    const request = fakeRequest({
      path: { species: 's', id: 'i', region: '1:1-2', population_name: 'p', id1: 'a', id2: 'b' },
    });
    const view = await draw(answer, request);
    expect(String(view?.body ?? '')).not.toMatch(/undefined|NaN|\[object/);
  }
});

test('a pair is shown in each population, with its distance', async () => {
  const pairs = ['GBR', 'YRI'].map((population) => ({
    variation1: 'rs1',
    variation2: 'rs2',
    population_name: `1000GENOMES:phase_3:${population}`,
    r2: '0.750000',
    d_prime: '0.900000',
  }));
  const place = (start: number) => ({ mappings: [{ seq_region_name: '6', start, end: start }] });
  const request = fakeRequest(
    { path: { species: 'human', id1: 'rs1', id2: 'rs2' } },
    { '/variation/': { rs1: place(10), rs2: place(310) } },
  );
  const text = textOf(await linkagePairView(pairs, request));
  expect(text).toContain('rs1 is at 6:10, rs2 at 6:310: 300 bases apart.');
  expect(text).toMatch(/phase_3:GBR 0.750 0.900 .*phase_3:YRI/);
});

test('a variant shows its alleles within the sequence, and effects with their impact first', async () => {
  const answer = {
    name: 'rs1',
    mappings: [{ seq_region_name: '6', start: 101, end: 101, allele_string: 'A/C', assembly_name: 'GRCh38' }],
  };
  const request = fakeRequest(
    { path: { species: 'homo_sapiens', id: 'rs1' } },
    {
      '/sequence/': { seq: `${'G'.repeat(60)}A${'T'.repeat(60)}` },
      '/vep/': [
        {
          transcript_consequences: [
            { transcript_id: 'T1', gene_id: 'G1', consequence_terms: ['intron_variant'] },
            {
              transcript_id: 'T2',
              gene_id: 'G1',
              consequence_terms: ['stop_gained'],
              amino_acids: 'Q/*',
              protein_start: 7,
            },
          ],
        },
      ],
    },
  );
  const text = textOf(await variantView(answer, request));
  expect(text).toContain(`${'G'.repeat(60)} [A/C] ${'T'.repeat(60)}`);
  expect(text).toMatch(/T2 .*stop gained.*T1 .*intron variant/);
  expect(text).not.toContain('SIFT');
});

test('an effect shows the exons or introns that the variant hits, next to its consequence', async () => {
  const mapping = { seq_region_name: '6', start: 1, end: 9, allele_string: 'AAAAAAAAA/-' };
  const consequence_terms = ['coding_sequence_variant'];
  const effects = [
    { transcript_id: 'T1', consequence_terms, exon: '2/5' },
    { transcript_id: 'T2', consequence_terms, exon: '2-3/5', intron: '2/4' },
  ];
  const request = fakeRequest({ path: { species: 's', id: 'v' } }, { '/vep/': [{ transcript_consequences: effects }] });
  const text = textOf(await variantView({ name: 'v', mappings: [mapping] }, request));
  expect(text).toContain('T1 coding sequence variant exon 2 of 5');
  expect(text).toContain('T2 coding sequence variant exons 2-3 of 5, intron 2 of 4');
});

test('linkage of a genome that lists no populations is that of its samples with genotypes of the variant', async () => {
  const answer = {
    name: 'v1',
    mappings: [{ seq_region_name: '1', start: 1, end: 1, allele_string: 'A/C' }],
    population_genotypes: [{ population: 'calls:ALL', genotype: 'A|C', frequency: 1 }],
  };
  const linksTo = async (listed: object[]) => {
    const request = fakeRequest(
      { path: { species: 's', id: 'v1' }, genotyped: ['calls:ALL', 'other:ALL'] },
      { '/info/variation/populations/': listed },
    );
    return Array.from(
      String((await variantView(answer, request))?.body).matchAll(/\/ld\/s\/v1\/([^"]*)/g),
      ([, to]) => to,
    );
  };
  expect(await linksTo([])).toEqual(['calls:ALL']);
  expect(await linksTo([{ name: 'GBR' }])).toEqual(['GBR']);
});

test('an insertion is shown between two bases', async () => {
  const answer = { name: 'rs1', mappings: [{ seq_region_name: '6', start: 101, end: 100, allele_string: '-/C' }] };
  const request = fakeRequest(
    { path: { species: 'homo_sapiens', id: 'rs1' } },
    { '/sequence/region/homo_sapiens/6:41..160:1': { seq: `${'G'.repeat(60)}${'T'.repeat(60)}` } },
  );
  expect(textOf(await variantView(answer, request))).toContain(`${'G'.repeat(60)} [-/C] ${'T'.repeat(60)}`);
});

test('populations of continents come first in their project', async () => {
  const populations = ['GBR', 'AFR', 'ALL'].map((name) => ({
    population: `1000GENOMES:phase_3:${name}`,
    allele: 'A',
    frequency: 1,
  }));
  const text = textOf(
    await variantView({ name: 'rs1', populations }, fakeRequest({ path: { species: 'human', id: 'rs1' } })),
  );
  expect(text).toMatch(/1000GENOMES:phase_3 .*ALL .*AFR .*GBR /);
});

test('a structural variant asks neither for effects nor for sequence', async () => {
  const answer = { name: 'esv1', mappings: [{ seq_region_name: '6', start: 1, end: 9_000_000 }] };
  const request = fakeRequest({ path: { species: 'human', id: 'esv1' } });
  await variantView(answer, request);
  expect(request.asked).toEqual(['/variation/human/esv1?pops=1;population_genotypes=1;phenotypes=1']);
});

test('homologues have words for their types, and identities of both genes', () => {
  const homology = (type: string) => ({
    type,
    taxonomy_level: 'Boreoeutheria',
    dn_ds: 0.25,
    source: { perc_id: 80 },
    target: { id: 'M1', species: 'mus_musculus', perc_id: 85.5 },
  });
  const homologies = ['ortholog_one2one', 'ortholog_one2many', 'within_species_paralog', 'gene_split'].map(homology);
  const text = textOf(homologyView({ data: [{ id: 'G1', homologies }] }, fakeRequest({ path: {} })));
  expect(text).toContain('Mus musculus M1 1-to-1 orthologue Boreoeutheria 80 % 85.5 % 0.250');
  for (const words of ['1-to-many orthologue', 'within species paralogue', 'gene split']) expect(text).toContain(words);
});

test('homologues that were not aligned have no identities', () => {
  const textWith = (line: string | null) => {
    const product = { species: 'mus_musculus', perc_id: 0, cigar_line: line };
    const homology = { type: 'gene_split', target: { ...product, id: 'M1' }, source: { ...product, id: 'G1' } };
    return textOf(homologyView({ data: [{ id: 'G1', homologies: [homology] }] }, fakeRequest({ path: {} })));
  };
  expect(textWith(null)).not.toContain('0 %');
  expect(textWith('9M')).toContain('0 %');
});

test('a family of a gene leads to the tree of that gene', () => {
  const answer = { tree: { tax: { scientific_name: 'Homo sapiens' }, n_members: 2 } };
  const request = fakeRequest({ path: { species: 'human', id: 'G1' }, query: { compara: 'plants', other: '1' } });
  const body = String(present(memberCafeView(answer, request), 'the view').body);
  expect(body).toContain('href="/rest/genetree/member/id/human/G1?compara=plants"');
});

test('a family counts species, not the nodes of their tree', () => {
  const leaf = { n_members: 1, tax: { scientific_name: 'Mus madeus', timetree_mya: 0 } };
  const clade = { n_members: 1, tax: { scientific_name: 'Mus', timetree_mya: 0 }, children: [leaf, leaf] };
  const answer = { tree: { ...clade, children: [clade, leaf] } };
  expect(textOf(cafeView(answer, fakeRequest({ path: { id: 'GT1' } })))).toContain('3 species in all.');
});

test('a tree leads to the sizes of its family only if its compara database has some', async () => {
  const gene = { id: { accession: 'G1' }, taxonomy: { id: 10090, scientific_name: 'Mus musculus' } };
  const answer = { id: 'GT1', tree: { children: [gene, gene] } };
  const bodyOf = async (answers: Record<string, unknown>, compara?: string) => {
    const view = await geneTreeView(answer, fakeRequest({ path: { id: 'GT1' }, compara }, answers));
    return String(present(view, 'the view').body);
  };
  expect(await bodyOf({})).not.toContain('/cafe/');
  expect(await bodyOf({ '/cafe/': { tree: {} } })).toContain('href="/rest/cafe/genetree/id/GT1"');
  const body = await bodyOf({ '/cafe/genetree/id/GT1?compara=plants': { tree: {} } }, 'plants');
  for (const link of ['cafe/genetree/id/GT1?compara=plants', 'homology/id/G1?compara=plants'])
    expect(body).toContain(`href="/rest/${link}"`);
});

test('a clade leads to its genes if it has a taxon', async () => {
  const leaf = (at: number) => ({ id: { accession: `G${at}` }, taxonomy: { scientific_name: `Species ${at}` } });
  const clade = (taxonomy: object) => ({ taxonomy, children: Array.from({ length: 100 }, (_, at) => leaf(at)) });
  const known = clade({ id: 10088, scientific_name: 'Mus' });
  const answer = { id: 'GT1', tree: { children: [known, clade({ id: null, scientific_name: 'unknown' })] } };
  const body = String((await geneTreeView(answer, fakeRequest({ path: { id: 'GT1' } })))?.body);
  expect(body).not.toMatch(/prune_taxon="/);
  for (const [, taxon] of body.matchAll(/prune_taxon=([^"]*)"/g)) expect(taxon).toBe('10088');
});

test('a gene without homologues has no link to a tree, which it may not have', () => {
  const body = String(homologyView({ data: [{ id: 'G1', homologies: [] }] }, fakeRequest({ path: {} }))?.body);
  expect(body).not.toContain('/genetree/');
});

test('names with markup are escaped in addresses and text', async () => {
  const answer = { name: MARKUP, mappings: [{ seq_region_name: MARKUP, start: 1, end: 1, allele_string: MARKUP }] };
  const view = await variantView(answer, fakeRequest({ path: { species: MARKUP, id: MARKUP } }));
  expect(String(view?.body)).not.toContain('<script');
});

test('a gene leads to its page if the release has its species, else to its homologues', () => {
  const homologies = ['mus_musculus', 'anolis_carolinensis'].map((species) => ({ id: `gene_of_${species}`, species }));
  const request = fakeRequest({ path: {}, query: { compara: 'plants' }, known: ['mus_musculus'] });
  const body = String(homologyView({ data: [{ id: 'G1', homologies }] }, request)?.body);
  expect(body).toContain('href="/rest/lookup/id/gene_of_mus_musculus"');
  expect(body).toContain('href="/rest/homology/id/gene_of_anolis_carolinensis?compara=plants"');
});
