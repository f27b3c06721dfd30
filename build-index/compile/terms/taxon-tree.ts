import { at, get, last, only } from '../../../src/checked.ts';
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import { type Database, openDatabase } from '../../dump/database.ts';
import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { integerColumn } from '../../dump/query-chunks.ts';
import { keepUnique } from '../../dump/unique-rows.ts';
import { groupsOf } from '../rows/row-groups.ts';

const TABLE = 'ncbi_taxa_node';

/**
 * The taxa with their parents and children in arrays: 2.5 million take 70 MB. Taxa are numbered in the order of ids.
 */
export class TaxonTree {
  readonly ids: Int32Array;
  /** -1 for a root. */
  readonly parents: Int32Array;
  /** Number of relations between a taxon and its root. */
  readonly depths: Uint16Array;
  readonly #shown: Uint8Array;
  /** The children of all taxa, grouped by parent, in the order of the dump. */
  readonly #children: Int32Array;
  /** Index of each taxon's first child in `#children`, and the end of the last taxon's children. */
  readonly #childrenAt: Uint32Array;

  private constructor(
    ids: Int32Array,
    parents: Int32Array,
    depths: Uint16Array,
    shown: Uint8Array,
    places: Float64Array,
  ) {
    this.ids = ids;
    this.parents = parents;
    this.depths = depths;
    this.#shown = shown;
    const ends = new Uint32Array(ids.length + 1);
    for (const parent of parents) if (parent >= 0) ends[parent + 1]!++;
    for (const each of ids.keys()) ends[each + 1]! += at(ends, each);
    this.#childrenAt = ends.slice();
    this.#children = new Int32Array(last(ends));
    for (const [each, parent] of parents.entries()) if (parent >= 0) this.#children[ends[parent]!++] = each;
    for (const each of ids.keys()) this.children(each).sort((a, b) => at(places, a) - at(places, b));
  }

  /**
   * Removes rows that repeat a taxon, and rows without one. Of taxa that are their own ancestors, the one with the
   * lowest id becomes a root. Departures count these.
   */
  static async load(database: Database): Promise<TaxonTree> {
    await database.all(
      `DELETE FROM ncbi_taxa_node WHERE taxon_id IS NULL OR taxon_id NOT BETWEEN 0 AND ${2 ** 31 - 1}`,
    );
    await keepUnique(database, 'ncbi_taxa_node', ['taxon_id'], 'true');
    await database.all(DEPTHS);
    if (await cutCycles(database)) await database.all(DEPTHS);
    const { size } = only(await database.all<{ size: number }>('SELECT count(*) AS size FROM ncbi_taxa_node'));
    const [ids, parents, depths, shown, places] = [
      new Int32Array(size),
      new Int32Array(size),
      new Uint16Array(size),
      new Uint8Array(size),
      new Float64Array(size),
    ];
    let read = 0;
    for await (const chunk of database.chunks(NODES)) {
      const columns = [ids, parents, depths, shown, places];
      for (const [each, column] of columns.entries()) column.set(integerColumn(chunk, each), read);
      read += chunk.rowCount;
    }
    for (const [each, parent] of parents.entries()) parents[each] = parent === ids[each] ? -1 : indexOf(ids, parent);
    return new TaxonTree(ids, parents, depths, shown, places);
  }

  get size(): number {
    return this.ids.length;
  }

  /** Number of the taxon with an id, or -1. */
  index(id: number): number {
    return indexOf(this.ids, id);
  }

  /** In the order of the dump. */
  children(taxon: number): Int32Array {
    return this.#children.subarray(this.#childrenAt[taxon], this.#childrenAt[taxon + 1]);
  }

  isLeaf(taxon: number): boolean {
    return this.#childrenAt[taxon] === this.#childrenAt[taxon + 1];
  }

  /** From the parent to the root. */
  ancestors(taxon: number): number[] {
    const found: number[] = [];
    for (let each = at(this.parents, taxon); each >= 0; each = at(this.parents, each)) found.push(each);
    return found;
  }

  /** Is the taxon listed in classifications? */
  isShown(taxon: number): boolean {
    return this.#shown[taxon] === 1;
  }
}

function indexOf(ids: Int32Array, id: number): number {
  const first = firstIndex(0, ids.length, (index) => ids[index]! < id);
  return ids[first] === id ? first : -1;
}

const DEPTHS = `
  CREATE OR REPLACE TABLE depths AS
    WITH RECURSIVE tree AS (
      SELECT taxon_id, 0 AS depth FROM ncbi_taxa_node
      WHERE parent_id IS NULL OR parent_id = taxon_id OR parent_id NOT IN (SELECT taxon_id FROM ncbi_taxa_node)
      UNION ALL
      SELECT n.taxon_id, depth + 1 FROM tree
        JOIN ncbi_taxa_node n ON n.parent_id = tree.taxon_id AND n.taxon_id <> n.parent_id)
    SELECT * FROM tree`;

/** Makes a root of one taxon of each cycle. Returns false if there are none. */
async function cutCycles(database: Database): Promise<boolean> {
  const lost = await database.all<{ taxon: number; parent: number }>(
    `SELECT taxon_id AS taxon, parent_id AS parent FROM ncbi_taxa_node ANTI JOIN depths USING (taxon_id)
      ORDER BY taxon_id`,
  );
  const parents = new Map(lost.map(({ taxon, parent }) => [taxon, parent]));
  const seen = new Set<number>();
  const { dump } = database;
  const departures = dump.departures?.reading(dump.tables.get(TABLE) ?? dump.folder, TABLE);
  for (const { taxon } of lost) {
    const path = new Set<number>();
    let each = taxon;
    for (; !seen.has(each); each = get(parents, each)) {
      path.add(each);
      seen.add(each);
    }
    // A path that ends at a taxon of an earlier one leads to a cycle that is cut already.
    if (!path.has(each)) continue;
    const cycle = [...path].slice([...path].indexOf(each));
    const root = Math.min(...cycle);
    const sentence = () => `${dump.folder}: in ${TABLE} taxon ${root} is its own ancestor; it becomes a root`;
    if (!departures) throw new DumpError(sentence());
    departures.note('its own ancestor', sentence);
    await database.all(`UPDATE ${TABLE} SET parent_id = taxon_id WHERE taxon_id = ${root}`);
  }
  return lost.length > 0;
}

const NODES = `
  SELECT n.taxon_id, coalesce(parent_id, n.taxon_id) AS parent_id, depth::BIGINT AS depth,
    (coalesce(genbank_hidden_flag, 0) = 0 AND coalesce(rank, '') <> 'subgenus'
      AND NOT (depth = 0 AND root.name IS NOT NULL))::BIGINT AS shown, n.rowid AS place
  FROM ncbi_taxa_node n JOIN depths USING (taxon_id)
  LEFT JOIN (SELECT DISTINCT taxon_id, name FROM ncbi_taxa_name
    WHERE name_class = 'scientific name' AND name = 'root') root USING (taxon_id)
  ORDER BY n.taxon_id`;

export const NODE_TABLES = { ncbi_taxa_node: { taxon_id: 'integer', parent_id: 'integer' } } as const;

/**
 * Maps taxon ids to the ids of all their ancestors, for the taxa that a taxonomy or compara database among the dumps
 * contains.
 */
export async function taxonAncestors(
  dumps: readonly DumpDatabase[],
  taxonIds: readonly string[],
): Promise<Map<string, string[]>> {
  const ids = [...new Set(taxonIds.filter((id) => /^\d+$/.test(id)))];
  const ancestors = new Map<string, string[]>();
  for (const dump of dumps.filter(({ group }) => group === 'taxonomy' || group === 'compara')) {
    const missing = ids.filter((id) => !ancestors.has(id));
    if (missing.length === 0) break;
    const database = await openDatabase(dump, NODE_TABLES);
    try {
      // The root is its own parent, or its parent is 0. UNION (without ALL) ends there and at any other cycle.
      const rows = database.batches<{ id: number; ancestor: number }>(`
        WITH RECURSIVE above(id, ancestor) AS (
          SELECT taxon_id, parent_id FROM ncbi_taxa_node WHERE taxon_id IN (${missing.join()})
          UNION SELECT id, parent_id FROM above JOIN ncbi_taxa_node ON taxon_id = ancestor)
        SELECT id, ancestor FROM above WHERE ancestor > 0 ORDER BY ALL`);
      for await (const above of groupsOf(rows, ({ id }) => id))
        ancestors.set(
          String(above[0].id),
          above.map(({ ancestor }) => String(ancestor)),
        );
    } finally {
      await database.close();
    }
  }
  return ancestors;
}
