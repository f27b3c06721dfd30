import { COMPARA_TABLES } from '../../../src/release/table-registry.ts';
import { encodeGeneMember, type MemberTree } from '../../../src/compara/gene-member.ts';
import { GatheredSlices } from '../../../src/index/blocks/byte-slices.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { memoize } from '../../memoize.ts';

interface Row {
  key: string;
  genome: number;
  geneId: string;
  version: number | null;
  /** JSON. */
  trees: string | null;
}

type TreeRow = [clusterset: string, rootId: number, reference: boolean, sequences: string];

/**
 * `member_trees`: the trees that contain products of genes. `member_ids`: genes under their own ids and under the ids
 * of these products, each id with its own version.
 */
const PREPARE = [
  `CREATE TABLE member_trees AS
    SELECT seq_member_id, to_json(list(json_array(clusterset, root_id, reference, sequences)
      ORDER BY root_id))::VARCHAR AS trees
    FROM (SELECT DISTINCT seq_member_id, root_id FROM gene_tree_node WHERE seq_member_id IS NOT NULL)
      JOIN tree_keys USING (root_id) GROUP BY seq_member_id`,
  `CREATE TABLE member_ids AS
    SELECT lower(stable_id) AS key, version, gene_member_id FROM gene_member
    UNION SELECT lower(s.stable_id), s.version, gene_member_id FROM seq_member s
      SEMI JOIN member_trees USING (seq_member_id) WHERE gene_member_id IS NOT NULL`,
];

const MEMBERS = `
  SELECT key, genome_db_id AS genome, stable_id AS geneId, member_ids.version, trees
  FROM member_ids JOIN gene_member USING (gene_member_id)
    LEFT JOIN member_trees ON member_trees.seq_member_id = canonical_member_id
  WHERE genome_db_id IS NOT NULL
  ORDER BY key, genome_db_id, gene_member_id, member_ids.version NULLS FIRST`;

/** Most lists of trees in memory. Genes of a family often have ids near each other. */
const MAX_REMEMBERED = 10_000;
const encoder = new TextEncoder();

/** Finds the record of a tree, or of the gains and losses of a tree's family. */
type Place = (rootId: number) => RecordLocation | null;

/** Writes the genes with the trees that contain them. */
export async function compileGeneMembers(
  database: Database,
  folder: IndexFolder,
  compara: string,
  treePlace: Place,
  cafePlace: Place,
): Promise<TableEntry> {
  for (const statement of PREPARE) await database.all(statement);
  const { writer, finish } = await folder.sortedTable(COMPARA_TABLES['gene-members'], { compara });
  const treesOf = memoize(
    (trees: string) =>
      (JSON.parse(trees) as TreeRow[]).flatMap(([clusterset, rootId, reference, sequences]): MemberTree[] => {
        const place = treePlace(rootId);
        return place ? [{ clusterset, reference, place, sequences, cafe: cafePlace(rootId) }] : [];
      }),
    MAX_REMEMBERED,
  );
  for await (const rows of database.batches<Row>(MEMBERS)) {
    const [keys, records] = [new GatheredSlices(rows.length), new GatheredSlices(rows.length)];
    for (const { key, genome, geneId, version, trees } of rows) {
      keys.add(encoder.encode(key));
      records.add(encodeGeneMember({ genome, geneId, version: version ?? 0, trees: treesOf(trees ?? '[]') }));
    }
    await writer.addAll(keys.take(), records.take());
  }
  return finish();
}
