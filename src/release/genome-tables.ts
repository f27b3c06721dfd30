/** The table registry, part one: tables of a genome, in the order of docs/FORMAT.md. */
import { interval, sorted } from './table-spec.ts';

const KIB = 1024;

/**
 * Tables by variant name. With leaves of this size, 1.2 billion names and synonyms need a root directory of about 120
 * KB (docs/FORMAT.md, Variants by name).
 */
const BY_VARIANT_NAME = { attach: 'among', directoryBytes: 128 * KIB } as const;

/** Records of variants are short, a sixth of others: 16 KiB contain about 600 of them, 6 KB when compressed. */
const VARIANT_BLOCKS = { blockBytes: 16 * KIB, layouts: true } as const;

const FEATURE = {
  key: 'region and extent of the feature',
  compiler: 'genome/features.ts',
  read: 'overlap/region',
} as const;

const PHENOTYPE = {
  record: 'decodePhenotype in src/genome/phenotype-record.ts',
  input: { variation: ['phenotype_feature', 'phenotype', 'phenotype_ontology_accession', 'phenotype_feature_attrib'] },
  compiler: 'variation/phenotypes.ts',
} as const;

const VARIANT_FEATURE = {
  key: 'region and extent of the place; an insertion has the bases on both sides',
  record: 'decodeVariantFeature in src/variants/variant-features.ts',
  input: { variation: ['variation_feature', 'transcript_variation', 'failed_variation', 'source'] },
  compiler: 'variation/variant-features.ts',
} as const;

/** A table of scores of alleles: see src/effects/allele-scores.ts. */
function scores<const Path extends string>(path: Path, columns: readonly string[]) {
  return interval(
    path,
    {
      key: 'region, and first and last position of a window of 64',
      record: 'decodeScores in src/effects/allele-scores.ts',
      input: { scores: columns },
      compiler: 'scores/scores.ts',
      read: 'vep',
    },
    { attach: 'last', directoryBytes: 128 * KIB, blockBytes: 16 * KIB },
  );
}

const VARIANT_KEY =
  'name, synonyms, `ss` and number of submissions; lower case, without trailing blanks (`variantKey`)';

export const GENOME_TABLES = {
  'seq-regions': sorted(
    '<species>/<group>/seq-regions',
    {
      key: 'name and synonyms, lower case',
      record: 'decodeSeqRegion in src/genome/seq-region.ts',
      input: { core: ['seq_region', 'coord_system', 'assembly', 'assembly_exception', 'seq_region_synonym'] },
      compiler: 'genome/region-records.ts',
      read: 'everything that names a region; contains the chunk directories of the sequence',
    },
    { attach: 'among' },
  ),
  genes: interval(
    '<species>/<group>/genes',
    {
      key: 'region and extent of the gene',
      record: 'decodeGene in src/genome/gene-record.ts',
      input: { core: ['gene', 'transcript', 'exon', 'exon_transcript', 'translation'] },
      compiler: 'genome/genes.ts',
      read: 'lookup, overlap, sequence/id, map',
    },
    { attach: 'among' },
  ),
  xrefs: sorted('<species>/<group>/xrefs', {
    key: 'stable id of the gene, a blank and its `gene_id`; found by the location that `ids` gives',
    record: 'decodeGeneXrefs in src/genome/xref-record.ts',
    input: { core: ['object_xref', 'xref', 'external_db', 'external_synonym', 'identity_xref', 'ontology_xref'] },
    compiler: 'genome/xrefs.ts',
    read: 'xrefs/id, and lookups that show references',
  }),
  symbols: sorted(
    '<species>/<group>/symbols',
    {
      key: 'primary id, display label or synonym, lower case (`symbolKey`)',
      record: 'decodeSymbol in src/genome/symbol-record.ts',
      input: { core: ['xref', 'object_xref', 'external_synonym', 'interpro', 'gene', 'transcript'] },
      compiler: 'genome/xrefs.ts',
      read: 'lookup/symbol, xrefs/symbol, xrefs/name, and operations that take gene symbols',
    },
    { attach: 'last' },
  ),
  'other-objects': sorted('<species>/<group>/other-objects', {
    key: 'stable id or label, lower case (`otherObjectKey`)',
    record: 'OtherObject in src/genome/other-object.ts',
    input: { core: ['prediction_transcript', 'prediction_exon', 'operon', 'operon_transcript', 'exon'] },
    compiler: 'genome/other-objects.ts',
    read: 'lookup, sequence/id, overlap/id, xrefs/id of prediction transcripts, operons and exons without a transcript',
  }),
  'protein-features': sorted('<species>/<group>/protein-features', {
    key: 'stable id of the translation, lower case; found by the location that `ids` gives',
    record: 'ProteinFeatureRecord[] in src/genome/feature-records.ts',
    input: { core: ['protein_feature', 'analysis', 'interpro', 'xref'] },
    compiler: 'genome/protein-features.ts',
    read: 'overlap/translation',
  }),
  repeats: interval(
    '<species>/<group>/repeats',
    {
      ...FEATURE,
      record: 'RepeatRecord in src/genome/feature-records.ts',
      input: { core: ['repeat_feature', 'repeat_consensus', 'analysis'] },
    },
    { attach: 'last' },
  ),
  'simple-features': interval(
    '<species>/<group>/simple-features',
    {
      ...FEATURE,
      record: 'SimpleFeatureRecord in src/genome/feature-records.ts',
      input: { core: ['simple_feature', 'analysis'] },
    },
    { attach: 'last' },
  ),
  'misc-features': interval(
    '<species>/<group>/misc-features',
    {
      ...FEATURE,
      record: 'MiscFeatureRecord in src/genome/feature-records.ts',
      input: { core: ['misc_feature', 'misc_attrib', 'misc_set', 'misc_feature_misc_set'] },
    },
    { attach: 'last' },
  ),
  bands: interval(
    '<species>/<group>/bands',
    { ...FEATURE, record: 'BandRecord in src/genome/feature-records.ts', input: { core: ['karyotype'] } },
    { attach: 'last' },
  ),
  phenotypes: interval(
    '<species>/variation/phenotypes',
    {
      ...PHENOTYPE,
      key: FEATURE.key,
      read: 'phenotype/region, and phenotypes on other answers',
    },
    { attach: 'last' },
  ),
  'phenotypes-by-object': sorted(
    '<species>/variation/phenotypes-by-object',
    {
      ...PHENOTYPE,
      key: 'id of the feature, lower case',
      read: 'phenotype/gene, and phenotypes of variants and genes',
    },
    { attach: 'last' },
  ),
  'phenotypes-by-gene-symbol': sorted(
    '<species>/variation/phenotypes-by-gene-symbol',
    {
      ...PHENOTYPE,
      key: 'symbol of an associated gene, lower case',
      read: 'phenotype/gene with include_associated',
    },
    { attach: 'last' },
  ),
  'phenotypes-by-accession': sorted(
    '<species>/variation/phenotypes-by-accession',
    {
      ...PHENOTYPE,
      key: 'ontology accession, lower case',
      read: 'phenotype/accession, phenotype/term',
    },
    { attach: 'last' },
  ),
  populations: sorted('<species>/variation/populations', {
    key: 'name, lower case',
    record: 'PopulationRecord in src/release/documents.ts',
    input: { variation: ['population', 'sample_population', 'sample', 'individual'] },
    compiler: 'variation/populations.ts',
    read: 'info/variation/populations with a population',
  }),
  variants: sorted(
    '<species>/variation/variants',
    {
      key: VARIANT_KEY,
      record: 'decodeVariant in src/variants/variant-record.ts; decodeStructural in src/variants/structural-variant.ts',
      input: { variation: ['variation', 'variation_feature', 'variation_synonym', 'structural_variation'] },
      compiler: 'variation/variant-tables.ts',
      read: 'variation, variant_recoder, ld',
    },
    { ...BY_VARIANT_NAME, ...VARIANT_BLOCKS },
  ),
  'allele-synonyms': sorted('<species>/variation/allele-synonyms', {
    key: 'CAid, lower case',
    record: 'AlleleSynonym in src/variants/allele-synonym.ts',
    input: { variation: ['allele_synonym', 'variation'] },
    compiler: 'variation/allele-synonyms.ts',
    read: 'variant_recoder with CAids',
  }),
  'variant-details': sorted(
    '<species>/variation/variant-details',
    {
      key: 'as `variants`; of the first variant under the key',
      record: 'decodeDetails in src/variants/details-record.ts',
      input: { variation: ['allele', 'population_genotype', 'variation_set_variation'], vcf: ['INFO'] },
      compiler: 'variation/variant-detail-tables.ts',
      read: 'variation with pops or population_genotypes',
    },
    BY_VARIANT_NAME,
  ),
  'variant-genotypes': sorted(
    '<species>/variation/variant-genotypes',
    {
      key: 'as `variant-details`',
      record:
        'decodeGenotypeGroups in src/variants/genotypes-record.ts; ' +
        'decodeInMatrix in src/variants/genotypes-in-matrix.ts',
      input: { variation: ['compressed_genotype_var', 'genotype_code', 'sample'], vcf: ['genotypes'] },
      compiler: 'variation/variant-detail-tables.ts',
      read: 'variation with genotypes',
    },
    BY_VARIANT_NAME,
  ),
  'variant-citations': sorted('<species>/variation/variant-citations', {
    key: 'as `variants`',
    record: 'VariantCitations in src/variants/variant-record.ts',
    input: { variation: ['publication', 'variation_citation'] },
    compiler: 'variation/variant-tables.ts',
    read: 'vep with pubmed=1',
  }),
  'variants-by-publication': sorted(
    '<species>/variation/variants-by-publication',
    {
      key: '`pmid` or `pmcid`, a blank and the id, lower case (`publicationKey`)',
      record: 'decodeVariant in src/variants/variant-record.ts',
      input: { variation: ['publication', 'variation_citation'] },
      compiler: 'variation/variant-tables.ts',
      read: 'variation/pmid, variation/pmcid; the first record is `null`, then follow the cited variants',
    },
    { ...BY_VARIANT_NAME, blockBytes: VARIANT_BLOCKS.blockBytes },
  ),
  'variant-features': interval(
    '<species>/variation/variant-features',
    { ...VARIANT_FEATURE, read: 'overlap with feature=variation' },
    { attach: 'last', ...VARIANT_BLOCKS },
  ),
  'hidden-variant-features': interval(
    '<species>/variation/hidden-variant-features',
    { ...VARIANT_FEATURE, read: 'variant_recoder: variants that overlap does not show' },
    { attach: 'last', ...VARIANT_BLOCKS },
  ),
  'structural-features': interval(
    '<species>/variation/structural-features',
    {
      key: FEATURE.key,
      record: 'StructuralFeatureRecord in src/variants/variant-features.ts',
      input: { variation: ['structural_variation_feature', 'structural_variation'] },
      compiler: 'variation/structural-variants.ts',
      read: 'overlap with feature=structural_variation',
    },
    { attach: 'last' },
  ),
  'transcript-variations': sorted(
    '<species>/variation/transcript-variations',
    {
      key: 'stable id of the transcript, lower case; one record for each variant',
      record: 'TranscriptVariationRecord in src/variants/transcript-variation.ts',
      input: { variation: ['transcript_variation', 'variation_feature'] },
      compiler: 'variation/transcript-variations.ts',
      read: 'overlap/translation with feature=transcript_variation',
    },
    BY_VARIANT_NAME,
  ),
  'protein-predictions': sorted(
    '<species>/variation/protein-predictions',
    {
      key: 'MD5 of the peptide in hexadecimal, `/`, four digits: chunks of 64 residues, from 0 (`predictionKey`)',
      record: 'decodePrediction in src/effects/protein-predictions.ts',
      input: { variation: ['protein_function_predictions', 'translation_md5', 'attrib'] },
      compiler: 'variation/protein-predictions.ts',
      read: 'vep',
    },
    { attach: 'last', blockBytes: 16 * KIB },
  ),
  'alphamissense-scores': scores('<species>/scores/alphamissense', ['protein_variant', 'am_pathogenicity', 'am_class']),
  'cadd-scores': scores('<species>/scores/cadd', ['RawScore', 'PHRED']),
  'clinpred-scores': scores('<species>/scores/clinpred', ['ClinPred_Score']),
  'revel-scores': scores('<species>/scores/revel', ['aaalt', 'REVEL', 'Ensembl_transcriptid']),
  'spliceai-scores': scores('<species>/scores/spliceai', ['INFO']),
  'regulatory-features': interval(
    '<species>/funcgen/regulatory-features',
    {
      key: FEATURE.key,
      record: 'RegulatoryFeatureRecord in src/genome/feature-records.ts',
      input: { funcgen: ['regulatory_feature', 'feature_type', 'regulatory_build', 'analysis'] },
      compiler: 'regulation/regulation.ts',
      read: 'vep, overlap with feature=regulatory',
    },
    { attach: 'last' },
  ),
  'motif-features': interval(
    '<species>/funcgen/motif-features',
    {
      key: FEATURE.key,
      record: 'MotifFeatureRecord in src/genome/feature-records.ts',
      input: { funcgen: ['motif_feature', 'binding_matrix', 'motif_feature_peak', 'epigenome'] },
      compiler: 'regulation/regulation.ts',
      read: 'vep, overlap with feature=motif',
    },
    { attach: 'last' },
  ),
  probes: sorted('<species>/funcgen/probes', {
    key: 'microarray and name, lower case (`probeKey`)',
    record: 'ProbeRecord in src/genome/feature-records.ts',
    input: { funcgen: ['probe', 'probe_seq', 'probe_transcript', 'array_chip', 'array'] },
    compiler: 'regulation/microarrays.ts',
    read: 'regulatory/species/…/probe',
  }),
  'probe-sets': sorted('<species>/funcgen/probe-sets', {
    key: 'as `probes`',
    record: 'ProbeSetRecord in src/genome/feature-records.ts',
    input: { funcgen: ['probe_set', 'probe', 'probe_set_transcript', 'array_chip', 'array'] },
    compiler: 'regulation/microarrays.ts',
    read: 'regulatory/species/…/probe_set',
  }),
  'binding-matrices': sorted(
    '<species>/funcgen/binding-matrices',
    {
      key: 'stable id, lower case',
      record: 'BindingMatrixRecord in src/genome/feature-records.ts',
      input: { funcgen: ['binding_matrix', 'binding_matrix_frequencies', 'transcription_factor_complex'] },
      compiler: 'regulation/regulation.ts',
      read: 'vep, species/…/binding_matrix',
    },
    { attach: 'last' },
  ),
  'constrained-elements': interval(
    '<species>/core/constrained-elements',
    {
      key: FEATURE.key,
      record: 'ConstrainedElementRecord in src/compara/alignment-record.ts',
      input: { compara: ['constrained_element', 'dnafrag', 'method_link_species_set'] },
      compiler: 'compara/constrained-elements.ts',
      read: 'overlap with feature=constrained',
    },
    { attach: 'last' },
  ),
} as const;
