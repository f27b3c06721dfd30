import { sequenceKey } from '../../src/release/compara.ts';
import type { RecordLocation } from '../../src/index/object-sink.ts';
import { varintLength, writeVarint } from '../../src/index/varint.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import type { IndexFolder } from '../output/index-folder.ts';

const encoder = new TextEncoder();

/**
 * Prepares, in the database:
 * - `tree_keys`: root_id, the key of the tree, the key of its members' sequences (that of the tree which it is a variant of),
 *   and whether it is none.
 * - `sequence_order`: which sequence stands at which place of the `member-sequences` table, from 0. A member of several
 *   families stands with each.
 */
export const PREPARE_SEQUENCES = [
  `CREATE TABLE tree_keys AS
    WITH trees AS (SELECT * FROM gene_tree_root WHERE tree_type = 'tree'),
    main AS (SELECT root_id, lower(coalesce(stable_id, '#' || root_id)) AS key FROM trees)
    SELECT t.root_id, coalesce(main.key, own.key) AS sequences,
      CASE WHEN main.key IS NULL THEN own.key ELSE main.key || '#' || lower(coalesce(clusterset_id, 'default')) || -- variantKey
        CASE WHEN row_number() OVER (PARTITION BY main.key, lower(coalesce(clusterset_id, 'default')) ORDER BY t.root_id) = 1 THEN '' ELSE '#' || t.root_id END END AS key,
      t.ref_root_id IS NULL AS reference, coalesce(clusterset_id, 'default') AS clusterset, gene_align_id, stable_id
    FROM trees t JOIN main own USING (root_id) LEFT JOIN main ON main.root_id = t.ref_root_id`,
  `CREATE TABLE members_of_trees AS
    SELECT DISTINCT sequences, seq_member_id FROM gene_tree_node JOIN tree_keys USING (root_id) WHERE seq_member_id IS NOT NULL
    UNION ALL SELECT '', seq_member_id FROM seq_member WHERE seq_member_id NOT IN (
      SELECT seq_member_id FROM gene_tree_node JOIN tree_keys USING (root_id) WHERE seq_member_id IS NOT NULL)`,
  `CREATE TABLE sequence_order AS
    WITH kinds AS (
      SELECT sequences || '${sequenceKey('', 'product')}' AS key, sequences AS tree, seq_member_id, 'product' AS kind
      FROM members_of_trees JOIN seq_member USING (seq_member_id) JOIN sequence USING (sequence_id) WHERE sequence.sequence IS NOT NULL
      UNION ALL SELECT sequences || '${sequenceKey('', 'coding')}', sequences, seq_member_id, 'coding'
      FROM members_of_trees JOIN (SELECT DISTINCT seq_member_id FROM other_member_sequence WHERE seq_type = 'cds' AND sequence IS NOT NULL) USING (seq_member_id))
    SELECT *, row_number() OVER (ORDER BY key, seq_member_id) - 1 AS ordinal FROM kinds`,
  // For who looks for one sequence of a member, the first of its families will do.
  `CREATE TABLE sequence_places AS
    SELECT seq_member_id, min(ordinal) FILTER (kind = 'product') AS product, min(ordinal) FILTER (kind = 'coding') AS coding FROM sequence_order GROUP BY seq_member_id`,
];

const SEQUENCES = `
  SELECT o.key, o.seq_member_id AS id, coalesce(product.sequence, coding.sequence) AS sequence
  FROM sequence_order o
    LEFT JOIN (SELECT seq_member_id, sequence.sequence FROM seq_member JOIN sequence USING (sequence_id)) product ON o.kind = 'product' AND product.seq_member_id = o.seq_member_id
    LEFT JOIN (SELECT seq_member_id, first(sequence) AS sequence FROM other_member_sequence WHERE seq_type = 'cds' GROUP BY seq_member_id) coding
      ON o.kind = 'coding' AND coding.seq_member_id = o.seq_member_id
  ORDER BY ordinal`;

/** Writes the products and coding bases of all members, those of a gene tree side by side; `place` of an ordinal. */
export async function compileMemberSequences(database: Database, folder: IndexFolder, name: string): Promise<[entry: TableEntry, place: (ordinal: number) => RecordLocation]> {
  for (const statement of PREPARE_SEQUENCES) await database.all(statement);
  const { writer, finish } = await folder.sortedTable(name, true);
  for await (const { key, id, sequence } of database.rows<{ key: string; id: number; sequence: string }>(SEQUENCES)) {
    const letters = encoder.encode(sequence);
    const record = new Uint8Array(varintLength(id) + letters.length);
    record.set(letters, writeVarint(record, 0, id));
    await writer.add(key, record);
  }
  const entry = await finish();
  return [entry, (ordinal) => writer.locate(ordinal)];
}
