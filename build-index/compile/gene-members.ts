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

/** Genes under their own ids and those of their products. */
const BY_ID = `
  SELECT lower(stable_id) AS key, gene_member_id FROM gene_member
  UNION SELECT lower(s.stable_id), gene_member_id FROM seq_member s WHERE gene_member_id IS NOT NULL
    AND seq_member_id IN (SELECT seq_member_id FROM gene_tree_node JOIN tree_keys USING (root_id) WHERE seq_member_id IS NOT NULL)`;

/** Genes by the symbol that the database shows of them, each if it is what its id means first in its genome (labelKey). */
const BY_LABEL = `
  WITH by_id AS (${BY_ID}),
  meant AS (SELECT key, genome_db_id, min(gene_member_id) AS gene_member_id FROM by_id JOIN gene_member USING (gene_member_id) GROUP BY ALL)
  SELECT lower(d.name) || '/' || ${symbolKeyOf('g.display_label')} AS key, g.gene_member_id
  FROM gene_member g JOIN genome_db d USING (genome_db_id)
    JOIN meant m ON m.key = lower(g.stable_id) AND m.genome_db_id = g.genome_db_id AND m.gene_member_id = g.gene_member_id
  WHERE g.display_label <> '' AND d.name IS NOT NULL`;

const membersBy = (keys: string): string => `
  WITH keys AS (${keys}),
  standing AS (
    SELECT seq_member_id, to_json(list(json_array(clusterset, root_id, reference, sequences) ORDER BY root_id))::VARCHAR AS trees
    FROM (SELECT DISTINCT seq_member_id, root_id FROM gene_tree_node WHERE seq_member_id IS NOT NULL) JOIN tree_keys USING (root_id) GROUP BY seq_member_id)
  SELECT key, genome_db_id AS genome, stable_id AS geneId, version, trees
  FROM keys JOIN gene_member USING (gene_member_id) LEFT JOIN standing ON standing.seq_member_id = canonical_member_id
  WHERE genome_db_id IS NOT NULL
  ORDER BY key, genome_db_id, gene_member_id`;

/** Where a tree, or the gains and losses of a tree's family, stand. */
type Place = (rootId: number) => RecordLocation | null;

/** Writes which genes stand in which trees: by ids, or by symbols. */
export async function compileGeneMembers(
  database: Database, folder: IndexFolder, name: string, by: 'id' | 'label', treePlace: Place, cafePlace: Place,
): Promise<TableEntry> {
  const { writer, finish } = await folder.sortedTable(name, true);
  for await (const { key, genome, geneId, version, trees } of database.rows<Row>(membersBy(by === 'id' ? BY_ID : BY_LABEL))) {
    const standing = (JSON.parse(trees ?? '[]') as TreeRow[]).flatMap(([clusterset, rootId, reference, sequences]): MemberTree[] => {
      const place = treePlace(rootId);
      return place ? [{ clusterset, rootId, reference, place, sequences, cafe: cafePlace(rootId) }] : [];
    });
    await writer.add(key, encodeGeneMember({ genome, geneId, version: version ?? 0, trees: standing }));
  }
  return finish();
}
