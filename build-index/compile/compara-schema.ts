/** The tables and columns of a comparative database that its catalogue of methods is compiled from; see CORE_TABLES. */
import type { NeededTables } from '../dump/database.ts';

export const COMPARA_METHOD_TABLES = {
  meta: { meta_id: 'integer', meta_key: 'text', meta_value: 'text' },
  method_link: { method_link_id: 'integer', type: 'text', class: 'text' },
  method_link_species_set: { method_link_species_set_id: 'integer', method_link_id: 'integer', species_set_id: 'integer', name: 'text' },
  species_set_header: { species_set_id: 'integer', name: 'text' },
  species_set: { species_set_id: 'integer', genome_db_id: 'integer' },
  genome_db: { genome_db_id: 'integer', name: 'text' },
} as const satisfies NeededTables;
