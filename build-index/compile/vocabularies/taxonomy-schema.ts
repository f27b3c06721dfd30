/** The tables and columns of the NCBI taxonomy, in a taxonomy or a comparative database, that the compiler reads; see CORE_TABLES. */
import type { NeededTables } from '../../dump/database.ts';

export const TAXONOMY_TABLES = {
  ncbi_taxa_node: { taxon_id: 'integer', parent_id: 'integer', rank: 'text', genbank_hidden_flag: 'integer' },
  ncbi_taxa_name: { taxon_id: 'integer', name: 'text', name_class: 'text' },
} as const satisfies NeededTables;
