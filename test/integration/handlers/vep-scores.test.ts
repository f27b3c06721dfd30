/** Scores of alleles from files, and what VEP answers of them, on the invented genome of variant-recoder-release.ts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { at } from '../../../src/checked.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { vepOptions } from '../../../cli/annotate/vep-options.ts';
import { VcfAnnotator } from '../../../src/handlers/vep/batch/vcf-annotator.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { serveIndex } from '../../support/compiled-release.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import { testFolder } from '../../support/test-folder.ts';
import { writeRecoderDumps } from './variant-recoder-release.ts';

const folder = await testFolder();
const dumps = await writeRecoderDumps(folder);
const VEP = '/vep/fictus_probatus/region';

const tabs = (...rows: (string | number)[][]) => rows.map((row) => `${row.join('\t')}\n`).join('');

// Codon 3 of T1 (gene FWD), GAA (Glu), is at 1058.
const CADD_SNVS = tabs(
  ['## CADD'],
  ['#Chrom', 'Pos', 'Ref', 'Alt', 'RawScore', 'PHRED'],
  [2, 4, 'A', 'C', 0.5, 8.001],
  [1, 700, 'C', 'T', -0.123456, 0.021],
  [1, 1058, 'G', 'A', 1.5, 20],
  [1, 1058, 'G', 'C', 3.040506, 23.4],
  ['scaffold_9', 5, 'G', 'A', 1, 1],
);
const CADD_INDELS = tabs(
  ['#Chrom', 'Pos', 'Ref', 'Alt', 'RawScore', 'PHRED'],
  [1, 1057, 'GGA', 'G', 2.5, 22.9],
  [1, 1058, 'G', 'GT', 2.75, 30],
);
const REVEL = [
  'chr,pos,ref,alt,aaref,aaalt,REVEL,Ensembl_transcriptid',
  '1,1058,G,C,E,K,0.1,ENSFICT00001',
  '1,1058,G,C,E,Q,0.25,ENSFICT99999;ENSFICT00001',
  '1,1059,A,C,E,A,0.7,ENSFICT99999',
  '',
].join('\n');
const ALPHAMISSENSE = tabs(
  ['# Copyright 2023 DeepMind'],
  [
    '#CHROM',
    'POS',
    'REF',
    'ALT',
    'genome',
    'uniprot_id',
    'transcript_id',
    'protein_variant',
    'am_pathogenicity',
    'am_class',
  ],
  ['chr1', 1058, 'G', 'C', 'fic', 'P1', 'ENST1.1', 'E9K', 0.9, 'likely_pathogenic'],
  ['chr1', 1058, 'G', 'C', 'fic', 'P1', 'ENST1.1', 'E9Q', 0.4321, 'ambiguous'],
);
const CLINPRED = tabs(['Chr', 'Start', 'Ref', 'Alt', 'ClinPred_Score'], [1, 1058, 'G', 'C', '0.00263059139251709']);
const SPLICEAI = tabs(
  ['##fileformat=VCFv4.2'],
  ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO'],
  [1, 1057, '.', 'GGA', 'G', '.', '.', 'SpliceAI=G|FWD|0.10|0.20|0.30|0.40|-1|2|-3|4'],
  [1, 1058, '.', 'G', 'C', '.', '.', 'SpliceAI=C|OTHER|0.99|0|0|0|1|2|3|4,C|FWD|0.01|0.00|0.91|0.00|-8|9|45|-28'],
);

async function files(texts: Readonly<Record<string, string | Buffer>>): Promise<(name: string) => string> {
  const into = join(folder, 'scores');
  await mkdir(into, { recursive: true });
  for (const [name, text] of Object.entries(texts)) await writeFile(join(into, name), text);
  return (name) => join(into, name);
}

const path = await files({
  'snvs.tsv.gz': gzipSync(CADD_SNVS),
  'indels.tsv': CADD_INDELS,
  'revel.csv': REVEL,
  'missense.tsv': ALPHAMISSENSE,
  'clinpred.txt': CLINPRED,
  'spliceai.vcf': SPLICEAI,
});
const scores = [
  `fictus_probatus:cadd=${path('snvs.tsv.gz')}`,
  `fictus_probatus:CADD=${path('indels.tsv')}`,
  `fictus_probatus:revel=${path('revel.csv')}`,
  `fictus_probatus:alphamissense=${path('missense.tsv')}`,
  `fictus_probatus:clinpred=${path('clinpred.txt')}`,
  `fictus_probatus:spliceai=${path('spliceai.vcf')}`,
];
const index = join(folder, 'index');
const { notices } = await buildRelease(dumps, index, silentProgress, { scores });
const service = await serveIndex(index);

const answers = async (variants: string[], options: object) => (await service.post(VEP, { variants, ...options })).json;
const block = async (variant: string, options: object) => {
  const [answer] = await answers([variant], options);
  return (answer.transcript_consequences ?? answer.intergenic_consequences)[0];
};

describe('VEP answers', () => {
  it('CADD of substitutions, insertions and deletions, on every block', async () => {
    expect(await block('1 1058 . G C', { CADD: 1 })).toMatchObject({ cadd_raw: 3.040506, cadd_phred: 23.4 });
    expect(await block('1 1057 . GGA G', { CADD: 1 })).toMatchObject({ cadd_raw: 2.5, cadd_phred: 22.9 });
    expect(await block('1 1059 1058 -/T 1', { CADD: 1 })).toMatchObject({ cadd_raw: 2.75, cadd_phred: 30 });
    expect(await block('2 4 . A C', { CADD: 1 })).toMatchObject({ cadd_raw: 0.5, cadd_phred: 8.001 });
    const [
      {
        intergenic_consequences: [intergenic],
      },
    ] = await answers(['1 700 . C T'], { CADD: 1, distance: 0 });
    expect(intergenic).toMatchObject({ cadd_raw: -0.123456, cadd_phred: 0.021 });
  });

  it('an allele on the reverse strand as the same on the forward strand', async () => {
    expect(await block('1 1058 1058 C/G -', { CADD: 1, ClinPred: 1 })).toMatchObject({
      cadd_phred: 23.4,
      clinpred: 0.00263059139251709,
    });
  });

  it('nothing for another allele, and only the kind of alleles that is asked for', async () => {
    expect(await block('1 1058 . G T', { CADD: 1 })).not.toHaveProperty('cadd_phred');
    expect(await block('1 1058 . G C', { CADD: 'indels' })).not.toHaveProperty('cadd_phred');
    expect(await block('1 1057 . GGA G', { CADD: 'snv' })).not.toHaveProperty('cadd_phred');
    expect(await block('1 1058 . G C', { CADD: 'snv_indels' })).toHaveProperty('cadd_phred', 23.4);
    expect(await block('1 1058 . G C', {})).not.toHaveProperty('cadd_phred');
  });

  it('REVEL and AlphaMissense of the same substitution of residues, on the transcripts that files name', async () => {
    const missense = await block('1 1058 . G C', { REVEL: 1, AlphaMissense: 1 });
    expect(missense).toMatchObject({
      revel: 0.25,
      alphamissense: { am_class: 'ambiguous', am_pathogenicity: 0.4321 },
    });
    expect(await block('1 1059 . A C', { REVEL: 1 })).not.toHaveProperty('revel');
  });

  it('SpliceAI of the gene of that symbol', async () => {
    const prediction = await block('1 1058 . G C', { SpliceAI: 2 });
    expect(prediction.spliceai).toEqual({
      SYMBOL: 'FWD',
      DS_AG: 0.01,
      DS_AL: 0,
      DS_DG: 0.91,
      DS_DL: 0,
      DP_AG: -8,
      DP_AL: 9,
      DP_DG: 45,
      DP_DL: -28,
    });
    expect(await block('1 1057 . GGA G', { SpliceAI: 1 })).toMatchObject({ spliceai: { DS_DL: 0.4, DP_DL: 4 } });
  });

  it('BLOSUM62 and the escape from nonsense-mediated decay without any file', async () => {
    expect(await block('1 1058 . G C', { Blosum62: 1 })).toHaveProperty('blosum62', 2);
    expect(await block('1 1058 . G T', { NMD: 0 })).toHaveProperty('nmd', 'NMD_escaping_variant');
    expect(await block('1 1058 . G C', { NMD: 1 })).not.toHaveProperty('nmd');
  });
});

describe('the header x-missing-data', () => {
  const store = openFolder(index);
  const header = async (species: string, query: string) => {
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 24)));
    const app = createApp({ operations, openRelease: () => release });
    const response = await app.request(`/rest/vep/${species}/region/1:1058-1058:1/C?${query}`);
    expect(response.status).toBe(200);
    return response.headers.get('x-missing-data');
  };

  it('names what the index lacks of the plugins of a request', async () => {
    expect(await header('fictus_probatus', 'CADD=1;Conservation=1;mutfunc=0')).toBe('Conservation, mutfunc');
    expect(await header('fictus_refseq', 'CADD=1;Blosum62=1')).toBe('CADD');
  });

  it('is absent when nothing is missing', async () => {
    expect(await header('fictus_probatus', 'CADD=1;NMD=1')).toBeNull();
  });
});

it('annotated VCF has a field for each score', async () => {
  const store = openFolder(index);
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 24)));
  const options = vepOptions(
    'fictus_probatus',
    ['CADD', 'REVEL', 'SpliceAI=1', 'AlphaMissense', 'Blosum62', 'NMD'],
    [],
  );
  const annotator = await VcfAnnotator.open(
    release,
    await release.genome('fictus_probatus'),
    options,
    'vcf',
    NO_LIMITS,
  );
  const names = at(/Format: ([^"]+)/.exec(annotator.header(['#CHROM\tPOS\tID\tREF\tALT'])) ?? [], 1).split('|');
  const { bytes } = await annotator.annotate('1\t1058\t.\tG\tC\t.\t.\t.\n');
  const [entry = ''] = (new TextDecoder().decode(bytes).split('CSQ=')[1] ?? '').split(',');
  const fields = Object.fromEntries(
    entry
      .trim()
      .split('|')
      .map((value, each) => [names[each], value]),
  );
  expect(fields).toMatchObject({
    CADD_PHRED: '23.4',
    CADD_RAW: '3.040506',
    REVEL: '0.25',
    am_class: 'ambiguous',
    SpliceAI_pred_SYMBOL: 'FWD',
    SpliceAI_pred_DS_DG: '0.91',
    BLOSUM62: '2',
    NMD: '',
  });
  expect(names).not.toContain('ClinPred');
  await store.close();
});

it('a batch reads scores that do not fit into its memory in parts, with the same result', async () => {
  const store = new CountingStore(openFolder(index));
  const options = vepOptions('fictus_probatus', ['CADD', 'REVEL', 'SpliceAI=1'], []);
  const lines = ['1\t700\t.\tC\tT', '1\t1057\t.\tGGA\tG', '1\t1058\t.\tG\tC', '2\t4\t.\tA\tC'].join('\n');
  const annotated = async (pluginBytes: number) => {
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 24)));
    store.reset();
    const kept = { windows: 4, genes: 60, pluginBytes };
    const genome = await release.genome('fictus_probatus');
    const annotator = await VcfAnnotator.open(release, genome, options, 'vcf', NO_LIMITS, { kept });
    return { text: new TextDecoder().decode((await annotator.annotate(lines)).bytes), waves: store.waves };
  };
  const [whole, inParts] = [await annotated(1 << 20), await annotated(1)];
  expect(whole.text).toContain('23.4');
  expect(inParts.text).toBe(whole.text);
  expect(inParts.waves).toBeGreaterThan(whole.waves);
});

it('scores add no wave of reads', async () => {
  const waves = async (options: object) => {
    const store = new CountingStore(openFolder(index));
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 24)));
    const app = createApp({ operations, openRelease: () => release });
    store.reset();
    await app.request(`/rest${VEP}`, {
      method: 'POST',
      body: JSON.stringify({ variants: ['1 1058 . G C'], ...options }),
      headers: { 'content-type': 'application/json' },
    });
    return { waves: store.waves, reads: store.reads.length };
  };
  const [without, one, all] = [
    await waves({}),
    await waves({ CADD: 1 }),
    await waves({ CADD: 1, REVEL: 1, AlphaMissense: 1, SpliceAI: 1, ClinPred: 1 }),
  ];
  expect(one.waves).toBe(without.waves);
  // A request has at most six reads open; others wait.
  expect(all.waves).toBeLessThanOrEqual(without.waves + 1);
  expect([one.reads, all.reads]).toEqual([without.reads + 1, without.reads + 5]);
});

it('lines of unknown chromosomes are skipped with a notice', () => {
  expect(notices).toContain(
    `${path('snvs.tsv.gz')}: scores of chromosomes that fictus_probatus lacks are skipped: scaffold_9.`,
  );
});

describe('a build rejects', () => {
  const HEAD = ['#Chrom', 'Pos', 'Ref', 'Alt', 'RawScore', 'PHRED'];
  it.each<[string, string, string, string]>([
    [
      'a line out of order',
      'cadd',
      tabs(HEAD, [1, 9, 'A', 'C', 1, 1], [1, 8, 'A', 'C', 1, 1]),
      'line 3 comes after position 9 of its chromosome: sort the file by chromosome and position',
    ],
    [
      'a chromosome that comes back',
      'cadd',
      tabs(HEAD, [1, 9, 'A', 'C', 1, 1], [2, 8, 'A', 'C', 1, 1], [1, 10, 'A', 'C', 1, 1]),
      'line 4 comes back to a chromosome after another one',
    ],
    ['a position that is none', 'cadd', tabs(HEAD, [1, 'x', 'A', 'C', 1, 1]), 'line 2 has no position in column Pos'],
    [
      'a score that is no number',
      'cadd',
      tabs(HEAD, [1, 9, 'A', 'C', 1, 'high']),
      'line 2 has no number in column PHRED',
    ],
    ['an allele that is none', 'cadd', tabs(HEAD, [1, 9, 'A', '<DEL>', 1, 1]), 'line 2 has no allele in column Alt'],
    ['a short line', 'cadd', tabs(HEAD, [1, 9, 'A', 'C', 1]), 'line 2 has no value in column PHRED'],
    [
      'a header without a column',
      'cadd',
      tabs(['#Chrom', 'Pos', 'Ref', 'Alt', 'PHRED'], [1, 9, 'A', 'C', 1]),
      'line 1 has no column RawScore',
    ],
    ['another kind of file', 'revel', CADD_SNVS, 'line 3 is no header of revel scores: it has no column aaalt'],
    ['an empty file', 'cadd', '', 'has no header with a column PHRED'],
    [
      'a file of other chromosomes',
      'cadd',
      tabs(HEAD, [77, 9, 'A', 'C', 1, 1]),
      'no line has scores of a chromosome of fictus_probatus',
    ],
    [
      'SpliceAI with too few numbers',
      'spliceai',
      SPLICEAI.replace('|4\n', '\n'),
      'line 3 has 7 numbers in SpliceAI instead of 8',
    ],
    [
      'a file cut within a line',
      'cadd',
      tabs(HEAD, [1, 9, 'A', 'C', 1, 1]).slice(0, -1),
      'the file ends within this line',
    ],
  ])('%s', async (title, name, text, reason) => {
    const file = (await files({ [`bad-${title.replaceAll(' ', '-')}`]: text }))(`bad-${title.replaceAll(' ', '-')}`);
    await expect(
      buildRelease(dumps, join(folder, 'rejected'), silentProgress, { scores: [`fictus_probatus:${name}=${file}`] }),
    ).rejects.toThrow(`${reason}`);
  });

  it.each([
    ['cadd', "--scores 'cadd' is not of the form name=file"],
    ['polyphen=x', "'polyphen' is not one of alphamissense, cadd, clinpred, revel, spliceai"],
    ['nobody:cadd=x', 'the dumps have no core database of nobody'],
    ['cadd=x', 'name the genome, as in species:name=file, since there are several'],
    ['fictus_probatus:cadd=/nowhere/x', '/nowhere/x cannot be read'],
  ])('the option %s', async (text, reason) => {
    await expect(buildRelease(dumps, join(folder, 'rejected'), silentProgress, { scores: [text] })).rejects.toThrow(
      reason,
    );
  });
});

it('is compiled again only when a file changes', async () => {
  const again = await buildRelease(dumps, index, silentProgress, { scores });
  expect(again.unchanged).toBe(true);
  await writeFile(path('clinpred.txt'), CLINPRED.replace('0.0026', '0.9926'));
  await buildRelease(dumps, index, silentProgress, { scores });
  const changed = await serveIndex(index);
  const { json } = await changed.post(VEP, { variants: ['1 1058 . G C'], ClinPred: 1 });
  expect(
    at(json as [{ transcript_consequences: { clinpred: number }[] }], 0).transcript_consequences[0]?.clinpred,
  ).toBe(0.9926305913925171);
  await changed.close();
});
