import { encodeGeneMember, type MemberTree } from '../../src/compara/gene-member.ts';
import type { RecordLocation } from '../../src/index/object-sink.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import { symbolKeyOf } from './xref-tables.ts';

interface Row {
  key: string;
  genome: number;
  geneId: string;
  version: number | null;
  /** JSON. */
  trees: string | null;
}

type TreeRow = [clusterset: string, rootId: number, reference: boolean, sequences: string];

/** `member_trees`: the trees that products of genes stand in. `member_ids`: genes under their own ids and those of such products. */
const PREPARE = [
  `CREATE TABLE member_trees AS
    SELECT seq_member_id, to_json(list(json_array(clusterset, root_id, reference, sequences) ORDER BY root_id))::VARCHAR AS trees
    FROM (SELECT DISTINCT seq_member_id, root_id FROM gene_tree_node WHERE seq_member_id IS NOT NULL) JOIN tree_keys USING (root_id) GROUP BY seq_member_id`,
  `CREATE TABLE member_ids AS
    SELECT lower(stable_id) AS key, gene_member_id FROM gene_member
    UNION SELECT lower(s.stable_id), gene_member_id FROM seq_member s SEMI JOIN member_trees USING (seq_member_id) WHERE gene_member_id IS NOT NULL`,
];

/** Genes by the symbol that the database shows of them, each if it is what its id means first in its genome (labelKey). */
const BY_LABEL = `
  WITH meant AS (SELECT key, genome_db_id, min(gene_member_id) AS gene_member_id FROM member_ids JOIN gene_member USING (gene_member_id) GROUP BY ALL)
  SELECT lower(d.name) || '/' || ${symbolKeyOf('g.display_label')} AS key, g.gene_member_id
  FROM gene_member g JOIN genome_db d USING (genome_db_id)
    JOIN meant m ON m.key = lower(g.stable_id) AND m.genome_db_id = g.genome_db_id AND m.gene_member_id = g.gene_member_id
  WHERE g.display_label <> '' AND d.name IS NOT NULL`;

const membersBy = (keys: string): string => `
  SELECT key, genome_db_id AS genome, stable_id AS geneId, version, trees
  FROM ${keys} JOIN gene_member USING (gene_member_id) LEFT JOIN member_trees ON member_trees.seq_member_id = canonical_member_id
  WHERE genome_db_id IS NOT NULL
  ORDER BY key, genome_db_id, gene_member_id`;

/** Where a tree, or the gains and losses of a tree's family, stand. */
type Place = (rootId: number) => RecordLocation | null;

/** Writes which genes stand in which trees: by ids, and by symbols. `name` gives the names of tables below the database's folder. */
export async function compileGeneMembers(
  database: Database, folder: IndexFolder, name: (what: string) => string, treePlace: Place, cafePlace: Place,
): Promise<Record<'gene-members' | 'gene-labels', TableEntry>> {
  for (const statement of PREPARE) await database.all(statement);
  const write = async (what: string, keys: string): Promise<TableEntry> => {
    const { writer, finish } = await folder.sortedTable(name(what), true);
    for await (const { key, genome, geneId, version, trees } of database.rows<Row>(membersBy(keys))) {
      const standing = (JSON.parse(trees ?? '[]') as TreeRow[]).flatMap(([clusterset, rootId, reference, sequences]): MemberTree[] => {
        const place = treePlace(rootId);
        return place ? [{ clusterset, rootId, reference, place, sequences, cafe: cafePlace(rootId) }] : [];
      });
      await writer.add(key, encodeGeneMember({ genome, geneId, version: version ?? 0, trees: standing }));
    }
    return finish();
  };
  return { 'gene-members': await write('gene-members', 'member_ids'), 'gene-labels': await write('gene-labels', `(${BY_LABEL})`) };
}
