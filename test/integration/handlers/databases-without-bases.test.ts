/** Other databases contain only models: bases, repeats and bands come from the core database of their species. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';

const SPECIES = 'fictus_probatus';
const [EXON, SECOND] = [101, 301];

/** A gene of two exons, 101-200 and 301-400. It ends with the stop codon. */
function rows(prefix: string) {
  const database = oneGeneDatabase(SPECIES, {
    attrib_type: [{ attrib_type_id: 9, code: 'karyotype_rank', name: 'Rank' }],
    seq_region_attrib: [{ seq_region_id: 11, attrib_type_id: 9, value: '1' }],
    meta_coord: [{ table_name: 'repeat_feature', coord_system_id: 1, max_length: 40 }],
    exon: [
      {
        exon_id: 2,
        seq_region_start: SECOND,
        seq_region_end: 400,
        seq_region_strand: 1,
        phase: 1,
        end_phase: 0,
        is_current: 1,
        is_constitutive: 1,
        stable_id: `${prefix}E2`,
        version: 1,
        seq_region_id: 11,
      },
    ],
    exon_transcript: [{ exon_id: 2, transcript_id: 1, rank: 2 }],
  });
  Object.assign(at(database.exon, 0), { seq_region_end: 200, end_phase: 1, stable_id: `${prefix}E1` });
  // 100 bases of the first exon and 99 of the second: 66 codons and one base, or 65 codons and a stop.
  Object.assign(at(database.translation, 0), { stable_id: `${prefix}P1`, end_exon_id: 2, seq_end: 98 });
  at(database.gene, 0).stable_id = `${prefix}G1`;
  at(database.transcript, 0).stable_id = `${prefix}T1`;
  return database;
}

describe('an otherfeatures database without bases', () => {
  let service: RunningService;

  beforeAll(async () => {
    const sequence = Array.from('ACGGCTTGCA'.repeat(500));
    sequence.splice(SECOND - 1 + 98 - 3, 3, 'T', 'A', 'A');
    const core = {
      ...rows('FIC'),
      dna: [{ seq_region_id: 11, sequence: sequence.join('') }],
      repeat_consensus: [
        {
          repeat_consensus_id: 1,
          repeat_name: 'trf',
          repeat_class: 'trf',
          repeat_type: 'Tandem',
          repeat_consensus: '',
        },
      ],
      repeat_feature: [
        {
          repeat_feature_id: 1,
          seq_region_id: 11,
          seq_region_start: EXON + 9,
          seq_region_end: EXON + 48,
          seq_region_strand: 1,
          repeat_start: 1,
          repeat_end: 40,
          repeat_consensus_id: 1,
          analysis_id: 1,
          score: 3,
        },
      ],
      karyotype: [
        { karyotype_id: 1, seq_region_id: 11, seq_region_start: 1, seq_region_end: 2500, band: 'q1', stain: 'gpos' },
      ],
    };
    service = await (
      await CompiledRelease.from([
        [SPECIES, 'core', core],
        [SPECIES, 'otherfeatures', rows('OTH')],
      ])
    ).serve();
  });
  afterAll(() => service.close());

  it('counts residues by the bases of core, without the stop codon', async () => {
    expect((await service.get('/sequence/id/OTHP1')).json.seq).toHaveLength(65);
    for (const prefix of ['FIC', 'OTH']) {
      expect((await service.get(`/lookup/id/${prefix}P1`)).json.length, prefix).toBe(65);
      expect((await service.get(`/lookup/id/${prefix}T1?expand=1`)).json.Translation.length, prefix).toBe(65);
      expect(
        (await service.get(`/lookup/id/${prefix}G1?expand=1;format=condensed`)).json.Transcript[0].Translation,
        prefix,
      ).toMatchObject({ id: `${prefix}P1` });
      const residues = (await service.get(`/overlap/translation/${prefix}P1?feature=residue_overlap`)).json;
      expect(
        residues.map(({ start }: { start: number }) => start),
        prefix,
      ).toEqual([34]);
    }
    const { json } = await service.post('/lookup/id?expand=1', { ids: ['OTHG1', 'FICG1', 'NONE'] });
    expect(['OTHG1', 'FICG1'].map((id) => json[id].Transcript[0].Translation.length)).toEqual([65, 65]);
    expect(json.NONE).toBeNull();
  });

  it('shows the repeats and bands of core', async () => {
    for (const id of ['FICG1', 'OTHG1']) {
      expect((await service.get(`/overlap/id/${id}?feature=repeat`)).json, id).toMatchObject([
        { start: EXON + 9, description: 'trf' },
      ]);
      expect((await service.get(`/overlap/id/${id}?feature=band`)).json, id).toMatchObject([{ id: 'q1' }]);
    }
  });
});

it('a translation of two bases has no residues, and its transcript is shown without a translation', async () => {
  const core: ReturnType<typeof rows> = { ...rows('FIC'), dna: [{ seq_region_id: 11, sequence: 'A'.repeat(5000) }] };
  Object.assign(at(core.translation, 0), { end_exon_id: 1, seq_end: 2 });
  const service = await (await CompiledRelease.from([[SPECIES, 'core', core]])).serve();
  expect((await service.get('/lookup/id/FICT1?expand=1')).json).not.toHaveProperty('Translation');
  expect((await service.get('/lookup/id/FICP1')).json).toMatchObject({ length: 0, Parent: 'FICT1' });
  await service.close();
});

it('an accession without version finds its region, by name or synonym', async () => {
  const service = await (await CompiledRelease.from([[SPECIES, 'core', oneGeneDatabase(SPECIES)]])).serve();
  for (const name of ['FX000001.2', 'FX000001', 'fx000001'])
    expect((await service.get(`/info/assembly/${SPECIES}/${name}`)).json, name).toMatchObject({ length: 5000 });
  expect((await service.get(`/info/assembly/${SPECIES}/FX00000`)).status).toBe(400);
  await service.close();
});
