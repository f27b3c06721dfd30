/**
 * Samples of a release: ids, names and regions that it has data for, one for each name below. The catalogue's examples are
 * templates with names in braces, `/lookup/id/{gene}?expand=1`, so that the documentation of any release asks for what that
 * release holds. `build-index` chooses them (build-index/samples); the manifest keeps them.
 */

export const SAMPLE_NAMES = [
  // A species, a protein-coding gene of it with a name, its canonical transcript and translation, and where it stands.
  'species', 'gene', 'transcript', 'translation', 'symbol', 'region', 'slice', 'seq_region',
  'archived_id',
  'mapped_species', 'mapped_system', 'assembly_from', 'mapped_region', 'target_system', 'assembly_to',
  'division', 'genome_taxon', 'assembly_accession', 'sequence_accession',
  'biotype_group', 'biotype',
  'compara', 'compara_method',
  'tree_compara', 'tree_species', 'tree_gene', 'tree_symbol', 'gene_tree',
  'cafe_compara', 'cafe_species', 'cafe_gene', 'cafe_symbol', 'cafe_tree',
  'homology_compara', 'homology_species', 'homology_gene', 'homology_symbol',
  'alignment_compara', 'alignment_species', 'alignment_region', 'alignment_method', 'alignment_set',
  'variation_species', 'variant', 'recoded_species', 'recoded_variant', 'pmid_species', 'pmid', 'pmcid_species', 'pmcid', 'population_species', 'population',
  'ld_species', 'ld_variant', 'ld_partner', 'ld_region', 'ld_population',
  'phenotype_species', 'phenotype_region', 'phenotype_gene_species', 'phenotype_gene', 'phenotype_term_species', 'phenotype_accession', 'phenotype_term',
  'microarray_species', 'microarray', 'vendor', 'probe_species', 'probe_array', 'probe', 'probe_set_species', 'probe_set_array', 'probe_set',
  'matrix_species', 'binding_matrix',
  'term', 'term_name', 'parent_term',
  'taxon', 'taxon_name',
] as const;

export type SampleName = (typeof SAMPLE_NAMES)[number];

/** Those that a release has. */
export type Samples = Partial<Record<SampleName, string>>;

const HOLE = /\{(\w+)\}/g;

/** A text with its samples, as they are; null when the release lacks one of them. */
export function fillText(template: string, samples: Samples): string | null {
  return fill(template, samples, (value) => value);
}

/** As fillText for the path and query of an address: what has a meaning there is escaped. */
export function fillAddress(template: string, samples: Samples): string | null {
  return fill(template, samples, (value) => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ','));
}

/** The names in a template; throws Error for one that is no sample's. */
export function samplesIn(template: string): SampleName[] {
  return [...template.matchAll(HOLE)].map(([, name]) => {
    if (!(SAMPLE_NAMES as readonly string[]).includes(name!)) throw new Error(`{${name!}} is no sample`);
    return name as SampleName;
  });
}

function fill(template: string, samples: Samples, written: (value: string) => string): string | null {
  if (samplesIn(template).some((name) => samples[name] === undefined)) return null;
  return template.replace(HOLE, (_, name: SampleName) => written(samples[name]!));
}
