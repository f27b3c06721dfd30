import { expect, test } from 'vitest';
import { at, present } from '../../../../src/checked.ts';
import { geneView } from '../../../../src/pages/views/gene.ts';
import { exonJoins, readGene } from '../../../../src/pages/views/gene-model.ts';
import type { ViewRequest } from '../../../../src/pages/views/view.ts';

const exon = (id: string, start: number, end: number) => ({ id, start, end, strand: 1 });

/** A gene of transcripts with three exons: 1-100, 201-300 and 401-500, of which 51-450 code. */
function gene(transcripts: number, exons = [exon('E1', 1, 100), exon('E2', 201, 300), exon('E3', 401, 500)]) {
  const Transcript = Array.from({ length: transcripts }, (_, which) => ({
    id: `T${which}`,
    start: 1,
    end: 500,
    strand: 1,
    length: 300 + which,
    biotype: 'protein_coding',
    is_canonical: which === 2 ? 1 : 0,
    Exon: exons,
    Translation: { id: `P${which}`, start: 51, end: 450, length: 66 },
  }));
  return {
    object_type: 'Gene',
    id: 'G',
    species: 's',
    start: 1,
    end: 500,
    strand: 1,
    seq_region_name: '1',
    Transcript,
  };
}

function request(expanded: unknown): ViewRequest {
  const release = { speciesNamed: () => 's', hasDatabase: () => false, manifest: { species: [] } };
  return {
    base: '/rest',
    path: {},
    isCut: false,
    query: new Map(),
    release: release as unknown as ViewRequest['release'],
    ask: async (address) => (address.startsWith('/lookup/id/G?') ? expanded : null),
  };
}

test('the canonical transcript comes first, and phases come from the features', () => {
  const features = [{ Parent: 'T2', id: 'E2', ensembl_phase: 2, ensembl_end_phase: 0 }];
  const { transcripts } = present(readGene(gene(4), 's', features), 'the gene');
  expect(transcripts.map(({ id }) => id)).toEqual(['T2', 'T0', 'T1', 'T3']);
  expect(at(transcripts, 0).exons.map(({ phase }) => phase)).toEqual([undefined, 2, undefined]);
});

test('the coding part of an exon ends where the coding region does', () => {
  const { transcripts } = present(readGene(gene(1), 's', []), 'the gene');
  expect(at(transcripts, 0).exons.map(({ coding }) => coding)).toEqual([
    { start: 51, end: 100 },
    { start: 201, end: 300 },
    { start: 401, end: 450 },
  ]);
  expect(exonJoins(at(transcripts, 0))).toEqual([50 / 3, 50]);
});

/** A gene of one transcript, without the transcripts of gene(). */
function geneOf(place: object, exons: object[], translation: object) {
  const [transcript] = gene(1).Transcript;
  return { ...gene(1), ...place, Transcript: [{ ...transcript, ...place, Exon: exons, Translation: translation }] };
}

test('a gene over the origin of a circular region is unrolled', () => {
  const exons = [exon('E1', 900, 950), exon('E2', 980, 20), exon('E3', 60, 100)];
  const answer = geneOf({ start: 900, end: 100 }, exons, { id: 'P', start: 940, end: 70, length: 20 });
  expect(readGene(answer, 's', [])).toBeNull();
  const { start, end, transcripts } = present(readGene(answer, 's', [], 1000), 'the gene');
  expect([start, end]).toEqual([900, 1100]);
  expect(at(transcripts, 0).exons.map(({ coding, ...span }) => [span.start, span.end, coding])).toEqual([
    [900, 950, { start: 940, end: 950 }],
    [980, 1020, { start: 980, end: 1020 }],
    [1060, 1100, { start: 1060, end: 1070 }],
  ]);
});

test('the coding parts of a trans-spliced transcript follow the order of its exons', () => {
  const exons = [exon('E1', 100, 200), exon('E2', 800, 900), exon('E3', 500, 600)].map((each) => ({
    ...each,
    strand: -1,
  }));
  const answer = geneOf({ start: 100, end: 900, strand: -1 }, exons, { id: 'P', start: 550, end: 180, length: 80 });
  const { exons: read } = at(present(readGene(answer, 's', []), 'the gene').transcripts, 0);
  expect(read.map(({ coding }) => coding)).toEqual([
    { start: 100, end: 180 },
    { start: 800, end: 900 },
    { start: 550, end: 600 },
  ]);
  const mixed = geneOf({ start: 100, end: 900, strand: -1 }, [{ ...exons[0] }, { ...exons[1], strand: 1 }], {
    id: 'P',
    start: 800,
    end: 180,
    length: 60,
  });
  const [first, second] = at(present(readGene(mixed, 's', []), 'the gene').transcripts, 0).exons;
  expect([first?.coding, second?.coding]).toEqual([
    { start: 100, end: 180 },
    { start: 800, end: 900 },
  ]);
});

test.each([
  [null],
  [{ error: 'x' }],
  [{ id: 'E', object_type: 'Exon', species: 's' }],
  [{ id: 'G', object_type: 'Gene', species: 's' }],
])('%j is not drawn', async (answer) => {
  expect(await geneView(answer, request(null))).toBeNull();
});

test('a gene of very many exons is drawn in part, and says so', async () => {
  const exons = Array.from({ length: 250 }, (_, which) => exon(`E${which}`, 2 * which + 1, 2 * which + 1));
  const answer = gene(40, exons);
  const { body } = present(await geneView(answer, request(answer)), 'the view');
  const drawn = String(body).match(/class="strip-row/g)?.length ?? 0;
  // Axis, the first transcript and ten more; the axis and the row of the protein.
  expect(drawn).toBe(14);
  expect(String(body)).toContain('?expand=1">29 more transcripts</a>');
});

test('ids of any letters are encoded in links', async () => {
  const odd = { ...gene(1), id: 'G' };
  const [transcript] = odd.Transcript;
  const answer = { ...odd, Transcript: [{ ...transcript, id: 'T/1 #"<b>' }] };
  const body = String(present(await geneView(answer, request(answer)), 'the view').body);
  expect(body).toContain('href="/rest/lookup/id/T%2F1%20%23%22%3Cb%3E"');
  expect(body).not.toContain('<b>');
});
