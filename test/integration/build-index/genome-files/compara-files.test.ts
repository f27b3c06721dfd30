/** Alignments and gene trees of files, and what the service answers from them. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readGenomeConfig } from '../../../../build-index/genome-files/genome-config.ts';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { type CompiledService, compileAndServe } from '../../../support/compiled-service.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

/** A chromosome of 100 bases with genes of seven codons, the second one a copy of the first. */
const BASES = `CCCCCCCCCC${'ATGAAACCCGGGTTTTGGTAA'}CCCCCCCCC${'ATGAAACCCGGGTTTTGGTAA'}${'C'.repeat(39)}`;
const gene = (id: string, start: number) =>
  `chr1\tmade\tgene\t${start}\t${start + 20}\t.\t+\t.\tID=${id};gene_name=${id.toUpperCase()}\n` +
  `chr1\tmade\tmRNA\t${start}\t${start + 20}\t.\t+\t.\tID=${id}.1;Parent=${id}\n` +
  `chr1\tmade\tCDS\t${start}\t${start + 20}\t.\t+\t0\tID=${id}.p;Parent=${id}.1;protein_id=${id}.p\n`;

/** The example of the documentation. */
const [CONFIG = ''] =
  /(?<=```yaml\n)# compared\.yaml[^`]*/.exec(
    await readFile(new URL('../../../../docs/own-genome.md', import.meta.url), 'utf8'),
  ) ?? [];
const MAF = `##maf version=1
a score=1
s MM1.chr1          10 21 + 100 ATGAAACCCGGGTTTTGGTAA
s rattus_madeus.chr1 10 20 + 100 ATGAAACCCGGGTTTTGGTA-
s GM1.chr1          10 21 - 100 ATGAAACCCGGGTTTTGGTAA
i GM1.chr1          N 0 C 0
s xenopus.chr1       1 20 + 100 ATGAAACCCGGGTTTTGGTA-

a score=2
s MM1.chr1          40  5 + 100 ATGAA
s RM1.chr1          40  5 + 100 ATGAA
`;
const FILES: Record<string, string> = {
  'mus.fa': `>chr1\n${BASES}\n`,
  'rattus.fa': `>chr1\n${BASES}\n`,
  'gallus.fa': `>chr1\n${[...BASES]
    .reverse()
    .join('')
    .replaceAll(/[ACGT]/g, (base) => 'TGCA'.charAt('ACGT'.indexOf(base)))}\n`,
  'mus.gff3': gene('ma', 11) + gene('mb', 41),
  'rattus.gff3': gene('ra', 11) + gene('rb', 41),
  'gallus.gff3': gene('ga', 41).replaceAll('\t41\t61\t.\t+', '\t70\t90\t.\t-'),
  'amniotes.maf': MAF,
  'species.nwk': '((mus_madeus:0.1,rattus_madeus:0.2)Muridae:0.3,gallus_madeus:0.4)Amniota;',
  'trees/1.nwk': '(((ma:0.1,ra.1:0.2)95:0.05,(mb.p:0.1,rb:0.1):0.1)0.8:0.1,ga:0.5);',
  'trees/1.fa': '>ma\nMKPGFW\n>ra.1\nMKPGF-\n>mb.p\nMKPGFW\n>rb\nMRPGFW\n>ga\nMKP-FW\n',
};

async function filesIn(texts: Record<string, string>): Promise<string> {
  const own = await mkdtemp(join(folder, 'files-'));
  await mkdir(join(own, 'trees'));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(own, name), text);
  return own;
}

async function configOf(texts: Record<string, string>) {
  return readGenomeConfig(join(await filesIn({ 'genomes.yaml': CONFIG, ...FILES, ...texts }), 'genomes.yaml'));
}

let service: CompiledService;
let config: Awaited<ReturnType<typeof configOf>>;
const body = async (path: string) => (await service.get(path)).body;

beforeAll(async () => {
  config = await configOf({});
  service = await compileAndServe([], join(folder, 'index'), config);
});

describe('gene trees of files', () => {
  test('have members, lengths, supports and events', async () => {
    const { tree, ...rest } = await body('/genetree/member/id/mus_madeus/ma?aligned=1');
    expect(rest).toMatchObject({ id: 'GT00000001', rooted: 1 });
    expect(tree).toMatchObject({
      events: { type: 'speciation' },
      taxonomy: { scientific_name: 'Amniota' },
      children: [
        {
          events: { type: 'duplication' },
          confidence: { bootstrap: 80, duplication_confidence_score: 1 },
          taxonomy: { scientific_name: 'Muridae' },
          children: [
            {
              confidence: { bootstrap: 95 },
              children: [
                { id: { accession: 'ma' }, branch_length: 0.1, sequence: { mol_seq: { seq: 'MKPGFW' } } },
                { id: { accession: 'ra' }, branch_length: 0.2, sequence: { mol_seq: { seq: 'MKPGF-' } } },
              ],
            },
            { children: [{ id: { accession: 'mb' } }, { id: { accession: 'rb' } }] },
          ],
        },
        { id: { accession: 'ga' }, taxonomy: { scientific_name: 'Gallus madeus' } },
      ],
    });
    expect((await body('/genetree/id/GT00000001')).tree).toMatchObject({ events: { type: 'speciation' } });
  });

  test('give orthologues and paralogues with identities', async () => {
    const { data } = await body('/homology/id/mus_madeus/ma?sequence=protein');
    const found = data[0].homologies.map(({ type, method_link_type, taxonomy_level, target }: any) => [
      target.id,
      type,
      method_link_type,
      taxonomy_level,
      target.perc_id,
      target.align_seq,
    ]);
    expect(found.toSorted()).toEqual([
      ['ga', 'ortholog_one2many', 'ENSEMBL_ORTHOLOGUES', 'Amniota', 100, 'MKP-FW'],
      ['mb', 'within_species_paralog', 'ENSEMBL_PARALOGUES', 'Muridae', 100, 'MKPGFW'],
      ['ra', 'ortholog_one2one', 'ENSEMBL_ORTHOLOGUES', 'Muridae', 100, 'MKPGF-'],
    ]);
  });

  test('take sequences from the genomes if there is no FASTA file', async () => {
    const own = await compileAndServe([], join(folder, 'unaligned'), await configOf({ 'trees/1.fa': '>zz\nM\n' }));
    const { body: found } = await own.get('/homology/id/mus_madeus/ma?sequence=protein;aligned=0;type=paralogues');
    expect(found.data[0].homologies).toMatchObject([{ target: { id: 'mb', seq: 'MKPGFW' } }]);
    // As Ensembl's server answers for values that its database lacks.
    const { body: whole } = await own.get('/homology/id/mus_madeus/ma?type=paralogues');
    expect(whole.data[0].homologies).toMatchObject([{ target: { perc_id: 0, perc_pos: 0, cigar_line: null } }]);
    expect((await own.get('/genetree/id/GT00000001?sequence=cdna')).body.tree).toMatchObject({
      children: [{}, { sequence: { mol_seq: { seq: 'ATGAAACCCGGGTTTTGG' } } }],
    });
  });
});

describe('alignments of MAF files', () => {
  test('answer by the name of the file, on either strand', async () => {
    const path = '/alignment/region/mus_madeus/chr1:11-31?method=PECAN;species_set_group=amniotes';
    const [{ alignments, tree }] = await body(path);
    expect(alignments.map(({ species, start, end, strand, seq }: any) => [species, start, end, strand, seq])).toEqual([
      ['mus_madeus', 11, 31, 1, 'ATGAAACCCGGGTTTTGGTAA'],
      ['rattus_madeus', 11, 30, 1, 'ATGAAACCCGGGTTTTGGTA-'],
      ['gallus_madeus', 70, 90, -1, 'ATGAAACCCGGGTTTTGGTAA'],
    ]);
    expect(tree).toMatch(/^\(\(mus_madeus.*rattus_madeus.*gallus_madeus.*;$/);
  });

  test('count rows of other genomes', async () => {
    const { departures = [] } = await buildRelease([], service.index, silentProgress, config);
    expect(departures).toMatchObject([
      { kind: 'sequence that the genome lacks', count: 1, first: [expect.stringMatching(/line 7: .*xenopus\.chr1/)] },
    ]);
  });
});

test.each([
  ['a long name', { 'trees/1.nwk': `(ma,${'x'.repeat(9999)});` }, /1\.nwk line 1: "x{40}…" is no id of a coding gene/],
  ['an unknown gene', { 'trees/1.nwk': '(ma,\nnone);' }, /1\.nwk line 1: "none" is no id of a coding gene/],
  ['a tree that is cut', { 'trees/1.nwk': '\n(ma,ra' }, /1\.nwk line 2: the last tree does not end with ";"/],
  ['a gene in two trees', { 'trees/2.nwk': '(ma,ra);' }, /2\.nwk line 1: the gene ma \(ma\) is in a tree already/],
  ['a species tree of other genomes', { 'species.nwk': '(mus_madeus,x);' }, /lacks rattus_madeus, gallus_madeus/],
  [
    'a row with too few bases',
    { 'amniotes.maf': 'a\ns MM1.chr1 1 9 + 100 ACGT\n' },
    /maf line 2: .* should have 9 bases/,
  ],
  [
    'a MAF of other genomes',
    { 'amniotes.maf': 'a\ns x.chr1 1 4 + 100 ACGT\n' },
    /no block has two genomes of the build/,
  ],
  ['another format', { 'amniotes.maf': '>chr1\nACGT\n' }, /maf line 1: ">chr1" is no line of a MAF file/],
])('a build fails with one sentence for %s', async (_, texts: Record<string, string>, sentence) => {
  const broken = await configOf(texts);
  await expect(buildRelease([], join(folder, 'failed'), silentProgress, broken)).rejects.toThrow(sentence);
});
