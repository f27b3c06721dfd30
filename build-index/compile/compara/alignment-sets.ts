import {
  alignmentKey,
  alignmentNumber,
  type AlignmentTreeRow,
  type SetName,
} from '../../../src/compara/alignment-record.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import { groupsOf } from '../rows/row-groups.ts';

/** Staged with the dump's tables: the number of each region in each species set, once per name of the set. */
export const NUMBER_TABLE = 'alignment_number';

/** Stages NUMBER_TABLE (method_link_species_set_id, dnafrag_id, number, key) with all aligned regions. */
export async function numberRegions(database: Database): Promise<void> {
  const columns = 'method_link_species_set_id BIGINT, dnafrag_id BIGINT, number BIGINT, key VARCHAR';
  await stageRows(database, NUMBER_TABLE, columns, regionNumbers(database, await setNames(database)));
}

async function* regionNumbers(
  database: Database,
  names: ReadonlyMap<number, SetName[]>,
): AsyncGenerator<[set: number, dnafrag: number, number: number, key: string]> {
  const regions = database.rows<{ set: number; method: string; dnafrag: number; genome: string; region: string }>(`
    SELECT DISTINCT method_link_species_set_id AS "set", m.type AS method, dnafrag_id AS dnafrag, g.name AS genome,
      d.name AS region
    FROM genomic_align JOIN dnafrag d USING (dnafrag_id) JOIN genome_db g USING (genome_db_id)
    JOIN method_link_species_set USING (method_link_species_set_id) JOIN method_link m USING (method_link_id)`);
  for await (const { set, method, dnafrag, genome, region } of regions) {
    for (const name of names.get(set) ?? []) {
      const key = alignmentKey(genome, region, method, name);
      yield [set, dnafrag, alignmentNumber(key), key];
    }
  }
}

/** The names by which clients ask for each set. If several sets of a method share a name, the first one gets it. */
async function setNames(database: Database): Promise<Map<number, SetName[]>> {
  const taken = new Set<string>();
  const names = new Map<number, SetName[]>();
  const sets = database.rows<{ id: number; method: string; group: string; species: string[] }>(`
    SELECT method_link_species_set_id AS id, m.type AS method, coalesce(h.name, '') AS "group",
      list(g.name) AS species
    FROM method_link_species_set s JOIN method_link m USING (method_link_id)
      LEFT JOIN species_set_header h ON h.species_set_id = s.species_set_id
    JOIN species_set its ON its.species_set_id = s.species_set_id JOIN genome_db g ON g.genome_db_id = its.genome_db_id
      GROUP BY ALL ORDER BY id`);
  for await (const { id, method, group, species } of sets) {
    const all: SetName[] = [{ species }, ...(group === '' ? [] : [{ group }])];
    names.set(
      id,
      all.filter((name) => {
        const key = alignmentKey('', '', method, name);
        return !taken.has(key) && Boolean(taken.add(key));
      }),
    );
  }
  return names;
}

/** A node of a species tree; leaves have a genome. */
interface SpeciesNode {
  id: number;
  parent: number | null;
  genome: string | null;
}

/**
 * Species trees by species set. Blocks of several genomes without a tree of their own get the species tree, without
 * branch lengths.
 */
export async function speciesTrees(database: Database): Promise<Map<number, SpeciesNode[]>> {
  const trees = new Map<number, SpeciesNode[]>();
  const nodes = database.batches<SpeciesNode & { set: number }>(`
    SELECT r.method_link_species_set_id AS "set", n.node_id AS id,
      CASE WHEN n.node_id = n.root_id THEN NULL ELSE n.parent_id END AS parent, g.name AS genome
    FROM species_tree_root r JOIN species_tree_node n USING (root_id) LEFT JOIN genome_db g USING (genome_db_id)
    ORDER BY r.method_link_species_set_id, n.left_index, n.node_id`);
  for await (const tree of groupsOf(nodes, ({ set }) => set)) trees.set(tree[0].set, tree);
  return trees;
}

/**
 * The tree of a block: the inner nodes of the species tree, and a leaf for every aligned interval. The leaves are
 * numbered -1, -2 … in the order of `genomes`.
 */
export function treeOfBlock(species: readonly SpeciesNode[], genomes: readonly string[]): AlignmentTreeRow[] {
  const above = new Map(species.flatMap(({ genome, parent }) => (genome === null ? [] : [[genome, parent]])));
  const inner = species.filter(({ genome }) => genome === null).map(({ id, parent }) => ({ id, parent, distance: 0 }));
  const root = inner.find(({ parent }) => parent === null)?.id ?? null;
  return [
    ...inner,
    ...genomes.map((genome, each) => ({ id: -1 - each, parent: above.get(genome) ?? root, distance: 0 })),
  ];
}
