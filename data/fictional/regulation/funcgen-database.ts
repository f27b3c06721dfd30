/** The tables of the funcgen database of a species, with the rows that others refer to: analyses, feature types. */
import { createHash } from 'node:crypto';
import { at } from '../../../src/checked.ts';
import { SCHEMA_VERSION, TIMESTAMP } from '../core/core-database.ts';
import { DumpWriter } from '../../../build-index/dump-writer/dump-writer.ts';
import { FUNCGEN_TABLES } from '../dump/funcgen-tables.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';
import type { DemoSpecies } from '../species.ts';
import { asText } from '../sequence/genetic-code.ts';

const FEATURE_TYPES = {
  Promoter: ['SO:0000167', 'promoter', 'Predicted promoter'],
  Enhancer: ['SO:0000165', 'enhancer', 'Predicted enhancer region'],
  'Open chromatin': ['SO:0001747', 'open_chromatin_region', 'Open chromatin region'],
  'CTCF Binding Site': ['SO:0001974', 'CTCF_binding_site', 'CTCF binding site'],
  'TF binding': ['SO:0000235', 'TF_binding_site', 'Transcription factor binding site'],
} as const;

export type RegulatoryType = keyof typeof FEATURE_TYPES;

export class FuncgenDatabase extends DumpWriter<typeof FUNCGEN_TABLES> {
  readonly #featureTypes = Object.keys(FEATURE_TYPES);

  constructor(folder: string, species: DemoSpecies) {
    super(folder, FUNCGEN_TABLES);
    const meta = (meta_key: string, meta_value: string | number, species_id: number | null): void =>
      void this.add('meta', { species_id, meta_key, meta_value });
    meta('schema_version', SCHEMA_VERSION, null);
    meta('schema_type', 'funcgen', null);
    meta('species.production_name', species.productionName, 1);
    this.insert('analysis', { analysis_id: 1, created: TIMESTAMP, logic_name: 'demo_regulatory_build' });
    this.insert('analysis', { analysis_id: 2, created: TIMESTAMP, logic_name: 'demo_probe_matching' });
    this.insert('regulatory_build', {
      regulatory_build_id: 1,
      name: 'Regulatory build of the demo (fictional)',
      version: '1',
      initial_release_date: '2025-01',
      feature_type_id: 1,
      analysis_id: 1,
      is_current: 1,
    });
    for (const [name, [so_accession, so_term, description]] of Object.entries(FEATURE_TYPES)) {
      this.add('feature_type', {
        name,
        class: 'Regulatory Feature',
        analysis_id: 1,
        description,
        so_accession,
        so_term,
      });
    }
  }

  featureType(name: RegulatoryType): number {
    return this.#featureTypes.indexOf(name) + 1;
  }
}

export interface RegulatedPlace {
  seq_region_id: number;
  seq_region_start: number;
  seq_region_end: number;
  seq_region_strand: 1 | -1 | 0;
}

/** Counts of each base at each position. */
export type BaseCounts = Readonly<Record<'A' | 'C' | 'G' | 'T', readonly number[]>>;

/** Writes regulatory features, motif features, binding matrices and epigenomes. */
export class RegulationWriter {
  readonly #db: FuncgenDatabase;
  readonly #epigenomes: number;

  /** @param epigenomes names of the epigenomes */
  constructor(db: FuncgenDatabase, epigenomes: readonly string[]) {
    this.#db = db;
    this.#epigenomes = epigenomes.length;
    epigenomes.forEach((name, index) => {
      const label = `Peaks in ${name} (fictional)`;
      db.insert('epigenome', {
        epigenome_id: index + 1,
        name,
        short_name: name,
        description: `${name} (fictional)`,
        production_name: name.replaceAll(' ', '_'),
      });
      db.insert('peak_calling', {
        peak_calling_id: index + 1,
        name: label,
        display_label: label,
        feature_type_id: db.featureType('TF binding'),
        analysis_id: 1,
        epigenome_id: index + 1,
      });
    });
  }

  /** Writes the matrix of some transcription factor complexes; returns its binding_matrix_id. */
  matrix(factor: string, counts: BaseCounts, complexes: readonly string[]): number {
    const db = this.#db;
    const binding_matrix_id = db.nextId('binding_matrix');
    db.insert('binding_matrix', {
      binding_matrix_id,
      name: `${factor} (fictional)`,
      threshold: 3.5,
      source: 'DEMO',
      stable_id: `DEMOPFM${String(binding_matrix_id).padStart(4, '0')}`,
    });
    for (const [nucleotide, frequencies] of Object.entries(counts)) {
      frequencies.forEach((frequency, index) =>
        db.add('binding_matrix_frequencies', {
          binding_matrix_id,
          position: index + 1,
          nucleotide,
          frequency,
        }),
      );
    }
    for (const name of complexes) {
      const transcription_factor_complex_id = db.add('transcription_factor_complex', {
        production_name: name,
        display_name: name,
      });
      db.insert('binding_matrix_transcription_factor_complex', {
        binding_matrix_transcription_factor_complex_id: transcription_factor_complex_id,
        binding_matrix_id,
        transcription_factor_complex_id,
      });
    }
    return binding_matrix_id;
  }

  /** @param flank bases by which the bounds of the feature exceed its core at either end */
  feature(type: RegulatoryType, place: RegulatedPlace, flank: number): void {
    const regulatory_feature_id = this.#db.nextId('regulatory_feature');
    this.#db.insert('regulatory_feature', {
      regulatory_feature_id,
      feature_type_id: this.#db.featureType(type),
      ...place,
      stable_id: stableId('R', regulatory_feature_id),
      bound_start_length: flank,
      bound_end_length: flank,
      epigenome_count: 1 + (regulatory_feature_id % this.#epigenomes),
      regulatory_build_id: 1,
    });
  }

  /** @param boundIn indexes of the epigenomes with a peak on the motif */
  motif(binding_matrix_id: number, place: RegulatedPlace, score: number, boundIn: readonly number[]): void {
    const db = this.#db;
    const motif_feature_id = db.nextId('motif_feature');
    db.insert('motif_feature', {
      motif_feature_id,
      binding_matrix_id,
      ...place,
      score,
      stable_id: stableId('M', motif_feature_id),
    });
    for (const epigenome of boundIn) {
      const peak_id = db.nextId('peak');
      db.insert('peak', {
        peak_id,
        ...place,
        score: 5 + ((peak_id * 37) % 2000) / 10,
        peak_calling_id: 1 + epigenome,
        summit: (place.seq_region_start + place.seq_region_end) >> 1,
      });
      db.add('motif_feature_peak', { motif_feature_id, peak_id });
    }
  }
}

function stableId(kind: 'R' | 'M', id: number): string {
  return `DEMO${kind}${String(id).padStart(11, '0')}`;
}

const PROBE_LENGTH = 25;

export interface ArrayPlan {
  /** Names of arrays with probe sets and of arrays with single probes. */
  withSets: readonly string[];
  withoutSets: readonly string[];
  probesInSet: number;
}

/** Writes microarrays, their probes and probe sets, and the transcripts that these match. */
export class GeneProbes {
  readonly #db: FuncgenDatabase;
  readonly #plan: ArrayPlan;

  constructor(db: FuncgenDatabase, plan: ArrayPlan) {
    this.#db = db;
    this.#plan = plan;
    [...plan.withSets, ...plan.withoutSets].forEach((name, index) => {
      const id = index + 1;
      db.insert('array', {
        array_id: id,
        name,
        format: 'EXPRESSION',
        vendor: 'FICTA',
        description: `Array ${id} of the demo (fictional)`,
        type: 'OLIGO',
        class: index < plan.withSets.length ? 'FICTA_UTR' : 'FICTA_ST',
        is_probeset_array: Number(index < plan.withSets.length),
        is_linked_array: 0,
        has_sense_interrogation: 0,
      });
      db.insert('array_chip', { array_chip_id: id, design_id: name, array_id: id, name });
    });
  }

  /**
   * Writes probes for the gene's first transcript: a set along it on each array with sets, one probe on each other
   * array. The transcript must have at least 50 bases.
   */
  write({ transcripts }: AnnotatedGene): void {
    const db = this.#db;
    const { withSets, withoutSets, probesInSet } = this.#plan;
    const spliced = transcripts.map(({ stableId, spliced: its }) => ({ id: stableId, bases: asText(its) }));
    const { id: stable_id, bases } = at(spliced, 0);
    const step = Math.floor((bases.length - PROBE_LENGTH) / probesInSet);
    withSets.forEach((_, array) => {
      const probe_set_id = db.nextId('probe_set');
      db.insert('probe_set', { probe_set_id, name: `DS_${probe_set_id}`, size: probesInSet, array_chip_id: array + 1 });
      for (let each = 0; each < probesInSet; each++)
        this.#probe(array + 1, bases.slice(each * step, each * step + PROBE_LENGTH), spliced, probe_set_id);
      db.add('probe_set_transcript', {
        probe_set_id,
        stable_id,
        description: `${probesInSet}/${probesInSet} in exons`,
      });
    });
    withoutSets.forEach((_, array) =>
      this.#probe(withSets.length + array + 1, bases.slice(0, PROBE_LENGTH), spliced, null),
    );
  }

  #probe(
    array_chip_id: number,
    sequence: string,
    transcripts: readonly { id: string; bases: string }[],
    probe_set_id: number | null,
  ): void {
    const db = this.#db;
    const probe_seq_id = db.add('probe_seq', {
      sequence,
      sequence_upper: sequence,
      sequence_upper_sha1: createHash('sha1').update(sequence).digest('hex'),
    });
    const probe_id = db.nextId('probe');
    db.insert('probe', {
      probe_id,
      probe_set_id,
      name: `DP_${probe_id}`,
      length: PROBE_LENGTH,
      array_chip_id,
      class: 'EXPERIMENTAL',
      probe_seq_id,
    });
    for (const { id: stable_id, bases } of transcripts) {
      if (bases.includes(sequence)) db.add('probe_transcript', { probe_id, stable_id, description: 'Matches exon.' });
    }
  }
}
