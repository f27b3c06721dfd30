/** Answers that would make pages of many megabytes are drawn in part, and the page says what is left out. */
import { describe, expect, test } from 'vitest';
import { present } from '../../../../src/checked.ts';
import { alignmentView } from '../../../../src/pages/views/alignment.ts';
import { geneTreeView, memberTreeView } from '../../../../src/pages/views/gene-tree.ts';
import { homologyView } from '../../../../src/pages/views/homology.ts';
import { linkageRegionView, linkageWindowView } from '../../../../src/pages/views/linkage.ts';
import type { View } from '../../../../src/pages/views/view.ts';
import { variantView } from '../../../../src/pages/views/variant.ts';
import { fakeRequest } from './fake-request.ts';

/** Most characters of a drawn page, without its JSON. */
const MAX_PAGE = 1_000_000;

function bodyOf(view: View | null): string {
  const body = String(present(view, 'the view').body);
  expect(body.length).toBeLessThan(MAX_PAGE);
  return body;
}

function gene(at: number) {
  return {
    taxonomy: { id: 9606, scientific_name: `Species ${at % 90}`, common_name: '' },
    id: { source: 'EnsEMBL', accession: `G${at}` },
    sequence: { name: `gene${at}-201`, mol_seq: { seq: 'M' } },
  };
}

/** A ladder of genes, the deepest tree of their number. */
function ladder(count: number) {
  let node: object = gene(0);
  for (let at = 1; at < count; at++)
    node = {
      taxonomy: { id: at, scientific_name: `Clade ${at}` },
      confidence: { bootstrap: 90 },
      events: { type: 'speciation' },
      children: [gene(at), node],
    };
  return { id: 'ENSGT1', tree: node };
}

describe('a gene tree of 2,000 genes', () => {
  test('is drawn in part, without asking for its alignment', async () => {
    const request = fakeRequest({ path: { id: 'ENSGT1' } });
    const body = bodyOf(await geneTreeView(ladder(2000), request));
    expect(body).toContain('2,000 genes');
    expect(body).toContain('The largest clades among 2,000 genes are single rows');
    expect(request.asked).toEqual(['/cafe/genetree/id/ENSGT1']);
  });

  test('is asked for without sequences if its answer is too long', async () => {
    const request = fakeRequest(
      { path: { species: 'human', id: 'G7' }, query: { compara: 'plants' }, isCut: true },
      { '/genetree/member/id/human/G7?compara=plants;sequence=none': ladder(2000) },
    );
    expect(bodyOf(await memberTreeView(null, request))).toContain('2,000 genes');
  });
});

test('a tree that cannot be had in any length has no drawing', async () => {
  expect(await geneTreeView(null, fakeRequest({ path: { id: 'X' }, isCut: true }))).toBeNull();
});

const POPULATION = '1000GENOMES:phase_3:ACB';

test('100,000 pairs of linkage are drawn for the 60 variants with the most', async () => {
  const pairs = Array.from({ length: 100_000 }, (_, at) => ({
    variation1: `rs${at % 450}`,
    variation2: `rs${(at % 450) + 1 + Math.floor(at / 450)}`,
    r2: '0.500000',
    d_prime: '1.000000',
  }));
  const request = fakeRequest({
    path: { species: 'human', region: '6:1-500000', population_name: POPULATION },
    isCut: true,
  });
  const body = bodyOf(await linkageRegionView(pairs, request));
  expect(body).toContain('The first 100,000 pairs');
  expect(body).toMatch(/Drawn are the 60 variants with the most linkage; \d+ others are in the data/);
});

test('of 20,000 linked variants 1,000 are drawn, and only their places are asked for', async () => {
  const pairs = Array.from({ length: 20_000 }, (_, at) => ({
    variation: `rs${at}`,
    r2: (0.05 + (at / 20_000) * 0.9).toFixed(6),
    d_prime: '1.000000',
  }));
  const detailed = pairs
    .slice(-1000)
    .map((pair, at) => ({ ...pair, start: 5000 + at, consequence_type: 'intron_variant' }));
  const request = fakeRequest(
    { path: { species: 'human', id: 'rs0', population_name: POPULATION } },
    {
      'attribs=1': detailed,
      '/variation/human': { rs0: { mappings: [{ seq_region_name: '6', start: 5500, end: 5500 }] } },
    },
  );
  const body = bodyOf(await linkageWindowView(pairs, request));
  expect(body).toContain('Drawn are the 1,000 variants with the highest r² of 20,000.');
  expect(request.asked.filter((address) => address.includes('attribs=1'))).toEqual([
    '/ld/human/rs0/1000GENOMES:phase_3:ACB?r2=0.905;attribs=1',
  ]);
});

test('an alignment of a million columns shows its first letters', () => {
  const row = (species: string) => ({
    species,
    seq_region: '2',
    start: 1,
    end: 1_000_000,
    strand: 1,
    seq: 'ACGT'.repeat(250_000),
  });
  const blocks = Array.from({ length: 50 }, () => ({ alignments: [row('homo_sapiens'), row('mus_musculus')] }));
  const request = fakeRequest({ path: { species: 'homo_sapiens', region: '2:1-1000000' } });
  const body = bodyOf(alignmentView(blocks, request));
  expect(body).toContain('Shown are the first 6,000 of 1,000,000 columns; the data has all.');
  expect(body).toContain('The letters of 49 other blocks are in the data.');
});

test('a table has at most 500 of 10,000 homologues', () => {
  const homologies = Array.from({ length: 10_000 }, (_, at) => ({
    type: 'ortholog_one2many',
    id: `G${at}`,
    species: `species_${at % 200}`,
    taxonomy_level: 'Vertebrata',
  }));
  const request = fakeRequest({ path: { species: 'homo_sapiens', id: 'G' } });
  const body = bodyOf(homologyView({ data: [{ id: 'G', homologies }] }, request));
  expect(body).toContain('The table has the first 500; the others are in the data.');
  expect(body).toContain('1-to-many orthologue: 10,000');
});

test('a variant with many effects, populations and phenotypes has bounded tables', async () => {
  const answer = {
    name: 'rs1',
    mappings: [{ seq_region_name: '6', start: 100, end: 100, allele_string: `A/${'C'.repeat(5000)}` }],
    populations: Array.from({ length: 3000 }, (_, at) => ({ population: `P:${at}`, allele: 'A', frequency: 1 })),
    phenotypes: Array.from({ length: 3000 }, (_, at) => ({ trait: `trait ${at}` })),
  };
  const effects = [
    {
      transcript_consequences: Array.from({ length: 3000 }, (_, at) => ({
        transcript_id: `T${at}`,
        gene_id: 'G',
        consequence_terms: ['intron_variant'],
      })),
    },
  ];
  const request = fakeRequest({ path: { species: 'homo_sapiens', id: 'rs1' } }, { '/vep/': effects });
  const body = bodyOf(await variantView(answer, request));
  expect(body).toContain('The 100 most severe of 3,000 effects.');
  expect(body).toContain('2,940 further populations in the data.');
  expect(body).toContain('The first 200 of 3,000.');
  expect(body).not.toContain('C'.repeat(300));
});
