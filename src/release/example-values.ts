/**
 * Example values of a release: ids, names and regions that it has data for, one for each name below. The catalogue's
 * examples are
 * templates with names in braces, `/lookup/id/{gene}?expand=1`, so that the documentation of any release asks for what
 * that
 * release holds. `build-index` chooses them (build-index/examples); the manifest keeps them.
 */

export const EXAMPLE_VALUE_NAMES = [
  // A species, a protein-coding gene of it with a name, its canonical transcript and translation, and where it stands.
  'species',
  'gene',
  'transcript',
  'translation',
  'symbol',
  'region',
  'slice',
  'seq_region',
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

/** Those that a release has. */
export type ExampleValues = Partial<Record<ExampleValueName, string>>;

const HOLE = /\{(\w+)\}/g;

/** The template with its names replaced by values; null when the release lacks one of them. */
export function fillText(template: string, values: ExampleValues): string | null {
  return fill(template, values, (value) => value);
}

/** As fillText, for the path and query of a URL: reserved characters are percent-encoded. */
export function fillAddress(template: string, values: ExampleValues): string | null {
  return fill(template, values, (value) => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ','));
}

/** The names in a template; throws Error for an unknown one. */
export function exampleNamesIn(template: string): ExampleValueName[] {
  return [...template.matchAll(HOLE)].map(([, name = '']) => {
    const known = EXAMPLE_VALUE_NAMES.find((each) => each === name);
    if (!known) throw new Error(`{${name}} is not an example value`);
    return known;
  });
}

function fill(template: string, values: ExampleValues, encode: (value: string) => string): string | null {
  if (exampleNamesIn(template).some((name) => values[name] === undefined)) return null;
  const known = new Map(Object.entries(values));
  return template.replace(HOLE, (_, name: string) => encode(known.get(name) ?? ''));
}
