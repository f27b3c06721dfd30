import { firstIndex } from '../../src/index/first-index.ts';
import type { Database } from '../dump/database.ts';
import { DumpError } from '../dump/dump-error.ts';

/**
 * The taxa and their parents, in arrays: 2.5 million take 30 MB. Also makes the table `depths` (taxon_id, depth) of the
 * database: relations between a taxon and the root.
 */
export class TaxonTree {
  readonly #ids: Int32Array;
  /** Index of the parent; -1 for a root. */
  readonly #parents: Int32Array;
  readonly #shown: Uint8Array;

  private constructor(ids: Int32Array, parents: Int32Array, shown: Uint8Array) {
    this.#ids = ids;
    this.#parents = parents;
    this.#shown = shown;
  }

  /** @throws DumpError when a taxon has itself among its ancestors */
  static async load(database: Database): Promise<TaxonTree> {
    await database.all(`CREATE TABLE depths AS
      WITH RECURSIVE tree AS (
        SELECT taxon_id, 0 AS depth FROM ncbi_taxa_node
        WHERE parent_id IS NULL OR parent_id = taxon_id OR parent_id NOT IN (SELECT taxon_id FROM ncbi_taxa_node WHERE taxon_id IS NOT NULL)
        UNION ALL
        SELECT n.taxon_id, depth + 1 FROM tree JOIN ncbi_taxa_node n ON n.parent_id = tree.taxon_id AND n.taxon_id <> n.parent_id)
      SELECT * FROM tree`);
    const [lost] = await database.all<{ taxon_id: number }>('SELECT taxon_id FROM ncbi_taxa_node ANTI JOIN depths USING (taxon_id) LIMIT 1');
    if (lost) throw new DumpError(`${database.dump.folder}: in ncbi_taxa_node taxon ${lost.taxon_id} is its own ancestor`);
    const [{ size }] = await database.all<{ size: number }>('SELECT count(*) AS size FROM ncbi_taxa_node') as [{ size: number }];
    const tree = new TaxonTree(new Int32Array(size), new Int32Array(size), new Uint8Array(size));
    const parentIds = new Int32Array(size);
    let index = 0;
    for await (const row of database.rows<{ taxon_id: number; parent_id: number; shown: boolean }>(SHOWN)) {
      tree.#ids[index] = row.taxon_id;
      parentIds[index] = row.parent_id;
      tree.#shown[index++] = Number(row.shown);
    }
    for (index = 0; index < size; index++) tree.#parents[index] = parentIds[index] === tree.#ids[index] ? -1 : tree.#index(parentIds[index]!);
    return tree;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Ids from the parent to the root. */
  ancestors(id: number): number[] {
    const found: number[] = [];
    for (let at = this.#parents[this.#index(id)]!; at >= 0; at = this.#parents[at]!) found.push(this.#ids[at]!);
    return found;
  }

  /** Is the taxon listed in classifications? */
  isShown(id: number): boolean {
    return this.#shown[this.#index(id)] === 1;
  }

  #index(id: number): number {
    const at = firstIndex(0, this.#ids.length, (index) => this.#ids[index]! < id);
    return this.#ids[at] === id ? at : -1;
  }
}

const SHOWN = `
  SELECT n.taxon_id, coalesce(parent_id, n.taxon_id) AS parent_id,
    coalesce(genbank_hidden_flag, 0) = 0 AND coalesce(rank, '') <> 'subgenus' AND NOT (depth = 0 AND root.name IS NOT NULL) AS shown
  FROM ncbi_taxa_node n JOIN depths USING (taxon_id)
  LEFT JOIN (SELECT DISTINCT taxon_id, name FROM ncbi_taxa_name WHERE name_class = 'scientific name' AND name = 'root') root USING (taxon_id)
  ORDER BY n.taxon_id`;
