/** The tables and columns of a variation database that the compiler reads; see CORE_TABLES. */
import type { NeededTables } from '../dump/database.ts';

export const VARIATION_TABLES = {
  phenotype: { phenotype_id: 'integer', description: 'text', class_attrib_id: 'integer' },
  phenotype_feature: {
    phenotype_feature_id: 'integer', phenotype_id: 'integer', source_id: 'integer', study_id: 'integer', type: 'text', object_id: 'text',
    is_significant: 'integer', seq_region_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer',
  },
  phenotype_feature_attrib: { phenotype_feature_id: 'integer', attrib_type_id: 'integer', value: 'text' },
  phenotype_ontology_accession: { phenotype_id: 'integer', accession: 'text', mapping_type: 'text' },
  submitter: { submitter_id: 'integer', description: 'text' },
  source: {
    source_id: 'integer', name: 'text', version: 'integer', description: 'text', url: 'text', type: 'text', somatic_status: 'text', data_types: 'text',
  },
  population: { population_id: 'integer', name: 'text', size: 'integer', description: 'text', display: 'text' },
  sample: { sample_id: 'integer', individual_id: 'integer', name: 'text' },
  individual: { individual_id: 'integer', name: 'text', gender: 'text' },
  sample_population: { sample_id: 'integer', population_id: 'integer' },
  study: { study_id: 'integer', external_reference: 'text' },
  attrib_type: { attrib_type_id: 'integer', code: 'text' },
  attrib: { attrib_id: 'integer', value: 'text' },
  variation: {
    variation_id: 'integer', source_id: 'integer', name: 'text', class_attrib_id: 'integer', somatic: 'integer', minor_allele: 'text', minor_allele_freq: 'float',
    minor_allele_count: 'integer', clinical_significance: 'text', evidence_attribs: 'text',
  },
  variation_synonym: { variation_synonym_id: 'integer', variation_id: 'integer', source_id: 'integer', name: 'text' },
  failed_variation: { variation_id: 'integer', failed_description_id: 'integer' },
  failed_description: { failed_description_id: 'integer', description: 'text' },
  variation_feature: {
    variation_feature_id: 'integer', seq_region_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer', seq_region_strand: 'integer',
    variation_id: 'integer', allele_string: 'text', ancestral_allele: 'text', consequence_types: 'text', variation_set_id: 'text',
    class_attrib_id: 'integer', clinical_significance: 'text', somatic: 'integer', source_id: 'integer', variation_name: 'text',
  },
} as const satisfies NeededTables;
