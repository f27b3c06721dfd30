import { at } from '../../../src/checked.ts';
import { GatheredSlices } from '../../../src/index/blocks/byte-slices.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import type { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import type { TableEntry, TaxaEntry } from '../../../src/release/manifest.ts';
import { TAXON_TABLES } from '../../../src/release/table-registry.ts';
import { encodeLineage, encodeTaxon, familyKey } from '../../../src/terms/taxon-record.ts';
import type { Database } from '../../dump/database.ts';
import { byteColumn, integerColumn } from '../../dump/query-chunks.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { writeNameIndex } from '../rows/name-index.ts';
import { TaxonCards, TaxonLineages } from './taxon-cards.ts';
import { TaxonTree } from './taxon-tree.ts';

/** Largest size in bytes of the children's cards in their parent's record: some 250 children. */
const MAX_FAMILY_BYTES = 16 * 1024;
/** Bytes of one part of a larger family, which is stored in a table of its own. */
const FAMILY_PART_BYTES = 4 * 1024;
/** Bytes of memory that DuckDB leaves to this compiler: 2.5 million names need half of it. */
export const TAXONOMY_MEMORY = 1e9;

/**
 * Writes the tables of the NCBI taxonomy (see src/terms).
 * @returns their entry of the manifest; null for a database without taxa
 */
export async function compileTaxonomy(database: Database, folder: IndexFolder): Promise<TaxaEntry | null> {
  const tree = await TaxonTree.load(database);
  if (tree.size === 0) return null;
  await database.all(ENTRIES);
  const texts = await TaxonCards.load(database, tree);
  const [cards, lines] = await TaxonLineages.write(tree, texts, folder);
  const [families, familyOf] = await writeFamilies(tree, texts, folder);
  const table = await folder.sortedTable(TAXON_TABLES.taxa);
  await writeTaxa(database, tree, texts, table.writer, lineagesOf(tree, lines), familyOf);
  const taxa = await table.finish();
  return {
    taxa,
    cards,
    ...(families ? { families } : {}),
    names: await writeNameIndex(database, NAMES, table.writer, folder, 'taxonomy'),
  };
}

/** Records are written in batches: a promise and memory for each record would take as long as writing it. */
const [MAX_BATCH, MAX_BATCH_BYTES] = [4096, 1024 * 1024] as const;

async function writeTaxa(
  database: Database,
  tree: TaxonTree,
  texts: TaxonCards,
  table: SortedTableWriter,
  lineageOf: (taxon: number) => Uint8Array,
  familyOf: (taxon: number) => RecordLocation[],
): Promise<void> {
  const none = new Uint8Array();
  const fields = new FieldWriter();
  const [keys, records] = [new GatheredSlices(MAX_BATCH), new GatheredSlices(MAX_BATCH)];
  for await (const chunk of database.chunks('SELECT id, taxon_id FROM entries ORDER BY key')) {
    const [ids, taxonIds] = [byteColumn(chunk, 0), integerColumn(chunk, 1)];
    for (const [row, taxonId] of taxonIds.entries()) {
      const taxon = tree.index(taxonId);
      const parent = at(tree.parents, taxon);
      const family = familyOf(taxon);
      const related = {
        own: texts.of(taxon),
        parent: parent < 0 ? none : texts.of(parent),
        children: family.length > 0 ? none : texts.joined(tree.children(taxon)),
      };
      keys.add(ids.bytes, ids.starts[row], ids.ends[row]);
      records.add(
        encodeTaxon(
          related,
          { shown: tree.isShown(taxon), family, lineage: lineageOf(taxon), hiddenNames: texts.hiddenNames(taxon) },
          fields,
        ),
      );
      if (keys.count === MAX_BATCH || records.size > MAX_BATCH_BYTES) await table.addAll(keys.take(), records.take());
    }
  }
  await table.addAll(keys.take(), records.take());
}

/** The ids by which clients find a taxon: its own id, and those of taxa that were merged into it. */
const ENTRIES = `
  CREATE TABLE entries AS
  WITH merged AS (SELECT DISTINCT ON (name) name AS id, taxon_id FROM ncbi_taxa_name
    WHERE name_class = 'merged_taxon_id' AND name NOT IN (SELECT taxon_id::VARCHAR FROM ncbi_taxa_node)
      ORDER BY name, rowid),
  found AS (SELECT taxon_id::VARCHAR AS id, taxon_id, false AS is_merged FROM ncbi_taxa_node
    UNION ALL SELECT id, taxon_id, true FROM merged WHERE taxon_id IN (SELECT taxon_id FROM ncbi_taxa_node))
  SELECT (row_number() OVER (ORDER BY id) - 1)::BIGINT AS key, * FROM found`;

/** Names of taxa, of all classes. The names of a taxon include the ids that were merged into it. */
const NAMES = `
  SELECT key AS record, name, ncbi_taxa_name.rowid AS place FROM ncbi_taxa_name JOIN entries USING (taxon_id)
    WHERE NOT is_merged AND name IS NOT NULL`;

/** Returns a function that encodes lineages. It keeps the last one, since siblings often follow each other. */
function lineagesOf(tree: TaxonTree, lines: TaxonLineages): (taxon: number) => Uint8Array {
  let last: { parent: number; lineage: Uint8Array } | null = null;
  return (taxon) => {
    const parent = at(tree.parents, taxon);
    if (last?.parent !== parent) {
      const places = parent < 0 ? [] : lines.of(parent);
      last = {
        parent,
        lineage: encodeLineage(
          tree.ancestors(taxon).map((each, which) => ({ card: at(places, which), shown: tree.isShown(each) })),
        ),
      };
    }
    return last.lineage;
  };
}

/** Writes the children of taxa with large families, in parts. The entry is null if there are none. */
async function writeFamilies(
  tree: TaxonTree,
  texts: TaxonCards,
  folder: IndexFolder,
): Promise<[entry: TableEntry | null, family: (taxon: number) => RecordLocation[]]> {
  const large = Array.from(tree.ids.keys()).filter((taxon) => texts.sizeOf(tree.children(taxon)) > MAX_FAMILY_BYTES);
  if (large.length === 0) return [null, () => []];
  const { writer, finish } = await folder.sortedTable(TAXON_TABLES.families);
  /** Taxon -> ordinals of the parts. */
  const ordinals = new Map<number, number[]>();
  for (const taxon of large) {
    const parts: number[] = [];
    for (const part of familyParts(tree.children(taxon), texts))
      parts.push(await writer.add(familyKey(at(tree.ids, taxon), parts.length), texts.joined(part)));
    ordinals.set(taxon, parts);
  }
  const entry = await finish();
  return [entry, (taxon) => (ordinals.get(taxon) ?? []).map((ordinal) => writer.locate(ordinal))];
}

/** Divides the children of a family into parts, in order. */
function* familyParts(children: Int32Array, texts: TaxonCards): Generator<Int32Array> {
  let first = 0;
  let size = 0;
  for (const [each, child] of children.entries()) {
    size += texts.of(child).length;
    if (size < FAMILY_PART_BYTES && each + 1 < children.length) continue;
    yield children.subarray(first, each + 1);
    [first, size] = [each + 1, 0];
  }
}
