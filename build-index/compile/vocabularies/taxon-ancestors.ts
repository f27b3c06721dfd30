import { openDatabase } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { groupsOf } from '../rows/row-groups.ts';

export const NODE_TABLES = { ncbi_taxa_node: { taxon_id: 'integer', parent_id: 'integer' } } as const;

/** Taxon id -> ids of all its ancestors up to the root, of those taxa that a taxonomy among the dumps knows; empty without one. */
export async function taxonAncestors(dumps: readonly DumpDatabase[], taxonIds: readonly string[]): Promise<Map<string, string[]>> {
  const ids = [...new Set(taxonIds.filter((id) => /^\d+$/.test(id)))];
  const ancestors = new Map<string, string[]>();
  for (const dump of dumps.filter(({ group }) => group === 'taxonomy' || group === 'compara')) {
    const missing = ids.filter((id) => !ancestors.has(id));
    if (missing.length === 0) break;
    const database = await openDatabase(dump, NODE_TABLES);
    try {
      // The root is its own parent, or has 0 for one; UNION ends there, and at any other circle.
      const rows = database.batches<{ id: number; ancestor: number }>(`
        WITH RECURSIVE above(id, ancestor) AS (
          SELECT taxon_id, parent_id FROM ncbi_taxa_node WHERE taxon_id IN (${missing.join()})
          UNION SELECT id, parent_id FROM above JOIN ncbi_taxa_node ON taxon_id = ancestor)
        SELECT id, ancestor FROM above WHERE ancestor > 0 ORDER BY ALL`);
      for await (const above of groupsOf(rows, ({ id }) => id)) ancestors.set(String(above[0]!.id), above.map(({ ancestor }) => String(ancestor)));
    } finally {
      await database.close();
    }
  }
  return ancestors;
}
