/** The references from rows to rows of other tables on which answers depend, for each kind of database. */
import { CORE_REGION_TABLE } from './genome/regions.ts';

/** A column of a table, and the table and its key to which the column refers. */
export interface Reference {
  table: string;
  column: string;
  other: string;
  key: string;
  /** SQL condition for the rows that refer to this table, if others refer to another one. */
  only?: string;
}

/** References of several columns to one key, in the form `table.column`. */
function references(key: string, ...columns: string[]): Reference[] {
  const [other = '', itsKey = ''] = key.split('.');
  return columns.map((each) => {
    const [table = '', column = ''] = each.split('.');
    return { table, column, other, key: itsKey };
  });
}

const object = (type: string, other: string): Reference => ({
  table: 'object_xref',
  column: 'ensembl_id',
  other,
  key: `${other}_id`,
  only: `ensembl_object_type = '${type}'`,
});

/**
 * In core databases and those like them. `countUnplacedGenes` finds the genes without a region, and `countUnplacedDna`
 * the sequences without one.
 */
export const CORE_REFERENCES: readonly Reference[] = [
  ...references('coord_system.coord_system_id', 'seq_region.coord_system_id', 'meta_coord.coord_system_id'),
  ...references(
    'seq_region.seq_region_id',
    'seq_region_attrib.seq_region_id',
    'seq_region_synonym.seq_region_id',
    'assembly.asm_seq_region_id',
    'assembly.cmp_seq_region_id',
    'assembly_exception.seq_region_id',
    'assembly_exception.exc_seq_region_id',
    'karyotype.seq_region_id',
    'transcript.seq_region_id',
    'exon.seq_region_id',
    'simple_feature.seq_region_id',
    'repeat_feature.seq_region_id',
    'misc_feature.seq_region_id',
    'prediction_transcript.seq_region_id',
    'prediction_exon.seq_region_id',
    'operon.seq_region_id',
    'operon_transcript.seq_region_id',
  ),
  ...references('gene.gene_id', 'transcript.gene_id', 'gene_attrib.gene_id'),
  ...references(
    'transcript.transcript_id',
    'exon_transcript.transcript_id',
    'translation.transcript_id',
    'gene.canonical_transcript_id',
    'transcript_attrib.transcript_id',
  ),
  ...references('exon.exon_id', 'exon_transcript.exon_id', 'translation.start_exon_id', 'translation.end_exon_id'),
  ...references(
    'translation.translation_id',
    'transcript.canonical_translation_id',
    'translation_attrib.translation_id',
    'protein_feature.translation_id',
  ),
  ...references(
    'analysis.analysis_id',
    'analysis_description.analysis_id',
    'gene.analysis_id',
    'transcript.analysis_id',
    'simple_feature.analysis_id',
    'repeat_feature.analysis_id',
    'protein_feature.analysis_id',
    'prediction_transcript.analysis_id',
    'operon.analysis_id',
    'operon_transcript.analysis_id',
    'object_xref.analysis_id',
  ),
  ...references(
    'attrib_type.attrib_type_id',
    'seq_region_attrib.attrib_type_id',
    'gene_attrib.attrib_type_id',
    'transcript_attrib.attrib_type_id',
    'translation_attrib.attrib_type_id',
    'misc_attrib.attrib_type_id',
  ),
  ...references(
    'xref.xref_id',
    'gene.display_xref_id',
    'transcript.display_xref_id',
    'object_xref.xref_id',
    'external_synonym.xref_id',
    'ontology_xref.source_xref_id',
  ),
  object('Gene', 'gene'),
  object('Transcript', 'transcript'),
  object('Translation', 'translation'),
  ...references('object_xref.object_xref_id', 'identity_xref.object_xref_id', 'ontology_xref.object_xref_id'),
  ...references('external_db.external_db_id', 'xref.external_db_id', 'seq_region_synonym.external_db_id'),
  ...references('repeat_consensus.repeat_consensus_id', 'repeat_feature.repeat_consensus_id'),
  ...references('prediction_transcript.prediction_transcript_id', 'prediction_exon.prediction_transcript_id'),
  ...references('misc_feature.misc_feature_id', 'misc_attrib.misc_feature_id', 'misc_feature_misc_set.misc_feature_id'),
  ...references('misc_set.misc_set_id', 'misc_feature_misc_set.misc_set_id'),
];

const REGION_OF_CORE = `${CORE_REGION_TABLE}.seq_region_id`;

/** In variation databases, of the tables that compileVariants stages. missing-variants.ts finds missing variants. */
export const VARIANT_REFERENCES: readonly Reference[] = [
  ...references(REGION_OF_CORE, 'phenotype_feature.seq_region_id', 'structural_variation_feature.seq_region_id'),
  ...references(
    'phenotype.phenotype_id',
    'phenotype_feature.phenotype_id',
    'phenotype_ontology_accession.phenotype_id',
  ),
  ...references('phenotype_feature.phenotype_feature_id', 'phenotype_feature_attrib.phenotype_feature_id'),
  ...references('attrib_type.attrib_type_id', 'phenotype_feature_attrib.attrib_type_id'),
  ...references(
    'source.source_id',
    'phenotype_feature.source_id',
    'variation_synonym.source_id',
    'structural_variation.source_id',
    'structural_variation_feature.source_id',
  ),
  ...references(
    'study.study_id',
    'phenotype_feature.study_id',
    'structural_variation.study_id',
    'associate_study.study1_id',
    'associate_study.study2_id',
  ),
  ...references(
    'attrib.attrib_id',
    'structural_variation.class_attrib_id',
    'structural_variation_feature.class_attrib_id',
    'phenotype.class_attrib_id',
  ),
  ...references(
    'failed_description.failed_description_id',
    'failed_variation.failed_description_id',
    'failed_structural_variation.failed_description_id',
  ),
  ...references('allele_code.allele_code_id', 'allele.allele_code_id'),
  ...references('publication.publication_id', 'variation_citation.publication_id'),
  ...references(
    'variation_set.variation_set_id',
    'variation_set_structure.variation_set_super',
    'variation_set_structure.variation_set_sub',
    'variation_set_structural_variation.variation_set_id',
  ),
  ...references(
    'structural_variation.structural_variation_id',
    'structural_variation_feature.structural_variation_id',
    'structural_variation_association.structural_variation_id',
    'structural_variation_association.supporting_structural_variation_id',
    'variation_set_structural_variation.structural_variation_id',
    'failed_structural_variation.structural_variation_id',
  ),
];

/** In variation databases, of the tables that compileVariantDetails stages. */
export const DETAIL_REFERENCES: readonly Reference[] = [
  ...references(
    'population.population_id',
    'allele.population_id',
    'population_genotype.population_id',
    'sample_population.population_id',
  ),
  ...references('sample.sample_id', 'sample_population.sample_id'),
  ...references(
    'individual.individual_id',
    'sample.individual_id',
    'individual.father_individual_id',
    'individual.mother_individual_id',
  ),
  ...references('genotype_code.genotype_code_id', 'population_genotype.genotype_code_id'),
  ...references('allele_code.allele_code_id', 'genotype_code.allele_code_id'),
  ...references('variation_set.variation_set_id', 'variation_set_variation.variation_set_id'),
];

/** In funcgen databases. */
export const FUNCGEN_REFERENCES: readonly Reference[] = [
  ...references(REGION_OF_CORE, 'regulatory_feature.seq_region_id', 'motif_feature.seq_region_id'),
  ...references('feature_type.feature_type_id', 'regulatory_feature.feature_type_id'),
  ...references('regulatory_build.regulatory_build_id', 'regulatory_feature.regulatory_build_id'),
  ...references('analysis.analysis_id', 'regulatory_build.analysis_id'),
  ...references(
    'binding_matrix.binding_matrix_id',
    'motif_feature.binding_matrix_id',
    'binding_matrix_frequencies.binding_matrix_id',
    'binding_matrix_transcription_factor_complex.binding_matrix_id',
  ),
  ...references(
    'transcription_factor_complex.transcription_factor_complex_id',
    'binding_matrix_transcription_factor_complex.transcription_factor_complex_id',
  ),
  ...references('array.array_id', 'array_chip.array_id'),
  ...references('array_chip.array_chip_id', 'probe.array_chip_id'),
  ...references('probe_set.probe_set_id', 'probe.probe_set_id', 'probe_set_transcript.probe_set_id'),
  ...references('probe_seq.probe_seq_id', 'probe.probe_seq_id'),
  ...references('probe.probe_id', 'probe_transcript.probe_id'),
];

/** In funcgen databases with experimental evidence for binding at motifs. */
export const MOTIF_EVIDENCE_REFERENCES: readonly Reference[] = [
  ...references('motif_feature.motif_feature_id', 'motif_feature_peak.motif_feature_id'),
  ...references('peak.peak_id', 'motif_feature_peak.peak_id'),
  ...references('peak_calling.peak_calling_id', 'peak.peak_calling_id'),
  ...references('epigenome.epigenome_id', 'peak_calling.epigenome_id'),
];

/**
 * In compara databases. Members of missing homologies are not counted: a release has a billion members, and none is
 * shown without its homology.
 */
export const COMPARA_REFERENCES: readonly Reference[] = [
  ...references(
    'genome_db.genome_db_id',
    'gene_member.genome_db_id',
    'seq_member.genome_db_id',
    'species_tree_node.genome_db_id',
  ),
  ...references('dnafrag.dnafrag_id', 'gene_member.dnafrag_id'),
  ...references('sequence.sequence_id', 'seq_member.sequence_id'),
  ...references('gene_member.gene_member_id', 'seq_member.gene_member_id', 'homology_member.gene_member_id'),
  ...references(
    'seq_member.seq_member_id',
    'gene_member.canonical_member_id',
    'gene_tree_node.seq_member_id',
    'homology_member.seq_member_id',
  ),
  ...references('gene_tree_root.root_id', 'gene_tree_node.root_id', 'CAFE_gene_family.gene_tree_root_id'),
  ...references('method_link.method_link_id', 'method_link_species_set.method_link_id'),
  ...references('method_link_species_set.method_link_species_set_id', 'homology.method_link_species_set_id'),
  ...references(
    'species_tree_node.node_id',
    'gene_tree_node_attr.species_tree_node_id',
    'homology.species_tree_node_id',
    'CAFE_species_gene.node_id',
  ),
  ...references('CAFE_gene_family.cafe_gene_family_id', 'CAFE_species_gene.cafe_gene_family_id'),
];

/** In core databases, of the history of their stable ids. */
export const ARCHIVE_REFERENCES: readonly Reference[] = [
  ...references('mapping_session.mapping_session_id', 'stable_id_event.mapping_session_id'),
  ...references('peptide_archive.peptide_archive_id', 'gene_archive.peptide_archive_id'),
];
