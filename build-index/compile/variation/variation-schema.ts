/** The tables and columns of a variation database that the compiler reads; see CORE_TABLES. */
import type { NeededTables } from '../../dump/database.ts';

export const VARIATION_TABLES = {
  phenotype: { phenotype_id: 'integer', description: 'text', class_attrib_id: 'integer' },
  phenotype_feature: {
    phenotype_feature_id: 'integer',
    phenotype_id: 'integer',
    source_id: 'integer',
    study_id: 'integer',
    type: 'text',
    object_id: 'text',
    is_significant: 'integer',
    seq_region_id: 'integer',
    seq_region_start: 'integer',
    seq_region_end: 'integer',
    seq_region_strand: 'integer',
    DNA_type: 'text',
  },
  phenotype_feature_attrib: { phenotype_feature_id: 'integer', attrib_type_id: 'integer', value: 'text' },
  phenotype_ontology_accession: { phenotype_id: 'integer', accession: 'text', mapping_type: 'text' },
  submitter: { submitter_id: 'integer', description: 'text' },
  source: {
    source_id: 'integer',
    name: 'text',
    version: 'integer',
    description: 'text',
    url: 'text',
    type: 'text',
    somatic_status: 'text',
    data_types: 'text',
  },
  population: {
    population_id: 'integer',
    name: 'text',
    size: 'integer',
    description: 'text',
    freqs_from_gts: 'integer',
    display: 'text',
    // Only of genomes of files: in Ensembl's databases the name says it.
    pools_others: 'integer',
  },
  sample: { sample_id: 'integer', individual_id: 'integer', name: 'text' },
  individual: {
    individual_id: 'integer',
    name: 'text',
    gender: 'text',
    father_individual_id: 'integer',
    mother_individual_id: 'integer',
  },
  sample_population: { sample_id: 'integer', population_id: 'integer' },
  study: { study_id: 'integer', name: 'text', description: 'text', url: 'text', external_reference: 'text' },
  associate_study: { study1_id: 'integer', study2_id: 'integer' },
  attrib_type: { attrib_type_id: 'integer', code: 'text' },
  attrib: { attrib_id: 'integer', value: 'text' },
  translation_md5: { translation_md5_id: 'integer', translation_md5: 'text' },
  variation: {
    variation_id: 'integer',
    source_id: 'integer',
    name: 'text',
    class_attrib_id: 'integer',
    somatic: 'integer',
    minor_allele: 'text',
    minor_allele_freq: 'float',
    minor_allele_count: 'integer',
    clinical_significance: 'text',
    evidence_attribs: 'text',
    // Until release 96; then it is a column of variation_feature.
    ancestral_allele: 'text',
  },
  allele_synonym: { allele_synonym_id: 'integer', variation_id: 'integer', hgvs_genomic: 'text', name: 'text' },
  variation_synonym: { variation_synonym_id: 'integer', variation_id: 'integer', source_id: 'integer', name: 'text' },
  failed_variation: { variation_id: 'integer', failed_description_id: 'integer' },
  failed_description: { failed_description_id: 'integer', description: 'text' },
  variation_feature: {
    variation_feature_id: 'integer',
    seq_region_id: 'integer',
    seq_region_start: 'integer',
    seq_region_end: 'integer',
    seq_region_strand: 'integer',
    variation_id: 'integer',
    allele_string: 'text',
    ancestral_allele: 'text',
    variation_name: 'text',
    source_id: 'integer',
    consequence_types: 'text',
    variation_set_id: 'text',
    somatic: 'integer',
    minor_allele_freq: 'float',
    clinical_significance: 'text',
    evidence_attribs: 'text',
    display: 'integer',
  },
  transcript_variation: {
    variation_feature_id: 'integer',
    feature_stable_id: 'text',
    allele_string: 'text',
    somatic: 'integer',
    consequence_types: 'text',
    cds_start: 'integer',
    cds_end: 'integer',
    translation_start: 'integer',
    translation_end: 'integer',
    codon_allele_string: 'text',
    pep_allele_string: 'text',
    sift_score: 'float',
    polyphen_score: 'float',
    display: 'integer',
  },
  allele: {
    allele_id: 'integer',
    variation_id: 'integer',
    subsnp_id: 'integer',
    allele_code_id: 'integer',
    population_id: 'integer',
    frequency: 'float',
    count: 'integer',
  },
  allele_code: { allele_code_id: 'integer', allele: 'text' },
  genotype_code: { genotype_code_id: 'integer', allele_code_id: 'integer', haplotype_id: 'integer' },
  population_genotype: {
    population_genotype_id: 'integer',
    variation_id: 'integer',
    subsnp_id: 'integer',
    genotype_code_id: 'integer',
    frequency: 'float',
    population_id: 'integer',
    count: 'integer',
  },
  publication: { publication_id: 'integer', pmid: 'integer', pmcid: 'text' },
  variation_citation: { variation_id: 'integer', publication_id: 'integer' },
  variation_set: { variation_set_id: 'integer', name: 'text', short_name_attrib_id: 'integer' },
  variation_set_structure: { variation_set_super: 'integer', variation_set_sub: 'integer' },
  variation_set_variation: { variation_id: 'integer', variation_set_id: 'integer' },
  variation_set_structural_variation: { structural_variation_id: 'integer', variation_set_id: 'integer' },
  structural_variation: {
    structural_variation_id: 'integer',
    variation_name: 'text',
    alias: 'text',
    source_id: 'integer',
    study_id: 'integer',
    class_attrib_id: 'integer',
    clinical_significance: 'text',
    validation_status: 'text',
    is_evidence: 'integer',
    copy_number: 'integer',
  },
  structural_variation_association: {
    structural_variation_id: 'integer',
    supporting_structural_variation_id: 'integer',
  },
  structural_variation_feature: {
    structural_variation_feature_id: 'integer',
    seq_region_id: 'integer',
    seq_region_start: 'integer',
    seq_region_end: 'integer',
    seq_region_strand: 'integer',
    structural_variation_id: 'integer',
    variation_name: 'text',
    source_id: 'integer',
    class_attrib_id: 'integer',
    is_evidence: 'integer',
    somatic: 'integer',
    // Only of genomes of files: Ensembl's databases have no consequences of structural variants.
    consequence_types: 'text',
  },
  failed_structural_variation: { structural_variation_id: 'integer', failed_description_id: 'integer' },
  meta_coord: { table_name: 'text', coord_system_id: 'integer', max_length: 'integer' },
} as const satisfies NeededTables;

type VariationTable = keyof typeof VARIATION_TABLES;

function only(...kept: VariationTable[]): NeededTables {
  return Object.fromEntries(kept.map((table) => [table, VARIATION_TABLES[table]]));
}

function columns<T extends VariationTable>(
  table: T,
  ...kept: (keyof (typeof VARIATION_TABLES)[T] & string)[]
): NeededTables {
  const names: readonly string[] = kept;
  return {
    [table]: Object.fromEntries(Object.entries(VARIATION_TABLES[table]).filter(([column]) => names.includes(column))),
  };
}

/** The tables from which phenotypes are compiled. */
const PHENOTYPE_TABLES = only(
  'phenotype',
  'phenotype_feature',
  'phenotype_feature_attrib',
  'phenotype_ontology_accession',
  'submitter',
  'source',
  'study',
  'associate_study',
  'attrib_type',
  'attrib',
);

/**
 * The tables of compileVariants that are staged in DuckDB. It reads those of VARIANT_ROW_TABLES from the dump itself.
 */
export const STAGED_VARIANT_TABLES: NeededTables = {
  ...PHENOTYPE_TABLES,
  ...only(
    'variation_synonym',
    'failed_variation',
    'failed_description',
    'allele_code',
    'publication',
    'variation_citation',
    'variation_set',
    'variation_set_structure',
    'variation_set_structural_variation',
    'structural_variation',
    'structural_variation_association',
    'structural_variation_feature',
    'failed_structural_variation',
    'meta_coord',
  ),
  ...columns('allele', 'variation_id', 'subsnp_id', 'allele_code_id'),
  ...columns('allele_synonym', 'variation_id'),
};
export const VARIANT_ROW_TABLES: NeededTables = {
  ...only('variation'),
  ...columns(
    'variation_feature',
    'variation_feature_id',
    'seq_region_id',
    'seq_region_start',
    'seq_region_end',
    'seq_region_strand',
    'variation_id',
    'allele_string',
    'ancestral_allele',
    'consequence_types',
  ),
};
export const VARIANT_TABLES = { ...STAGED_VARIANT_TABLES, ...VARIANT_ROW_TABLES };
export const SAMPLE_TABLES = only('population', 'sample', 'individual', 'sample_population');
/** The tables that compileVariantDetails always stages. */
export const VARIANT_DETAIL_TABLES: NeededTables = {
  ...PHENOTYPE_TABLES,
  ...SAMPLE_TABLES,
  ...only(
    'allele',
    'allele_code',
    'genotype_code',
    'population_genotype',
    'variation_set',
    'variation_set_structure',
    'variation_set_variation',
  ),
};
/** The tables that compileVariantDetails stages only if there are details. */
export const DETAILED_VARIANT_TABLES: NeededTables = {
  ...columns('variation', 'variation_id', 'name'),
  ...only('variation_synonym'),
};
/** The tables that compileVariantDetails reads from the dump itself, if there are details. */
export const NAMED_VARIANT_TABLES: NeededTables = {
  ...columns('variation', 'variation_id', 'source_id', 'name'),
  ...columns(
    'variation_feature',
    'variation_feature_id',
    'seq_region_id',
    'seq_region_start',
    'seq_region_end',
    'seq_region_strand',
    'variation_id',
    'allele_string',
  ),
};
/** The tables that compileVariantDetails reads if other units have saved the rest (detail-parts.ts). */
export const JOINED_DETAIL_TABLES: NeededTables = { ...SAMPLE_TABLES, ...only('allele_code', 'genotype_code') };
/** The tables of compileVariantPlaces that are staged in DuckDB. It reads the others from the dump itself. */
export const STAGED_PLACE_TABLES = only(
  'source',
  'attrib',
  'translation_md5',
  'failed_variation',
  'structural_variation_feature',
  'failed_structural_variation',
);
export const VARIANT_PLACE_TABLES = { ...STAGED_PLACE_TABLES, ...only('variation_feature', 'transcript_variation') };
export const REGION_GENOTYPE_TABLES: NeededTables = {
  ...SAMPLE_TABLES,
  ...only('variation_feature', 'genotype_code', 'allele_code'),
};
