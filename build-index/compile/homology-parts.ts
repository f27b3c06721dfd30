/**
 * What records of homologies are made of (src/compara/homology-record.ts), as JSON that DuckDB puts together: a release has hundreds of
 * homologies for each gene, of some dozen columns each.
 */
import type { WrittenBlock } from '../../src/index/object-sink.ts';
import type { Database } from '../dump/database.ts';
import { jsonFloat, jsonInteger, jsonText } from './json-sql.ts';
import { stageRows } from './stage-rows.ts';

/** Staged: which blocks of the `member-sequences` table have which ordinals. */
const BLOCK_TABLE = 'sequence_block';

const isPeptide = `CASE WHEN source_name LIKE '%PEP' THEN '1' ELSE '0' END`;

/** Numbers that were computed of a homology, as members of an object. */
const SCORES = ['n', 's', 'dn', 'ds', 'lnl', 'goc_score', 'wga_coverage'].map((name) => `CASE WHEN ${name} <> '' THEN concat('"${name}":', ${jsonText(name)}) END`);

/** Substitution rates are left out where more synonymous substitutions were found than the pair of genomes is trusted for. */
const JUDGED = `
  SELECT homology.* REPLACE (CASE WHEN saturated THEN NULL ELSE dn END AS dn, CASE WHEN saturated THEN NULL ELSE ds END AS ds)
  FROM (
    SELECT homology.*, coalesce(try_cast(ds AS DOUBLE) > threshold_on_ds, false) AS saturated
    FROM homology LEFT JOIN method_link_species_set_attr USING (method_link_species_set_id)) homology`;

const PREPARE = [
  `CREATE TABLE sequence_location AS
    SELECT first + number AS ordinal, concat('[', "offset", ',', length, ',', number, ']') AS json
    FROM (SELECT *, unnest(range(records)) AS number FROM ${BLOCK_TABLE})`,
  `CREATE TABLE compared_product AS
    SELECT p.seq_member_id, ${jsonText('p.stable_id')} AS id,
      concat(p.seq_member_id, ',', ${isPeptide}, ',', coalesce(product.json, '0'), ',', coalesce(coding.json, '0')) AS json
    FROM seq_member p LEFT JOIN sequence_places places USING (seq_member_id)
      LEFT JOIN sequence_location product ON product.ordinal = places.product LEFT JOIN sequence_location coding ON coding.ordinal = places.coding`,
  `CREATE TABLE compared_gene AS
    SELECT gene_member_id, canonical_member_id, genome_db_id, lower(stable_id) AS key, ${jsonText('stable_id')} AS id, coalesce(version, 0) AS version,
      CASE WHEN genome_db_id IS NOT NULL THEN row_number() OVER (ORDER BY genome_db_id IS NULL, lower(stable_id), genome_db_id, gene_member_id) END AS rank
    FROM gene_member`,
  `CREATE TABLE homology_name AS
    SELECT method, type, method_link_species_set_id, row_number() OVER () AS number
    FROM (SELECT DISTINCT method_link_species_set_id, description AS type FROM homology)
      JOIN (SELECT method_link_species_set_id, l.type AS method FROM method_link_species_set JOIN method_link l USING (method_link_id)) USING (method_link_species_set_id)`,
  `CREATE TABLE compared_homology AS
    SELECT homology_id, names.number AS names, node.left_index, ${jsonInteger('species_tree_node_id')} AS head,
      concat(',', ${jsonInteger('is_tree_compliant')}, ',', ${jsonInteger('is_high_confidence')}, ',{' || nullif(concat_ws(',', ${SCORES.join(', ')}), '') || '}') AS tail
    FROM (${JUDGED}) h JOIN homology_name names ON names.method_link_species_set_id = h.method_link_species_set_id AND names.type IS NOT DISTINCT FROM h.description
      LEFT JOIN gene_tree_node node ON node.node_id = gene_tree_node_id`,
  `CREATE TABLE aligned_product AS
    SELECT homology_id, gene_member_id, seq_member_id,
      concat(',', ${jsonText('cigar_line')}, ',', ${jsonFloat('coalesce(perc_id, 0)')}, ',', ${jsonFloat('coalesce(perc_pos, 0)')}) AS json
    FROM homology_member`,
];

/** Rank, key, the row's beginning, id of the product, the product with where its sequences stand; in order of the rank. */
export const GENES = `
  SELECT rank, key, concat('[', genome_db_id, ',', g.id, ',', version, ',') AS head, coalesce(p.id, '""') AS product, coalesce(p.json, '0,0,0,0') AS tail
  FROM compared_gene g LEFT JOIN compared_product p ON p.seq_member_id = canonical_member_id
  WHERE rank IS NOT NULL ORDER BY rank`;

/**
 * Rank of the gene, number of the homology_name, the homology's row in head (without the names) and tail, and the gene's own product where it is not
 * the canonical one. The nearest in the gene tree first: the deeper the node at which two genes part, the further right it begins in the nested set.
 */
export const HOMOLOGIES = `
  SELECT g.rank, h.names, concat(h.head, ',', t.id, ',', p.id, ',', ${jsonInteger('t.genome_db_id')}, ']') AS head,
    concat('[', h.homology_id, one.json, other.json, ',', p.json, h.tail, ']') AS tail, own.id AS product, own.json AS "productTail"
  FROM aligned_product one JOIN aligned_product other ON other.homology_id = one.homology_id AND other.gene_member_id <> one.gene_member_id
    JOIN compared_homology h ON h.homology_id = one.homology_id
    JOIN compared_gene g ON g.gene_member_id = one.gene_member_id JOIN compared_gene t ON t.gene_member_id = other.gene_member_id
    JOIN compared_product p ON p.seq_member_id = other.seq_member_id
    LEFT JOIN compared_product own ON own.seq_member_id = CASE WHEN one.seq_member_id IS DISTINCT FROM g.canonical_member_id THEN one.seq_member_id END
  WHERE g.rank IS NOT NULL
  ORDER BY g.rank, h.left_index DESC NULLS LAST, h.homology_id`;

/** Stages what GENES and HOMOLOGIES read. After PREPARE_SEQUENCES. */
export async function stageHomologyParts(database: Database, blocks: readonly WrittenBlock[]): Promise<void> {
  let first = 0;
  const rows = blocks.map(({ offset, length, records }) => {
    first += records;
    return [first - records, offset, length, records];
  });
  await stageRows(database, BLOCK_TABLE, 'first BIGINT, "offset" BIGINT, length BIGINT, records BIGINT', rows);
  for (const statement of PREPARE) await database.all(statement);
}

/** Method and kind of homologies, by number. */
export async function homologyNames(database: Database): Promise<Map<number, { method: string; type: string | null }>> {
  const rows = await database.all<{ number: number; method: string; type: string | null }>('SELECT number, method, type FROM homology_name');
  return new Map(rows.map(({ number, method, type }) => [number, { method, type }]));
}
