import { beforeAll, describe, expect, it } from 'vitest';
import type { GeneRecord } from '../../../src/genome/gene-record.ts';
import { CodonTable } from '../../../src/genome/codon-table.ts';
import { GENES, makeStore, reverseComplement, TEXTS } from './sequence-release.ts';
import { clientOf, type Ask } from './sequence-client.ts';
import { at, present } from '../../../src/checked.ts';

let ask: Ask;
beforeAll(async () => {
  ask = await clientOf(await makeStore());
});

const get = (path: string) => ask(`/sequence/id/${path}`);
const sequenceOf = async (path: string): Promise<string> => (await get(path)).json.seq;
const rejected = async (path: string) => {
  const { status, json } = await get(path);
  return [status, json.error];
};

const { forward, reverse, overOrigin, onPatch } = GENES;

/** Bases start..end on a gene's strand, from the plain text of its region. */
function bases(gene: GeneRecord, start: number, end: number, mask: 'plain' | 'soft' = 'plain'): string {
  const text = present(TEXTS[gene.region.name], gene.region.name)[mask];
  const forward = start <= end ? text.slice(start - 1, end) : text.slice(start - 1) + text.slice(0, end);
  return gene.strand === -1 ? reverseComplement(forward) : forward;
}

const cdna = (gene: GeneRecord, exons: number[]) =>
  exons.map((index) => bases(gene, at(gene.exons, index).start, at(gene.exons, index).end)).join('');

function peptide(coding: string, table = 1): string {
  const codons = (coding.match(/.{3}/g) ?? []).map((codon) =>
    String.fromCharCode(CodonTable.of(table).residueAt(new TextEncoder().encode(codon), 0)),
  );
  if (coding.length % 3 === 0 && codons.at(-1) === '*') codons.pop();
  return codons.join('');
}

const FICT1 = cdna(forward, [0, 1, 2]);
const FICP1 = peptide(FICT1.slice(10, 250));

describe('the genomic sequence of an object', () => {
  it('has its position in the description', async () => {
    expect((await get('FICG1')).json).toEqual({
      id: 'FICG1',
      desc: 'chromosome:FIC1:1:101:700:1',
      version: 4,
      query: 'FICG1',
      molecule: 'dna',
      seq: bases(forward, 101, 700),
    });
    expect((await get('FICT4')).json).toMatchObject({
      desc: 'chromosome:FIC1:1:951:1400:-1',
      version: 2,
      seq: bases(reverse, 951, 1400),
    });
    expect((await get('FICE8')).json).toMatchObject({
      desc: 'chromosome:FIC1:PATCH1:190:210:1',
      seq: bases(onPatch, 190, 210),
    });
    expect((await get('FICG3')).json).toMatchObject({
      desc: 'chromosome:FIC1:MT:551:70:1',
      seq: bases(overOrigin, 551, 70),
    });
    expect((await ask('/sequence/id/FICE8', { type: 'text/x-fasta' })).text).toBe(
      `>FICE8.1 chromosome:FIC1:PATCH1:190:210:1\n${bases(onPatch, 190, 210)}\n`,
    );
  });

  it('is found by the id in any letter case and with its version, and has the stored id', async () => {
    expect((await get('ficg1.4')).json).toMatchObject({ id: 'FICG1', query: 'ficg1.4' });
    expect(await rejected('FICG1.5')).toEqual([400, 'No object found for ID FICG1.5']);
    expect(await rejected('NOPE')).toEqual([400, "ID 'NOPE' not found"]);
  });

  it('is extended and cut on its own strand', async () => {
    expect((await get('FICG2?expand_5prime=5;expand_3prime=2')).json).toMatchObject({
      desc: 'chromosome:FIC1:1:949:1405:-1',
      seq: bases(reverse, 949, 1405),
    });
    expect((await get('FICG2?start=3;end=7')).json).toMatchObject({
      desc: 'chromosome:FIC1:1:1394:1398:-1',
      seq: bases(reverse, 1394, 1398),
    });
    expect((await get('FICG1?start=3')).json).toMatchObject({ desc: 'chromosome:FIC1:1:103:700:1' });
    expect((await get('FICG1?end=1')).json).toMatchObject({ desc: 'chromosome:FIC1:1:101:101:1' });
  });

  it('cannot be cut across the origin of a circular region', async () => {
    for (const part of ['FICG3?start=41;end=60', 'FICG3?type=cdna;end=60']) {
      expect((await get(part)).json).toEqual({
        error: "Circular slices aren't supported for sequence trimming at this time",
      });
    }
    expect((await get('FICG3?start=0')).json).toMatchObject({ seq: bases(overOrigin, 551, 70) });
  });

  it('is masked at repeats or at introns', async () => {
    expect(await sequenceOf('FICG1?mask=soft')).toBe(bases(forward, 101, 700, 'soft'));
    expect(await sequenceOf('FICG1?mask=hard')).toBe(bases(forward, 101, 700, 'soft').replace(/[a-z]/g, 'N'));
    expect(await sequenceOf('FICT1?mask_feature=1')).toBe(
      bases(forward, 101, 200) +
        bases(forward, 201, 300).toLowerCase() +
        bases(forward, 301, 360) +
        bases(forward, 361, 500).toLowerCase() +
        bases(forward, 501, 700),
    );
    // The intron of FICT3 spans an exon of FICT1. In a gene, bases in an intron of any transcript are masked.
    expect(await sequenceOf('FICG1?mask_feature=1;expand_5prime=4')).toBe(
      bases(forward, 97, 200) + bases(forward, 201, 500).toLowerCase() + bases(forward, 501, 700),
    );
    expect(await sequenceOf('FICT4?mask_feature=1;start=90;end=260')).toBe(
      bases(reverse, 1301, 1311) + bases(reverse, 1151, 1300).toLowerCase() + bases(reverse, 1141, 1150),
    );
    expect(await sequenceOf('FICE2?mask_feature=1')).toBe(bases(forward, 301, 360));
    expect(await sequenceOf('FICG3?mask_feature=1')).toBe(
      bases(overOrigin, 551, 20) + bases(overOrigin, 21, 40).toLowerCase() + bases(overOrigin, 41, 70),
    );
  });
});

describe('cDNA, coding sequence and peptide', () => {
  it('are spliced, cut to the coding region and masked outside of it', async () => {
    expect((await get('FICT1?type=cdna')).json).toEqual({
      id: 'FICT1',
      desc: null,
      version: 2,
      query: 'FICT1',
      molecule: 'dna',
      seq: FICT1,
    });
    expect(await sequenceOf('FICT1?type=cds')).toBe(FICT1.slice(10, 250));
    expect(await sequenceOf('FICT2?type=cds'), 'its exon begins inside a codon').toBe(`NN${bases(forward, 501, 600)}`);
    expect(await sequenceOf('FICT1?type=cdna;mask=soft'), 'repeats are masked in genomic sequences only').toBe(FICT1);
    expect(await sequenceOf('FICT1?type=cdna;mask_feature=1')).toBe(
      FICT1.slice(0, 10).toLowerCase() + FICT1.slice(10, 250) + FICT1.slice(250).toLowerCase(),
    );
    expect(await sequenceOf('FICT3?type=cdna;mask_feature=1')).toBe(cdna(forward, [0, 2]).toLowerCase());
    expect(await sequenceOf('FICT1?type=cdna;start=99;end=102')).toBe(FICT1.slice(98, 102));
  });

  it('are changed by sequence edits', async () => {
    const spliced = cdna(reverse, [0, 1]);
    const edited = `${spliced.slice(0, 2)}TTT${spliced.slice(3)}`;
    expect(await sequenceOf('FICT4?type=cdna')).toBe(edited);
    expect(await sequenceOf('FICT4?type=cds')).toBe(spliced.slice(40, 133));
    const plain = peptide(spliced.slice(40, 133));
    expect(await sequenceOf('FICP4')).toBe(`${plain[0]}W${plain.slice(2)}`);
  });

  it('are translated with the genetic code of the region, also across the origin of a circle', async () => {
    const coding = cdna(overOrigin, [0, 1]);
    expect(coding).toHaveLength(100);
    expect((await get('FICP5')).json).toEqual({
      id: 'FICP5',
      desc: null,
      version: 3,
      query: 'FICP5',
      molecule: 'protein',
      seq: peptide(coding, 2),
    });
    expect(peptide(coding, 2), 'the code matters').not.toBe(peptide(coding, 1));
  });

  it('are the peptide for the id of a translation, for any type', async () => {
    expect(await sequenceOf('FICP1')).toBe(FICP1);
    expect(await sequenceOf('FICP1?type=cdna')).toBe(FICP1);
    expect(await sequenceOf('FICP1b')).toBe(peptide(bases(forward, 301, 360)));
    expect(await sequenceOf('FICP1?start=3;end=5')).toBe(FICP1.slice(2, 5));
  });

  it('are cut at genomic positions for the peptide of a transcript', async () => {
    // Genomic base 210 of FICT1 is base 10 of its second exon, base 110 of the cDNA, 100 of the coding region and in
    // residue 34.
    expect((await get('FICT1?type=protein;start=210;multiple_sequences=1')).json[0].seq).toBe(FICP1.slice(33));
    expect((await get('FICT2?type=protein;end=600')).json.seq).toBe(peptide(`NN${bases(forward, 501, 600)}`));
    expect(await rejected('FICT2?type=protein;start=150'), 'after the coding region').toEqual([
      400,
      'Your end coordinate is not within the sequence requested',
    ]);
    expect(await rejected('FICT1?type=protein;end=5;multiple_sequences=1')).toEqual([
      400,
      'Your end coordinate is not within the sequence requested',
    ]);
  });
});

describe('several sequences', () => {
  it('are rejected without multiple_sequences', async () => {
    const message = (what: string, count: number) =>
      `Requesting ${what} can result in multiple sequences. ${count} sequences detected. ` +
      'Please rerun your request and specify the multiple_sequences parameter';
    expect(await rejected('FICG1?type=cdna')).toEqual([400, message('a gene and type not equal to "genomic"', 3)]);
    expect(await rejected('FICG1?type=protein')).toEqual([400, message('a gene and type not equal to "genomic"', 3)]);
    expect(await rejected('FICT1?type=protein')).toEqual([400, message('a transcript and type "protein"', 2)]);
    expect((await get('FICG4?type=cdna')).json.id, 'a gene with one transcript').toBe('FICT6');
  });

  it('are a list in the order of the transcripts', async () => {
    expect((await get('FICG1?type=cds;multiple_sequences=1')).json.map(({ id }: { id: string }) => id)).toEqual([
      'FICT1',
      'FICT2',
    ]);
    const { json } = await get('FICG1?type=protein;multiple_sequences=1');
    expect(json.map(({ id, query }: { id: string; query: string }) => [id, query])).toEqual([
      ['FICP1', 'FICG1'],
      ['FICP1b', 'FICG1'],
      ['FICP2', 'FICG1'],
    ]);
    expect((await get('FICE1?multiple_sequences=1')).json).toHaveLength(1);
  });

  it.each(['FICT3?type=protein', 'FICT3?type=cds', 'FICG4?type=protein'])(
    'or no sequence: %s is rejected',
    async (path) => {
      expect(await rejected(path)).toEqual([
        400,
        'No sequences returned, please check the type specified is compatible with the object requested',
      ]);
    },
  );
});

describe('sequence/id', () => {
  it.each([
    ['FICG1?type=wibble', "The type 'wibble' is not understood by this service"],
    ['FICE1?type=cds', 'The type cds can not be use when retrieving an Exon'],
    ['FICG1?mask=wibble', "'wibble' is not an allowed value for masking"],
    ['FICG1?mask=hard;mask_feature=1', "'You cannot mask both repeats and features on the same sequence'"],
    [
      'FICG1?start=2;expand_3prime=1',
      'You may not expand the 3prime or 5prime sequence end when requesting a sub-sequence',
    ],
    ['FICG1?start=601', 'Your start coordinate is not within the sequence requested'],
    ['FICG1?start=-1', 'Your start coordinate is not within the sequence requested'],
    ['FICG1?end=602', 'Your end coordinate is not within the sequence requested'],
    ['FICG1?start=9;end=8', 'Your start coordinate cannot be larger than your end'],
    ['FICG1?start=many', "The value 'many' of start is not a whole number"],
    ['FICG1?species=nobody', "Can not find internal name for species 'nobody'"],
    ['FICG1?object_type=exon', "ID 'FICG1' not found"],
    [
      'FICG1?expand_5prime=10000000',
      '10000600 is greater than the maximum allowed length of 10000000. Request smaller regions of sequence',
    ],
    ['NUDG1', "This release contains no genome sequence for the species 'nudus_fictus'"],
  ])('rejects %s', async (path, reason) => {
    expect(await rejected(path)).toEqual([400, reason]);
  });

  it('reads the bases for genes of other databases from the core genome', async () => {
    expect((await get('ESTG1')).json).toMatchObject({ id: 'ESTG1', seq: bases(forward, 101, 700) });
    expect(await sequenceOf('ESTT1?type=cdna;db_type=otherfeatures;species=human')).toBe(cdna(forward, [0, 2]));
  });
});

describe('POST sequence/id', () => {
  const post = (body: unknown, query = '') => ask(`/sequence/id${query}`, { body });

  it('answers in the order of the ids, repeats repeated ids, and leaves out ids without a sequence', async () => {
    const { json } = await post({ ids: ['FICP1', 'NOPE', 'FICG1', 'FICE4', 'ESTE0', 'FICG1'] }, '?start=2;end=4');
    expect(json.map(({ query, seq }: { query: string; seq: string }) => [query, seq])).toEqual([
      ['FICP1', FICP1.slice(1, 4)],
      ['FICG1', bases(forward, 102, 104)],
      ['FICE4', bases(reverse, 1397, 1399)],
      ['ESTE0', bases(forward, 102, 104)],
      ['FICG1', bases(forward, 102, 104)],
    ]);
    expect(
      (await post({ ids: ['FICE1', 'FICT4', 'FICT3'], type: 'cds' })).json.map(({ id }: { id: string }) => id),
    ).toEqual(['FICT4']);
    expect((await post({ ids: ['FICG1'], type: 'protein' })).json).toHaveLength(3);
  });

  it('masks only the genomic sequences of an answer', async () => {
    const { json } = await post({ ids: ['FICE1', 'FICT1'], type: 'cdna', mask: 'soft' });
    expect(json[0].seq).toBe(bases(forward, 101, 200, 'soft'));
    expect(json[1].seq).toBe(FICT1);
  });

  it('answers 404 if nothing is found, and 400 for too many ids or a genome without bases', async () => {
    expect(await post({ ids: ['NOPE'] })).toMatchObject({ status: 404, json: { error: 'No results found' } });
    expect(await post({ ids: Array.from({ length: 1001 }, () => 'FICG1') })).toMatchObject({ status: 400 });
    expect((await post({ ids: ['FICG1', 'NUDG1'] })).json.error).toMatch(/contains no genome sequence/);
    expect((await post({ ids: ['FICG1', 'FICG2', 'FICE1'], expand_5prime: 9_000_000 })).json.error).toMatch(
      /^27001150 is greater than the maximum allowed length of 10000000/,
    );
  });
});
