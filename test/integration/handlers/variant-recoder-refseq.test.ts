import { describe, expect, it } from 'vitest';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';
import { writeRecoderDumps } from './variant-recoder-release.ts';

const folder = await testFolder();
const { get } = await compileAndServe(await writeRecoderDumps(folder), `${folder}/index`);
const recode = async (id: string, query = '?fields=spdi,hgvsc,hgvsp') => {
  const { status, body } = await get(`/variant_recoder/fictus_refseq/${encodeURIComponent(id)}${query}`);
  return status === 200 ? body[0] : body.error;
};

describe('variant_recoder with RefSeq transcripts', () => {
  // Codon 2 of T1, AAA (Lys), becomes ATA (Ile).
  const codon2 = {
    spdi: ['FX000001.1:1055:A:T'],
    hgvsc: ['ENSFICT00001.1:c.5A>T', 'NM_000001.3:c.5A>T'],
    hgvsp: ['ENSFICP00001.1:p.Lys2Ile', 'NP_000001.1:p.Lys2Ile'],
  };

  it.each([
    'NM_000001.3:c.5A>T',
    'NM_000001:c.5A>T',
    'FX000001.1:g.1056A>T',
    'ENSFICT00001:c.5A>T',
    'NP_000001.1:p.Lys2Ile',
    // With the gene of a transcript, and with a transcript of a genomic sequence.
    'NM_000001.3(FWD):c.5A>T',
    'ENSFICT00001(FWD):c.5A>T',
    'NC_000001.1(NM_000001.3):c.5A>T',
  ])('reads and writes them like those of Ensembl: %s', async (text) => {
    expect(await recode(text)).toEqual({ T: { input: text, ...codon2 } });
  });

  it('rejects other versions than the database has', async () => {
    expect(await recode('NM_000001.2:c.5A>T')).toBe(
      "Unable to parse HGVS notation 'NM_000001.2:c.5A>T': Could not get a Transcript object for 'NM_000001.2'",
    );
  });

  it('does not include them in the GENCODE basic set', async () => {
    expect((await recode('NM_000001.3:c.5A>T', '?fields=hgvsc;gencode_basic=1')).T.hgvsc).toEqual([
      'ENSFICT00001.1:c.5A>T',
    ]);
  });
});
