/** Writes the variants of VCF files as the tables of an Ensembl variation database. */
import { DumpWriter } from '../dump-writer/dump-writer.ts';
import { VARIATION_TABLES } from '../dump-writer/variation-tables.ts';
import { CONSEQUENCE_TYPES, severityOf } from '../../src/variants/consequences.ts';
import { classOfAlleles } from '../../src/variants/variant-classes.ts';
import { SCHEMA_VERSION } from './core-rows.ts';
import type { InputSequence } from './sequence-names.ts';
import type { PredictedVariant } from './variant-effects.ts';

/** Ensembl's column for names of sources has this size. */
const LONGEST_SOURCE = 24;

/** A variant of a VCF line. */
export interface LineVariant {
  /** The names of the ID column, or a made one. */
  names: readonly string[];
  sequence: InputSequence;
  ancestral: string | null;
  /** The second most frequent allele by its number, 0 for the reference. */
  minor: { index: number; frequency: number; count: number } | null;
}

export class VariationRows extends DumpWriter<typeof VARIATION_TABLES> {
  /** variation_id by name in the ID column. */
  readonly #named = new Map<string, number>();
  readonly #classes = new Map<string, number>();
  count = 0;

  constructor(folder: string, production: string, assembly: string, sequences: Iterable<InputSequence>) {
    super(folder, VARIATION_TABLES);
    const meta = (meta_key: string, meta_value: string | number, species_id: number | null) =>
      void this.add('meta', { species_id, meta_key, meta_value });
    meta('schema_version', SCHEMA_VERSION, null);
    meta('schema_type', 'variation', null);
    meta('species.production_name', production, 1);
    this.insert('coord_system', {
      coord_system_id: 1,
      species_id: 1,
      name: 'primary_assembly',
      version: assembly,
      rank: 1,
      attrib: 'default_version',
    });
    for (const { id, name } of sequences) this.insert('seq_region', { seq_region_id: id, name, coord_system_id: 1 });
    this.insert('attrib_type', { attrib_type_id: 1, code: 'SO_term', name: 'SO term' });
  }

  /** A file of variants; returns its source_id. */
  source(name: string, description: string): number {
    return this.add('source', {
      name: name.slice(0, LONGEST_SOURCE),
      description,
      somatic_status: 'germline',
      data_types: 'variation',
    });
  }

  /** The samples of a file, as one population. */
  samples(population: string, names: readonly string[]): void {
    if (names.length === 0) return;
    const population_id = this.add('population', {
      name: population,
      size: names.length,
      description: `All samples of ${population}`,
      freqs_from_gts: 1,
      display: names.length > 1 ? 'LD' : 'UNDISPLAYABLE',
    });
    for (const name of names) {
      const individual_id = this.add('individual', { name, gender: 'Unknown' });
      const sample_id = this.add('sample', { individual_id, name, display: 'DISPLAYABLE' });
      this.insert('sample_population', { sample_id, population_id });
    }
  }

  variant(source_id: number, { names, sequence, ancestral, minor }: LineVariant, predicted: PredictedVariant): void {
    const { start, end, allele_string, transcript_consequences: effects = [] } = predicted;
    const [name = '', ...synonyms] = names;
    const class_attrib_id = this.#classOf(allele_string);
    const shared = {
      source_id,
      class_attrib_id,
      somatic: 0,
      minor_allele: minor ? (allele_string.split('/')[minor.index] ?? null) : null,
      minor_allele_freq: minor ? Number(minor.frequency.toPrecision(6)) : null,
      minor_allele_count: minor?.count ?? null,
      clinical_significance: null,
      evidence_attribs: '',
      display: 1,
    };
    let variation_id = this.#named.get(name);
    if (variation_id === undefined) {
      variation_id = this.add('variation', { ...shared, name, flipped: 0 });
      this.#named.set(name, variation_id);
      for (const synonym of synonyms) this.add('variation_synonym', { variation_id, source_id, name: synonym });
    }
    this.count++;
    const terms = new Set(effects.flatMap(({ consequence_terms }) => consequence_terms));
    if (terms.size === 0) terms.add(predicted.most_severe_consequence);
    const variation_feature_id = this.add('variation_feature', {
      ...shared,
      seq_region_id: sequence.id,
      seq_region_start: start,
      seq_region_end: end,
      seq_region_strand: 1,
      variation_id,
      allele_string,
      ancestral_allele: ancestral,
      variation_name: name,
      map_weight: 1,
      consequence_types: [...terms]
        .filter((term) => KNOWN.has(term))
        .sort((a, b) => severityOf(a) - severityOf(b))
        .join(),
    });
    const [reference = ''] = allele_string.split('/');
    for (const effect of effects) {
      if (effect.cdna_start === undefined && effect.cdna_end === undefined) continue;
      this.add('transcript_variation', {
        variation_feature_id,
        feature_stable_id: effect.transcript_id,
        allele_string: `${reference}/${effect.variant_allele}`,
        somatic: 0,
        consequence_types: effect.consequence_terms.join(),
        cds_start: effect.cds_start ?? null,
        cds_end: effect.cds_end ?? null,
        cdna_start: effect.cdna_start ?? null,
        cdna_end: effect.cdna_end ?? null,
        translation_start: effect.protein_start ?? null,
        translation_end: effect.protein_end ?? null,
        codon_allele_string: effect.codons ?? null,
        pep_allele_string: effect.amino_acids ?? null,
        display: 1,
      });
    }
  }

  #classOf(alleles: string): number {
    const term = classOfAlleles(alleles);
    let id = this.#classes.get(term);
    if (id === undefined) {
      id = this.add('attrib', { attrib_type_id: 1, value: term });
      this.#classes.set(term, id);
    }
    return id;
  }
}

const KNOWN = new Set<string>(CONSEQUENCE_TYPES.map(({ term }) => term));
