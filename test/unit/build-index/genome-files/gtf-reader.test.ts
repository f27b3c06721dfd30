import { expect, test } from 'vitest';
import { at } from '../../../../src/checked.ts';
import { genesOfGtf } from '../../../support/genes-of-text.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

test('reads GTF of Ensembl, whose CDS ends before the stop codon', async () => {
  const ids = 'gene_id "ENSG00000000001"; gene_version "4"; gene_name "ABC1"; gene_biotype "protein_coding";';
  const own =
    `${ids} transcript_id "ENST00000000001"; transcript_version "2"; transcript_name "ABC1-201"; ` +
    `transcript_biotype "protein_coding"; tag "basic"; tag "Ensembl_canonical";`;
  const { genes, departures } = await genesOfGtf(folder, [
    '#!genome-build GRCh38.p14',
    `chr1 havana gene 1 300 . - . ${ids}`,
    `chr1 havana transcript 1 300 . - . ${own}`,
    `chr1 havana exon 201 300 . - . ${own} exon_id "ENSE00000000001"; exon_version "1";`,
    `chr1 havana CDS 201 260 . - 0 ${own} protein_id "ENSP00000000001"; protein_version "3";`,
    `chr1 havana exon 1 100 . - . ${own} exon_id "ENSE00000000002";`,
    `chr1 havana CDS 41 100 . - 0 ${own} protein_id "ENSP00000000001"; protein_version "3";`,
    `chr1 havana stop_codon 38 40 . - 0 ${own}`,
  ]);
  expect(departures).toEqual([]);
  expect(genes).toMatchObject([{ id: 'ENSG00000000001', version: 4, symbol: { label: 'ABC1' }, strand: -1 }]);
  expect(at(at(genes, 0).transcripts, 0)).toMatchObject({
    id: 'ENST00000000001',
    version: 2,
    name: 'ABC1-201',
    attribs: [['gencode_basic', '1']],
    exons: [
      { id: 'ENSE00000000001', version: 1, start: 201, end: 300 },
      { id: 'ENSE00000000002', start: 1, end: 100 },
    ],
    translations: [{ id: 'ENSP00000000001', version: 3, startExon: 0, startOffset: 41, endExon: 1, endOffset: 63 }],
  });
});

test('makes genes of transcripts that StringTie assembled', async () => {
  const { genes } = await genesOfGtf(folder, [
    'chr1 StringTie transcript 1 300 1000 + . gene_id "STRG.1"; transcript_id "STRG.1.1"; cov "2.5";',
    'chr1 StringTie exon 1 100 1000 + . gene_id "STRG.1"; transcript_id "STRG.1.1"; exon_number "1";',
    'chr1 StringTie exon 201 300 1000 + . gene_id "STRG.1"; transcript_id "STRG.1.1"; exon_number "2";',
    'chr1 StringTie transcript 51 400 1000 + . gene_id "STRG.1"; transcript_id "STRG.1.2";',
    'chr1 StringTie exon 51 400 1000 + . gene_id "STRG.1"; transcript_id "STRG.1.2";',
  ]);
  expect(genes).toMatchObject([{ id: 'STRG.1', start: 1, end: 400, symbol: null }]);
  expect(at(genes, 0).transcripts.map(({ id, biotype }) => [id, biotype])).toEqual([
    ['STRG.1.2', 'misc_RNA'],
    ['STRG.1.1', 'misc_RNA'],
  ]);
});

test('counts lines without gene_id', async () => {
  const { departures } = await genesOfGtf(folder, [
    'chr1 x exon 1 9 . + . note "a; b"',
    'chr1 x exon 1 9 . + . gene_id "g"; transcript_id "t";',
  ]);
  expect(departures).toMatchObject([{ kind: 'line that is no feature', count: 1 }]);
  expect(departures[0]?.first[0]).toMatch(/line 1: the exon has no gene_id/);
});

test('rejects a file without any gene_id, such as GFF3', async () => {
  const lines = ['chr1 x gene 1 9 . + . ID=gene1', 'chr1 x mRNA 1 9 . + . ID=rna1;Parent=gene1'];
  await expect(genesOfGtf(folder, lines)).rejects.toThrow(
    'no line has a gene_id; if the file is GFF3, give it with --gff3',
  );
});

test('counts lines without transcript_id, which are no gene on their own', async () => {
  const { genes, departures } = await genesOfGtf(folder, [
    'chr1 x transcript 1 9 . + . gene_id "g1"; gene_name "M',
    'chr1 x exon 1 9 . + . gene_id "g2"; transcript_id "t";',
  ]);
  expect(genes.map(({ id }) => id)).toEqual(['g2']);
  expect(departures[0]?.first[0]).toMatch(/line 1: the transcript has no transcript_id/);
});

test('leaves out a gene whose only transcript belongs to another one', async () => {
  const { genes } = await genesOfGtf(folder, [
    'chr1 x transcript 1 9 . + . gene_id "g1"; transcript_id "t";',
    'chr1 x exon 1 9 . + . gene_id "g2"; transcript_id "t";',
  ]);
  expect(genes.map(({ id }) => id)).toEqual(['g1']);
});
