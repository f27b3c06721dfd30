/** Rows about what regulates: features of the regulatory build, motifs, the matrices that they fit, the epigenomes where they are bound. */
import type { FuncgenDatabase, RegulatoryType } from './funcgen-database.ts';

export interface RegulatedPlace {
  seq_region_id: number;
  seq_region_start: number;
  seq_region_end: number;
  seq_region_strand: 1 | -1 | 0;
}

/** How often each base was seen at each position. */
export type BaseCounts = Readonly<Record<'A' | 'C' | 'G' | 'T', readonly number[]>>;

export class RegulationWriter {
  readonly #db: FuncgenDatabase;
  readonly #epigenomes: number;

  /** @param epigenomes their names */
  constructor(db: FuncgenDatabase, epigenomes: readonly string[]) {
    this.#db = db;
    this.#epigenomes = epigenomes.length;
    epigenomes.forEach((name, index) => {
      const label = `Peaks in ${name} (fictional)`;
      db.insert('epigenome', { epigenome_id: index + 1, name, short_name: name, description: `${name} (fictional)`, production_name: name.replaceAll(' ', '_') });
      db.insert('peak_calling', { peak_calling_id: index + 1, name: label, display_label: label, feature_type_id: db.featureType('TF binding'), analysis_id: 1, epigenome_id: index + 1 });
    });
  }

  /** The matrix of the complexes of some transcription factors; returns its binding_matrix_id. */
  matrix(factor: string, counts: BaseCounts, complexes: readonly string[]): number {
    const db = this.#db;
    const binding_matrix_id = db.nextId('binding_matrix');
    db.insert('binding_matrix', {
      binding_matrix_id, name: `${factor} (fictional)`, threshold: 3.5, source: 'DEMO', stable_id: `DEMOPFM${String(binding_matrix_id).padStart(4, '0')}`,
    });
    for (const [nucleotide, frequencies] of Object.entries(counts)) {
      frequencies.forEach((frequency, index) => db.insert('binding_matrix_frequencies', {
        binding_matrix_frequencies_id: db.nextId('binding_matrix_frequencies'), binding_matrix_id, position: index + 1, nucleotide, frequency,
      }));
    }
    for (const name of complexes) {
      const transcription_factor_complex_id = db.nextId('transcription_factor_complex');
      db.insert('transcription_factor_complex', { transcription_factor_complex_id, production_name: name, display_name: name });
      db.insert('binding_matrix_transcription_factor_complex', {
        binding_matrix_transcription_factor_complex_id: transcription_factor_complex_id, binding_matrix_id, transcription_factor_complex_id,
      });
    }
    return binding_matrix_id;
  }

  /** @param flank bases through which it may extend at either end */
  feature(type: RegulatoryType, place: RegulatedPlace, flank: number): void {
    const regulatory_feature_id = this.#db.nextId('regulatory_feature');
    this.#db.insert('regulatory_feature', {
      regulatory_feature_id, feature_type_id: this.#db.featureType(type), ...place, stable_id: stableId('R', regulatory_feature_id), bound_start_length: flank, bound_end_length: flank,
      epigenome_count: 1 + (regulatory_feature_id % this.#epigenomes), regulatory_build_id: 1,
    });
  }

  /** @param boundIn epigenomes where it has been seen bound, by their places in the list */
  motif(binding_matrix_id: number, place: RegulatedPlace, score: number, boundIn: readonly number[]): void {
    const db = this.#db;
    const motif_feature_id = db.nextId('motif_feature');
    db.insert('motif_feature', { motif_feature_id, binding_matrix_id, ...place, score, stable_id: stableId('M', motif_feature_id) });
    for (const epigenome of boundIn) {
      const peak_id = db.nextId('peak');
      db.insert('peak', { peak_id, ...place, score: 5 + ((peak_id * 37) % 2000) / 10, peak_calling_id: 1 + epigenome, summit: (place.seq_region_start + place.seq_region_end) >> 1 });
      db.insert('motif_feature_peak', { motif_feature_peak_id: db.nextId('motif_feature_peak'), motif_feature_id, peak_id });
    }
  }
}

function stableId(kind: 'R' | 'M', id: number): string {
  return `DEMO${kind}${String(id).padStart(11, '0')}`;
}
