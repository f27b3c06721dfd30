/** A genome of FASTA and GFF3 files, and what the service answers from it. */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type GenomeSpec, NO_FILES } from '../../../../build-index/genome-files/genome-spec.ts';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { serveIndex } from '../../../support/compiled-release.ts';
import { type CompiledService, compileAndServe } from '../../../support/compiled-service.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

// A plasmid of 120 bases. The gene `a` is at 11-31 (ATG AAA CCC GGG TTT TGG TAA), `b` crosses the origin at 109-9
// (GTG CCC AAA AAA CCC GGG TAA), `t` is a tRNA on the reverse strand.
const bases = (() => {
  const letters = [...'C'.repeat(120)];
  const put = (from: number, text: string) => [...text].forEach((base, at) => (letters[(from - 1 + at) % 120] = base));
  put(11, 'ATGAAACCCGGGTTTTGGTAA');
  put(109, 'GTGCCCAAAAAACCCGGGTAA');
  return letters.join('');
})();
const FASTA = `\uFEFF>NC_000001 a small plasmid\r\n${bases.slice(0, 50)}\r\n${bases.slice(50)}\r\n`;
const GFF3 = `##gff-version 3
##sequence-region NC_000001.2 1 120
NC_000001.2\tRefSeq\tregion\t1\t120\t.\t+\t.\tID=r;Is_circular=true;Dbxref=taxon:632;genome=plasmid
NC_000001.2\tRefSeq\tgene\t11\t31\t.\t+\t.\tID=gene-p1;Name=abcA;gbkey=Gene;gene=abcA;\
gene_biotype=protein_coding;locus_tag=p1;Dbxref=GeneID:12;gene_synonym=oldA
NC_000001.2\tRefSeq\tCDS\t11\t31\t.\t+\t0\tID=cds-NP_000001.1;Parent=gene-p1;gbkey=CDS;gene=abcA;\
product=a protein%2C made;protein_id=NP_000001.1;transl_table=11
NC_000001.2\tRefSeq\tgene\t109\t129\t.\t+\t.\tID=gene-p2;Name=p2;gbkey=Gene;gene_biotype=protein_coding;locus_tag=p2
NC_000001.2\tRefSeq\tCDS\t109\t129\t.\t+\t0\tID=cds-NP_000002.1;Parent=gene-p2;gbkey=CDS;\
product=b protein;protein_id=NP_000002.1;transl_table=11
NC_000001.2\tRefSeq\tgene\t51\t80\t.\t-\t.\tID=gene-p3;gbkey=Gene;gene_biotype=tRNA;locus_tag=p3
NC_000001.2\tRefSeq\ttRNA\t51\t80\t.\t-\t.\tID=rna-p3;Parent=gene-p3;product=tRNA-Ala
NC_000001.2\tRefSeq\texon\t51\t80\t.\t-\t.\tID=exon-p3-1;Parent=rna-p3
`;

const spec = (fasta: string[], gff3: string[]): GenomeSpec => ({
  ...NO_FILES,
  species: 'Yersinia pestis biovar Microtus',
  fasta,
  gff3,
});
const NAME = 'yersinia_pestis_biovar_microtus';

async function files(texts: Record<string, string | Uint8Array>): Promise<(name: string) => string> {
  const own = await mkdtemp(join(folder, 'files-'));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(own, name), text);
  return (name) => join(own, name);
}

let service: CompiledService;
let genome: GenomeSpec;

beforeAll(async () => {
  const at = await files({ 'plasmid.fa.gz': gzipSync(FASTA), 'genes.gff3': GFF3 });
  genome = spec([at('plasmid.fa.gz')], [at('genes.gff3')]);
  service = await compileAndServe([], join(folder, 'index'), { genomes: [genome] });
});

const body = async (path: string) => (await service.get(path)).body;

describe('a genome of files', () => {
  test('is found by its scientific name, with taxon and assembly of the files', async () => {
    const { species } = await body('/info/species');
    expect(species).toMatchObject([
      { name: NAME, display_name: 'Yersinia pestis biovar Microtus', taxon_id: '632', assembly: 'NC_000001' },
    ]);
    expect(await body(`/info/assembly/${NAME}`)).toMatchObject({
      golden_path: 120,
      top_level_region: [{ name: 'NC_000001', coord_system: 'plasmid', length: 120 }],
    });
  });

  test('is shown as data of files, not of Ensembl', async () => {
    const pages = await serveIndex(service.index);
    const page = async (path: string) =>
      (await (await pages.fetch(`/rest${path}`, { headers: { accept: 'text/html' } })).text()).replaceAll(
        /<[^>]+>/g,
        '',
      );
    expect(await page('/')).toMatch(/operations and data of 1 genome from files of its operator\./);
    expect(await page('/')).not.toMatch(/data of Ensembl|of Ensembl release/);
    expect(await page(`/genome/${NAME}`)).toContain('files of the operator of this server');
    expect(await body(`/info/assembly/${NAME}`)).toMatchObject({ genebuild_method: 'external_annotation_import' });
  });

  test('answers lookups by id and symbol with the whole gene', async () => {
    expect(await body(`/lookup/symbol/${NAME}/abcA?expand=1`)).toMatchObject({
      id: 'p1',
      display_name: 'abcA',
      description: 'a protein, made',
      biotype: 'protein_coding',
      start: 11,
      end: 31,
      Transcript: [
        { id: 'p1.t1', Exon: [{ start: 11, end: 31 }], Translation: { id: 'NP_000001', version: 1, length: 6 } },
      ],
    });
    expect(await body('/lookup/id/NP_000001.1')).toMatchObject({ object_type: 'Translation', Parent: 'p1.t1' });
    expect(await body('/lookup/id/p3')).toMatchObject({ biotype: 'tRNA', description: 'tRNA-Ala', strand: -1 });
  });

  test('answers sequences, also across the origin, by the codon table and start codons of the file', async () => {
    expect((await body('/sequence/id/NP_000001')).seq).toBe('MKPGFW');
    expect((await body('/sequence/id/NP_000002')).seq).toBe('MPKKPG');
    expect((await body('/sequence/id/p2.t1?type=cds')).seq).toBe('GTGCCCAAAAAACCCGGGTAA');
    expect((await body(`/sequence/region/${NAME}/NC_000001:109..9`)).seq).toBe('GTGCCCAAAAAACCCGGGTAA');
  });

  test('masks the bases that the FASTA file has in lower case', async () => {
    const at = await files({ 'soft.fa': '>1\nACGTacgtNNACGTAC\n', 'soft.gff3': '1\tx\tgene\t1\t4\t.\t+\t.\tID=g\n' });
    const index = join(folder, 'soft-masked');
    const soft = await compileAndServe([], index, { genomes: [spec([at('soft.fa')], [at('soft.gff3')])] });
    const sequence = async (more: string) => (await soft.get(`/sequence/region/${NAME}/1:1..16${more}`)).body.seq;
    expect(await sequence('')).toBe('ACGTACGTNNACGTAC');
    expect(await sequence('?mask=soft')).toBe('ACGTacgtNNACGTAC');
    expect(await sequence('?mask=hard')).toBe('ACGTNNNNNNACGTAC');
    const { body: repeats } = await soft.get(`/overlap/region/${NAME}/1:1-16?feature=repeat`);
    expect(repeats).toMatchObject([{ start: 5, end: 8, description: 'soft-masked' }]);
  });

  test('answers features over the origin with start > end, and in GFF3 and BED with an end beyond it', async () => {
    expect(await body('/lookup/id/p2?expand=1')).toMatchObject({
      start: 109,
      end: 9,
      Transcript: [
        { start: 109, end: 9, Exon: [{ start: 109, end: 9 }], Translation: { start: 109, end: 9, length: 6 } },
      ],
    });
    for (const region of ['109..9', '115..120', '1..5', '110..3'])
      expect(await body(`/overlap/region/${NAME}/NC_000001:${region}?feature=gene;feature=cds`)).toMatchObject([
        { id: 'p2', start: 109, end: 9 },
        { id: 'NP_000002', start: 109, end: 9 },
      ]);
    expect(await body('/overlap/id/p2?feature=exon')).toMatchObject([{ start: 109, end: 9 }]);
    const { get } = await serveIndex(service.index);
    const written = async (type: string) =>
      (await get(`/overlap/region/${NAME}/NC_000001:109..9?feature=gene`, type)).text;
    expect(await written('text/x-gff3')).toContain('\tgene\t109\t129\t');
    expect(await written('text/x-bed')).toMatch(/\t108\t129\tp2\t/);
  });

  test('answers features of a region by its name in either file', async () => {
    for (const name of ['NC_000001', 'NC_000001.2']) {
      const genes: { id: string }[] = await body(`/overlap/region/${NAME}/${name}:1-120?feature=gene`);
      expect(genes.map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
    }
    expect(await body('/overlap/id/p1?feature=cds')).toMatchObject([{ start: 11, end: 31, phase: 0, id: 'NP_000001' }]);
  });

  test('answers cross references, maps and effects', async () => {
    expect(await body('/xrefs/id/p1')).toMatchObject([
      { dbname: 'GeneName', display_id: 'abcA', synonyms: ['oldA'] },
      { dbname: 'EntrezGene', primary_id: '12' },
    ]);
    expect(await body(`/xrefs/symbol/${NAME}/oldA`)).toEqual([{ id: 'p1', type: 'gene' }]);
    expect(await body('/map/translation/NP_000001/2..3')).toMatchObject({ mappings: [{ start: 14, end: 19 }] });
    expect(await body(`/vep/${NAME}/region/NC_000001:14-14:1/T`)).toMatchObject([
      { most_severe_consequence: 'stop_gained', allele_string: 'A/T' },
    ]);
  });

  test('says which data it lacks', async () => {
    expect(await service.get(`/variation/${NAME}/rs1`)).toMatchObject({
      status: 400,
      body: {
        error:
          `The species '${NAME}' has no variation database in this release; a build needs its ` +
          `dump, or --vcf for a genome of files`,
      },
    });
  });

  test('says which data features of a region lack', async () => {
    const { get } = await serveIndex(service.index);
    const of = (feature: string) => get(`/overlap/region/${NAME}/NC_000001:1-120?feature=${feature}`);
    for (const [feature, object] of [
      ['regulatory', 'RegulatoryFeature'],
      ['motif', 'MotifFeature'],
    ])
      expect(await of(feature ?? '')).toMatchObject({
        status: 400,
        json: {
          error:
            `The species '${NAME}' has no funcgen database in this release, so no ${object}: a build needs its dump, ` +
            'since files of a genome have none',
        },
      });
    for (const feature of ['variation', 'structural_variation']) {
      const { json, headers } = await of(feature);
      expect(json).toEqual([]);
      expect(headers.get('x-hint')).toMatch(/has no variation database .* or --vcf for a genome of files$/);
    }
    expect((await of('gene')).headers.get('x-hint')).toBeNull();
  });

  test('is not compiled again from the same files', async () => {
    expect(await buildRelease([], service.index, silentProgress, { genomes: [genome] })).toMatchObject({
      id: service.id,
      unchanged: true,
      departures: [{ kind: 'name of a sequence that differs', count: 1 }],
    });
  });

  test('is compiled again with other options, also if its tables have the same sizes', async () => {
    const index = join(folder, 'other codon tables');
    const at = await files({ 'p.fa': FASTA, 'p.gff3': GFF3.replaceAll(';transl_table=11', '') });
    for (const codonTable of [4, 2]) {
      const genomes = [{ ...spec([at('p.fa')], [at('p.gff3')]), codonTable }];
      await buildRelease([], index, silentProgress, { genomes });
      const tables = await readFile(join(index, '.genomes', NAME, 'core/seq_region_attrib.txt'), 'utf8');
      expect(tables).toMatch(new RegExp(`\t${codonTable}\n`));
    }
    expect((await readdir(index)).filter((name) => name.startsWith('115-'))).toHaveLength(2);
  });

  test('is the same release from copies of the files', async () => {
    const at = await files({ 'plasmid.fa.gz': gzipSync(FASTA), 'genes.gff3': GFF3 });
    const copy = spec([at('plasmid.fa.gz')], [at('genes.gff3')]);
    expect((await buildRelease([], join(folder, 'copy'), silentProgress, { genomes: [copy] })).id).toBe(service.id);
  });
});

test('sequences may be at the end of the GFF3 file', async () => {
  const at = await files({ 'all.gff3': `${GFF3}##FASTA\n${FASTA.slice(1)}` });
  const own = await compileAndServe([], join(folder, 'embedded'), { genomes: [spec([], [at('all.gff3')])] });
  expect((await own.get('/sequence/id/NP_000001')).body.seq).toBe('MKPGFW');
});

describe('a build fails with one sentence', () => {
  test.each([
    [
      'a protein FASTA',
      { 'a.fa': `>p\n${'MEEPQSDPSVEPPLSQETFSDLWKLLPENNVLSPLPSQAMDDLML'.repeat(20)}\n` },
      /line \d+: p is a protein/,
    ],
    ['an empty file', { 'a.fa': '' }, /a\.fa is empty/],
    ['a cut gzip', { 'a.fa': gzipSync(FASTA.repeat(50)).subarray(0, 90) }, /the file is truncated here/],
    ['another format', { 'a.fa': 'LOCUS 1\n' }, /line 1: a FASTA file begins with a line like ">name"/],
    ['one name twice', { 'a.fa': '>a\nAC\n>a\nAC\n' }, /line 3: a second sequence has the name a/],
    ['no bases', { 'a.fa': '>a\n>b\nAC\n' }, /the sequence a has no bases/],
    [
      'genes of another genome',
      { 'a.fa': '>chr1\nACGT\n>chr2\nAC\n', 'g.gff3': 'scaffold_1\tx\tgene\t1\t3\t.\t+\t.\tID=g\n' },
      /no gene is on a sequence of the genome\n.*: the genome has no sequence scaffold_1; its names are such as chr1/,
    ],
    [
      'genotypes whose last line has no newline',
      {
        'a.fa': FASTA,
        'a.gff3': GFF3,
        'a.vcf':
          '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tone\n' +
          'NC_000001\t14\t.\tA\tT\t.\t.\t.\tGT\t0|1',
      },
      /^[^:]*a\.vcf line 3: the file ends within this line, without a newline/,
    ],
    ['no sequences', { 'g.gff3': GFF3 }, /g\.gff3 has no ##FASTA section, so the bases are missing: add --fasta FILE/],
  ])('for %s', async (_, texts: Record<string, string | Uint8Array>, sentence) => {
    const at = await files(texts);
    const names = Object.keys(texts);
    const of = (end: string) => names.filter((name) => name.endsWith(end)).map(at);
    const genomes = [{ ...spec(of('fa'), of('3')), vcf: of('vcf') }];
    await expect(buildRelease([], join(folder, 'failed'), silentProgress, { genomes })).rejects.toThrow(sentence);
  });
});

test('variants that recur are left out at places that they have, and odd counts give no minor allele', async () => {
  const vcf = (...lines: string[]) =>
    ['##fileformat=VCFv4.2', '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO', ...lines, ''].join('\n');
  const [first, moved] = ['14\trsA\tA\tT', '15\trsA\tA\tT'].map((text) => `NC_000001\t${text}\t.\t.\t.`);
  const deletion = 'NC_000001\t70\tsv1\tC\t<DEL>\t.\t.\tEND=75';
  const counts = ['AC=9;AN=4', 'AC=1;AN=Infinity', 'AC=1.5;AN=4', 'AC=3,3;AN=4', 'AC=-1;AN=4', 'AC=1;AN=4'];
  const odd = counts.map((info, index) => {
    const alternatives = info.includes(',') ? 'N,AA' : 'N';
    return `NC_000001\t${20 + index}\todd${index}\t${bases[19 + index]}\t${alternatives}\t.\t.\t${info}`;
  });
  const unnamed = ['NC_000001', '40', '.', bases[39], `${bases[39]}A`, '.', '.', '.'].join('\t');
  const at = await files({
    'p.fa': FASTA,
    'p.gff3': GFF3,
    'a.vcf': vcf(first!, deletion, ...odd, unnamed),
    'b.vcf': vcf(moved!, deletion, unnamed.toLowerCase().replace('nc_', 'NC_')),
    'c.vcf': vcf(first!, moved!, moved!, deletion),
    'p.tsv': 'id\tdescription\nodd0\tsmall\nrsA\ttall\n',
  });
  const vcfs = ['a.vcf', 'b.vcf', 'c.vcf'].map(at);
  const genomes = [{ ...spec([at('p.fa')], [at('p.gff3')]), vcf: vcfs, phenotypes: [at('p.tsv')] }];
  const own = await compileAndServe([], join(folder, 'repeated'), { genomes });
  const places = async (name: string) =>
    (await own.get(`/variation/${NAME}/${name}`)).body.mappings.map(({ location }: { location: string }) => location);
  expect(await places('rsA')).toEqual(['NC_000001:14-14', 'NC_000001:15-15']);
  const { body: phenotypes } = await own.get(`/phenotype/region/${NAME}/NC_000001:14-15`);
  expect(phenotypes[0].phenotype_associations).toHaveLength(2);
  const { body: deletions } = await own.get(`/overlap/region/${NAME}/NC_000001:60-90?feature=structural_variation`);
  expect(deletions).toMatchObject([{ id: 'sv1', start: 71, end: 75 }]);
  const shares = odd.map(async (_, index) => (await own.get(`/variation/${NAME}/odd${index}`)).body.MAF);
  expect(await Promise.all(shares)).toEqual([null, null, null, null, null, 0.25]);
  const { body: inserted } = await own.get(`/overlap/region/${NAME}/NC_000001:39-42?feature=variation`);
  expect(inserted).toMatchObject([{ id: `NC_000001-40-${bases[39]}-${bases[39]}A` }]);
});

describe('variants of a VCF file', () => {
  // Linkage needs 40 samples and more.
  const FURTHER = Array.from({ length: 50 }, (_, sample) => (sample % 3 === 0 ? '\t1|1' : '\t0|0'));
  const VCF = [
    '##fileformat=VCFv4.2',
    '##contig=<ID=NC_000001.2,length=120>',
    `#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tone\ttwo\tthree` +
      FURTHER.map((_, sample) => `\tfurther${sample}`).join(''),
    'NC_000001.2\t14\trs1;oldrs1\tA\tT,G\t.\t.\tAC=1,1;AN=6\tGT\t0|1\t0|2\t0|0',
    'NC_000001.2\t15\t.\tAA\tA\t.\t.\tAC=3;AN=6\tGT\t1|1\t0|1\t0|0',
    'NC_000001.2\t20\trs3\tG\tA\t.\t.\t.\tGT\t0|1\t0|1\t0|0',
    'NC_000001.2\t23\trs4\tT\tC\t.\t.\t.\tGT\t0|1\t0|1\t0|0',
    'NC_000001.2\t60\trs5\tG\tT\t.\t.\t.\tGT\t0|0\t0|1\t0|0',
    'NC_000001.2\t62\t.\tC\tT\t.\t.\t.\tGT\t0|1\t0|1\t0|0',
    'NC_000001.2\t70\trs6\tC\t<DEL>\t.\t.\tEND=75\tGT\t0|0\t0|1\t0|0',
    'NC_000001.2\t80\t.\tC\t<DUP:TANDEM>\t.\t.\tSVTYPE=DUP;SVLEN=10\tGT\t0|0\t0|1\t0|0',
    'NC_000001.2\t95\tbnd\tC\tC[chr9:70[\t.\t.\tSVTYPE=BND\tGT\t0|0\t0|1\t0|0',
    'NC_000001.2\t96\trs8\tC\t<WHAT>\t.\t.\t.\tGT\t0|0\t0|1\t0|0',
    'chr9\t70\trs7\tC\tT\t.\t.\t.\tGT\t0|0\t0|1\t0|0',
    '',
  ]
    .map((line) => (line.includes('|') ? line + FURTHER.join('') : line))
    .join('\n');
  let own: CompiledService;
  let varied: GenomeSpec;

  beforeAll(async () => {
    // A file of sites has a variant of the other file again, and one with two places.
    const sites = VCF.split('\n').flatMap((line) => {
      const columns = line.split('\t').slice(0, 8);
      if (line.startsWith('#')) return columns.join('\t');
      if (columns[2] !== 'rs4') return [];
      const moved = ['24', '25'].map((position) => columns.with(1, position).with(2, 'rs9'));
      return [columns, ...moved].map((each) => each.join('\t'));
    });
    const at = await files({ 'p.fa': FASTA, 'p.gff3': GFF3, 'calls.vcf': VCF, 'sites.vcf': `${sites.join('\n')}\n` });
    varied = { ...spec([at('p.fa')], [at('p.gff3')]), vcf: [at('sites.vcf'), at('calls.vcf')] };
    const genomes = [varied];
    own = await compileAndServe([], join(folder, 'varied'), { genomes });
    const again = await buildRelease([], own.index, silentProgress, { genomes });
    expect(again).toMatchObject({ id: own.id, unchanged: true });
    expect(again.departures?.map(({ kind, count }) => [kind, count])).toEqual([
      ['line that is no variant', 1],
      ['reference allele that differs', 1],
      ['sequence that the genome lacks', 1],
      ['name of a sequence that differs', 1],
    ]);
  });

  test('come and go without the core tables being compiled twice', async () => {
    const index = join(folder, 'coming and going');
    let done: string[] = [];
    const progress = {
      ...silentProgress,
      begin: (_: readonly unknown[], ids: ReadonlySet<string>) => {
        done = [...ids];
      },
    };
    const tables = () => readdir(join(index, '.genomes', NAME));
    const built: string[] = [];
    for (const vcf of [varied.vcf, [], varied.vcf]) {
      done = [];
      built.push((await buildRelease([], index, progress, { genomes: [{ ...varied, vcf }] })).id);
      // The effects of the variants were predicted from these units.
      expect(done).toEqual(vcf.length > 0 ? [`${NAME}.core`, 'ids'] : []);
      expect(await tables()).toEqual(vcf.length > 0 ? ['core', 'variation'] : ['core']);
    }
    expect([built[0], built[2]]).toEqual([own.id, own.id]);
    expect(built[1]).not.toBe(own.id);
  });

  test('have their consequences in regions', async () => {
    const { body: found } = await own.get(`/overlap/region/${NAME}/NC_000001:1-120?feature=variation`);
    expect(
      found
        .toSorted((a: { start: number }, b: { start: number }) => a.start - b.start)
        .map(({ id, start, end, alleles, consequence_type }: Record<string, unknown>) => [
          id,
          start,
          end,
          alleles,
          consequence_type,
        ]),
    ).toEqual([
      ['rs1', 14, 14, ['A', 'T', 'G'], 'stop_gained'],
      ['NC_000001-15-AA-A', 16, 16, ['A', '-'], 'frameshift_variant'],
      ['rs3', 20, 20, ['G', 'A'], 'missense_variant'],
      ['rs4', 23, 23, ['T', 'C'], 'missense_variant'],
      ['rs9', 24, 24, ['T', 'C'], 'missense_variant'],
      ['rs9', 25, 25, ['T', 'C'], 'synonymous_variant'],
      ['rs5', 60, 60, ['G', 'T'], 'non_coding_transcript_exon_variant'],
      ['NC_000001-62-C-T', 62, 62, ['C', 'T'], 'non_coding_transcript_exon_variant'],
    ]);
  });

  test('are structural ones where ALT is symbolic or a breakend', async () => {
    const { body: found } = await own.get(`/overlap/region/${NAME}/NC_000001:1-120?feature=structural_variation`);
    expect(
      found.map(({ id, start, end, consequence_type }: Record<string, unknown>) => [id, start, end, consequence_type]),
    ).toEqual([
      // On the tRNA at 51-80; VEP's terms.
      ['rs6', 71, 75, 'feature_truncation'],
      ['NC_000001-81-90-tandem_duplication', 81, 90, 'upstream_gene_variant'],
      ['bnd', 95, 95, 'upstream_gene_variant'],
    ]);
    expect(await own.get(`/variation/${NAME}/rs6`)).toMatchObject({
      body: { var_class: 'deletion', most_severe_consequence: 'feature_truncation' },
    });
    // Requests get the same terms.
    expect(await own.get(`/vep/${NAME}/region/NC_000001:71-75:1/DEL`)).toMatchObject({
      body: [{ most_severe_consequence: 'feature_truncation' }],
    });
    const { body: near } = await own.get(
      `/overlap/region/${NAME}/NC_000001:1-120?feature=structural_variation;so_term=feature_truncation`,
    );
    expect(near).toMatchObject([{ id: 'rs6' }]);
  });

  test('answer by name and synonym, with genotypes', async () => {
    const { body: found } = await own.get(`/variation/${NAME}/oldrs1?genotypes=1;pops=1`);
    expect(found).toMatchObject({
      name: 'rs1',
      synonyms: ['oldrs1'],
      var_class: 'SNP',
      most_severe_consequence: 'stop_gained',
      mappings: [{ location: 'NC_000001:14-14', allele_string: 'A/T/G' }],
      genotypes: expect.arrayContaining([expect.objectContaining({ sample: 'one', genotype: 'A|T' })]),
    });
    expect(found.populations).toContainEqual(
      expect.objectContaining({ population: 'calls:ALL', allele: 'G', allele_count: 1 }),
    );
  });

  test('answer linkage of the samples', async () => {
    expect((await own.get(`/info/variation/populations/${NAME}?filter=LD`)).body).toEqual([
      expect.objectContaining({ name: 'calls:ALL' }),
    ]);
    expect((await own.get(`/ld/${NAME}/pairwise/rs3/rs4`)).body).toEqual([
      expect.objectContaining({ population_name: 'calls:ALL', r2: '1.000000' }),
    ]);
    expect((await own.get(`/ld/${NAME}/rs3/calls:ALL`)).body).toContainEqual(
      expect.objectContaining({ variation1: 'rs3', variation2: 'rs4', r2: '1.000000' }),
    );
    // A variant without ID has one name everywhere, with the genome's name of the sequence.
    expect((await own.get(`/ld/${NAME}/NC_000001-62-C-T/calls:ALL`)).body).toContainEqual(
      expect.objectContaining({ variation1: 'NC_000001-62-C-T', variation2: 'rs4', r2: '1.000000' }),
    );
  });

  test('answer effects on proteins', async () => {
    expect((await own.get('/overlap/translation/NP_000001?feature=transcript_variation')).body).toContainEqual(
      expect.objectContaining({ id: 'rs3', type: 'missense_variant', codons: 'Ggg/Agg', residues: 'G/R', start: 4 }),
    );
  });
});
