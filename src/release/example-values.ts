/**
 * Example values of a release: ids, names and regions for which it has data. Examples in the catalogue are templates
 * with names in braces, such as `/lookup/id/{gene}?expand=1`, so the documentation of every release shows requests that
 * work there. The compiler chooses the values (build-index/examples) and the manifest stores them.
 */

export const EXAMPLE_VALUE_NAMES = [
  // A species, one of its protein-coding genes that has a name, the canonical transcript and translation, and its
  // region.
  'species',
  'gene',
  'transcript',
  'translation',
  'symbol',
  'region',
  'slice',
  'seq_region',
  'sequence_digest',
  'collection',
  'collection_names',
  'archived_id',
  'mapped_species',
  'mapped_system',
  'assembly_from',
  'mapped_region',
  'target_system',
  'assembly_to',
  'division',
  'genome_taxon',
  'assembly_accession',
  'sequence_accession',
  'biotype_group',
  'biotype',
  'compara',
  'compara_method',
  'tree_compara',
  'tree_species',
  'tree_gene',
  'tree_symbol',
  'gene_tree',
  'cafe_compara',
  'cafe_species',
  'cafe_gene',
  'cafe_symbol',
  'cafe_tree',
  'homology_compara',
  'homology_species',
  'homology_gene',
  'homology_symbol',
  'alignment_compara',
  'alignment_species',
  'alignment_region',
  'alignment_method',
  'alignment_set',
  'variation_species',
  'variant',
  'recoded_species',
  'recoded_variant',
  'vep_species',
  'vep_variant',
  'vep_region',
  'vep_allele',
  'vep_line',
  'vep_record',
  'vep_hgvs',
  'pmid_species',
  'pmid',
  'pmcid_species',
  'pmcid',
  'population_species',
  'population',
  'ld_species',
  'ld_variant',
  'ld_partner',
  'ld_region',
  'ld_population',
  'haplotype_species',
  'haplotype_transcript',
  'beacon_region',
  'beacon_start',
  'beacon_reference',
  'beacon_alternative',
  'beacon_assembly',
  'beacon_dataset',
  'phenotype_species',
  'phenotype_region',
  'phenotype_gene_species',
  'phenotype_gene',
  'phenotype_term_species',
  'phenotype_accession',
  'phenotype_term',
  'microarray_species',
  'microarray',
  'vendor',
  'probe_species',
  'probe_array',
  'probe',
  'probe_set_species',
  'probe_set_array',
  'probe_set',
  'matrix_species',
  'binding_matrix',
  'term',
  'term_name',
  'parent_term',
  'taxon',
  'taxon_name',
] as const;

export type ExampleValueName = (typeof EXAMPLE_VALUE_NAMES)[number];

/** The values that a release has. */
export type ExampleValues = Partial<Record<ExampleValueName, string>>;

const HOLE = /\{(\w+)\}/g;

/** Replaces the names in a template by values; null if the release lacks one of them. */
export function fillText(template: string, values: ExampleValues): string | null {
  return fill(template, values, (value) => value);
}

/** Like fillText, for the path and query of a URL: percent-encodes reserved characters. */
export function fillAddress(template: string, values: ExampleValues): string | null {
  return fill(template, values, (value) => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ','));
}

/** The names in a template. Throws Error for an unknown name. */
export function exampleNamesIn(template: string): ExampleValueName[] {
  return [...template.matchAll(HOLE)].map(([, name = '']) => {
    const known = EXAMPLE_VALUE_NAMES.find((each) => each === name);
    if (!known) throw new Error(`{${name}} is not an example value: see EXAMPLE_VALUE_NAMES`);
    return known;
  });
}

function fill(template: string, values: ExampleValues, encode: (value: string) => string): string | null {
  if (exampleNamesIn(template).some((name) => values[name] === undefined)) return null;
  const known = new Map(Object.entries(values));
  return template.replace(HOLE, (_, name: string) => encode(known.get(name) ?? ''));
}
