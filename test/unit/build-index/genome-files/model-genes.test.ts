import { describe, expect, test } from 'vitest';
import { at } from '../../../../src/checked.ts';
import { genesOfGff3, genesOfGtf, type TextGenome } from '../../../support/genes-of-text.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

async function geneOf(lines: string[], genome?: TextGenome) {
  const { genes } = await genesOfGff3(folder, lines, genome);
  expect(genes).toHaveLength(1);
  return at(genes, 0);
}

describe('genes with transcripts', () => {
  const ensembl = [
    'chr1 havana gene 101 600 . - . ID=gene:ENSG00000000001;Name=ABC1;biotype=protein_coding;description=a gene ' +
      '[Source:HGNC Symbol%3BAcc:HGNC:7];gene_id=ENSG00000000001;version=5',
    'chr1 havana mRNA 101 600 . - . ID=transcript:ENST00000000001;Parent=gene:ENSG00000000001;Name=ABC1-201;' +
      'biotype=protein_coding;tag=basic,Ensembl_canonical;transcript_id=ENST00000000001;' +
      'transcript_support_level=1 (assigned to previous version 2);version=3',
    'chr1 havana exon 401 600 . - . Parent=transcript:ENST00000000001;exon_id=ENSE00000000001;version=2',
    'chr1 havana CDS 401 510 . - 0 ID=CDS:ENSP00000000001;Parent=transcript:ENST00000000001;' +
      'protein_id=ENSP00000000001;version=1',
    'chr1 havana exon 101 300 . - . Parent=transcript:ENST00000000001;exon_id=ENSE00000000002',
    'chr1 havana CDS 201 300 . - 1 ID=CDS:ENSP00000000001;Parent=transcript:ENST00000000001;' +
      'protein_id=ENSP00000000001;version=1',
  ];

  test('have the ids, versions, names and texts of an Ensembl file', async () => {
    const gene = await geneOf(ensembl);
    expect(gene).toMatchObject({
      id: 'ENSG00000000001',
      version: 5,
      start: 101,
      end: 600,
      strand: -1,
      biotype: 'protein_coding',
      source: 'havana',
      symbol: { db: 'HGNC', primary: 'HGNC:7', label: 'ABC1', description: 'a gene' },
    });
    expect(at(gene.transcripts, 0)).toMatchObject({
      id: 'ENST00000000001',
      version: 3,
      name: 'ABC1-201',
      attribs: [
        ['gencode_basic', '1'],
        ['TSL', 'tsl1'],
      ],
    });
  });

  test('have exons in the order of the transcript with phases from the CDS', async () => {
    const { exons, translations } = at((await geneOf(ensembl)).transcripts, 0);
    expect(exons).toMatchObject([
      { id: 'ENSE00000000001', version: 2, start: 401, end: 600, phase: -1, endPhase: 2 },
      { id: 'ENSE00000000002', version: null, start: 101, end: 300, phase: 2, endPhase: -1 },
    ]);
    expect(translations).toMatchObject([
      { id: 'ENSP00000000001', version: 1, startExon: 0, startOffset: 91, endExon: 1, endOffset: 100 },
    ]);
  });

  test('share an exon of several parents', async () => {
    const gene = await geneOf([
      'chr1 x gene 1 500 . + . ID=g',
      'chr1 x mRNA 1 500 . + . ID=t1;Parent=g',
      'chr1 x mRNA 1 300 . + . ID=t2;Parent=g',
      'chr1 x exon 1 100 . + . ID=e1;Parent=t1,t2',
      'chr1 x exon 201 300 . + . ID=e2;Parent=t1,t2',
      'chr1 x exon 401 500 . + . ID=e3;Parent=t1',
    ]);
    const [one, two] = gene.transcripts;
    expect(one?.exons).toHaveLength(3);
    expect(two?.exons).toEqual(one?.exons.slice(0, 2));
    expect(one?.exons.map(({ isConstitutive }) => isConstitutive)).toEqual([true, true, false]);
  });

  test('have exons of their untranslated and coding parts if the file has none', async () => {
    const gene = await geneOf([
      'chr1 phytozome gene 1 500 . + . ID=AT1G1.v1;Name=AT1G1',
      'chr1 phytozome mRNA 1 500 . + . ID=AT1G1.1.v1;Name=AT1G1.1;Parent=AT1G1.v1;longest=1',
      'chr1 phytozome five_prime_UTR 1 50 . + . ID=u1;Parent=AT1G1.1.v1',
      'chr1 phytozome CDS 51 100 . + 0 ID=c1;Parent=AT1G1.1.v1',
      'chr1 phytozome CDS 201 300 . + 1 ID=c2;Parent=AT1G1.1.v1',
      'chr1 phytozome three_prime_UTR 301 500 . + . ID=u2;Parent=AT1G1.1.v1',
    ]);
    const transcript = at(gene.transcripts, 0);
    expect([gene.id, transcript.id]).toEqual(['AT1G1', 'AT1G1.1']);
    expect(transcript.exons.map(({ start, end }) => [start, end])).toEqual([
      [1, 100],
      [201, 500],
    ]);
    expect(transcript.translations).toMatchObject([{ id: 'AT1G1.1.p1', startOffset: 51, endOffset: 100 }]);
  });

  test('split an exon in which the ribosome slips', async () => {
    const gene = await geneOf([
      'chr1 RefSeq gene 1 200 . + . ID=gene-OAZ;locus_tag=OAZ',
      'chr1 RefSeq mRNA 1 200 . + . ID=rna-NM_000001.2;Parent=gene-OAZ;transcript_id=NM_000001.2',
      'chr1 RefSeq exon 1 200 . + . ID=exon-NM_000001.2-1;Parent=rna-NM_000001.2',
      'chr1 RefSeq CDS 11 40 . + 0 ID=cds-NP_000001.1;Parent=rna-NM_000001.2;protein_id=NP_000001.1',
      'chr1 RefSeq CDS 42 101 . + 0 ID=cds-NP_000001.1;Parent=rna-NM_000001.2;protein_id=NP_000001.1',
    ]);
    const { exons, translations, id, version } = at(gene.transcripts, 0);
    expect([id, version]).toEqual(['NM_000001', 2]);
    expect(exons.map(({ start, end, phase, endPhase }) => [start, end, phase, endPhase])).toEqual([
      [1, 40, -1, 0],
      [42, 200, 0, -1],
    ]);
    expect(translations).toMatchObject([{ startExon: 0, startOffset: 11, endExon: 1, endOffset: 60 }]);
  });
});

describe('genes of bacteria and viruses', () => {
  test('have a transcript for each CDS that is directly below them', async () => {
    const gene = await geneOf([
      'chr1 RefSeq gene 1 900 . + . ID=gene-gp1;Name=ORF1;locus_tag=gp1;gene_biotype=protein_coding;Dbxref=GeneID:7',
      'chr1 RefSeq CDS 1 300 . + 0 ID=cds-YP_000001.1;Parent=gene-gp1;protein_id=YP_000001.1;product=p1',
      'chr1 RefSeq CDS 300 599 . + 0 ID=cds-YP_000001.1;Parent=gene-gp1;protein_id=YP_000001.1;product=p1',
      'chr1 RefSeq CDS 1 303 . + 0 ID=cds-YP_000002.1;Parent=gene-gp1;protein_id=YP_000002.1;product=p2',
      'chr1 RefSeq mature_protein_region_of_CDS 4 90 . + . ID=m1;Parent=cds-YP_000001.1;product=nsp1',
    ]);
    expect(gene).toMatchObject({ id: 'gp1', symbol: { label: 'ORF1' }, xrefs: [{ db: 'EntrezGene', primary: '7' }] });
    expect(gene.transcripts.map(({ id, translations }) => [id, translations[0]?.id])).toEqual([
      ['gp1.t1', 'YP_000001'],
      ['gp1.t2', 'YP_000002'],
    ]);
    // The ribosome slips back by one base, so the exons overlap.
    const first = at(gene.transcripts, 0);
    expect(first.exons.map(({ start, end, phase }) => [start, end, phase])).toEqual([
      [1, 300, 0],
      [300, 599, 0],
    ]);
    expect(first.translations[0]?.parts).toEqual([{ name: 'nsp1', description: 'nsp1', start: 2, end: 30 }]);
  });

  test('are made for a CDS or an RNA without a gene, as Prokka writes them', async () => {
    const { genes } = await genesOfGff3(folder, [
      'chr1 Prodigal:2.6 CDS 1 300 . - 0 ID=PROKKA_00001;gene=dnaA;locus_tag=PROKKA_00001;product=initiator protein',
      'chr1 Aragorn:1.2 tRNA 400 475 . + . ID=PROKKA_00002;locus_tag=PROKKA_00002;product=tRNA-Met(cat)',
      'chr1 minced:0.3 repeat_region 600 700 . . . note=CRISPR',
    ]);
    expect(genes.map(({ id, biotype, symbol }) => [id, biotype, symbol?.label])).toEqual([
      ['PROKKA_00001', 'protein_coding', 'dnaA'],
      ['PROKKA_00002', 'tRNA', undefined],
    ]);
    expect(genes.flatMap(({ transcripts }) => transcripts.map(({ id, biotype }) => [id, biotype]))).toEqual([
      ['PROKKA_00001.t1', 'protein_coding'],
      ['PROKKA_00002.t1', 'tRNA'],
    ]);
  });

  test('are pseudogenes without proteins where the file says so', async () => {
    const gene = await geneOf([
      'chr1 RefSeq pseudogene 1 300 . + . ID=gene-b1;locus_tag=b1;gene_biotype=pseudogene;pseudo=true',
      'chr1 RefSeq CDS 1 300 . + 0 ID=cds-b1;Parent=gene-b1;pseudo=true',
    ]);
    expect(gene).toMatchObject({ biotype: 'pseudogene', transcripts: [{ biotype: 'pseudogene', translations: [] }] });
  });

  test('begin with methionine at other start codons of their code', async () => {
    const lines = ['chr1 x CDS 1 9 . + 0 ID=c;locus_tag=b1'];
    const genome = { lengths: { chr1: 9 }, bases: 'GTGAAATAA' };
    const of = async (codonTable: number) =>
      at((await geneOf(lines, { ...genome, codonTable })).transcripts, 0).translations[0]?.attribs;
    expect(await of(11)).toEqual([['initial_met', '1 1 M']]);
    expect(await of(1)).toEqual([]);
  });

  test('have the residues of transl_except', async () => {
    const gene = await geneOf([
      'chr1 x CDS 1 30 . - 0 ID=c;locus_tag=b1;' +
        'transl_except=(pos:complement(25..27)%2Caa:Sec),(pos:complement(22..24)%2Caa:Trp)',
    ]);
    expect(gene.transcripts[0]?.translations[0]?.attribs).toEqual([
      ['_selenocysteine', '2 2 U'],
      ['amino_acid_sub', '3 3 W'],
    ]);
  });
});

describe('on circular sequences', () => {
  const genome = { lengths: { p: 1000 }, circular: ['p'] };

  test('a gene may end past the origin', async () => {
    const gene = await geneOf(['p x gene 901 1050 . + . ID=g', 'p x CDS 901 1050 . + 0 ID=c;Parent=g'], genome);
    expect(gene).toMatchObject({ start: 901, end: 50, transcripts: [{ start: 901, end: 50 }] });
    expect(gene.transcripts[0]?.exons).toMatchObject([{ start: 901, end: 50, phase: 0, endPhase: 0 }]);
  });

  test.each([
    ['+', 0, [[901, 50]]],
    ['-', 0, [[901, 50]]],
  ])('two pieces that meet at the origin are one exon on strand %s', async (strand, phase, exons) => {
    const gene = await geneOf(
      [`p x CDS 901 1000 . ${strand} ${phase} ID=c`, `p x CDS 1 50 . ${strand} . ID=c`],
      genome,
    );
    expect(gene.transcripts[0]?.exons.map(({ start, end }) => [start, end])).toEqual(exons);
  });
});

test('a trans-spliced transcript has exons on both strands in the order of the file', async () => {
  const gene = await geneOf([
    'chr1 x gene 101 200 . - . ID=g;part=1',
    'chr1 x gene 301 400 . + . ID=g;part=2',
    'chr1 x CDS 101 200 . - 0 ID=c;Parent=g;exception=trans-splicing',
    'chr1 x CDS 301 400 . + 2 ID=c;Parent=g;exception=trans-splicing',
  ]);
  expect(gene).toMatchObject({ start: 101, end: 400, strand: -1 });
  expect(gene.transcripts[0]?.exons.map(({ start, strand, phase }) => [start, strand, phase])).toEqual([
    [101, -1, 0],
    [301, 1, 1],
  ]);
});

test('ids are the same at every reading, and unique', async () => {
  const lines = [
    'chr1 x gene 1 90 . + . locus_tag=a',
    'chr1 x gene 101 190 . + . locus_tag=A',
    'chr1 x gene 201 290 . + . gene_name=prM',
    'chr1 x gene 301 390 . + .',
  ];
  const { genes } = await genesOfGff3(folder, lines);
  expect(genes.map(({ id }) => id)).toEqual(['a', 'A_2', 'prM', 'chr1_301-390']);
  expect((await genesOfGff3(folder, lines)).genes).toEqual(genes);
});

test('features that derive from one another, or from their parts, are read', async () => {
  const { genes } = await genesOfGff3(folder, [
    'chr1 x gene 1 9 . + . ID=g;Derives_from=h',
    'chr1 x gene 21 29 . + . ID=h;Derives_from=g',
    'chr1 x gene 41 49 . + . ID=i;Derives_from=t',
    'chr1 x mRNA 41 49 . + . ID=t;Parent=i',
  ]);
  expect(genes.map(({ id }) => id)).toEqual(['g', 'h', 'i']);
});

describe('mistakes of the file', () => {
  test.each([
    [
      'missing parent',
      ['chr1 x exon 1 9 . + . Parent=nobody', 'chr1 x gene 1 9 . + . ID=g'],
      /line 1: the Parent nobody/,
    ],
    [
      'sequence that the genome lacks',
      ['chr7 x gene 1 9 . + . ID=g', 'chr1 x gene 1 9 . + . ID=h'],
      /line 1: the genome has no sequence chr7; the closest name is chr1/,
    ],
    ['name of a sequence that differs', ['1 x gene 1 9 . + . ID=g'], /line 1: 1 is taken for chr1 \(by chr prefix\)/],
    ['outside its region', ['chr1 x gene 9999 10001 . + . ID=g'], /ends at 10001, but chr1 has 10000 bases/],
    ['end before start', ['chr1 x gene 9 1 . + . ID=g'], /line 1: the feature is at 9-1/],
    ['line that is no feature', ['chr1 x gene 1 9 . + . ID=g', 'chr1 x'], /line 2: a feature has 9 columns/],
    [
      'wrong or missing phase',
      ['chr1 x CDS 1 10 . + 0 ID=c', 'chr1 x CDS 21 30 . + 1 ID=c'],
      /line 1: the phases of the CDS of CDS c do not follow/,
    ],
    [
      'its own ancestor',
      ['chr1 x gene 1 9 . + . ID=g;Parent=t', 'chr1 x mRNA 1 9 . + . ID=t;Parent=g'],
      /line 1: the Parent of this gene leads back to itself/,
    ],
    [
      'CDS outside its exons',
      ['chr1 x mRNA 1 99 . + . ID=t', 'chr1 x exon 1 50 . + . Parent=t', 'chr1 x CDS 60 99 . + 0 Parent=t'],
      /line 3: the CDS of mRNA t is not within its exons/,
    ],
  ])('%s is counted', async (kind, lines, sentence) => {
    const { departures } = await genesOfGff3(folder, lines);
    const [first, ...others] = departures;
    expect([first?.kind, first?.count, others]).toEqual([kind, 1, []]);
    expect(first?.first[0]).toMatch(sentence);
  });

  test.each([
    ['chr1\tx\tgene\t1\t9\t.\t+\t.', /line 2: a feature has 9 columns with tabs between them, this line has 8$/],
    ['chr1\tx\tgene\t1\t9\t.\t+\t.\tID=h\tNote=i', /this line has 10; a tab within a value should be %09$/],
    ['chr1 x gene 1 9\t.\t+\t.\tID=h', /this line has 5; it has blanks where tabs should be$/],
  ])('a line with another number of columns is counted: %j', async (line, sentence) => {
    for (const [genesOf, good] of [
      [genesOfGff3, 'ID=g'],
      [genesOfGtf, 'gene_id "g"'],
    ] as const) {
      const { genes, departures } = await genesOf(folder, [`chr1\tx\tgene\t1\t9\t.\t+\t.\t${good}\t`, line]);
      expect(genes.map(({ id }) => id)).toEqual(['g']);
      expect(departures).toMatchObject([{ kind: 'line that is no feature', count: 1 }]);
      expect(departures[0]?.first[0]).toMatch(sentence);
    }
  });

  test('a file without any feature is an error', async () => {
    await expect(genesOfGff3(folder, ['##gff-version 3'])).rejects.toThrow(/contains no features/);
    await expect(genesOfGff3(folder, ['LOCUS NC_1'])).rejects.toThrow(
      /line 1: a feature has 9 columns .*; the file is not GFF3/,
    );
  });
});
