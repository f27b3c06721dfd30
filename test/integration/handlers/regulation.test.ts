import { beforeAll, describe, expect, it } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';

const SPECIES = 'fictus_probatus';

const counts = { A: [9, 0], C: [1, 0], G: [0, 20], T: [0, 0] };
const funcgen = {
  analysis: [{ analysis_id: 1, logic_name: 'fict_build' }],
  array: [
    {
      array_id: 1,
      name: 'Array-1',
      format: 'EXPRESSION',
      vendor: 'FICTA',
      description: 'first',
      type: 'OLIGO',
      class: 'FICTA_UTR',
    },
    { array_id: 2, name: 'Array-2', format: 'CGH', vendor: 'FICTB', description: null, type: 'OLIGO', class: null },
    // An array without a name cannot be requested, and neither can its probes.
    { array_id: 3, name: null, format: null, vendor: 'FICTB', description: null, type: null, class: null },
  ],
  array_chip: [
    { array_chip_id: 11, array_id: 1 },
    { array_chip_id: 12, array_id: 2 },
    { array_chip_id: 13, array_id: 3 },
  ],
  probe: [
    { probe_id: 1, probe_set_id: 5, name: 'b;1', length: 25, array_chip_id: 11, probe_seq_id: 1 },
    { probe_id: 2, probe_set_id: 5, name: 'a', length: 25, array_chip_id: 11, probe_seq_id: null },
    { probe_id: 3, probe_set_id: 0, name: 'a', length: 60, array_chip_id: 12, probe_seq_id: null },
    { probe_id: 4, probe_set_id: 5, name: 'c', length: 60, array_chip_id: 13, probe_seq_id: null },
  ],
  probe_seq: [{ probe_seq_id: 1, sequence: 'ACGT' }],
  probe_set: [{ probe_set_id: 5, name: 'Set_1', size: 16, array_chip_id: null }],
  probe_transcript: [
    { probe_transcript_id: 2, probe_id: 1, stable_id: 'FICT9', description: 'not of this cut' },
    { probe_transcript_id: 1, probe_id: 1, stable_id: 'FICT1', description: 'in an exon' },
  ],
  probe_set_transcript: [{ probe_set_transcript_id: 1, probe_set_id: 5, stable_id: 'FICT1', description: null }],
  feature_type: [
    {
      feature_type_id: 1,
      name: 'Open chromatin',
      description: 'Open chromatin region',
      so_term: 'open_chromatin_region',
    },
    { feature_type_id: 2, name: 'EMAR', description: null, so_term: null },
    {
      feature_type_id: 3,
      name: 'Promoter Flanking Region',
      description: 'Predicted promoter flanking region',
      so_term: 'promoter_flanking_region',
    },
    { feature_type_id: 4, name: 'Other', description: 'Unclassified feature', so_term: 'regulatory_region' },
    { feature_type_id: 5, name: 'Enhancer', description: null, so_term: 'enhancer' },
  ],
  regulatory_build: [
    { regulatory_build_id: 1, analysis_id: 1, is_current: 0 },
    { regulatory_build_id: 2, analysis_id: 1, is_current: 1 },
  ],
  regulatory_feature: (
    [
      [1, 2, 'FICR1', 501, 1],
      [2, 1, 'FICR0', 601, 1],
      [3, 2, 'FICR2', 701, 2],
      [4, 2, 'FICR3', 3001, 3],
      [5, 2, 'FICR4', 3001, 4],
      [6, 2, 'FICR5', 3001, 5],
    ] as const
  ).map(([regulatory_feature_id, regulatory_build_id, stable_id, start, feature_type_id]) => ({
    regulatory_feature_id,
    regulatory_build_id,
    stable_id,
    feature_type_id,
    seq_region_id: 11,
    seq_region_strand: 0,
    seq_region_start: start,
    seq_region_end: start + 99,
    bound_start_length: 10,
    bound_end_length: 20,
  })),
  motif_feature: [
    {
      motif_feature_id: 1,
      binding_matrix_id: 1,
      seq_region_id: 11,
      seq_region_start: 521,
      seq_region_end: 522,
      seq_region_strand: -1,
      score: 7.391,
      stable_id: 'FICM1',
    },
    {
      motif_feature_id: 2,
      binding_matrix_id: 1,
      seq_region_id: 99,
      seq_region_start: 521,
      seq_region_end: 522,
      seq_region_strand: -1,
      score: 1,
      stable_id: 'FICM2',
    },
  ],
  motif_feature_peak: [
    { motif_feature_id: 1, peak_id: 1 },
    { motif_feature_id: 1, peak_id: 2 },
  ],
  peak: [
    { peak_id: 1, peak_calling_id: 1 },
    { peak_id: 2, peak_calling_id: 1 },
  ],
  peak_calling: [{ peak_calling_id: 1, epigenome_id: 1 }],
  epigenome: [{ epigenome_id: 1, short_name: 'whisker' }],
  binding_matrix: [{ binding_matrix_id: 1, name: 'fict matrix', threshold: 4.5, source: 'FICT', stable_id: 'FICPFM1' }],
  binding_matrix_frequencies: Object.entries(counts).flatMap(([nucleotide, list], row) =>
    list.map((frequency, index) => ({
      binding_matrix_frequencies_id: 2 * row + index + 1,
      binding_matrix_id: 1,
      position: index + 1,
      nucleotide,
      frequency,
    })),
  ),
  binding_matrix_transcription_factor_complex: [3, 2].map((complex, index) => ({
    binding_matrix_transcription_factor_complex_id: index + 1,
    binding_matrix_id: 1,
    transcription_factor_complex_id: complex,
  })),
  transcription_factor_complex: [
    { transcription_factor_complex_id: 2, display_name: 'TF2' },
    { transcription_factor_complex_id: 3, display_name: 'TF1::TF3' },
  ],
};

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  release = await CompiledRelease.from([
    [SPECIES, 'core', oneGeneDatabase(SPECIES)],
    [SPECIES, 'funcgen', funcgen],
    ['fictus_alter', 'core', oneGeneDatabase('fictus_alter')],
    ['fictus_sine', 'core', oneGeneDatabase('fictus_sine')],
    ['fictus_sine', 'funcgen', { array: funcgen.array }],
  ]);
  service = await release.serve();
});

const ARRAYS = `/regulatory/species/${SPECIES}/microarray`;
const get = async (path: string) => (await service.get(path)).json;

describe('regulatory/microarray', () => {
  it('lists arrays, and describes them by name and vendor in any case', async () => {
    expect(await get(ARRAYS)).toEqual([
      { array: 'Array-1', type: 'OLIGO', vendor: 'FICTA', description: 'first', format: 'EXPRESSION' },
      { array: 'Array-2', type: 'OLIGO', vendor: 'FICTB', description: null, format: 'CGH' },
    ]);
    expect(await get(`${ARRAYS}/array-1/vendor/ficta`)).toEqual({
      name: 'Array-1',
      format: 'EXPRESSION',
      type: 'OLIGO',
      class: 'FICTA_UTR',
    });
  });

  it('shows probes of each array, with transcripts and genes on request', async () => {
    expect(await get(`${ARRAYS}/Array-1/probe/a`)).toEqual({
      microarray: 'Array-1',
      name: 'a',
      length: 25,
      sequence: null,
    });
    expect(await get(`${ARRAYS}/Array-2/probe/a?transcript=1`)).toEqual({
      microarray: 'Array-2',
      name: 'a',
      length: 60,
      sequence: null,
      transcripts: [],
    });
    const probe = { microarray: 'Array-1', name: 'b;1', length: 25, sequence: 'ACGT' };
    expect(await get(`${ARRAYS}/Array-1/probe/b%3B1?transcript=0`)).toEqual(probe);
    expect(await get(`${ARRAYS}/Array-1/probe/b%3B1?transcript=1`)).toEqual({
      ...probe,
      transcripts: [
        { stable_id: 'FICT1', description: 'in an exon' },
        { stable_id: 'FICT9', description: 'not of this cut' },
      ],
    });
    expect((await get(`${ARRAYS}/Array-1/probe/b%3B1?gene=1`)).transcripts).toEqual([
      { stable_id: 'FICT1', description: 'in an exon', gene: { stable_id: 'FICG1', external_name: 'FICTA' } },
      { stable_id: 'FICT9', description: 'not of this cut' },
    ]);
  });

  it('shows probe sets on the arrays of their probes', async () => {
    const set = { microarray: 'Array-1', name: 'Set_1', size: 16, probes: ['a', 'b;1'] };
    expect(await get(`${ARRAYS}/Array-1/probe_set/set_1`)).toEqual(set);
    expect(await get(`${ARRAYS}/Array-1/probe_set/Set_1?transcripts=1`)).toEqual({
      ...set,
      transcripts: [{ stable_id: 'FICT1', description: null }],
    });
  });

  it.each([
    [`${ARRAYS}/Array-1/vendor/FICTB`, "Array 'Array-1' from 'FICTB' not found. Please check spelling."],
    [`${ARRAYS}/Array-2/probe/b%3B1`, "Probe: 'b;1' Array: 'Array-2'  not found. Check spelling"],
    [`${ARRAYS}/Array-2/probe_set/Set_1`, "ProbeSet: 'Set_1' Array: 'Array-2'  not found. Check spelling"],
    ['/regulatory/species/nosuch/microarray', "Can not find internal name for species 'nosuch'"],
    ['/regulatory/species/fictus_sine/microarray', 'The funcgen database of fictus_sine has no probes of microarrays'],
    [
      '/regulatory/species/fictus_alter/microarray',
      'No adaptor found for species fictus_alter, object Array and DB funcgen',
    ],
  ])('rejects %s', async (path, error) => {
    expect(await service.get(path)).toMatchObject({ status: 400, json: { error } });
  });
});

describe('binding_matrix', () => {
  const path = `/species/${SPECIES}/binding_matrix/FICPFM1`;

  it('shows frequencies', async () => {
    expect(await get(`${path}/`)).toEqual({
      name: 'fict matrix',
      source: 'FICT',
      threshold: 4.5,
      length: 2,
      unit: 'Frequencies',
      stable_id: 'FICPFM1',
      associated_transcription_factor_complexes: ['TF1::TF3', 'TF2'],
      max_position_sum: 20,
      elements: { 1: { A: 9, C: 1, G: 0, T: 0 }, 2: { A: 0, C: 0, G: 20, T: 0 } },
      elements_string: '9\t0\t\n1\t0\t\n0\t20\t\n0\t0\t\n',
    });
  });

  it('shows other units, named in any case', async () => {
    const probabilities = await get(`${path}?unit=PROBABILITIES`);
    expect(probabilities.unit).toBe('Probabilities');
    expect(probabilities.elements[1].A).toBeCloseTo(9.1 / 10.4, 14);
    expect(probabilities.max_position_sum).toBeCloseTo(1, 12);
    expect((await get(`${path}?unit=weights`)).elements[1].A).toBeCloseTo(Math.log2(9.1 / 10.4 / 0.25), 12);
    expect((await get(`${path}?unit=bits`)).elements[2].G).toBeGreaterThan(1.5);
  });

  it.each([
    [
      `${path}?unit=wibble`,
      'Wibble is not a valid BindingMatrix unit. List of valid units: Frequencies,Probabilities,Weights,Bits',
    ],
    [`/species/${SPECIES}/binding_matrix/NOPE`, 'Binding Matrix NOPE not found. Please check spelling.'],
    [
      '/species/fictus_alter/binding_matrix/FICPFM1',
      'No adaptor found for species fictus_alter, object BindingMatrix and DB funcgen',
    ],
  ])('rejects %s', async (asked, error) => {
    expect(await service.get(asked)).toMatchObject({ status: 400, json: { error } });
  });
});

describe('overlap/region of regulatory features and motifs', () => {
  const REGULATORY = {
    feature_type: 'regulatory',
    seq_region_name: '1',
    start: 501,
    end: 600,
    strand: 0,
    id: 'FICR1',
    source: 'Ensembl',
    description: 'open_chromatin_region',
    extended_start: 491,
    extended_end: 620,
  };
  const MOTIF = {
    feature_type: 'motif',
    seq_region_name: '1',
    start: 521,
    end: 522,
    strand: -1,
    stable_id: 'FICM1',
    binding_matrix_stable_id: 'FICPFM1',
    score: 7.391,
    transcription_factor_complex: 'TF1::TF3,TF2',
    epigenomes_with_experimental_evidence: 'whisker',
  };

  it('lists features of the current build and of known kinds, on regions of the core database', async () => {
    expect(await get(`/overlap/region/${SPECIES}/1:1-2900?feature=regulatory;feature=motif`)).toEqual([
      REGULATORY,
      MOTIF,
    ]);
    expect(await get(`/overlap/region/${SPECIES}/1:1-500?feature=regulatory`)).toEqual([]);
    expect(await get(`/overlap/id/FICG1?feature=motif;species=${SPECIES}`)).toEqual([]);
  });

  it('names the kinds of features by the descriptions of their types, and omits other kinds', async () => {
    expect(await get(`/overlap/region/${SPECIES}/1:3001-3100?feature=regulatory`)).toEqual([
      {
        ...REGULATORY,
        start: 3001,
        end: 3100,
        id: 'FICR3',
        description: 'promoter',
        extended_start: 2991,
        extended_end: 3120,
      },
    ]);
    const gff = (await service.get(`/overlap/region/${SPECIES}/1:3001-3100?feature=regulatory`, 'text/x-gff3')).text;
    expect(gff).toContain('\tpromoter_flanking_region\t3001\t');
    expect(gff).toContain(';description=Predicted promoter flanking region;feature_type=Promoter Flanking Region\n');
    // GFF3 and BED contain features of all kinds.
    expect(gff).toContain('ID=regulatory_region:FICR4;');
    expect(gff).toContain('ID=enhancer:FICR5;');
  });

  it('shows the strand relative to the slice, and ignores db_type', async () => {
    expect((await get(`/overlap/region/${SPECIES}/1:1-5000:-1?feature=motif;db_type=otherfeatures`))[0]).toMatchObject({
      start: 521,
      end: 522,
      strand: 1,
    });
  });

  it('writes GFF3 and BED', async () => {
    const path = `/overlap/region/${SPECIES}/1:1-700?feature=regulatory;feature=motif`;
    const gff = (await service.get(path, 'text/x-gff3')).text.split('\n').filter((line) => !line.startsWith('#'));
    expect(gff[0]).toBe(
      '1\tfict_build\topen_chromatin_region\t501\t600\t.\t.\t.\tID=open_chromatin_region:FICR1;' +
        'bound_end=620;bound_start=491;description=Open chromatin region;feature_type=Open chromatin',
    );
    expect(at(gff, 1).split('\t').slice(0, 8)).toEqual([
      '1',
      expect.any(String),
      'TF_binding_site',
      '521',
      '522',
      '7.391',
      '-',
      '.',
    ]);
    expect((await service.get(path, 'text/x-bed')).text).toMatch(/^1\t500\t600\tFICR1\t.*\n1\t520\t522\t\t/);
  });

  it('rejects a species without regulation', async () => {
    expect(await service.get('/overlap/region/fictus_alter/1:1-500?feature=regulatory')).toMatchObject({
      status: 400,
      json: { error: 'No adaptor found for species fictus_alter, object RegulatoryFeature and DB funcgen' },
    });
  });
});

describe('waves of reads after the root', () => {
  it.each([
    [ARRAYS, 1],
    [`${ARRAYS}/Array-1/vendor/FICTA`, 1],
    [`${ARRAYS}/Array-1/probe/a?gene=1`, 2],
    [`${ARRAYS}/Array-1/probe_set/Set_1?gene=1`, 2],
    [`/species/${SPECIES}/binding_matrix/FICPFM1?unit=bits`, 1],
  ])('for %s are %i cold, and none from the cache', async (path, waves) => {
    const { get: ask, store } = await release.serve();
    expect((await ask(path)).status).toBe(200);
    expect(store.waves).toBe(waves);
    store.reset();
    await ask(path);
    expect(store.waves).toBe(0);
  });
});
