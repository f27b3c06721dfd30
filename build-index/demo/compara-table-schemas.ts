/** The tables of a comparative database that the demo fills; see CORE_TABLE_SCHEMAS. */
const ID = 'int unsigned NOT NULL';
const RELEASES = { first_release: 'smallint', last_release: 'smallint' } as const;

export const COMPARA_TABLE_SCHEMAS = {
  meta: { meta_id: ID, species_id: 'int unsigned', meta_key: 'varchar(40) NOT NULL', meta_value: 'text NOT NULL' },
  method_link: { method_link_id: ID, type: 'varchar(50) NOT NULL', class: 'varchar(50) NOT NULL', display_name: 'varchar(255) NOT NULL' },
  method_link_species_set: {
    method_link_species_set_id: ID, method_link_id: ID, species_set_id: ID, name: 'varchar(255) NOT NULL', source: 'varchar(255) NOT NULL', url: 'varchar(255) NOT NULL', ...RELEASES,
  },
  species_set_header: { species_set_id: ID, name: 'varchar(255) NOT NULL', size: ID, ...RELEASES },
  species_set: { species_set_id: ID, genome_db_id: ID },
  genome_db: {
    genome_db_id: ID, taxon_id: 'int unsigned', name: 'varchar(128) NOT NULL', assembly: 'varchar(100) NOT NULL', genebuild: 'varchar(255) NOT NULL', has_karyotype: 'tinyint NOT NULL',
    display_name: 'varchar(255)', ...RELEASES,
  },
} as const;
