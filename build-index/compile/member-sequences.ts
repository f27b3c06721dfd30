import { sequenceKey } from '../../src/release/compara.ts';
import type { ByteSlices } from '../../src/index/byte-slices.ts';
import type { WrittenBlock } from '../../src/index/object-sink.ts';
import { varintLength, writeVarint } from '../../src/index/varint.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import { integerColumn, textColumn } from '../dump/duckdb-bytes.ts';
import type { IndexFolder } from '../output/index-folder.ts';

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

// A join for each kind: one of both on conditions of the kind compares every sequence with every member.
const SEQUENCES = `
  SELECT key, id, sequence FROM (
    SELECT ordinal, key, o.seq_member_id AS id, sequence.sequence
    FROM sequence_order o JOIN seq_member USING (seq_member_id) JOIN sequence USING (sequence_id) WHERE kind = 'product'
    UNION ALL
    SELECT ordinal, key, o.seq_member_id, coding.sequence
    FROM sequence_order o JOIN (
      SELECT seq_member_id, arg_min(sequence, rowid) AS sequence FROM other_member_sequence WHERE seq_type = 'cds' AND sequence IS NOT NULL GROUP BY seq_member_id) coding USING (seq_member_id)
    WHERE kind = 'coding')
  ORDER BY ordinal`;

/** Writes the products and coding bases of all members, those of a gene tree side by side; in which blocks they stand. */
export async function compileMemberSequences(database: Database, folder: IndexFolder, name: string): Promise<[entry: TableEntry, blocks: WrittenBlock[]]> {
  for (const statement of PREPARE_SEQUENCES) await database.all(statement);
  const { writer, finish } = await folder.sortedTable(name, true);
  for await (const chunk of database.chunks(SEQUENCES)) await writer.addAll(textColumn(chunk, 0), recordsOf(integerColumn(chunk, 1), textColumn(chunk, 2)));
  const entry = await finish();
  return [entry, writer.blocks()];
}

/** Records of members: number of the member, letters. */
function recordsOf(ids: readonly number[], { bytes, starts, ends }: ByteSlices): ByteSlices {
  const size = ids.reduce((sum, id, row) => sum + varintLength(id) + ends[row]! - starts[row]!, 0);
  const records: ByteSlices = { bytes: new Uint8Array(size), starts: new Uint32Array(ids.length), ends: new Uint32Array(ids.length) };
  let at = 0;
  for (const [row, id] of ids.entries()) {
    records.starts[row] = at;
    at = writeVarint(records.bytes, at, id);
    records.bytes.set(bytes.subarray(starts[row], ends[row]), at);
    records.ends[row] = at += ends[row]! - starts[row]!;
  }
  return records;
}
