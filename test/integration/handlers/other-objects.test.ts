/**
 * Prediction transcripts, operons and exons without a transcript by id: lookup, sequence/id, overlap/id and xrefs/id.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';

const SPECIES = 'fictus_probatus';
const on = (start: number, end: number, strand = 1) => ({
  seq_region_id: 11,
  seq_region_start: start,
  seq_region_end: end,
  seq_region_strand: strand,
});

const EXON = { phase: -1, end_phase: -1, is_current: 1, is_constitutive: 0 };

/** Predicted on the reverse strand, in two exons of 7 and 5 bases. The first base completes a codon. */
const LABEL = 'FICSCAN00001';
const sequence = Array.from('A'.repeat(5000));
// The reverse complement of GATGGCA and TTTAA is TGCCATC and TTAAA.
sequence.splice(1000, 5, ...'TTAAA');
sequence.splice(2000, 7, ...'TGCCATC');

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  const core = oneGeneDatabase(SPECIES, {
    dna: [{ seq_region_id: 11, sequence: sequence.join('') }],
    analysis: [{ analysis_id: 2, logic_name: 'genscan', gff_source: 'fictscan' }],
    prediction_transcript: [
      { prediction_transcript_id: 5, ...on(1001, 2007, -1), analysis_id: 2, display_label: LABEL },
      { prediction_transcript_id: 6, ...on(3001, 3090), analysis_id: 1, display_label: LABEL },
    ],
    prediction_exon: [
      { prediction_exon_id: 1, prediction_transcript_id: 5, exon_rank: 2, ...on(1001, 1005, -1), start_phase: 0 },
      { prediction_exon_id: 2, prediction_transcript_id: 5, exon_rank: 1, ...on(2001, 2007, -1), start_phase: 2 },
      { prediction_exon_id: 3, prediction_transcript_id: 6, exon_rank: 1, ...on(3001, 3090), start_phase: 0 },
    ],
    seq_region: [{ seq_region_id: 12, name: '2', coord_system_id: 1, length: 900 }],
    seq_region_attrib: [{ seq_region_id: 12, attrib_type_id: 6, value: '1' }],
    exon: [
      { exon_id: 2, ...on(1001, 1005, -1), ...EXON, stable_id: 'FICLONE', version: 4 },
      { exon_id: 3, ...on(151, 160), ...EXON, seq_region_id: 12, stable_id: 'FICELSEWHERE', version: 1 },
      { exon_id: 4, ...on(171, 180), ...EXON, seq_region_id: 99, stable_id: 'FICNOWHERE', version: 1 },
      { exon_id: 5, ...on(181, 190), ...EXON, is_current: 0, stable_id: 'FICOLD', version: 1 },
    ],
    exon_transcript: [3, 4].map((exon_id) => ({ exon_id, transcript_id: 1, rank: exon_id })),
    operon: [{ operon_id: 1, ...on(101, 900), analysis_id: 1, stable_id: 'FICO1', version: 3 }],
    operon_transcript: [
      { operon_transcript_id: 1, operon_id: 1, ...on(101, 500), analysis_id: 1, stable_id: 'FICO1T', version: 2 },
    ],
  });
  release = await CompiledRelease.from([[SPECIES, 'core', core]]);
  service = await release.serve();
});
afterAll(() => service.close());

const predicted = (path: string, more = '') =>
  service.get(`${path}?object_type=predictiontranscript;species=${SPECIES}${more}`);

describe('a prediction transcript', () => {
  it('is found by its label in any case, and the answer repeats the species and the type as sent', async () => {
    expect((await service.get(`/lookup/id/ficscan00001?object_type=predictiontranscript;species=proved`)).json).toEqual(
      {
        id: 'ficscan00001',
        object_type: 'predictiontranscript',
        species: 'proved',
        db_type: 'core',
        version: 1,
        seq_region_name: '1',
        assembly_name: 'FIC1',
        start: 1001,
        end: 2007,
        strand: -1,
        display_name: LABEL,
        source: 'fictscan',
      },
    );
    expect((await predicted(`/lookup/id/${LABEL}`, ';format=condensed')).json).toEqual({
      id: LABEL,
      object_type: 'predictiontranscript',
      species: SPECIES,
      db_type: 'core',
      version: 1,
    });
  });

  it('is not found without its type, without a species, or with another type', async () => {
    expect((await service.get(`/lookup/id/${LABEL}`)).json).toEqual({ error: `ID '${LABEL}' not found` });
    expect((await service.get(`/lookup/id/${LABEL}?object_type=predictiontranscript`)).json.error).toContain('species');
    expect((await service.get(`/lookup/id/${LABEL}?object_type=gene`)).status).toBe(400);
    expect((await predicted('/lookup/id/FICG1')).json).toEqual({ error: 'No object found for ID FICG1' });
    expect((await predicted(`/lookup/id/${LABEL}`, 'x')).json.error).toContain('fictus_probatusx');
    expect((await predicted(`/lookup/id/${LABEL}`, ';expand=1')).json.error).toContain('Expand option');
  });

  it.each([
    ['cdna', 'GATGGCATTTAA'],
    ['cds', 'NNGATGGCATTTAA'],
    ['protein', 'XMAF'],
  ])('has a sequence of type %s', async (type, seq) => {
    const { json } = await predicted(`/sequence/id/${LABEL}`, `;type=${type}`);
    expect(json).toMatchObject({ id: LABEL, version: 1, query: LABEL, seq });
  });

  it('has a genomic sequence of its whole extent, which may be trimmed and masked', async () => {
    const { json } = await predicted(`/sequence/id/${LABEL}`, ';start=3;end=9;mask_feature=1');
    expect(json).toMatchObject({ seq: 'TGGCAtt', desc: 'chromosome:FIC1:1:1999:2005:-1' });
  });

  it('gives the region of overlap/id, and has no references', async () => {
    expect((await predicted(`/overlap/id/${LABEL}`, ';feature=gene')).json).toEqual([]);
    expect((await predicted(`/xrefs/id/${LABEL}`)).json).toEqual([]);
  });

  it('is found among several ids', async () => {
    const query = `object_type=predictiontranscript;species=${SPECIES}`;
    const { json } = await service.post(`/lookup/id?${query}`, { ids: [LABEL, 'FICG1'] });
    expect(json).toMatchObject({ [LABEL]: { version: 1 }, FICG1: null });
    expect((await service.post(`/sequence/id?${query};type=protein`, { ids: ['FICG1', LABEL] })).json).toMatchObject([
      { id: LABEL, seq: 'XMAF' },
    ]);
  });
});

describe('an operon', () => {
  const operon = { object_type: 'Operon', species: SPECIES, db_type: 'core', version: 3, start: 101, end: 900 };

  it('is found by its id, with or without version, if no gene has it', async () => {
    for (const id of ['FICO1', 'FICO1.3', 'fico1'])
      expect((await service.get(`/lookup/id/${id}`)).json, id).toMatchObject({ id, ...operon });
    expect((await service.get('/lookup/id/FICO1.4')).json).toEqual({ error: "ID 'FICO1.4' not found" });
    expect((await service.get('/lookup/id/FICO1T?object_type=OperonTranscript')).json).toMatchObject({ end: 500 });
    expect((await service.get('/lookup/id/FICO1T?object_type=operon')).status).toBe(400);
    expect((await service.get('/lookup/id/FICO1?db_type=otherfeatures')).status).toBe(400);
  });

  it('is found among ids of genes', async () => {
    const ids = ['FICG1', 'FICO1', 'NOPE'];
    expect((await service.post('/lookup/id', { ids })).json).toMatchObject({
      FICG1: { object_type: 'Gene' },
      FICO1: operon,
      NOPE: null,
    });
    const { json } = await service.post('/sequence/id?end=5', { ids });
    expect(json).toMatchObject([
      { id: 'FICG1', seq: 'AAAAA' },
      { id: 'FICO1', seq: 'AAAAA', desc: 'chromosome:FIC1:1:101:105:1' },
    ]);
  });

  it('gives the region of overlap/id', async () => {
    expect((await service.get('/overlap/id/FICO1?feature=gene')).json).toMatchObject([{ id: 'FICG1' }]);
  });

  it('takes three reads (id, directory, object), an unknown id one', async () => {
    const readsOf = async (id: string) => {
      const one = await release.serve();
      await one.get(`/lookup/id/${id}`);
      return one.store.reads.length;
    };
    expect([await readsOf('FICO1'), await readsOf('NOPE')]).toEqual([3, 1]);
  });
});

describe('an exon without a transcript', () => {
  const lone = {
    object_type: 'Exon',
    species: SPECIES,
    db_type: 'core',
    version: 4,
    start: 1001,
    end: 1005,
    strand: -1,
  };

  it(
    'is found by its id in lookup, sequence/id and overlap/id, as Ensembl finds it in the table of ' + 'exons',
    async () => {
      for (const path of ['FICLONE', 'FICLONE.4', 'FICLONE?object_type=exon;db_type=core;species=proved'])
        expect((await service.get(`/lookup/id/${path}`)).json, path).toMatchObject({
          ...lone,
          species: expect.any(String),
          object_type: expect.stringMatching(/exon/i),
        });
      expect((await service.get('/lookup/id/FICLONE')).json).toEqual({
        id: 'FICLONE',
        ...lone,
        seq_region_name: '1',
        assembly_name: 'FIC1',
      });
      expect((await service.get('/lookup/id/FICLONE?object_type=gene')).status).toBe(400);
      expect((await service.get('/lookup/id/FICOLD')).status).toBe(400);
      expect((await service.get('/sequence/id/FICLONE')).json).toMatchObject({
        seq: 'TTTAA',
        desc: 'chromosome:FIC1:1:1001:1005:-1',
      });
      expect((await service.get('/sequence/id/FICLONE?type=cds')).json.error).toContain('retrieving an Exon');
      expect((await service.get('/overlap/id/FICLONE?feature=gene')).json).toEqual([]);
      expect((await service.get('/xrefs/id/FICLONE')).json.error).toContain('Bio::EnsEMBL::Exon');
    },
  );

  it('is on its own region, and in no transcript of another region', async () => {
    expect((await service.get('/lookup/id/FICELSEWHERE')).json).toMatchObject({ seq_region_name: '2', start: 151 });
    expect((await service.get('/lookup/id/FICNOWHERE')).json).toEqual({ error: "ID 'FICNOWHERE' not found" });
    expect((await service.get('/lookup/id/FICT1?expand=1')).json.Exon).toMatchObject([{ id: 'FICE1' }]);
  });
});
