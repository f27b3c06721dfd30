/** Made genes in the words of files that annotation projects and programs write. */
import { expect, test } from 'vitest';
import type { ModelGene } from '../../../../build-index/genome-files/gene-model.ts';
import { genesOfGff3, genesOfGtf } from '../../../support/genes-of-text.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

/** Id, symbol, biotype and description of each gene, and ids, biotypes and proteins of its transcripts. */
const shown = (genes: readonly ModelGene[]) =>
  genes.map(({ id, symbol, biotype, description, transcripts }) => [
    [id, symbol?.label ?? null, biotype, description],
    ...transcripts.map((each) => [each.id, each.biotype, each.exons.length, ...each.translations.map((one) => one.id)]),
  ]);

const GFF3: Record<string, [lines: string[], genes: unknown[]]> = {
  GENCODE: [
    [
      'chr1 HAVANA gene 101 400 . + . ID=ENSG00000000001.5;gene_id=ENSG00000000001.5;gene_type=lncRNA;gene_name=ABC1',
      'chr1 HAVANA transcript 101 400 . + . ID=ENST00000000001.2;Parent=ENSG00000000001.5;gene_type=lncRNA;' +
        'gene_id=ENSG00000000001.5;transcript_id=ENST00000000001.2;transcript_type=retained_intron;tag=basic',
      'chr1 HAVANA exon 101 200 . + . ID=exon:ENST00000000001.2:1;Parent=ENST00000000001.2;exon_id=ENSE00000000001.1',
      'chr1 HAVANA exon 301 400 . + . ID=exon:ENST00000000001.2:2;Parent=ENST00000000001.2;exon_id=ENSE00000000002.1',
    ],
    [
      [
        ['ENSG00000000001', 'ABC1', 'lncRNA', null],
        ['ENST00000000001', 'retained_intron', 2],
      ],
    ],
  ],
  Phytozome: [
    [
      'chr1 phytozomev13 gene 101 400 . - . ID=Made.01G000100.v3.0;Name=Made.01G000100',
      'chr1 phytozomev13 mRNA 101 400 . - . ID=Made.01G000100.1.v3.0;Name=Made.01G000100.1;pacid=1;longest=1;' +
        'Parent=Made.01G000100.v3.0',
      'chr1 phytozomev13 CDS 101 400 . - 0 ID=Made.01G000100.1.v3.0.CDS.1;Parent=Made.01G000100.1.v3.0;pacid=1',
    ],
    [
      [
        ['Made.01G000100', null, 'protein_coding', null],
        ['Made.01G000100.1', 'protein_coding', 1, 'Made.01G000100.1.p1'],
      ],
    ],
  ],
  Bakta: [
    [
      'chr1 Bakta region 1 10000 . + . ID=chr1;Name=chr1;Is_circular=true',
      'chr1 Prodigal CDS 101 400 . + 0 ID=MADEBA_00005;Name=hypothetical protein;locus_tag=MADEBA_00005;' +
        'product=hypothetical protein;Dbxref=SO:0001217',
      'chr1 Prodigal CDS 501 800 . - 0 ID=MADEBA_00010;Name=initiator protein;locus_tag=MADEBA_00010;' +
        'product=initiator protein;gene=dnaA',
      'chr1 tRNAscan-SE tRNA 901 980 . + . ID=MADEBA_00015;Name=tRNA-Ala;locus_tag=MADEBA_00015;product=tRNA-Ala',
    ],
    [
      [
        ['MADEBA_00005', null, 'protein_coding', 'hypothetical protein'],
        ['MADEBA_00005.t1', 'protein_coding', 1, 'MADEBA_00005.t1.p1'],
      ],
      [
        ['MADEBA_00010', 'dnaA', 'protein_coding', 'initiator protein'],
        ['MADEBA_00010.t1', 'protein_coding', 1, 'MADEBA_00010.t1.p1'],
      ],
      [
        ['MADEBA_00015', null, 'tRNA', 'tRNA-Ala'],
        ['MADEBA_00015.t1', 'tRNA', 1],
      ],
    ],
  ],
  Prokka: [
    [
      'chr1 prokka gene 101 400 . + . ID=MADEPR_00001_gene;Name=dnaA;gene=dnaA;locus_tag=MADEPR_00001',
      'chr1 Prodigal:002006 CDS 101 400 . + 0 ID=MADEPR_00001;Parent=MADEPR_00001_gene;gene=dnaA;' +
        'locus_tag=MADEPR_00001;product=initiator protein;protein_id=gnl|Prokka|MADEPR_00001x',
    ],
    [
      [
        ['MADEPR_00001', 'dnaA', 'protein_coding', 'initiator protein'],
        ['MADEPR_00001.t1', 'protein_coding', 1, 'MADEPR_00001x'],
      ],
    ],
  ],
  FlyBase: [
    [
      'chr1 FlyBase gene 101 400 . + . ID=FBgn9000001;Name=made;fullname=made up;Dbxref=FlyBase_Annotation_IDs:CG9',
      'chr1 FlyBase mRNA 101 400 . + . ID=FBtr9000001;Name=made-RA;Parent=FBgn9000001',
      'chr1 FlyBase exon 101 400 . + . Parent=FBtr9000001;parent_type=mRNA',
      'chr1 FlyBase CDS 101 400 . + 0 Parent=FBtr9000001;parent_type=mRNA',
      'chr1 FlyBase protein 101 397 . + . ID=FBpp9000001;Name=made-PA;Derives_from=FBtr9000001',
      'chr1 FlyBase gene 501 900 . + . ID=FBgn9000002;Name=old',
      'chr1 FlyBase pseudogene 501 900 . + . ID=FBtr9000002;Name=old-RA;Parent=FBgn9000002',
      'chr1 FlyBase exon 501 600 . + . Parent=FBtr9000002',
      'chr1 FlyBase exon 701 900 . + . Parent=FBtr9000002',
    ],
    [
      [
        ['FBgn9000001', 'made', 'protein_coding', 'made up'],
        ['FBtr9000001', 'protein_coding', 1, 'FBpp9000001'],
      ],
      [
        ['FBgn9000002', 'old', 'pseudogene', null],
        ['FBtr9000002', 'pseudogene', 2],
      ],
    ],
  ],
  WormBase: [
    [
      'chr1 WormBase gene 101 400 . + . ID=Gene:WBGene90000001;Name=WBGene90000001;locus=mad-1;sequence_name=M1.1;' +
        'biotype=protein_coding;Alias=mad-1,M1.1',
      'chr1 WormBase mRNA 101 400 . + . ID=Transcript:M1.1.1;Parent=Gene:WBGene90000001;Name=M1.1.1;locus=mad-1',
      'chr1 WormBase exon 101 400 . + . Parent=Transcript:M1.1.1',
      'chr1 WormBase CDS 101 400 . + 0 ID=CDS:M1.1;Parent=Transcript:M1.1.1;Name=M1.1;wormpep=CE1',
      'chr1 WormBase gene 501 900 . - . ID=Gene:WBGene90000002;Name=WBGene90000002;sequence_name=M1.2;biotype=snoRNA',
      'chr1 WormBase snoRNA 501 900 . - . ID=Transcript:M1.2;Parent=Gene:WBGene90000002',
    ],
    [
      [
        ['WBGene90000001', 'mad-1', 'protein_coding', null],
        ['M1.1.1', 'protein_coding', 1, 'M1.1'],
      ],
      [
        ['WBGene90000002', 'M1.2', 'snoRNA', null],
        ['M1.2', 'snoRNA', 1],
      ],
    ],
  ],
  SGD: [
    [
      'chr1 landmark region 101 400 . + . ID=MAD1',
      'chr1 SGD gene 101 400 . + . ID=YZL001C;Name=YZL001C;gene=MAD1;Alias=MAD1;Note=Made%20up',
      'chr1 SGD CDS 101 400 . + 0 Parent=YZL001C;Name=YZL001C;gene=MAD1',
      'chr1 SGD tRNA 501 700 . + . ID=tP(UGG)Z;Name=tP(UGG)Z;gene=TRN9',
      'chr1 SGD noncoding_exon 501 540 . + . Parent=tP(UGG)Z',
      'chr1 SGD noncoding_exon 601 700 . + . Parent=tP(UGG)Z',
    ],
    [
      [
        ['YZL001C', 'MAD1', 'protein_coding', 'Made up'],
        ['YZL001C.t1', 'protein_coding', 1, 'YZL001C.t1.p1'],
      ],
      [
        ['TRN9', 'TRN9', 'tRNA', null],
        ['tP(UGG)Z', 'tRNA', 2],
      ],
    ],
  ],
};

test.each(Object.entries(GFF3))('GFF3 of %s', async (_, [lines, genes]) => {
  const found = await genesOfGff3(folder, ['##gff-version 3', ...lines]);
  expect(shown(found.genes)).toEqual(genes);
});

test('GTF of GENCODE before release 20, where the lines of genes have a transcript_id', async () => {
  const ids = (transcript: string) => `gene_id "ENSG00000000001.4"; transcript_id "${transcript}"; gene_name "ABC1";`;
  const { genes } = await genesOfGtf(folder, [
    `chr1 HAVANA gene 101 400 . + . ${ids('ENSG00000000001.4')} gene_type "pseudogene";`,
    `chr1 HAVANA transcript 101 400 . + . ${ids('ENST00000000001.2')} transcript_type "processed_transcript";`,
    `chr1 HAVANA exon 101 400 . + . ${ids('ENST00000000001.2')} exon_number 1;`,
  ]);
  expect(shown(genes)).toEqual([
    [
      ['ENSG00000000001', 'ABC1', 'pseudogene', null],
      ['ENST00000000001', 'processed_transcript', 1],
    ],
  ]);
});

test('GTF of StringTie has the names of the genes that guided it', async () => {
  const ids = 'gene_id "STRG.1"; transcript_id "STRG.1.1";';
  const { genes } = await genesOfGtf(folder, [
    `chr1 StringTie transcript 101 400 1000 . . ${ids} ref_gene_name "ABC1"; FPKM "9.5";`,
    `chr1 StringTie exon 101 200 1000 . . ${ids} exon_number "1"; ref_gene_name "ABC1";`,
    `chr1 StringTie exon 301 400 1000 . . ${ids} exon_number "2";`,
  ]);
  expect(shown(genes)).toEqual([
    [
      ['STRG.1', 'ABC1', 'misc_RNA', null],
      ['STRG.1.1', 'misc_RNA', 2],
    ],
  ]);
});

test('a file of GFF2 or GTF is not read as GFF3', async () => {
  await expect(genesOfGff3(folder, ['chr1 JGI CDS 101 400 . + 0 name "made"; proteinId 7'])).rejects.toThrow(
    /line 1: the attributes "name "made"; proteinId 7" have no key=value; the file is GTF, to be given with --gtf, or/,
  );
});
