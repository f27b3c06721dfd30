import { COMPARA_TABLES } from '../../../src/release/table-registry.ts';
import { encodeComparedProduct } from '../../../src/compara/compared-product.ts';
import { runsOf } from '../../../src/compara/cigar-line.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import { GatheredSlices } from '../../../src/index/blocks/byte-slices.ts';
import type { WrittenBlock } from '../../../src/index/blocks/object-sink.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { byteColumn, bytesAt, integerColumn } from '../../dump/query-chunks.ts';
import type { IndexFolder } from '../../output/index-folder.ts';

/** Key of the products outside trees. No tree has this key. */
const IN_NO_TREE = '/';

/**
 * Creates two tables:
 * - `tree_keys`: root_id; `key` of the tree; `sequences`, the key of its members' sequences, which for a variant of a
 *   tree is that of the main tree; and `reference`: is it a main tree?
 * - `product_order`: the products in the order of the `member-sequences` table (`ordinal` from 0), with the cigar line
 *   in the tree's alignment. A member of several families occurs in each. Neighbouring leaves are similar, so they are
 *   stored next to each other.
 */
const PREPARE_SEQUENCES = [
  `CREATE TABLE tree_keys AS
    WITH trees AS (SELECT * FROM gene_tree_root WHERE tree_type = 'tree'),
    main AS (SELECT root_id, lower(coalesce(stable_id, '#' || root_id)) AS key FROM trees)
    SELECT t.root_id, coalesce(main.key, own.key) AS sequences,
      CASE WHEN main.key IS NULL THEN own.key
        ELSE main.key || '#' || lower(coalesce(clusterset_id, 'default')) || -- VARIANT of src/compara/gene-tree.ts
        CASE WHEN row_number() OVER (PARTITION BY main.key, lower(coalesce(clusterset_id, 'default'))
          ORDER BY t.root_id) = 1 THEN '' ELSE '#' || t.root_id END END AS key,
      t.ref_root_id IS NULL AS reference, coalesce(clusterset_id, 'default') AS clusterset,
      gene_align_id, stable_id, version
    FROM trees t JOIN main own USING (root_id) LEFT JOIN main ON main.root_id = t.ref_root_id`,
  `CREATE TABLE product_order AS
    WITH leaves AS (
      SELECT sequences AS key, seq_member_id, min(left_index) AS left_index FROM gene_tree_node
        JOIN tree_keys USING (root_id) WHERE seq_member_id IS NOT NULL GROUP BY ALL),
    rows AS (
      SELECT key, seq_member_id, min(cigar_line) AS cigar_line FROM tree_keys
        JOIN gene_align_member USING (gene_align_id) WHERE key = sequences GROUP BY ALL),
    placed AS (SELECT * FROM leaves UNION ALL SELECT '${IN_NO_TREE}', seq_member_id, NULL FROM seq_member
      ANTI JOIN leaves USING (seq_member_id))
    SELECT key, seq_member_id, cigar_line,
      row_number() OVER (ORDER BY key, left_index NULLS LAST, seq_member_id) - 1 AS ordinal
    FROM placed SEMI JOIN seq_member USING (seq_member_id) LEFT JOIN rows USING (key, seq_member_id)`,
];

/**
 * If a product has several coding sequences, the first counts. The query selects it by rowid, because DuckDB would hold
 * all texts that it aggregates in memory.
 */
const PRODUCTS = `
  SELECT key, o.seq_member_id AS id, (coalesce(source_name, '') LIKE '%PEP')::BIGINT AS peptide,
    cigar_line, sequence.sequence AS product, coding.sequence AS coding
  FROM product_order o JOIN seq_member USING (seq_member_id) LEFT JOIN sequence USING (sequence_id)
    LEFT JOIN (
      SELECT seq_member_id, sequence FROM other_member_sequence
      SEMI JOIN (SELECT min(rowid) AS first FROM other_member_sequence WHERE seq_type = 'cds' AND sequence IS NOT NULL
        GROUP BY seq_member_id) ON other_member_sequence.rowid = first) coding USING (seq_member_id)
  ORDER BY ordinal`;

/**
 * Writes the products and coding bases of all members, those of a gene tree next to each other.
 * @returns the entry of the table and its blocks
 */
export async function compileMemberSequences(
  database: Database,
  folder: IndexFolder,
  compara: string,
): Promise<[entry: TableEntry, blocks: WrittenBlock[]]> {
  for (const statement of PREPARE_SEQUENCES) await database.all(statement);
  const { writer, finish } = await folder.sortedTable(COMPARA_TABLES['member-sequences'], { compara });
  const fields = new FieldWriter();
  for await (const chunk of database.chunks(PRODUCTS)) {
    const [ids, peptides] = [integerColumn(chunk, 1), integerColumn(chunk, 2)];
    const [keys, rows, products, coding] = [
      byteColumn(chunk, 0),
      byteColumn(chunk, 3),
      byteColumn(chunk, 4),
      byteColumn(chunk, 5),
    ];
    const records = new GatheredSlices(ids.length);
    for (const [each, id] of ids.entries()) {
      const row = runsOf(bytesAt(rows, each)) ?? [];
      const record = encodeComparedProduct(
        { id, peptide: peptides[each] === 1, row, product: bytesAt(products, each), coding: bytesAt(coding, each) },
        fields,
      );
      records.add(record);
    }
    await writer.addAll(keys, records.take());
  }
  const entry = await finish();
  return [entry, writer.blocks()];
}
