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
import { TaxonCards, TaxonLines } from './taxon-cards.ts';
import { TaxonTree } from './taxon-tree.ts';

/** Bytes of the cards of the children above which they stand apart: some 250 children. */
const LARGEST_FAMILY = 16 * 1024;
/** Bytes of one part of such a family. */
const FAMILY_PART = 4 * 1024;
/** Of DuckDB's share: 2.5 million names take half as much here. */
export const TAXONOMY_MEMORY = 1e9;

/**
 * Writes the tables of the NCBI taxonomy (see src/terms), and says what the manifest must know of them; null for a
 * database that holds no taxa.
 */
export async function compileTaxonomy(database: Database, folder: IndexFolder): Promise<TaxaEntry | null> {
  const tree = await TaxonTree.load(database);
  if (tree.size === 0) return null;
  await database.all(ENTRIES);
  const texts = await TaxonCards.load(database, tree);
  const [cards, lines] = await TaxonLines.write(tree, texts, folder);
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

/** Records are put together some at a time: a promise and memory for each would take as long as writing them. */
const [MOST_GATHERED, MOST_GATHERED_BYTES] = [4096, 1024 * 1024] as const;

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
  const [keys, records] = [new GatheredSlices(MOST_GATHERED), new GatheredSlices(MOST_GATHERED)];
  for await (const chunk of database.chunks('SELECT id, taxon_id FROM entries ORDER BY key')) {
    const [ids, taxonIds] = [byteColumn(chunk, 0), integerColumn(chunk, 1)];
    for (let row = 0; row < taxonIds.length; row++) {
      const taxon = tree.index(taxonIds[row]!);
      const parent = tree.parents[taxon]!;
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
      if (keys.count === MOST_GATHERED || records.size > MOST_GATHERED_BYTES)
        await table.addAll(keys.take(), records.take());
    }
  }
  await table.addAll(keys.take(), records.take());
}

/** What a taxon is found by: its own id, and those that were merged into it. */
const ENTRIES = `
  CREATE TABLE entries AS
  WITH merged AS (SELECT DISTINCT ON (name) name AS id, taxon_id FROM ncbi_taxa_name
    WHERE name_class = 'merged_taxon_id' AND name NOT IN (SELECT taxon_id::VARCHAR FROM ncbi_taxa_node)
      ORDER BY name, rowid),
  found AS (SELECT taxon_id::VARCHAR AS id, taxon_id, false AS is_merged FROM ncbi_taxa_node
    UNION ALL SELECT id, taxon_id, true FROM merged WHERE taxon_id IN (SELECT taxon_id FROM ncbi_taxa_node))
  SELECT (row_number() OVER (ORDER BY id) - 1)::BIGINT AS key, * FROM found`;

/** Names of taxa, of all classes; those merged into a taxon are among its names. */
const NAMES = `
  SELECT key AS record, name, ncbi_taxa_name.rowid AS place FROM ncbi_taxa_name JOIN entries USING (taxon_id)
    WHERE NOT is_merged AND name IS NOT NULL`;

/** Encoded lineages. Siblings, which have one and the same, mostly follow each other. */
function lineagesOf(tree: TaxonTree, lines: TaxonLines): (taxon: number) => Uint8Array {
  let last: { parent: number; lineage: Uint8Array } | null = null;
  return (taxon) => {
    const parent = tree.parents[taxon]!;
    if (last?.parent !== parent) {
      const places = parent < 0 ? [] : lines.of(parent);
      last = {
        parent,
        lineage: encodeLineage(
          tree.ancestors(taxon).map((each, which) => ({ card: places[which]!, shown: tree.isShown(each) })),
        ),
      };
    }
    return last.lineage;
  };
}

/** Children of the taxa that have very many, in parts; the entry is null when none has. */
async function writeFamilies(
  tree: TaxonTree,
  texts: TaxonCards,
  folder: IndexFolder,
): Promise<[entry: TableEntry | null, family: (taxon: number) => RecordLocation[]]> {
  const large = Array.from(tree.ids.keys()).filter((taxon) => texts.sizeOf(tree.children(taxon)) > LARGEST_FAMILY);
  if (large.length === 0) return [null, () => []];
  const { writer, finish } = await folder.sortedTable(TAXON_TABLES.families);
  /** Taxon -> ordinals of the parts. */
  const ordinals = new Map<number, number[]>();
  for (const taxon of large) {
    const parts: number[] = [];
    for (const part of familyParts(tree.children(taxon), texts))
      parts.push(await writer.add(familyKey(tree.ids[taxon]!, parts.length), texts.joined(part)));
    ordinals.set(taxon, parts);
  }
  const entry = await finish();
  return [entry, (taxon) => (ordinals.get(taxon) ?? []).map((ordinal) => writer.locate(ordinal))];
}

/** Children in their order, a part of a family at a time. */
function* familyParts(children: Int32Array, texts: TaxonCards): Generator<Int32Array> {
  let first = 0;
  let size = 0;
  for (let each = 0; each < children.length; each++) {
    size += texts.of(children[each]!).length;
    if (size < FAMILY_PART && each + 1 < children.length) continue;
    yield children.subarray(first, each + 1);
    [first, size] = [each + 1, 0];
  }
}
