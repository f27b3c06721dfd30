/** VEP on a contig of which a chromosome is assembled, and proteins that have the id of their transcript. */
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../src/checked.ts';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';

const SPECIES = 'fictus_compositus';
/** The coding sequence of the gene, bases 101-400 of the chromosome; the contig has them on its reverse strand. */
const CODING = `ATG${'GCTTCAGAC'.repeat(32)}GCTTCATAA`;
const COMPLEMENT = new Map(Object.entries({ A: 'T', C: 'G', G: 'C', T: 'A' }));
const REVERSED = [...CODING]
  .reverse()
  .map((base) => COMPLEMENT.get(base))
  .join('');

const core = oneGeneDatabase(SPECIES, {
  seq_region: [{ seq_region_id: 21, name: 'piece', coord_system_id: 2, length: 320 }],
  coord_system: [
    { coord_system_id: 2, species_id: 1, name: 'contig', rank: 2, attrib: 'default_version,sequence_level' },
  ],
  assembly: [
    {
      asm_seq_region_id: 11,
      asm_start: 101,
      asm_end: 400,
      cmp_seq_region_id: 21,
      cmp_start: 1,
      cmp_end: 300,
      ori: -1,
    },
  ],
  dna: [{ seq_region_id: 21, sequence: `${REVERSED}${'ACGT'.repeat(5)}` }],
  analysis: [{ analysis_id: 2, logic_name: 'hmmfict', db: 'FictFam' }],
  analysis_description: [{ analysis_id: 2, description: null, display_label: 'Fict_fam', displayable: 1 }],
  protein_feature: [
    {
      protein_feature_id: 1,
      translation_id: 1,
      seq_start: 2,
      seq_end: 50,
      hit_start: 1,
      hit_end: 49,
      hit_name: 'FF001',
      analysis_id: 2,
    },
  ],
});
at(core.coord_system, 0)['attrib'] = 'default_version';
at(core.translation, 0)['stable_id'] = 'FICT1';

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  release = await CompiledRelease.from([[SPECIES, 'core', core]]);
  service = await release.serve();
});
const vep = async (place: string, query = '') => (await service.get(`/vep/${SPECIES}/region/${place}${query}`)).json;

describe('a variant on a contig', () => {
  it('is answered on the chromosome, on the other strand, with the id that it has on the contig', async () => {
    const [onContig] = await vep('piece:291-291:1/G');
    const [onChromosome] = await vep('1:110-110:1/C');
    expect(onContig).toMatchObject({
      input: 'piece 291 291 C/G 1',
      id: 'piece_291_C/G',
      seq_region_name: '1',
      start: 110,
      end: 110,
      strand: -1,
      allele_string: 'C/G',
    });
    const [effect] = onContig.transcript_consequences;
    expect(effect).toMatchObject({ codons: 'Gac/Cac', amino_acids: 'D/H', variant_allele: 'G' });
    const { amino_acids: residues, codons, protein_start: position } = onChromosome.transcript_consequences[0];
    expect(onContig.most_severe_consequence).toBe(onChromosome.most_severe_consequence);
    expect([residues, codons, position]).toEqual([effect.amino_acids, effect.codons, effect.protein_start]);
  });

  it('keeps both positions of an insertion', async () => {
    expect(await vep('piece:291-290:1/AAA')).toMatchObject([
      { seq_region_name: '1', start: 111, end: 110, strand: -1 },
    ]);
  });

  it('has the same answer in a batch', async () => {
    const lines = ['piece 291 . C G', 'piece 200 . C CT,CA', 'piece 10 . C <DEL> . . SVTYPE=DEL;END=40', '1 110 . G C'];
    const text = lines.map((line) => `${line.replaceAll(' ', '\t')}\n`).join('');
    for (const query of ['', '?minimal=1']) {
      const { json } = await service.post(`/vep/${SPECIES}/region${query}`, { variants: lines });
      const batch = await service.fetch(`/rest/vep/${SPECIES}/batch${query}`, {
        method: 'POST',
        body: `##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n${text}`,
        headers: { 'content-type': 'text/x-vcf', accept: 'application/x-ndjson' },
      });
      const answers = (await batch.text()).trimEnd().split('\n');
      const withoutInput = ({ input: _, ...answer }: any) => answer;
      expect(answers.map((line) => withoutInput(JSON.parse(line)))).toEqual(json.map(withoutInput));
      expect(json.map((each: any) => each.seq_region_name)).toEqual(['1', '1', '1', '1']);
    }
  });

  it('stays on the contig if it reaches beyond the part that is in the chromosome', async () => {
    expect(await vep('piece:300-301:1/GG')).toMatchObject([{ seq_region_name: 'piece', start: 300, end: 301 }]);
  });

  it('needs one wave of reads more', async () => {
    const waves = async (place: string) => {
      const { get, store } = await release.serve();
      expect((await get(`/vep/${SPECIES}/region/${place}`)).status).toBe(200);
      return store.waves;
    };
    expect(await waves('piece:291-291:1/G')).toBe((await waves('1:110-110:1/C')) + 1);
  });
});

describe('a protein with the id of its transcript', () => {
  it('has domains', async () => {
    const [{ transcript_consequences: effects }] = await vep('1:110-110:1/A', '?domains=1');
    expect(effects).toMatchObject([{ transcript_id: 'FICT1', domains: [{ db: 'Fict_fam', name: 'FF001' }] }]);
  });
});
