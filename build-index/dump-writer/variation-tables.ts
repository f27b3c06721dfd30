/** The tables of a variation database that the generator writes. */
export const VARIATION_TABLES = {
  meta: `
    meta_id int unsigned NOT NULL, species_id int unsigned, meta_key varchar(40) NOT NULL,
    meta_value varchar(255) NOT NULL`,
  coord_system: `
    coord_system_id int unsigned NOT NULL, species_id int unsigned, name varchar(40), version varchar(255), rank int,
    attrib set('default_version','sequence_level')`,
  seq_region: `
    seq_region_id int unsigned NOT NULL, name varchar(255) NOT NULL, coord_system_id int unsigned NOT NULL`,
  attrib_type: `
    attrib_type_id smallint unsigned NOT NULL, code varchar(20) NOT NULL, name varchar(255) NOT NULL, description text`,
  attrib: `attrib_id int unsigned NOT NULL, attrib_type_id smallint unsigned NOT NULL, value text NOT NULL`,
  source: `
    source_id int unsigned NOT NULL, name varchar(24) NOT NULL, version int, description varchar(400),
    url varchar(255), type enum('chip','lsdb'), somatic_status enum('germline','somatic','mixed'),
    data_types set('variation','variation_synonym','structural_variation','phenotype_feature','study')`,
  associate_study: `study1_id int unsigned NOT NULL, study2_id int unsigned NOT NULL`,
  study: `
    study_id int unsigned NOT NULL, source_id int unsigned NOT NULL, name varchar(255), description text,
    url varchar(255), external_reference varchar(255), study_type varchar(255)`,
  submitter: `submitter_id int unsigned NOT NULL, description varchar(255)`,
  population: `
    population_id int unsigned NOT NULL, name varchar(255), size int, description text,
    collection tinyint DEFAULT '0', freqs_from_gts tinyint, display enum('LD','MARTDISPLAYABLE','UNDISPLAYABLE'),
    display_group_id tinyint`,
  individual: `
    individual_id int unsigned NOT NULL, name varchar(255), description text,
    gender enum('Male','Female','Unknown') NOT NULL, father_individual_id int unsigned,
    mother_individual_id int unsigned, individual_type_id int unsigned NOT NULL DEFAULT '3'`,
  sample: `
    sample_id int unsigned NOT NULL, individual_id int unsigned NOT NULL, name varchar(255), description text,
    study_id int unsigned,
    display enum('REFERENCE','DEFAULT','DISPLAYABLE','UNDISPLAYABLE','LD','MARTDISPLAYABLE') DEFAULT 'UNDISPLAYABLE',
    has_coverage tinyint unsigned NOT NULL DEFAULT '0', variation_set_id varchar(255)`,
  sample_population: `sample_id int unsigned NOT NULL, population_id int unsigned NOT NULL`,
  variation: `
    variation_id int unsigned NOT NULL, source_id int unsigned NOT NULL, name varchar(255), flipped tinyint unsigned,
    class_attrib_id int unsigned, somatic tinyint NOT NULL, minor_allele varchar(50), minor_allele_freq float,
    minor_allele_count int unsigned, clinical_significance varchar(255), evidence_attribs varchar(255), display int`,
  variation_feature: `
    variation_feature_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL, seq_region_start int NOT NULL,
    seq_region_end int NOT NULL, seq_region_strand tinyint NOT NULL, variation_id int unsigned NOT NULL,
    allele_string varchar(50000), ancestral_allele varchar(50), variation_name varchar(255), map_weight int NOT NULL,
    flags set('genotyped'), source_id int unsigned NOT NULL, consequence_types varchar(255) NOT NULL,
    variation_set_id varchar(255) NOT NULL DEFAULT '', class_attrib_id int unsigned, somatic tinyint NOT NULL,
    minor_allele varchar(50), minor_allele_freq float, minor_allele_count int unsigned, alignment_quality double,
    clinical_significance varchar(255), evidence_attribs varchar(255), display int`,
  variation_synonym: `
    variation_synonym_id int unsigned NOT NULL, variation_id int unsigned NOT NULL, subsnp_id int unsigned,
    source_id int unsigned NOT NULL, name varchar(255)`,
  allele_synonym: `
    allele_synonym_id int unsigned NOT NULL, variation_id int unsigned NOT NULL, hgvs_genomic varchar(600) NOT NULL,
    name varchar(255) NOT NULL`,
  failed_variation: `
    failed_variation_id int unsigned NOT NULL, variation_id int unsigned NOT NULL,
    failed_description_id int unsigned NOT NULL`,
  failed_description: `failed_description_id int unsigned NOT NULL, description text NOT NULL`,
  transcript_variation: `
    transcript_variation_id int unsigned NOT NULL, variation_feature_id int unsigned NOT NULL,
    feature_stable_id varchar(128), allele_string text, somatic tinyint NOT NULL, consequence_types varchar(255),
    cds_start int unsigned, cds_end int unsigned, cdna_start int unsigned, cdna_end int unsigned,
    translation_start int unsigned, translation_end int unsigned, distance_to_transcript int unsigned,
    codon_allele_string text, pep_allele_string text, hgvs_genomic text, hgvs_transcript text, hgvs_protein text,
    polyphen_prediction enum('unknown','benign','possibly damaging','probably damaging'), polyphen_score float,
    sift_prediction enum('tolerated','deleterious','tolerated - low confidence','deleterious - low confidence'),
    sift_score float, display int`,
  allele: `
    allele_id int unsigned NOT NULL, variation_id int unsigned NOT NULL, subsnp_id int unsigned,
    allele_code_id int unsigned NOT NULL, population_id int unsigned, frequency float, count int unsigned,
    frequency_submitter_handle int`,
  allele_code: `allele_code_id int unsigned NOT NULL, allele varchar(60000)`,
  genotype_code: `
    genotype_code_id int unsigned NOT NULL, allele_code_id int unsigned NOT NULL,
    haplotype_id tinyint unsigned NOT NULL, phased tinyint unsigned`,
  population_genotype: `
    population_genotype_id int unsigned NOT NULL, variation_id int unsigned NOT NULL, subsnp_id int unsigned,
    genotype_code_id int, frequency float, population_id int unsigned, count int unsigned`,
  compressed_genotype_var: `variation_id int unsigned NOT NULL, subsnp_id int unsigned, genotypes blob`,
  publication: `
    publication_id int unsigned NOT NULL, title varchar(400), authors varchar(255), pmid int, pmcid varchar(255),
    year int unsigned, doi varchar(50), ucsc_id varchar(50)`,
  variation_citation: `
    variation_id int unsigned NOT NULL, publication_id int unsigned NOT NULL, data_source_attrib varchar(255)`,
  variation_set: `
    variation_set_id int unsigned NOT NULL, name varchar(255), description text, short_name_attrib_id int unsigned`,
  variation_set_structure: `variation_set_super int unsigned NOT NULL, variation_set_sub int unsigned NOT NULL`,
  variation_set_variation: `variation_id int unsigned NOT NULL, variation_set_id int unsigned NOT NULL`,
  structural_variation: `
    structural_variation_id int unsigned NOT NULL, variation_name varchar(255), alias varchar(255),
    source_id int unsigned NOT NULL, study_id int unsigned, class_attrib_id int unsigned NOT NULL,
    clinical_significance varchar(255), validation_status enum('validated','not validated','high quality'),
    is_evidence tinyint, somatic tinyint NOT NULL, copy_number tinyint`,
  structural_variation_association: `
    structural_variation_id int unsigned NOT NULL, supporting_structural_variation_id int unsigned NOT NULL`,
  structural_variation_feature: `
    structural_variation_feature_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL, outer_start int,
    seq_region_start int NOT NULL, inner_start int, inner_end int, seq_region_end int NOT NULL, outer_end int,
    seq_region_strand tinyint NOT NULL, structural_variation_id int unsigned NOT NULL, variation_name varchar(255),
    source_id int unsigned NOT NULL, study_id int unsigned, class_attrib_id int unsigned NOT NULL,
    allele_string longtext, is_evidence tinyint NOT NULL, somatic tinyint NOT NULL, breakpoint_order tinyint,
    length int, variation_set_id varchar(255) NOT NULL DEFAULT '', allele_freq float, allele_count int unsigned`,
  phenotype: `
    phenotype_id int unsigned NOT NULL, stable_id varchar(255), name varchar(50), description varchar(255),
    class_attrib_id int`,
  phenotype_feature: `
    phenotype_feature_id int unsigned NOT NULL, phenotype_id int unsigned, source_id int unsigned,
    study_id int unsigned,
    type enum('Gene','Variation','StructuralVariation','SupportingStructuralVariation','QTL','RegulatoryFeature'),
    object_id varchar(255), is_significant tinyint unsigned, seq_region_id int unsigned,
    seq_region_start int unsigned, seq_region_end int unsigned, seq_region_strand tinyint,
    DNA_type enum('Germline','Somatic')`,
  phenotype_feature_attrib: `phenotype_feature_id int unsigned NOT NULL, attrib_type_id int, value varchar(255)`,
  phenotype_ontology_accession: `
    phenotype_id int unsigned NOT NULL, accession varchar(255) NOT NULL, mapped_by_attrib varchar(255),
    mapping_type enum('is','involves')`,
} as const;
