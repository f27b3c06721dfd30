/** variant_recoder on an invented genome: every accepted input and every output. */
import { describe, expect, it } from 'vitest';
import { json } from '../../support/json.ts';
import { createApp } from '../../../src/app.ts';
import { operations as overlapOperations } from '../../../src/catalogue/overlap.ts';
import { operations } from '../../../src/catalogue/variation.ts';
import { reverseComplementOf } from '../../../src/genome/bases.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { LocalFolder } from '../../../src/store/local-folder.ts';
import { recodeVariants } from '../../../src/handlers/variant-recoder/variant-recoder.ts';
import { WorkBudget } from '../../../src/work-budget.ts';
import { openFolder } from '../../support/open-folder.ts';
import { threeLetters, translateCodons } from '../../../src/variants/hgvs-protein.ts';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { CHROMOSOME, otherBase, writeRecoderDumps } from './variant-recoder-release.ts';
import { at } from '../../../src/checked.ts';

const folder = await testFolder();
const { index, get } = await compileAndServe(await writeRecoderDumps(folder), `${folder}/index`);

const recode = async (id: string, query = '') => {
  const { status, body } = await get(`/variant_recoder/fictus_probatus/${encodeURIComponent(id)}${query}`);
  return { status, body: status === 200 ? body[0] : body.error };
};

async function post(
  ids: unknown,
  more: object = {},
  store: LocalFolder | CountingStore = openFolder(index),
  cache = new ByteCache(),
) {
  const release = await Release.open(store, new CachedBlockReader(store, cache));
  const app = createApp({ operations, openRelease: () => release });
  const response = await app.request('/rest/variant_recoder/fictus_probatus', {
    method: 'POST',
    body: JSON.stringify({ ids, ...more }),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  });
  return { status: response.status, body: await json<any>(response) };
}

// Codon 3 of T1, GAA (Glu), is at 1058.
const codon3 = {
  input: 'x',
  hgvsg: ['FX000001.1:g.1058G>T'],
  hgvsc: ['ENSFICT00001.1:c.7G>T'],
  hgvsp: ['ENSFICP00001.1:p.Glu3Ter'],
  spdi: ['FX000001.1:1057:G:T'],
  id: ['rs1', 'COSM2'],
};

describe('variant_recoder accepts', () => {
  it.each([
    '1:g.1058G>T',
    'FX000001.1:g.1058G>T',
    'chr1:g.1058G>T',
    'ENSFICT00001.1:c.7G>T',
    'ENSFICT00001:c.7G>T',
    'ensfict00001.9:C.7g>t',
    '1:1057:G:T',
    'FX000001.1:1057:1:T',
    ' 1:g.1058 G>T',
  ])('the notation %s', async (text) => {
    const input = text.replaceAll(' ', '');
    expect((await recode(text)).body).toEqual({ T: { ...codon3, input } });
  });

  it.each([
    ['1 1058 . G T'],
    ['1   1058  .  G  T', '1 1058 . G T'],
    ['1\t1058\trs1\tG\tT\t.\tPASS\t.'],
    ['chr1 1058 1058 g/t +'],
    ['1:1058-1058:1/T'],
    ['1:1058-1058/t'],
    ['1 1057 . TG TT'],
  ])('the columns %s', async (text, input = text) => {
    const { T, ...others } = (await recode(text)).body;
    expect(others).toEqual(text.includes('TG') ? { TT: expect.anything() } : {});
    if (T) expect(T).toEqual({ ...codon3, input });
  });

  it('lines with several alleles, deletions and insertions', async () => {
    const notations = async (text: string) =>
      Object.entries((await recode(text, '?fields=spdi')).body).map(([allele, { spdi }]: any) => [allele, ...spdi]);
    expect(await notations('1 1058 . G T,C')).toEqual([
      ['T', 'FX000001.1:1057:G:T'],
      ['C', 'FX000001.1:1057:G:C'],
    ]);
    // A base that begins all alleles is removed; otherwise it stays.
    expect(await notations('1 1057 . AG A,AGT')).toEqual([
      ['-', 'FX000001.1:1057:G:'],
      ['GT', 'FX000001.1:1057:G:GT'],
    ]);
    expect(await notations('1 1057 . AG A,CGT')).toEqual([
      ['A', 'FX000001.1:1056:AG:A'],
      ['CGT', 'FX000001.1:1056:AG:CGT'],
    ]);
    expect(await notations('1 1057 . A AT')).toEqual([['T', 'FX000001.1:1057::T']]);
    expect(await notations('1 1058 1057 -/T 1')).toEqual([['T', 'FX000001.1:1057::T']]);
    expect(await notations('1 1058 1058 C/A -')).toEqual([['A', 'FX000001.1:1057:G:T']]);
    expect(await notations('1:1058-1058:-1/A')).toEqual([['A', 'FX000001.1:1057:G:T']]);
  });

  it('a name, and returns each alternative allele', async () => {
    const { body } = await recode('RS1');
    expect(Object.keys(body)).toEqual(['T', 'C']);
    expect(body.T).toEqual({ ...codon3, input: 'RS1' });
    expect(body.C.hgvsp).toEqual(['ENSFICP00001.1:p.Glu3Gln']);
  });

  it('a CAid, and returns only the allele that it names', async () => {
    expect((await recode('CA11')).body).toEqual({ C: expect.objectContaining({ spdi: ['FX000001.1:1057:G:C'] }) });
    // Of two synonyms with one name, the allele is that whose notation is of its last possible place.
    expect((await recode('CA13')).body).toEqual({
      '-': expect.objectContaining({ hgvsg: ['FX000001.1:g.608_609del'] }),
    });
  });

  it.each(['CA12', 'CA99'])('no CAid without allele: %s', async (id) => {
    expect(await recode(id)).toEqual({ status: 400, body: expect.stringContaining(id) });
  });

  it('a protein change, and returns every shortest change of bases', async () => {
    const { body } = await recode('ENSFICP00001.1:p.Glu3Asp', '?fields=hgvsg,hgvsp');
    const input = 'ENSFICP00001.1:p.Glu3Asp';
    expect(body).toEqual({
      T: { input, hgvsg: ['FX000001.1:g.1060A>T'], hgvsp: [input] },
      C: { input, hgvsg: ['FX000001.1:g.1060A>C'], hgvsp: [input] },
    });
  });

  it('a residue with a codon in two exons', async () => {
    // Codon 17 of T1, TGC, is T at 1100, GC from 1201 on.
    const changes = async (text: string) =>
      Object.entries((await recode(text, '?fields=spdi,hgvsp')).body).map(([allele, { spdi, hgvsp }]: any) => [
        allele,
        spdi,
        hgvsp,
      ]);
    const protein = 'ENSFICP00001.1:p.Cys17';
    expect(await changes('ENSFICP00001:p.Cys17Trp')).toEqual([['G', ['FX000001.1:1201:C:G'], [`${protein}Trp`]]]);
    expect(await changes('ENSFICP00001:p.Cys17Ser')).toEqual([
      ['C', ['FX000001.1:1200:G:C'], [`${protein}Ser`]],
      ['A', ['FX000001.1:1099:T:A'], [`${protein}Ser`]],
    ]);
    // A change of bases in both exons includes the intron.
    const intron = CHROMOSOME.slice(1100, 1200);
    expect(at(await changes('ENSFICP00001:p.Cys17Ala'), 0).slice(0, 2)).toEqual([
      `G${intron}C`,
      [`FX000001.1:1099:T${intron}G:G${intron}C`],
    ]);
    expect((await recode('ENSFICP00001:p.Glu17Lys')).body).toBe(
      "Unable to parse HGVS notation 'ENSFICP00001:p.Glu17Lys': Sequence translated from reference (TGC -> C) does " +
        'not match input sequence (E)',
    );
  });

  it('a residue with a codon around a long intron, and returns changes without the intron', async () => {
    const spdi = Object.values((await recode('ENSFICP00007:p.Met2Ser', '?fields=spdi')).body).map(
      (allele: any) => allele.spdi,
    );
    expect(spdi).toEqual([['2:5204:TG:GT'], ['2:5204:TG:GC']]);
    expect((await recode('ENSFICP00007:p.Met2Trp')).body).toBe(
      "Unable to parse HGVS notation 'ENSFICP00007:p.Met2Trp': Region requested must be smaller than 5kb",
    );
  });

  it('a predicted change of a protein', async () => {
    expect(Object.keys((await recode('ENSFICP00001:p.(Glu3Asp)')).body)).toEqual(['T', 'C']);
    expect((await recode('ENSFICP00001:p.(Glu3Asp')).status).toBe(400);
  });

  it.each(['ENSFICT00001', 'ENSFICT00001.1', 'P00001', 'p00001.2', 'NP_000007', 'NP_000007.1', 'FWD'])(
    'a residue of a protein by its transcript, its accession or its gene: %s',
    async (name) => {
      const { body } = await recode(`${name}:p.Glu3Asp`, '?fields=spdi');
      const changes = ['T', 'C'].map((allele) => body[allele]?.spdi);
      expect(changes).toEqual([['FX000001.1:1059:A:T'], ['FX000001.1:1059:A:C']]);
    },
  );

  it('a transcript of RefSeq by a cross reference', async () => {
    const refseq = (name: string) => get(`/variant_recoder/fictus_refseq/${name}:c.7G>T?fields=spdi`);
    for (const name of ['NM_000007', 'NM_000007.1'])
      expect((await refseq(name)).body[0].T.spdi).toEqual(['FX000001.1:1057:G:T']);
    expect((await refseq('NM_000007.2')).body.error).toContain('Could not get a Transcript object for');
  });

  it('no residue of a transcript without protein', async () => {
    expect((await recode('ENSFICT00004:p.Glu3Asp')).body).toContain('Could not get a Transcript object for');
  });

  it('a gene symbol, and returns all its transcripts with a warning', async () => {
    const { body } = await recode('FWD:c.7G>T', '?fields=spdi');
    expect(body.T.spdi).toEqual(['FX000001.1:1057:G:T']);
    expect(body.warnings).toEqual([
      "Possible invalid use of gene or protein identifier 'FWD' as HGVS reference; FWD:c.7G>T may resolve to " +
        'multiple genomic locations',
    ]);
  });

  it('a variant on the reverse strand at two places, with its alleles and notations of the genome', async () => {
    expect((await recode('rs3')).body).toEqual({
      A: {
        input: 'rs3',
        id: ['rs3'],
        hgvsg: ['FX000001.1:g.700G>T', 'FX000001.1:g.800C>T'],
        spdi: ['FX000001.1:699:G:T', 'FX000001.1:799:C:T'],
      },
    });
  });

  it('a species without variants, and returns notations only', async () => {
    expect((await get('/variant_recoder/fictus_alter/1:g.3G%3ET')).body).toEqual([
      { T: { input: '1:g.3G>T', hgvsg: ['1:g.3G>T'], spdi: ['1:2:G:T'] } },
    ]);
  });
});

describe('variant_recoder on transcripts', () => {
  const of = async (text: string) => Object.values((await recode(text, '?fields=hgvsg,hgvsc,hgvsp')).body)[0];

  it('numbers those of the reverse strand', async () => {
    expect(await of('ENSFICT00002.2:c.7G>C')).toEqual({
      input: 'ENSFICT00002.2:c.7G>C',
      hgvsg: ['FX000001.1:g.2484C>G'],
      hgvsc: ['ENSFICT00002.2:c.7G>C'],
      hgvsp: ['ENSFICP00002.2:p.Glu3Gln'],
    });
  });

  it.each(['c.49+3', 'c.50-2', 'c.-51', 'c.-1', 'c.*1', 'c.*50', 'c.149+50', 'c.198'])(
    'writes the deletion T1 %s',
    async (position) => {
      expect(await of(`ENSFICT00001.1:${position}del`)).toMatchObject({ hgvsc: [`ENSFICT00001.1:${position}del`] });
    },
  );

  it.each(['c.90+3', 'c.91-2', 'c.-10', 'c.*9'])('writes the deletion T2 %s', async (position) => {
    expect(await of(`ENSFICT00002.2:${position}del`)).toMatchObject({ hgvsc: [`ENSFICT00002.2:${position}del`] });
  });

  it('does not name a change that can be shifted beyond the last base', async () => {
    for (const [position, last] of [
      ['ENSFICT00001.1:c.*51', 1500],
      ['ENSFICT00002.2:c.*10', 2201],
    ] as const) {
      const beyond = last === 1500 ? last + 1 : last - 1;
      expect(CHROMOSOME[beyond - 1]).toBe(CHROMOSOME[last - 1]);
      const said: any = await of(`${position}del`);
      expect([said.hgvsg, said.hgvsc]).toEqual([[expect.stringContaining('del')], undefined]);
      const substituted: any = await of(`1:g.${last}${CHROMOSOME[last - 1]}>${otherBase(at(CHROMOSOME, last - 1))}`);
      expect(substituted.hgvsc).toEqual([expect.stringContaining(position)]);
    }
  });

  it('numbers those without coding sequence with n.', async () => {
    const base = at(CHROMOSOME, 3009);
    const other = otherBase(base);
    expect(await of(`ENSFICT00004.4:n.10${base}>${other}`)).toEqual({
      input: `ENSFICT00004.4:n.10${base}>${other}`,
      hgvsg: [`FX000001.1:g.3010${base}>${other}`],
      hgvsc: [`ENSFICT00004.4:n.10${base}>${other}`],
    });
  });

  describe.each([
    { name: 'ENSFICT00005.5', at: (base: number) => 3400 + base, lacks: 1, seen: (text: string) => text },
    { name: 'ENSFICT00006.6', at: (base: number) => 3741 - base, lacks: 2, seen: reverseComplementOf },
  ])('of $name, which lacks $lacks of the first codon,', ({ name, at, lacks, seen }) => {
    const forward = (from: number, to: number) =>
      CHROMOSOME.slice(Math.min(at(from), at(to)) - 1, Math.max(at(from), at(to)));
    /** The bases `from` to `to` of the transcript, counted from 1, replaced: a line of VCF. */
    const line = (from: number, to: number, becomes: string) =>
      of(`1 ${Math.min(at(from), at(to))} . ${forward(from, to)} ${seen(becomes)}`);
    const bases = (from: number, to: number) => seen(forward(from, to));
    const [five, six] = [bases(5, 5), bases(6, 6)];

    it('counts the missing bases for substitutions in the coding sequence', async () => {
      expect(await line(5, 5, otherBase(five))).toMatchObject({
        hgvsc: [`${name}:c.${5 + lacks}${five}>${otherBase(five)}`],
      });
      expect(await line(1, 1, otherBase(bases(1, 1)))).toMatchObject({
        hgvsc: [`${name}:c.${1 + lacks}${bases(1, 1)}>${otherBase(bases(1, 1))}`],
      });
    });

    it('does not count them in introns, for indels, or for several bases even if only one differs', async () => {
      expect(await line(43, 43, otherBase(bases(43, 43)))).toMatchObject({
        hgvsc: [`${name}:c.40+3${bases(43, 43)}>${otherBase(bases(43, 43))}`],
      });
      expect(await of(`${name}:c.5del`)).toMatchObject({ hgvsc: [`${name}:c.5del`] });
      const inserted = otherBase(six).repeat(7);
      expect(await of(`${name}:c.5_6ins${inserted}`)).toMatchObject({ hgvsc: [`${name}:c.5_6ins${inserted}`] });
      const both = otherBase(five) + otherBase(six);
      expect(await line(5, 6, both)).toMatchObject({ hgvsc: [`${name}:c.5_6delins${both}`] });
      expect(await line(5, 6, otherBase(five) + six)).toMatchObject({
        hgvsc: [`${name}:c.5${five}>${otherBase(five)}`],
      });
    });

    it('does not count them when it reads a notation', async () => {
      expect(await of(`${name}:c.5${five}>${otherBase(five)}`)).toMatchObject({
        hgvsc: [`${name}:c.${5 + lacks}${five}>${otherBase(five)}`],
      });
    });

    it('always counts them in the protein', async () => {
      const codon = bases(4 - lacks, 6 - lacks);
      const changed = translateCodons(otherBase(codon.charAt(0)) + codon.slice(1), 1);
      const [residue, text] = [translateCodons(codon, 1), (letters: string) => threeLetters(letters)];
      const said = `${name.replace('T0', 'P0')}:p.${text(residue)}2${changed === residue ? '=' : text(changed)}`;
      expect(await of(`${name}:c.${4 - lacks}${codon[0]}>${otherBase(codon.charAt(0))}`)).toMatchObject({
        hgvsp: [said],
      });
      if (changed !== residue)
        expect(
          Object.values((await recode(said, '?fields=hgvsp')).body).map((allele: any) => allele.hgvsp),
        ).toContainEqual([said]);
    });
  });

  it('uses the genetic code of the region', async () => {
    // TGG to TGA: Trp in mitochondria, a stop elsewhere; AAA to AGA the other way round.
    expect(await of('MT:g.112G>A')).toMatchObject({ hgvsp: ['ENSFICP00003.3:p.Trp4='] });
    expect(await of('MT:g.105A>G')).toMatchObject({ hgvsp: ['ENSFICP00003.3:p.Lys2Ter'] });
    const { body } = await recode('ENSFICP00003:p.Lys2Ter', '?fields=hgvsg');
    expect(Object.values(body).map((allele: any) => allele.hgvsg[0])).toEqual(['MT:m.104A>T', 'MT:m.105A>G']);
  });

  it('describes proteins by the effect, as VEP does', async () => {
    expect(await of('1:1446::TG')).toMatchObject({ hgvsp: ['ENSFICP00001.1:p.Ter66delinsCysTer'] });
  });

  it('limits them to the requested set', async () => {
    expect((await recode('ENSFICT00002:c.7G>C', '?gencode_basic=1')).body.C.hgvsc).toBeUndefined();
    expect((await recode('1:g.1058G>T', '?gencode_basic=1')).body.T.hgvsc).toEqual(codon3.hgvsc);
    // As in Ensembl, which knows this set only in vep.
    expect((await recode('1:g.1058G>T', '?gencode_primary=1')).body.T.hgvsc).toEqual(codon3.hgvsc);
  });
});

describe('variant_recoder shifts indels', () => {
  it("to the 3' end, in HGVS only", async () => {
    expect((await recode('rs4', '?vcf_string=1')).body).toEqual({
      '-': {
        input: 'rs4',
        id: ['rs4'],
        hgvsg: ['FX000001.1:g.608_609del'],
        spdi: ['FX000001.1:602:AA:'],
        vcf_string: [`1-602-AAA-A`],
      },
    });
  });

  it('before it looks for known variants, at any place in a repeat', async () => {
    for (const text of ['1:g.604_605del', '1:g.608_609del', '1:g.600_601del', '1:602:AAA:A', '1:598:CAA:C'])
      expect(Object.values((await recode(text)).body).map((allele: any) => allele.id)).toEqual([['rs4']]);
    expect((await recode('1:g.604del')).body['-'].id).toBeUndefined();
  });

  it('in duplications, insertions, delins, inversions and repeats', async () => {
    const g = async (text: string) => Object.values<any>((await recode(text, '?fields=hgvsg,spdi')).body)[0];
    expect(await g('1:g.605dup')).toMatchObject({ hgvsg: ['FX000001.1:g.609dup'], spdi: ['FX000001.1:604::A'] });
    expect(await g('1:g.605dupA')).toMatchObject({ hgvsg: ['FX000001.1:g.609dup'] });
    expect(await g('1:g.604_605insCC')).toMatchObject({
      hgvsg: ['FX000001.1:g.604_605insCC'],
      spdi: ['FX000001.1:604::CC'],
    });
    expect(await g('1:g.604_605delinsCC')).toMatchObject({ hgvsg: ['FX000001.1:g.604_605delinsCC'] });
    expect(await g('1:g.609_610inv')).toMatchObject({
      hgvsg: ['FX000001.1:g.609_610inv'],
      spdi: ['FX000001.1:608:AG:CT'],
    });
    expect(await g('1:g.600A[3]')).toMatchObject({ hgvsg: ['FX000001.1:g.608_609dup'] });
  });

  it('whatever bases or numbers of bases a deletion, duplication, delins or inversion names', async () => {
    const spdi = async (text: string) => Object.values<any>((await recode(text, '?fields=spdi')).body)[0].spdi[0];
    expect(await spdi('1:g.1058delA')).toBe('FX000001.1:1057:G:');
    expect(await spdi('1:g.1058del10')).toBe('FX000001.1:1057:G:');
    expect(await spdi('1:g.1058del2insA')).toBe('FX000001.1:1057:G:A');
    expect(await spdi('1:g.1058dup2')).toBe('FX000001.1:1057::G');
    expect(await spdi('1:g.609_610invTTT')).toBe('FX000001.1:608:AG:CT');
    expect(await spdi('ENSFICT00001:c.7delT')).toBe('FX000001.1:1057:G:');
  });

  it('of copies in front of what is copied, on either strand', async () => {
    const spdi = async (text: string) => Object.values<any>((await recode(text, '?fields=spdi')).body)[0].spdi[0];
    // Codon 3 of T2, GAA on the reverse strand, is at 2482 to 2484.
    expect(await spdi('1:g.2482_2484dup')).toBe('FX000001.1:2481::TTC');
    expect(await spdi('ENSFICT00002:c.7_9dup')).toBe('FX000001.1:2484::TTC');
  });

  it('in vcf_string with the base before alleles of unequal lengths, and without shared last bases', async () => {
    const vcf = async (text: string) => {
      const { body } = await recode(text, '?fields=id;vcf_string=1');
      return Object.values<any>(body)[0].vcf_string;
    };
    expect(await vcf('1:1057:G:TC')).toEqual([`1-1057-${CHROMOSOME[1056]}G-${CHROMOSOME[1056]}TC`]);
    expect(await vcf('1:1057:GAA:GTA')).toEqual(['1-1058-GAA-GTA']);
    expect(await vcf('1:1057:GAA:GCGA')).toEqual(['1-1058-GA-GCG']);
  });

  it('as whole inversions on the genome, and trimmed ones on transcripts', async () => {
    // Only the base in the middle changes.
    const [inverted] = Object.values<any>((await recode('1:1003:GGC:GCC', '?fields=hgvsg,hgvsc')).body);
    expect(inverted.hgvsg).toEqual(['FX000001.1:g.1004_1006inv']);
    expect(inverted.hgvsc).toEqual(['ENSFICT00001.1:c.-47G>C']);
    // GC is its own reverse complement: nothing changes.
    expect(CHROMOSOME.slice(302, 304)).toBe('GC');
    const [unchanged] = Object.values<any>((await recode('1 303 304 CC/GC 1', '?fields=id,hgvsg')).body);
    expect(unchanged?.hgvsg).toBeUndefined();
  });

  it('by the number of deleted bases if there are more than 20', async () => {
    const spdi = async (text: string) => Object.values<any>((await recode(text, '?fields=spdi')).body)[0].spdi;
    expect(await spdi('1:g.1101_1120del')).toEqual([`FX000001.1:1100:${CHROMOSOME.slice(1100, 1120)}:`]);
    expect(await spdi('1:g.1101_1121del')).toEqual(['FX000001.1:1100:21:']);
    expect(await spdi('1:1100:21:')).toEqual(['FX000001.1:1100:21:']);
  });

  it('by dropping bases that a delins leaves unchanged, on either strand', async () => {
    const spdi = async (text: string) =>
      Object.entries((await recode(text, '?fields=spdi')).body).map(([allele, { spdi }]: any) => [allele, ...spdi]);
    // GAA, codon 3 of T1 at 1058 and of T2 at 2484.
    expect(await spdi('1:g.1058_1060delinsGTA')).toEqual([['T', 'FX000001.1:1058:A:T']]);
    expect(await spdi('ENSFICT00002:c.7_9delinsGTA')).toEqual([['T', 'FX000001.1:2482:T:A']]);
    expect(await spdi('1:g.1058_1060delinsGTAA')).toEqual([['T', 'FX000001.1:1058::T']]);
    expect(await spdi('1:g.1058_1060delGAAinsGA')).toEqual([['-', 'FX000001.1:1059:A:']]);
  });

  it('and says that alleles with unknown bases have no names', async () => {
    expect((await recode('1:g.605_606insANA', '?fields=hgvsg,spdi')).body).toEqual({
      ANA: { input: '1:g.605_606insANA' },
      warnings: ['The allele ANA has unknown bases (N), so that neither HGVS nor SPDI can name it'],
    });
  });

  it('and counts frameshifts to their stop', async () => {
    // GAA TGG TGC becomes GAT GGT GCC; the frame then runs on without a stop to AA|G TAA in the UTR.
    const { body } = await recode('ENSFICT00001:c.9del', '?fields=hgvsp,hgvsc');
    expect(body['-'].hgvsc).toEqual(['ENSFICT00001.1:c.9del']);
    expect(body['-'].hgvsp).toEqual(['ENSFICP00001.1:p.Glu3AspfsTer65']);
  });

  it('and drops bases shared with the reference from a single alternative, or from any with minimal', async () => {
    const alleles = async (text: string, query = '') => Object.keys((await recode(text, query)).body);
    expect(await alleles('1:602:AAA:A')).toEqual(['-']);
    expect(await alleles('1 603 . A AAT')).toEqual(['AT']);
    expect(await alleles('1 603 . AAA A,AA')).toEqual(['-', 'A']);
    expect(await alleles('1:602:AA:AT')).toEqual(['AT']);
    expect(await alleles('1:602:AA:AT', '?minimal=1')).toEqual(['T']);
  });
});

describe('variant_recoder across the origin of a circle', () => {
  const names = async (text: string) => Object.values<any>((await recode(text, '?fields=hgvsg,spdi,id')).body)[0];

  it('shifts a deletion in a repeat, and finds its name', async () => {
    for (const text of ['MT:m.297_300del', 'MT:m.299_2del', 'MT:g.1_4del', 'MT:296:CAGTCAGT:CAGT']) {
      expect(await names(text)).toMatchObject({ hgvsg: ['MT:m.97_100del'], id: ['rs11'] });
    }
  });

  it('reads the names that it writes', async () => {
    const first = await names('MT:m.299_2delinsCCC');
    expect(first).toMatchObject({ hgvsg: ['MT:m.299_2delinsCCC'], spdi: ['MT:298:GTCA:CCC'] });
    expect(await names('MT:298:GTCA:CCC')).toMatchObject({ hgvsg: first.hgvsg });
  });

  it('places an insertion between the last and the first base', async () => {
    expect(await names('MT:m.300_1insGG')).toMatchObject({
      hgvsg: ['MT:m.300_1insGG'],
      spdi: ['MT:300::GG'],
      id: ['rs12'],
    });
    expect(await names('MT:0::GG')).toMatchObject({ hgvsg: ['MT:m.300_1insGG'], id: ['rs12'] });
  });

  it('finds variants that overlap/region lists without going around the circle', async () => {
    const { body } = await get('/overlap/region/fictus_probatus/MT:100-300?feature=variation');
    expect(body.map(({ id, start, end, alleles }: any) => [id, start, end, alleles])).toEqual(
      expect.arrayContaining([
        ['rs12', 1, 0, ['-', 'GG']],
        ['rs13', 151, 150, []],
      ]),
    );
    const store = openFolder(index);
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    const app = createApp({ operations: overlapOperations, openRelease: () => release });
    const bed = await (
      await app.request('/rest/overlap/region/fictus_probatus/MT:100-300?feature=variation', {
        headers: { 'Content-Type': 'text/x-bed' },
      })
    ).text();
    expect(bed).toContain('\t150\t150\trs13\t');
    expect((await get('/variation/fictus_probatus/rs13')).body.mappings).toMatchObject([
      { location: 'MT:151-150', allele_string: null },
    ]);
    expect(bed).toContain('\t0\t0\trs12\t');
  });

  it('rejects positions that the circle does not have', async () => {
    for (const text of ['MT:m.301del', 'MT:m.299_302del', '1:g.3999_2del'])
      expect((await recode(text)).status).toBe(400);
  });
});

describe('variant_recoder before the first base and after the last', () => {
  const names = async (text: string) => Object.values<any>((await recode(text, '?fields=hgvsg,spdi,id')).body)[0];

  it('writes no HGVS of an insertion, and SPDI only after the last, which can be read again', async () => {
    for (const text of ['rs14', '1:4000::AC'])
      expect(await names(text)).toEqual({ input: text, id: ['rs14'], spdi: ['FX000001.1:4000::AC'] });
    const before = CHROMOSOME[0] === 'G' ? 'C' : 'G';
    expect(await names(`1:0::${before}`)).toEqual({ input: `1:0::${before}` });
    expect(await names('1:g.3999_4000dup')).toMatchObject({
      hgvsg: ['FX000001.1:g.3999_4000dup'],
      spdi: [`FX000001.1:3998::${CHROMOSOME.slice(3998)}`],
    });
    expect((await recode('1:4001::A')).status).toBe(400);
  });
});

describe('variant_recoder returns', () => {
  it('the requested fields', async () => {
    expect((await recode('rs1', '?fields=spdi,nonsense')).body.T).toEqual({ input: 'rs1', spdi: codon3.spdi });
    expect((await recode('rs1', '?fields=id;vcf_string=1')).body.T).toEqual({
      input: 'rs1',
      id: ['rs1', 'COSM2'],
      vcf_string: ['1-1058-G-T'],
    });
  });

  it('synonyms by source', async () => {
    expect((await recode('1:g.1058G>T', '?fields=id&var_synonyms=1')).body.T.var_synonyms).toEqual([
      'Archive: rs101',
      'ClinVar: VCV1,RCV1',
    ]);
    expect((await recode('rs101', '?fields=id')).body.T).toEqual({ input: 'rs101', id: ['rs1', 'COSM2'] });
  });

  it('all notations of MANE Select transcripts', async () => {
    expect((await recode('1:g.1058G>T', '?fields=mane_select')).body.T.mane_select).toEqual([
      { hgvsg: codon3.hgvsg[0], hgvsc: codon3.hgvsc[0], hgvsp: codon3.hgvsp[0] },
    ]);
  });

  it('VRS alleles on regions of RefSeq, with positions between bases, next to SPDI', async () => {
    const { body } = await recode('NC_000003.1:g.604_605insCC', '?fields=spdi;ga4gh_vrs=1');
    expect(body.CC).toEqual({
      input: 'NC_000003.1:g.604_605insCC',
      spdi: ['NC_000003.1:604::CC'],
      ga4gh_vrs: [
        {
          type: 'Allele',
          location: {
            type: 'SequenceLocation',
            sequence_id: 'refseq:NC_000003.1',
            interval: { type: 'SimpleInterval', start: '604', end: 604 },
          },
          state: { type: 'SequenceState', sequence: 'CC' },
        },
      ],
    });
    expect((await recode('1:g.604_605insCC', '?fields=spdi;ga4gh_vrs=1')).body.CC.ga4gh_vrs).toEqual([]);
    expect((await recode('1:g.604_605insCC', '?fields=id,ga4gh_vrs')).body.CC.ga4gh_vrs).toBeUndefined();
  });

  it('failed variants on request', async () => {
    const allele = at(Object.keys((await recode('rs7')).body), 0);
    expect((await recode('rs7')).body[allele].id).toBeUndefined();
    expect((await recode('rs7', '?failed=1')).body[allele].id).toEqual(['rs7']);
  });

  it('failed variants at the place of another variant on request, whether displayed or not', async () => {
    expect((await recode('1:g.1058G>T', '?fields=id')).body.T.id).toEqual(['rs1', 'COSM2']);
    expect((await recode('1:g.1058G>T', '?fields=id;failed=1')).body.T.id.sort()).toEqual([
      'COSM2',
      'rs1',
      'rs10',
      'rs9',
    ]);
  });
});

describe('variant_recoder rejects', () => {
  const hgvs = (text: string, why: string) => [text, `Unable to parse HGVS notation '${text}': ${why}`];
  const spdi = (text: string, why: string) => [text, `Unable to parse SPDI notation '${text}': ${why}`];
  it.each([
    ['nope', "No variant found with ID 'nope'"],
    ['rs6', "No mappings found for variant 'rs6'"],
    [
      'rs5',
      'variant skipped (rs5): Alleles look like an insertion (-/A) but coordinates are not start = end + 1 ' +
        '(START=900, END=900) for variant (rs5) ',
    ],
    ['ss8', "The variant 'ss8' has no known alternative allele"],
    hgvs(
      '1:g.1058A>T',
      'Reference allele extracted from 1:1058-1058 (G) does not match reference allele given by HGVS notation ' +
        '1:g.1058A>T (A)',
    ),
    hgvs(
      '1:g.1058G>G',
      'Reference allele extracted from 1:1058-1058 (G) matches alt allele given by HGVS notation 1:g.1058G>G (G)',
    ),
    hgvs(
      'ENSFICT00002:c.7A>T',
      'Reference allele extracted from ENSFICT00002:2484-2484 (G) does not match reference allele given by HGVS ' +
        'notation ENSFICT00002:c.7A>T (A)',
    ),
    hgvs('1:g.x', 'Could not parse the HGVS notation 1:g.x'),
    hgvs('1:g.x5', "'x5' does not begin with a position"),
    ...['1:g.10', '1:g.10foo'].map((text) =>
      hgvs(text, `The variant class for HGVS notation '${text}' is unknown or could not be correctly recognized`),
    ),
    hgvs('1:g.10-?_20+?del', 'HGVS notation for variation with unknown location is not supported'),
    hgvs('1:g.(?_10)_20del', 'HGVS notation for variation with unknown location is not supported'),
    hgvs('1:g.10_11ins56', "HGVS notation for insertion '10_11ins56' is not supported"),
    hgvs('1:g.(10_20)insA', "HGVS notation for insertion '(10_20)insA' is not supported"),
    hgvs('ENSFICP00001:p.Glu3AspfsTer65', 'Frameshifts are not supported for HGVS protein input'),
    ...['=', '?'].map((change) =>
      hgvs(`ENSFICP00001:p.${change}`, `Could not parse the HGVS notation ENSFICP00001:p.${change}`),
    ),
    hgvs('1:g.10G>Z', "'Z' contains other letters than A, C, G, T and N"),
    hgvs('1:g.10=', 'it describes no change'),
    hgvs('1:g.10+1del', 'genomic positions must be integers of at least 1'),
    hgvs('1:g.20_10del', 'it ends before it starts'),
    hgvs('1:g.10_12insA', 'the positions of an insertion must be two adjacent bases'),
    hgvs('1:g.4001del', '1 has positions from 1 to 4000'),
    hgvs('1:g.1_5001del', 'Region requested must be smaller than 5kb'),
    hgvs(`1:g.10_11ins${'A'.repeat(5001)}`, 'at most 5000 bases can be inserted'),
    hgvs('1:r.10del', 'HGVS type r not recognised for 1:r.10del'),
    hgvs('ENSFICT00001:c.7G>T(p.Glu3Ter)', "can't interpret '(p.Glu3Ter)'"),
    ...['Glu3fs', 'Glu3dup', 'Glu3_Trp4insAla', 'Glu3delinsAlaCys', 'Met1ext-5', 'Ter66GlnextTer8', 'W4_E3del'].map(
      (change) =>
        hgvs(
          `ENSFICP00001:p.${change}`,
          `Could not parse HGVS protein notation ENSFICP00001:p.${change}: only changes of one residue are ` +
            'allowed, such as p.Asp22Glu, p.Asp22= and p.Asp22del',
        ),
    ),
    hgvs('Z:g.10del', 'the sequence Z is not known in fictus_probatus'),
    hgvs('ENSFICT9:c.1del', "Could not get a Transcript object for 'ENSFICT9'"),
    hgvs(
      'ENSFICT00001:c.*52del',
      'Unable to map the cDNA coordinates 52-52 to genomic coordinates for Transcript ENSFICT00001',
    ),
    hgvs('ENSFICP00001:p.Lys3Glu', 'Sequence translated from reference (GAA -> E) does not match input sequence (K)'),
    hgvs(
      'ENSFICP00001:p.Glu99Lys',
      'Unable to map the peptide coordinate 99 to genomic coordinates for protein ENSFICP00001',
    ),
    spdi(
      '1:1057:A:T',
      'Reference allele extracted from 1:1058-1058 (G) does not match reference allele given by SPDI notation ' +
        '1:1057:A:T (A)',
    ),
    spdi(
      '1:1057:G:G',
      'Reference allele extracted from 1:1058-1058 (G) matches alt allele given by SPDI notation 1:1057:G:G (G)',
    ),
    spdi('1:x:G:T', 'it must have the form sequence:position:deleted bases:inserted bases'),
    spdi('1:10:G', 'it must have the form sequence:position:deleted bases:inserted bases'),
    spdi('1:10:9999:G', 'Region requested must be smaller than 5kb'),
    spdi('1:4000:G:T', '1 has positions from 1 to 4000'),
    spdi('Z:10:G:T', 'the sequence Z is not known in fictus_probatus'),
    ['Z 10 . G T', 'variant skipped (Z 10 . G T): the sequence Z is not known in fictus_probatus '],
    ['1 4001 . G T', 'variant skipped (1 4001 . G T): 1 has positions from 1 to 4000 '],
    ['1 10 . G <DEL>', "variant skipped (1 10 . G <DEL>): the alternative alleles must be bases or '-', not '<DEL>' "],
    ['1 10 . G .', "variant skipped (1 10 . G .): the alternative alleles must be bases or '-', not '.' "],
    ['1 10 . . G', "variant skipped (1 10 . . G): the reference allele must be bases or '-', not '.' "],
    ['1 10 . foo G', "variant skipped (1 10 . foo G): the reference allele must be bases or '-', not 'FOO' "],
    ['1 5 5 FOO/G', "variant skipped (1 5 5 FOO/G): the reference allele must be bases or '-', not 'FOO' "],
    ['1 5 5 /G', "variant skipped (1 5 5 /G): the reference allele must be bases or '-', not '' "],
    ['1 5 6 AC/A-C', "variant skipped (1 5 6 AC/A-C): the alternative alleles must be bases or '-', not 'AC/A-C' "],
    ['1:5-6/A-C', "variant skipped (1:5-6/A-C): the alternative alleles must be bases or '-', not 'A-C' "],
    ['1:5-6/--', "variant skipped (1:5-6/--): the alternative alleles must be bases or '-', not '--' "],
    [
      '1 10 12 GA/T 1',
      'variant skipped (1 10 12 GA/T 1): Length of reference allele (GA length 2) does not match coordinates 10-12 ' +
        'for variant (1 10 12 GA/T 1) ',
    ],
  ])('%s', async (id, text) => {
    expect(await recode(id)).toEqual({ status: 400, body: text });
  });

  it('requests without an id or with an unknown species', async () => {
    expect((await get('/variant_recoder/fictus_probatus')).body.error).toBe(
      'variant ID is a required parameter for this endpoint',
    );
    expect((await get('/variant_recoder/dave/rs1')).body.error).toBe("Can not find internal name for species 'dave'");
  });
});

describe('POST variant_recoder', () => {
  it('answers each valid id once, with warnings about the invalid ids before it', async () => {
    const { body } = await post(['nope', '1:g.bad', 'rs1', 'rs4', 'rs1', 'last'], { fields: 'spdi' });
    expect(body).toEqual([
      {
        T: { input: 'rs1', spdi: ['FX000001.1:1057:G:T'] },
        C: { input: 'rs1', spdi: ['FX000001.1:1057:G:C'] },
        warnings: [
          "No variant found with ID 'nope'",
          "Unable to parse HGVS notation '1:g.bad': Could not parse the HGVS notation 1:g.bad",
        ],
      },
      { '-': { input: 'rs4', spdi: ['FX000001.1:602:AA:'] } },
    ]);
  });

  it('rejects lists that are invalid throughout, too long, or missing', async () => {
    expect(await post(['nope', 'neither'])).toEqual({
      status: 400,
      body: { error: "No variant found with ID 'nope'" },
    });
    expect((await post(Array.from({ length: 201 }, (_, each) => `rs${each}`))).body.error).toMatch(
      /^POST message too large/,
    );
    expect((await post(undefined)).body.error).toBe(
      ' Cannot find "ids" key in your POST. Please check the format of your message against the documentation',
    );
    expect((await post([])).status).toBe(400);
    const long = `1:g.1058G>${'T'.repeat(100_000)}`;
    const answer = await post([long]);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain('is too long: it has 100010 characters; at most 100000 are allowed');
  });

  it('rejects lists with more notations than a request may compute', async () => {
    const store = openFolder(index);
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    const params = { species: 'fictus_probatus', fields: [], gencode_basic: false, failed: false, minimal: false };
    const recode = (milliseconds: number) =>
      recodeVariants({ params, items: ['rs1'], release, work: new WorkBudget(milliseconds) } as never);
    // Two alleles, each on the transcripts that are near.
    await expect(recode(0.05)).rejects.toThrow('Please ask for fewer variants at a time');
    expect(await recode(1000)).toMatchObject({ kind: 'value' });
  });

  it('takes three waves of reads for a name after the root, and reads nothing twice even without a cache', async () => {
    for (const [name, shown] of [
      ['rs1', 'hgvsp'],
      ['rs4', 'id'],
    ] as const) {
      const store = new CountingStore(openFolder(index));
      const [answer] = (await post([name], {}, store, new ByteCache(0))).body;
      expect(Object.values<any>(answer)[0][shown]).not.toEqual([]);
      // The root, the variant, its region with variants around it, bases.
      expect(store.waves, name).toBe(4);
      expect(new Set(store.reads.map(({ object, offset }) => `${object} ${offset}`)).size, name).toBe(
        store.reads.length,
      );
    }
  });

  it('takes no more waves of reads than the most expensive item alone', async () => {
    const cold = async (...ids: string[]) => {
      const store = new CountingStore(openFolder(index));
      expect((await post(ids, {}, store)).status).toBe(200);
      return store.waves;
    };
    // Only the root is in memory: root, item, region or gene, variants around it, exons of coding sequences.
    const alone = [
      await cold('rs1'),
      await cold('1:g.1058G>T'),
      await cold('ENSFICT00002:c.7G>C'),
      await cold('FWD:c.7G>T'),
    ];
    const mixed = await cold(
      'rs1',
      'rs3',
      '1:g.1058G>T',
      '1:1057:G:C',
      'ENSFICT00002:c.7G>C',
      'ENSFICP00003:p.Lys2Ter',
      'FWD:c.7G>T',
    );
    expect(Math.max(...alone)).toBeLessThanOrEqual(5);
    expect(mixed).toBeLessThanOrEqual(Math.max(...alone));
  });
});
