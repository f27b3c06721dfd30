/** VEP on the invented genome of variant-recoder-release.ts, with predictions for one protein. */
import { createHash } from 'node:crypto';
import { appendFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { at } from '../../../src/checked.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { writeRecoderDumps } from './variant-recoder-release.ts';
import { threadMilliseconds } from '../../support/thread-time.ts';

/** The peptide of T1 without its stop: M, then KEWCPD repeated. */
const PEPTIDE = `M${'KEWCPD'.repeat(11).slice(0, 64)}`;
/** SIFT calls the change of residue 3 to Q deleterious (0.01); PolyPhen has nothing for it. */
const SIFT = (1 << 14) | 10;

const folder = await testFolder();
const dumps = await writeRecoderDumps(folder);
await addPredictions(join(folder, 'fictus_probatus/variation'));
const { index, get, post } = await compileAndServe(dumps, `${folder}/index`);

/** Adds a matrix of SIFT for the peptide, and a damaged one of PolyPhen. */
async function addPredictions(database: string): Promise<void> {
  const matrix = new Uint8Array(3 + 40 * PEPTIDE.length).fill(0xff);
  matrix.set(Buffer.from('VEP'));
  const cell = 3 + 2 * (20 * 2 + 'ACDEFGHIKLMNPQRSTVWY'.indexOf('Q'));
  matrix.set([SIFT & 0xff, SIFT >> 8], cell);
  const rows = [
    [1, 21, gzipSync(matrix)],
    [1, 22, gzipSync(matrix).subarray(0, 20)],
  ] as const;
  const lines = rows.map(([peptide, analysis, bytes]) =>
    Buffer.concat([Buffer.from(`${peptide}\t${analysis}\t`), escaped(bytes), Buffer.from('\n')]),
  );
  await writeFile(join(database, 'protein_function_predictions.txt'), Buffer.concat(lines));
  await writeFile(
    join(database, 'translation_md5.txt'),
    `1\t${createHash('md5').update(PEPTIDE).digest('hex').toUpperCase()}\n`,
  );
  const sql = join(
    database,
    at(
      (await readdir(database)).filter((name) => name.endsWith('.sql')),
      0,
    ),
  );
  const definitions = await readFile(sql, 'utf8');
  const columns = /CREATE TABLE `attrib` \(([^;]*)\)/.exec(definitions)?.[1]?.match(/`(\w+)`/g) ?? [];
  const attrib = (id: number, value: string) =>
    columns.map((name) => (name === '`attrib_id`' ? id : name === '`value`' ? value : '\\N')).join('\t');
  await appendFile(join(database, 'attrib.txt'), `${attrib(21, 'sift')}\n${attrib(22, 'polyphen_humvar')}\n`);
  await appendFile(
    sql,
    '\nCREATE TABLE `translation_md5` (\n  `translation_md5_id` int(11) NOT NULL,\n' +
      '  `translation_md5` char(32) NOT NULL\n);\n' +
      'CREATE TABLE `protein_function_predictions` (\n  `translation_md5_id` int(11) NOT NULL,\n' +
      '  `analysis_attrib_id` int(11) NOT NULL,\n  `prediction_matrix` mediumblob\n);\n',
  );
}

/** As mysqldump --tab writes bytes. */
function escaped(bytes: Uint8Array): Buffer {
  return Buffer.from(
    [...bytes].flatMap((byte) =>
      byte === 0 ? [0x5c, 0x30] : [0x09, 0x0a, 0x5c].includes(byte) ? [0x5c, byte] : [byte],
    ),
  );
}

const VEP = '/vep/fictus_probatus';
const lines = async (...variants: string[]) => (await post(`${VEP}/region`, { variants })).body;
const error = async (...variants: string[]) => {
  const { status, body } = await post(`${VEP}/region`, { variants });
  expect(status).toBe(400);
  return body.error;
};

// Codon 3 of T1, GAA (Glu), is at 1058.
const T1 = {
  variant_allele: 'C',
  consequence_terms: ['missense_variant'],
  impact: 'MODERATE',
  gene_id: 'ENSFICG00001',
  transcript_id: 'ENSFICT00001',
  strand: 1,
  biotype: 'protein_coding',
  gene_symbol: 'FWD',
  gene_symbol_source: 'FICTIONAL',
  cdna_start: 58,
  cdna_end: 58,
  cds_start: 7,
  cds_end: 7,
  protein_start: 3,
  protein_end: 3,
  amino_acids: 'E/Q',
  codons: 'Gaa/Caa',
  sift_prediction: 'deleterious',
  sift_score: 0.01,
};

// T1 begins at 1052 with ATG and ends at 1449 with TAA; GTAACC follows.
describe('VEP describes the change of a protein', () => {
  const notation = async (place: string, options = '') => {
    const { body } = await get(`${VEP}/region/${place}?hgvs=1${options}`);
    const blocks: { hgvsp?: string }[] = body[0].transcript_consequences;
    return blocks.find(({ hgvsp }) => hgvsp)?.hgvsp?.replace(/^ENSFICP0000\d\.\d:p\./, '');
  };

  it('not as a frameshift where the stop is retained', async () => {
    expect(await notation('1:1447-1446:1/TG')).toBe('Ter66delinsCysTer');
  });

  it('where HGVS places it, also if the variant begins in an intron', async () => {
    // CG before C, of which the C is the last base of the intron.
    expect(await notation('1:1200-1201:1/-')).toBe('Cys17SerfsTer?');
  });

  it('by the letters that are inserted at the moved place, on either strand', async () => {
    // TGG before TGGTGC moves by 5 bases.
    expect(await notation('1:1061-1060:1/TGG')).toBe('Trp4dup');
    expect(await notation('1:2482-2481:1/CCA')).toBe('Trp4dup');
  });

  it('with all residues of its codons where none changes', async () => {
    // Of AAAGAA, the first G is in both alleles.
    expect(await notation('1:1057-1060:1/GGAG')).toBe('LysGlu2=');
  });
});

describe('VEP accepts', () => {
  it('a region and an allele', async () => {
    const { status, body } = await get(`${VEP}/region/1:1058-1058:1/C`);
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      input: '1 1058 1058 G/C 1',
      id: '1_1058_G/C',
      seq_region_name: '1',
      start: 1058,
      end: 1058,
      strand: 1,
      allele_string: 'G/C',
      most_severe_consequence: 'missense_variant',
    });
    expect(body[0].transcript_consequences[0]).toEqual(T1);
  });

  it.each([
    '1 1058 . G C',
    '1\t1058\t.\tG\tC\t.\tPASS\t.',
    '1   1058   .   G   C',
    'chr1 1058 . G C',
    'CHR1 1058 . G C',
    '1 1058 1058 G/C 1',
    '1 1058 1058 C/G -',
    '1:1058-1058:1/C',
    '1:1058-1058/c',
    '1:g.1058G>C',
    'ENSFICT00001.1:c.7G>C',
    '1:1057:G:C',
    'rs1',
  ])('the line %j', async (line) => {
    const [answer] = await lines(line);
    const blocks = answer.transcript_consequences.filter(
      ({ variant_allele: allele }: { variant_allele: string }) => allele === (line.endsWith('-') ? 'G' : 'C'),
    );
    expect(blocks[0]).toMatchObject({ ...T1, variant_allele: line.endsWith('-') ? 'G' : 'C' });
  });

  it.each([
    ['id', 'ids', 'rs1'],
    ['hgvs', 'hgvs_notations', '1:g.1058G>C'],
  ])('GET and POST of %s alike', async (path, key, text) => {
    const one = await get(`${VEP}/${path}/${encodeURIComponent(text)}`);
    const several = await post(`${VEP}/${path}`, { [key]: [text] });
    expect(one.status).toBe(200);
    expect(several.body).toEqual(one.body);
  });

  it('a deletion of more than 5 kb, and a residue that takes the place of another', async () => {
    const [long] = await lines('2:g.1_5200del');
    expect(long).toMatchObject({ start: 1, end: 5200 });
    const [residue] = await lines('ENSFICP00001:p.Glu3delinsGln');
    expect(residue.transcript_consequences[0]).toMatchObject({ amino_acids: 'E/Q' });
  });

  it('options in the body, which rules over the address', async () => {
    const { body } = await post(`${VEP}/region?canonical=0`, { variants: ['1 1058 . G C'], canonical: 1 });
    expect(body[0].transcript_consequences[0].canonical).toBe(1);
  });

  it('the name of a structural variant, whose supporting calls say what it does', async () => {
    const { body } = await get(`${VEP}/id/ESV1`);
    expect(body[0]).toMatchObject({
      input: 'ESV1',
      id: 'ESV1',
      start: 2900,
      end: 3200,
      allele_string: 'copy_number_variation',
      most_severe_consequence: 'transcript_ablation',
    });
    expect((await post(`${VEP}/id`, { ids: ['esv1', 'nope', 'rs1'] })).body).toHaveLength(2);
  });

  it('tandem repeats as the bases that their INFO fields describe', async () => {
    const [answer] = await lines('1 1057 . G <CNV:TR> . . END=1060;RUS=CAG;RUC=2');
    expect(answer).toMatchObject({ start: 1058, end: 1060, allele_string: 'GAA/CAGCAG' });
    expect(answer.transcript_consequences[0]).toMatchObject({ variant_allele: 'CAGCAG', amino_acids: 'E/QQ' });
    const [byBases] = await lines('1 1057 . G <CNV:TR> . . END=1060;RUS=CAG;RB=6');
    expect(byBases.allele_string).toBe('GAA/CAGCAG');
    const [unknown] = await lines('1 1057 . G <CNV:TR> . . END=1060');
    expect(unknown.transcript_consequences[0].variant_allele).toBe('tandem_repeat');
    const [huge] = await lines('1 1057 . G <CNV:TR> . . END=1060;RUS=CAG;RUC=99999999999');
    expect(huge.transcript_consequences[0].variant_allele).toBe('tandem_repeat');
  });

  it('breakpoints, named by their own end', async () => {
    const [answer] = await lines('1 1220 . G G]2:4000] . . SVTYPE=BND');
    expect(answer.allele_string).toBe('G/G]2:4000]');
    const [block] = answer.transcript_consequences;
    expect(block).toMatchObject({ variant_allele: 'G.', transcript_id: 'ENSFICT00001' });
    expect(block.consequence_terms).toEqual(['feature_truncation', 'coding_sequence_variant']);
    expect(block.bp_overlap).toBeUndefined();
  });

  it('breakpoints with a block for each end that is near a transcript', async () => {
    const [answer] = await lines('1 1220 . G G]chr2:3] . . SVTYPE=BND');
    const blocks = answer.transcript_consequences.map((block: Record<string, unknown>) => [
      block['transcript_id'],
      block['variant_allele'],
      block['consequence_terms'],
    ]);
    expect(blocks).toContainEqual(['ENSFICT00001', 'G.', ['feature_truncation', 'coding_sequence_variant']]);
    expect(blocks).toContainEqual(['ENSFICT00007', 'G]chr2:3]', ['feature_truncation']]);
    // Neither end names the other's chromosome.
    expect(blocks.filter(([id]: string[]) => id === 'ENSFICT00007')).toHaveLength(1);
    expect(answer.most_severe_consequence).toBe('feature_truncation');
    const [nowhere] = await lines('1 1220 . G G]nope:3] . . SVTYPE=BND');
    expect(
      nowhere.transcript_consequences.every((block: { variant_allele: string }) => block.variant_allele === 'G.'),
    ).toBe(true);
  });

  it('breakpoints on one chromosome with a block for both ends', async () => {
    const [answer] = await lines('1 1150 . G G[1:1450[ . . SVTYPE=BND');
    const ofT1 = answer.transcript_consequences.filter(
      (block: { transcript_id: string }) => block.transcript_id === 'ENSFICT00001',
    );
    expect(ofT1.map((block: { variant_allele: string }) => block.variant_allele)).toEqual(['G.', 'G[1:1450[']);
  });

  it('structural variants up to 10 Mb', async () => {
    const [answer] = await lines('1 1000 . A <DEL> . . END=1100');
    expect(answer.transcript_consequences[0]).toMatchObject({
      variant_allele: 'deletion',
      consequence_terms: [
        'frameshift_variant',
        'start_lost',
        'feature_truncation',
        'start_retained_variant',
        '5_prime_UTR_variant',
      ],
      bp_overlap: 100,
      percentage_overlap: 20,
    });
    expect(answer.colocated_variants).toBeUndefined();
    expect(await error('1 1 . A <DEL> . . END=10000003')).toContain('is bigger than --max_sv_size (10000000)');
  });
});

describe('VEP answers about a list', () => {
  it('the good lines, in their order, without the bad ones', async () => {
    const answers = await lines('1 1058 . G C', '1 x . G C', 'NOPE 1 . A C', '1 1059 1061 A/C 1', '1 700 . C T');
    expect(answers.map(({ input }: { input: string }) => input)).toEqual(['1 1058 . G C', '1 700 . C T']);
  });

  it('a line that is not understood only as its input', async () => {
    expect(await lines('1 1058 . G <DEL>')).toEqual([{ input: '1 1058 . G <DEL> . . .' }]);
  });

  it('the same as each line alone', async () => {
    const all = ['1 1058 . G C', '1 2250 . A T', 'MT 120 . A G', '1 1199 . A T', '1 3050 . A T'];
    const together = await lines(...all);
    for (const [each, line] of all.entries()) expect(together[each]).toEqual((await lines(line))[0]);
  });

  it('known variants at the place that share the allele', async () => {
    const [answer] = await lines('1 1058 . G T');
    const names = answer.colocated_variants.map(({ id }: { id: string }) => id);
    expect(names).toEqual(['COSM2', 'rs1', 'PhenCode1']);
    const [more] = await lines('1 1058 . G T').then(
      async () => (await post(`${VEP}/region`, { variants: ['1 1058 . G T'], failed: 1 })).body,
    );
    expect(more.colocated_variants.map(({ id }: { id: string }) => id)).toEqual([
      'COSM2',
      'rs1',
      'rs9',
      'rs10',
      'PhenCode1',
    ]);
  });
});

describe('VEP rejects', () => {
  it.each([
    ['1 x . G C', "has no known format; use VCF, '1 100 100 A/G 1', HGVS, SPDI or an id"],
    ['1 1058 . G .', 'variant skipped (1 1058 . G .): it has no alternative allele'],
    ['NOPE 1 . A C', 'variant skipped (NOPE 1 . A C): Could not fetch slice for chromosome NOPE'],
    ['1 10 8 -/A 1', 'variant skipped (1 10 8 -/A 1): start > end+1 : (START=10, END=8)'],
    ['1 10 10 GG/A 1', 'Length of reference allele (GG length 2) does not match coordinates 10-10'],
    [
      '1 10 10 -/A 1',
      'Alleles look like an insertion (-/A) but coordinates are not start = end + 1 (START=10, END=10)',
    ],
    ['1:5-5:1/FOO', 'variant skipped (1:5-5:1/FOO): FOO is not a supported structural variant type'],
    ['1 99999999999999999999 . G C', "Invalid start '99999999999999999999'"],
    ['nope', "No variant found with ID 'nope'"],
    ['1:g.[1058G>C]', "Unable to parse HGVS notation '1:g.[1058G>C]'"],
    ['2:g.1_20000000del', 'Region requested must be smaller than 10000000. This value can be adjusted with'],
    ['2:g.1_20000del', 'it is about 20000 bases; at most 10000 are allowed, for more use VCF with <DEL> or <DUP>'],
    ['1:x.5G>A', 'HGVS type  not recognised for 1:x.5G>A'],
    [`1 10 . G ${'A'.repeat(1_000_000)}`, 'characters; at most 100000 are allowed'],
    [`1 10 . G ${'A'.repeat(20_000)}`, 'an allele has 20000 bases; at most 10000 are allowed'],
    [`1:g.5_6ins${'A'.repeat(1_000_000)}`, 'characters; at most 100000 are allowed'],
    ['x'.repeat(1_000_000), 'characters; at most 100000 are allowed'],
  ])('the line %.60j within a second', { timeout: 5000 }, async (line, text) => {
    const began = threadMilliseconds();
    expect(await error(line)).toContain(text);
    expect(threadMilliseconds() - began).toBeLessThan(1000);
  });

  it.each([
    ['1:1058-1058:1/G', 'request for consequence of [G] matches reference [G]'],
    ['1:10-1:1/A', 'End coord + 1 is less than start coord'],
    ['1:10-1:1/DEL', 'variant skipped (1 10 1 DEL 1): start > end+1 : (START=10, END=1)'],
    ['1:1-20000000:1/DEL', 'variant skipped (1 1 20000000 DEL 1): variant size (19999999) is bigger than'],
    ['1:1-20000:1/A', "region '1:1-20000:1' has 20000 bases as its reference allele; at most 10000 are allowed"],
    ['1:1-1:1/W', 'Allele must be A,T,G,C or SO term [got: W]'],
    ['1:1-1:1', 'Allele must be A,T,G,C or SO term [got: ]'],
    ['1:1-1:2/A', '2 is not a valid strand'],
    ['NOPE:1-1:1/A', 'No slice found for location NOPE'],
    ['1:18446744073709551616-18446744073709551616:1/A', 'ends beyond any region'],
  ])('the region %s', async (path, text) => {
    const { status, body } = await get(`${VEP}/region/${path}`);
    expect(status).toBe(400);
    expect(body.error).toContain(text);
  });

  it('a region without a position by its length, and paths without a value', async () => {
    const { body } = await get(`${VEP}/region/1/A`);
    expect(body[0].input).toMatch(/^1 1 4000 [ACGT]{4000}\/A 1$/);
    expect(await get(`${VEP}/id`)).toEqual({
      status: 400,
      body: { error: 'rs_id is a required parameter for this endpoint' },
    });
    expect((await get(`${VEP}/hgvs`)).body.error).toBe('HGVS is a required parameter for this endpoint');
  });

  it('more than 200 variants, also in one text', async () => {
    const many = Array.from({ length: 201 }, () => '1 10 . G A');
    const text = 'POST message too large. You have submitted 201 elements but a limit of 200 is in place.';
    expect(await error(...many)).toContain(text);
    expect(await error(many.join('\n'))).toContain(text);
    expect(await lines(...many.slice(1))).toHaveLength(200);
  });

  it.each([
    ['refseq=1;gencode_basic=1', "Can't use --refseq and --gencode_basic together"],
    ['refseq=1;merged=1', "Can't use --refseq and --merged together"],
    ['gencode_primary=1;gencode_basic=1', "Can't use --gencode_primary and --gencode_basic together"],
    ['pick_order=mane_clinical', '"mane_clinical" is not a valid value for --pick_order'],
    ['distance=2000000', "distance '2000000' is not allowed"],
  ])('the options %s', async (options, text) => {
    const { status, body } = await get(`${VEP}/region/1:1058-1058:1/C?${options}`);
    expect(status).toBe(400);
    expect(body.error).toContain(text);
  });

  it.each([
    [{}, ' Cannot find "variants" key in your POST.'],
    [{ variants: [] }, 'the list of variants is empty; send at least one'],
    [{ variants: 'x' }, "The value of 'variants' in the POST body must be a list"],
    [{ variants: [null] }, "Every value under the 'variants' key of the POST body must be text; found null"],
  ])('the body %j', async (body, text) => {
    const answer = await post(`${VEP}/region`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(text);
  });

  it('ids where there is no variation database', async () => {
    const { status, body } = await get('/vep/fictus_alter/id/rs1');
    expect([status, body.error]).toEqual([400, 'Species fictus_alter does not have a variation database']);
  });
});

describe('VEP with options of choice', () => {
  // T1 and T2 are within 5 kb, also T4, T5 and T6.
  const ask = async (options: string) => (await get(`${VEP}/region/1:1058-1058:1/C?${options}`)).body[0];
  const marked = (blocks: { pick?: number }[]) => blocks.filter(({ pick }) => pick === 1);

  it('pick returns one block, flag_pick marks it', async () => {
    const all = await ask('');
    expect(all.transcript_consequences.length).toBeGreaterThan(3);
    const { transcript_consequences: picked } = await ask('pick=1');
    expect(picked).toEqual([T1]);
    const { transcript_consequences: flagged } = await ask('flag_pick=1');
    expect(flagged).toHaveLength(all.transcript_consequences.length);
    expect(marked(flagged)).toEqual([{ ...T1, pick: 1 }]);
  });

  it('per_gene returns one block for each gene', async () => {
    const { transcript_consequences: blocks } = await ask('per_gene=1');
    const genes = blocks.map(({ gene_id: gene }: { gene_id: string }) => gene);
    expect(new Set(genes).size).toBe(genes.length);
  });

  it('pick_allele returns one block for each allele', async () => {
    const { body } = await post(`${VEP}/region`, { variants: ['1 1058 . G C,T'], pick_allele: 1 });
    const alleles = body[0].transcript_consequences.map(
      ({ variant_allele: allele }: { variant_allele: string }) => allele,
    );
    expect(alleles).toEqual(['C', 'T']);
  });

  it('distance, transcript_id and gencode_basic choose transcripts', async () => {
    const ids = async (options: string) =>
      ((await ask(options)).transcript_consequences ?? []).map(
        ({ transcript_id: id }: { transcript_id: string }) => id,
      );
    expect(await ids('distance=0')).toEqual(['ENSFICT00001']);
    // As in Ensembl, a 0 for downstream means the distance upstream.
    expect(await ids('distance=1200,0')).toEqual(await ids('distance=1200'));
    expect(await ids('distance=1200,1')).toEqual(['ENSFICT00001']);
    expect(await ids('distance=0,1200')).toEqual(await ids('distance=1200'));
    expect(await ids('transcript_id=ENSFICT00002')).toEqual(['ENSFICT00002']);
    expect(await ids('gencode_basic=1')).toEqual(['ENSFICT00001']);
    expect(await ids('transcript_id=nope')).toEqual([]);
    expect((await ask('transcript_id=nope')).intergenic_consequences).toBeUndefined();
  });
});

describe('a known variant', () => {
  it('has effects at each of its places', async () => {
    const starts = (body: { start: number }[]) => body.map(({ start }) => start);
    expect(starts((await get(`${VEP}/id/rs3`)).body)).toEqual([700, 800]);
    expect(starts((await post(`${VEP}/region`, { variants: ['rs3'] })).body)).toEqual([700, 800]);
    expect(starts((await get(`${VEP}/hgvs/rs3`)).body)).toEqual([700, 800]);
  });

  it('has the class that the database has', async () => {
    const classOf = async (path: string) => (await get(`${VEP}/${path}?variant_class=1`)).body[0].variant_class;
    expect(await classOf('id/rs4')).toBe('SNV');
    expect(await classOf('hgvs/1:g.603_604del')).toBe('deletion');
  });

  it('is what vep/:species/id asks for, never a notation', async () => {
    for (const text of ['1:g.1058G>C', '1:1057:G:C', 'ENSFICP00001:p.Glu3Gln', '1 1058 1058 G/C 1'])
      expect((await get(`${VEP}/id/${encodeURIComponent(text)}`)).body).toEqual({
        error: `No variant found with ID '${text.replaceAll(' ', '')}'`,
      });
  });
});

it('notations at the first base of a circular region mean that base', async () => {
  const [first = '', second = ''] = (await get('/sequence/region/fictus_probatus/MT:1-2')).body.seq;
  const other = first === 'A' ? 'C' : 'A';
  const allelesOf = async (notation: string) => (await get(`${VEP}/hgvs/${notation}`)).body[0].allele_string;
  expect(await allelesOf(`MT:g.1${first}>${other}`)).toBe(`${first}/${other}`);
  expect(await allelesOf('MT:g.1_2del')).toBe(`${first}${second}/-`);
  expect(await allelesOf('MT:g.1dup')).toBe(`-/${first}`);
});

it('a residue that several changes give is refused in lines as in notations, unless all are asked for', async () => {
  const text = 'ENSFICP00001:p.Glu3Asp';
  const refused = { error: expect.stringContaining('Could not uniquely determine nucleotide change') };
  expect((await get(`${VEP}/hgvs/${text}`)).body).toEqual(refused);
  expect((await post(`${VEP}/region`, { variants: [text] })).body).toEqual(refused);
  expect((await post(`${VEP}/region`, { variants: [text], ambiguous_hgvs: 1 })).body).toHaveLength(2);
});

describe('VEP moves', () => {
  it('a deletion in a repeat to the same place wherever it is given', async () => {
    // Ten A from 600 to 609, before T1, whose reach of 5 kb has them.
    const { body } = await post(`${VEP}/region`, {
      variants: ['1 600 601 AA/- 1', '1 604 605 AA/- 1', '1 608 609 AA/- 1'],
      shift_3prime: 1,
      shift_genomic: 1,
    });
    const blocks = body.map(
      ({ transcript_consequences: list }: { transcript_consequences: Record<string, unknown>[] }) =>
        list.map(({ distance: _, ...others }) => others),
    );
    expect(blocks[0][0].location).toBe('1:608-609');
    for (const other of blocks.slice(1)) expect(other).toEqual(blocks[0]);
    expect(body.map(({ start }: { start: number }) => start)).toEqual([600, 604, 608]);
  });
});

describe('VEP on a circle', () => {
  it('predicts with the genetic code of mitochondria', async () => {
    // TGA at 113 is tryptophan there; TAA is a stop.
    const [answer] = await lines('MT 114 . G A');
    const block = answer.transcript_consequences.find(
      ({ transcript_id: id }: { transcript_id: string }) => id === 'ENSFICT00003',
    );
    expect(block.amino_acids).toMatch(/^W/);
  });

  it.each(['MT 1 . C A', 'MT 300 . T A', 'MT 300 . TC T', 'MT 301 300 -/GG 1', 'MT 301 . A C'])(
    'answers %s at the origin',
    async (line) => {
      const { status, body } = await post(`${VEP}/region`, { variants: [line] });
      expect(status).toBe(200);
      expect(body[0].most_severe_consequence).not.toBe('?');
    },
  );
});

describe('VEP reads', () => {
  async function wavesOf(variants: string[], options: object = {}): Promise<{ cold: number; warm: number }> {
    const store = new CountingStore(openFolder(index));
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 24)));
    const app = createApp({ operations, openRelease: () => release });
    const waves = async (list: string[]) => {
      store.reset();
      const response = await app.request(`/rest${VEP}/region`, {
        method: 'POST',
        body: JSON.stringify({ variants: list, ...options }),
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(200);
      return store.waves;
    };
    const cold = await waves(variants);
    // Another variant with the directories in memory, but none of its blocks.
    return { cold, warm: await waves(variants) };
  }

  it('in at most 4 waves for a variant in a gene', async () => {
    const { cold, warm } = await wavesOf(['1 1058 . G C']);
    expect(cold).toBeLessThanOrEqual(4);
    expect(warm).toBeLessThanOrEqual(3);
  });

  it('in no more waves for many variants than for one', async () => {
    const one = await wavesOf(['1 1058 . G C']);
    const many = await wavesOf(['1 1058 . G C', '1 2250 . A T', 'MT 120 . A G', '1 3050 . A T', '2 2 . T A']);
    expect(many.cold).toBeLessThanOrEqual(one.cold);
  });
});
