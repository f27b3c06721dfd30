/** Columns that older releases call otherwise, by group of the database and table: today's name -> the older one. */
const FORMER_NAMES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  compara: {
    // Until release 75, genes and their products were rows of one table, `member`.
    gene_align_member: { seq_member_id: 'member_id' },
    gene_tree_node: { seq_member_id: 'member_id' },
    homology_member: { gene_member_id: 'member_id', seq_member_id: 'peptide_member_id' },
    other_member_sequence: { seq_member_id: 'member_id' },
  },
  funcgen: {
    // Until release 93, a matrix had no id but its name.
    binding_matrix: { stable_id: 'name' },
    // Until release 96.
    epigenome: { short_name: 'display_label' },
    // Until release 99.
    feature_type: { so_term: 'so_name' },
  },
  variation: {
    // Until release 80, genotypes were of individuals.
    compressed_genotype_region: { sample_id: 'individual_id' },
    // Until release 75, evidence was a list of words instead of ids of words.
    variation: { evidence_attribs: 'evidence' },
    variation_feature: { evidence_attribs: 'evidence' },
  },
};

/** The index of a column in the rows of a dump, also if the dump has its former name; -1 if it has neither. */
export function columnIndex(
  group: string,
  table: string,
  columns: readonly { name: string }[],
  column: string,
): number {
  const index = columns.findIndex(({ name }) => name === column);
  const former = FORMER_NAMES[group]?.[table]?.[column];
  return index >= 0 || former === undefined ? index : columns.findIndex(({ name }) => name === former);
}
