/** The tables of a variation database that the demo fills; see CORE_TABLE_SCHEMAS. */
const ID = 'int unsigned NOT NULL';

export const VARIATION_TABLE_SCHEMAS = {
  meta: { meta_id: ID, species_id: 'int unsigned', meta_key: 'varchar(40) NOT NULL', meta_value: 'varchar(255) NOT NULL' },
  coord_system: { coord_system_id: ID, species_id: 'int unsigned', name: 'varchar(40)', version: 'varchar(255)', rank: 'int', attrib: "set('default_version','sequence_level')" },
  seq_region: { seq_region_id: ID, name: 'varchar(255) NOT NULL', coord_system_id: ID },
  attrib_type: { attrib_type_id: 'smallint unsigned NOT NULL', code: 'varchar(20) NOT NULL', name: 'varchar(255) NOT NULL', description: 'text' },
  attrib: { attrib_id: ID, attrib_type_id: 'smallint unsigned NOT NULL', value: 'text NOT NULL' },
  source: {
    source_id: ID, name: 'varchar(24) NOT NULL', version: 'int', description: 'varchar(400)', url: 'varchar(255)', type: "enum('chip','lsdb')",
    somatic_status: "enum('germline','somatic','mixed')", data_types: "set('variation','variation_synonym','structural_variation','phenotype_feature','study')",
  },
  study: {
    study_id: ID, source_id: ID, name: 'varchar(255)', description: 'text', url: 'varchar(255)', external_reference: 'varchar(255)', study_type: 'varchar(255)',
  },
  submitter: { submitter_id: ID, description: 'varchar(255)' },
  population: { population_id: ID, name: 'varchar(255)', size: 'int', description: 'text', display: "enum('LD','MARTDISPLAYABLE','UNDISPLAYABLE')" },
  individual: { individual_id: ID, name: 'varchar(255)', gender: "enum('Male','Female','Unknown') NOT NULL" },
  sample: { sample_id: ID, individual_id: ID, name: 'varchar(255)' },
  sample_population: { sample_id: ID, population_id: ID },
  variation: {
    variation_id: ID, source_id: ID, name: 'varchar(255)', class_attrib_id: 'int unsigned', somatic: 'tinyint NOT NULL', minor_allele: 'varchar(50)', minor_allele_freq: 'float',
    minor_allele_count: 'int unsigned', clinical_significance: 'varchar(255)', evidence_attribs: 'varchar(255)',
  },
  variation_feature: {
    variation_feature_id: ID, seq_region_id: ID, seq_region_start: 'int NOT NULL', seq_region_end: 'int NOT NULL', seq_region_strand: 'tinyint NOT NULL',
    variation_id: ID, allele_string: 'varchar(50000)', ancestral_allele: 'varchar(50)', variation_name: 'varchar(255)', source_id: ID, consequence_types: 'varchar(255) NOT NULL',
    variation_set_id: 'varchar(255)', class_attrib_id: 'int unsigned', somatic: 'tinyint NOT NULL', minor_allele: 'varchar(50)', minor_allele_freq: 'float',
    minor_allele_count: 'int unsigned', evidence_attribs: 'varchar(255)', clinical_significance: 'varchar(255)', display: 'int',
  },
  phenotype: { phenotype_id: ID, stable_id: 'varchar(255)', name: 'varchar(50)', description: 'varchar(255)', class_attrib_id: 'int' },
  phenotype_feature: {
    phenotype_feature_id: ID, phenotype_id: 'int unsigned', source_id: 'int unsigned', study_id: 'int unsigned',
    type: "enum('Gene','Variation','StructuralVariation','SupportingStructuralVariation','QTL','RegulatoryFeature')", object_id: 'varchar(255)',
    is_significant: 'tinyint unsigned', seq_region_id: 'int unsigned', seq_region_start: 'int unsigned', seq_region_end: 'int unsigned', seq_region_strand: 'tinyint',
    DNA_type: "enum('Germline','Somatic')",
  },
  phenotype_feature_attrib: { phenotype_feature_id: ID, attrib_type_id: 'int', value: 'varchar(255)' },
  phenotype_ontology_accession: { phenotype_id: ID, accession: 'varchar(255) NOT NULL', mapped_by_attrib: 'varchar(255)', mapping_type: "enum('is','involves')" },
} as const;

export type VariationTable = keyof typeof VARIATION_TABLE_SCHEMAS;
