import type { FormerLayout } from './former-layout.ts';

const MEMBER = { member_id: 'integer', stable_id: 'text', version: 'integer', source_name: 'text' } as const;

export const COMPARA_LAYOUTS: readonly FormerLayout[] = [
  {
    // Until release 75, `member` had genes and products, with the name of the region instead of its dnafrag_id.
    table: 'gene_member',
    lacks: true,
    from: {
      member: {
        ...MEMBER,
        genome_db_id: 'integer',
        canonical_member_id: 'integer',
        chr_name: 'text',
        chr_start: 'integer',
        chr_end: 'integer',
        display_label: 'text',
      },
      dnafrag: { dnafrag_id: 'integer', name: 'text', genome_db_id: 'integer' },
    },
    fill: `INSERT INTO dnafrag (dnafrag_id, name, genome_db_id)
        SELECT -row_number() OVER (ORDER BY genome_db_id, chr_name), chr_name, genome_db_id
        FROM (SELECT DISTINCT genome_db_id, chr_name FROM member WHERE source_name = 'ENSEMBLGENE') m
        ANTI JOIN dnafrag d ON d.genome_db_id = m.genome_db_id AND d.name = m.chr_name
        WHERE chr_name IS NOT NULL;
      INSERT INTO gene_member (gene_member_id, stable_id, version, genome_db_id, canonical_member_id, dnafrag_id,
        dnafrag_start, dnafrag_end, display_label)
      SELECT member_id, stable_id, version, m.genome_db_id, canonical_member_id, dnafrag_id, chr_start, chr_end,
        display_label
      FROM member m LEFT JOIN dnafrag d ON d.genome_db_id = m.genome_db_id AND d.name = chr_name
      WHERE source_name = 'ENSEMBLGENE' ORDER BY m.rowid`,
  },
  {
    table: 'seq_member',
    lacks: true,
    from: {
      member: {
        ...MEMBER,
        genome_db_id: 'integer',
        sequence_id: 'integer',
        gene_member_id: 'integer',
        display_label: 'text',
      },
    },
    fill: `INSERT INTO seq_member (seq_member_id, stable_id, version, source_name, genome_db_id, sequence_id,
        gene_member_id, display_label)
      SELECT member_id, stable_id, version, source_name, genome_db_id, sequence_id, gene_member_id, display_label
      FROM member WHERE source_name <> 'ENSEMBLGENE' ORDER BY rowid`,
  },
  {
    // Until release 81, the name of a set was a tag.
    table: 'species_set_header',
    lacks: true,
    from: { species_set_tag: { species_set_id: 'integer', tag: 'text', value: 'text' } },
    fill: `INSERT INTO species_set_header (species_set_id, name)
      SELECT species_set_id, first(value ORDER BY rowid) FROM species_set_tag WHERE tag = 'name'
      GROUP BY species_set_id ORDER BY species_set_id`,
  },
  {
    // Until release 84, so was the threshold.
    table: 'method_link_species_set_attr',
    lacks: true,
    from: { method_link_species_set_tag: { method_link_species_set_id: 'integer', tag: 'text', value: 'text' } },
    fill: `INSERT INTO method_link_species_set_attr (method_link_species_set_id, threshold_on_ds)
      SELECT method_link_species_set_id, first(try_cast(value AS DOUBLE) ORDER BY rowid)
      FROM method_link_species_set_tag WHERE tag = 'threshold_on_ds'
      GROUP BY method_link_species_set_id ORDER BY method_link_species_set_id`,
  },
  {
    // Until release 81, a flag marked the genomes of the release among those of all releases.
    table: 'genome_db',
    lacks: 'last_release',
    from: { genome_db: { genome_db_id: 'integer', assembly_default: 'integer' } },
    fill: 'UPDATE genome_db SET last_release = 0 WHERE assembly_default = 0',
  },
];
