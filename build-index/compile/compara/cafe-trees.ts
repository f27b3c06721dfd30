import type { CafeNode, CafeTree } from '../../../src/compara/cafe-tree.ts';
import type { RecordLocation } from '../../../src/index/object-sink.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { groupsOf } from '../rows/row-groups.ts';

interface Row {
  key: string;
  tree: number;
  pvalueAverage: number;
  lambda: number | null;
  root: number;
  id: number;
  parent: number | null;
  members: number;
  pvalue: number | null;
}

const NODES = `
  SELECT t.key, f.gene_tree_root_id AS tree, coalesce(pvalue_avg, 0) AS pvalueAverage, try_cast(lambdas AS DOUBLE) AS lambda, f.root_id AS root,
    g.node_id AS id, s.parent_id AS parent, n_members AS members, g.pvalue
  FROM CAFE_gene_family f JOIN tree_keys t ON t.root_id = f.gene_tree_root_id JOIN CAFE_species_gene g USING (cafe_gene_family_id) JOIN species_tree_node s USING (node_id)
  ORDER BY t.key, f.cafe_gene_family_id, s.left_index, s.node_id`;

const encoder = new TextEncoder();

/** Writes gains and losses of gene families; where those of a gene tree's root_id stand. */
export async function compileCafeTrees(database: Database, folder: IndexFolder, name: string): Promise<[entry: TableEntry, place: (rootId: number) => RecordLocation | null]> {
  const { writer, finish } = await folder.sortedTable(name);
  const ordinals = new Map<number, number>();
  for await (const rows of groupsOf(database.batches<Row>(NODES), ({ key }) => key)) {
    const tree = assemble(rows);
    if (tree) ordinals.set(rows[0]!.tree, await writer.add(rows[0]!.key, encoder.encode(JSON.stringify(tree))));
  }
  const entry = await finish();
  return [entry, (rootId) => (ordinals.has(rootId) ? writer.locate(ordinals.get(rootId)!) : null)];
}

function assemble(rows: readonly Row[]): CafeTree | undefined {
  const nodes = new Map(rows.map(({ id, members, pvalue }): [number, CafeNode] => [id, { id, members, pvalue, children: [] }]));
  const { pvalueAverage, lambda, root } = rows[0]!;
  for (const { id, parent } of rows) if (id !== root && parent !== null) nodes.get(parent)?.children.push(nodes.get(id)!);
  const top = nodes.get(root);
  return top && { pvalueAverage, lambda: lambda ?? 0, root: top };
}
