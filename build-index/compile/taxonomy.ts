import type { RecordLocation } from '../../src/index/object-sink.ts';
import type { TableEntry, TaxaEntry } from '../../src/release/manifest.ts';
import { encodeAnswerText } from '../../src/terms/answer-text.ts';
import { encodeTaxon, familyKey } from '../../src/terms/taxon-record.ts';
import type { Database } from '../dump/database.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import { writeNameIndex } from './name-index.ts';
import { RowsByKey } from './rows-by-key.ts';
import { TaxonTree } from './taxon-tree.ts';

/** Of a larger directory only the root rides along: 2.5 million taxa have one of 0.9 MB. */
const ATTACHED_BYTES = 1024 * 1024;
/** Letters of JSON of the children above which they stand apart: some 250 children, which are 10 KB as stored. */
const LARGEST_FAMILY = 64 * 1024;
/** Letters of one part of such a family. */
const FAMILY_PART = 16 * 1024;
/** A third of the usual: whoever searches by name reads many taxa, each from a block of its own. */
const BLOCK_BYTES = 16 * 1024;

/** Of DuckDB's share: 2.5 million names take as much again here. */
export const TAXONOMY_MEMORY = 1e9;

interface EntryRow {
  /** Its place among all. */
  key: number;
  /** The id that the record is found by: the taxon's own or one merged into it. */
  id: string;
  taxon_id: number;
  is_merged: boolean;
  json: string;
  parent: string | null;
}

interface ChildRow {
  /** Of the entry whose child it is. */
  key: number;
  json: string;
}

interface HiddenNameRow {
  /** Of the entry of the taxon itself. */
  key: number;
  name: string;
}

/**
 * Writes the tables of the NCBI taxonomy (see src/terms), and says what the manifest must know of them; null for a
 * database that holds no taxa.
 */
export async function compileTaxonomy(database: Database, folder: IndexFolder): Promise<TaxaEntry | null> {
  await makeCards(database);
  for (const statement of PREPARE) await database.all(statement);
  const tree = await TaxonTree.load(database);
  if (tree.size === 0) return null;
  const [cards, places] = await writeCards(database, folder);
  const [families, familyOf] = await writeFamilies(database, folder);
  const table = await folder.sortedTable('taxonomy/taxa', ATTACHED_BYTES, { blockBytes: BLOCK_BYTES });
  const childrenOf = new RowsByKey(database.rows<ChildRow>(CHILDREN));
  const hiddenOf = new RowsByKey(database.rows<HiddenNameRow>(HIDDEN_NAMES));
  for await (const row of database.rows<EntryRow>(ENTRIES)) {
    const children = await childrenOf.take(row.key);
    const relatives = `${row.parent === null ? '' : `,"parent":${row.parent}`}${children.length === 0 ? '' : `,"children":[${children.map(({ json }) => json).join()}]`}}`;
    const ancestors = tree.ancestors(row.taxon_id).map((id) => ({ card: places(id), shown: tree.isShown(id) }));
    await table.writer.add(row.id, encodeTaxon(encodeAnswerText(row.json, relatives), { shown: tree.isShown(row.taxon_id), family: familyOf(row.taxon_id), ancestors, hiddenNames: (await hiddenOf.take(row.key)).map(({ name }) => name) }));
  }
  const taxa = await table.finish();
  return { taxa, cards, ...(families ? { families } : {}), names: await writeNameIndex(database, NAMES, table.writer, folder, 'taxonomy') };
}

/** Taxa whose cards are made at once: DuckDB does not spill all that it gathers of their names. */
const CARDS_AT_ONCE = 250_000;

/** Makes the table `cards`: a taxon as JSON, with its names by class (a class's name in lower case, with underscores) as tags. */
async function makeCards(database: Database): Promise<void> {
  await database.all('CREATE TABLE cards (place BIGINT, taxon_id BIGINT, parent_id BIGINT, has_children BOOLEAN, json VARCHAR)');
  const firsts = await database.all<{ taxon_id: number }>(`
    SELECT taxon_id FROM (SELECT taxon_id, row_number() OVER (ORDER BY taxon_id) AS number FROM ncbi_taxa_node)
    WHERE number % ${CARDS_AT_ONCE} = 1 ORDER BY taxon_id`);
  for (const [part, { taxon_id: first }] of firsts.entries()) {
    const next = firsts[part + 1]?.taxon_id;
    await database.all(cardsOf(`taxon_id >= ${first}${next === undefined ? '' : ` AND taxon_id < ${next}`}`));
  }
}

function cardsOf(some: string): string {
  return `
    INSERT INTO cards
    WITH names AS (SELECT rowid, * FROM ncbi_taxa_name WHERE ${some}),
    tags AS (SELECT taxon_id, replace(lower(name_class), ' ', '_') AS tag, list(name ORDER BY rowid) AS names, min(rowid) AS place FROM names GROUP BY taxon_id, tag),
    scientific AS (SELECT taxon_id, first(name ORDER BY rowid) AS name FROM names WHERE name_class = 'scientific name' GROUP BY taxon_id),
    tagged AS (SELECT taxon_id, string_agg(to_json(tag) || ':' || to_json(names), ',' ORDER BY place) AS tags FROM tags WHERE tag <> 'name' GROUP BY taxon_id),
    parents AS (SELECT DISTINCT parent_id AS taxon_id FROM ncbi_taxa_node WHERE parent_id <> taxon_id)
    SELECT n.place, n.taxon_id, CASE WHEN parent_id <> n.taxon_id THEN parent_id END, parents.taxon_id IS NOT NULL,
      json_object('id', n.taxon_id::VARCHAR, 'name', name, 'scientific_name', name, 'leaf', CASE WHEN parents.taxon_id IS NULL THEN 1 ELSE 0 END,
        'tags', ('{' || coalesce(tags || ',', '') || '"name":' || to_json([name]) || '}')::JSON)::VARCHAR
    FROM (SELECT rowid AS place, * FROM ncbi_taxa_node WHERE ${some}) n
    LEFT JOIN scientific USING (taxon_id) LEFT JOIN tagged USING (taxon_id) LEFT JOIN parents USING (taxon_id)`;
}

/** `large_families`: whose children stand apart. `entries`: what a taxon is found by. */
const PREPARE = [
  `CREATE TABLE large_families AS SELECT parent_id AS taxon_id FROM cards WHERE parent_id IS NOT NULL GROUP BY parent_id HAVING sum(length(json)) > ${LARGEST_FAMILY}`,
  `CREATE TABLE entries AS
    WITH merged AS (SELECT DISTINCT ON (name) name AS id, taxon_id FROM ncbi_taxa_name
      WHERE name_class = 'merged_taxon_id' AND name NOT IN (SELECT taxon_id::VARCHAR FROM ncbi_taxa_node) ORDER BY name, rowid),
    found AS (SELECT taxon_id::VARCHAR AS id, taxon_id, false AS is_merged FROM ncbi_taxa_node UNION ALL SELECT id, taxon_id, true FROM merged)
    SELECT (row_number() OVER (ORDER BY id) - 1)::BIGINT AS key, * FROM found`,
];

const ENTRIES = `
  SELECT entries.*, cards.json, parent.json AS parent FROM entries JOIN cards USING (taxon_id) LEFT JOIN cards parent ON parent.taxon_id = cards.parent_id ORDER BY key`;

/** None of those that stand apart. */
const CHILDREN = `
  SELECT key, json FROM entries JOIN cards ON cards.parent_id = entries.taxon_id WHERE parent_id NOT IN (FROM large_families) ORDER BY key, place`;

/** Names of taxa, of all classes; those merged into a taxon are among its names. */
const NAMES = `
  SELECT key AS record, name, ncbi_taxa_name.rowid AS place FROM ncbi_taxa_name JOIN entries USING (taxon_id) WHERE NOT is_merged AND name IS NOT NULL`;

/** Those that no card shows (cardsOf). */
const HIDDEN_NAMES = `
  SELECT key, name FROM ncbi_taxa_name JOIN entries USING (taxon_id)
  WHERE NOT is_merged AND name IS NOT NULL AND coalesce(replace(lower(name_class), ' ', '_') = 'name', true) ORDER BY key, ncbi_taxa_name.rowid`;

/** Cards of the taxa that have children, those near the root first. */
async function writeCards(database: Database, folder: IndexFolder): Promise<[entry: TableEntry, place: (taxonId: number) => RecordLocation]> {
  const { writer, finish } = await folder.sortedTable('taxonomy/cards');
  const ordinals = new Map<number, number>();
  const rows = database.rows<{ taxon_id: number; depth: number; json: string }>(
    'SELECT taxon_id, depth, json FROM cards JOIN depths USING (taxon_id) WHERE has_children ORDER BY depth, taxon_id');
  for await (const { taxon_id, depth, json } of rows) {
    ordinals.set(taxon_id, ordinals.size);
    await writer.add(`${String(depth).padStart(4, '0')}:${String(taxon_id).padStart(12, '0')}`, new TextEncoder().encode(json));
  }
  const entry = await finish();
  return [entry, (taxonId) => writer.locate(ordinals.get(taxonId)!)];
}

/** Children of the taxa that have very many, in parts; the entry is null when none has. */
async function writeFamilies(database: Database, folder: IndexFolder): Promise<[entry: TableEntry | null, family: (taxonId: number) => RecordLocation[]]> {
  const [{ count }] = await database.all<{ count: number }>('SELECT count(*) AS count FROM large_families') as [{ count: number }];
  if (count === 0) return [null, () => []];
  const { writer, finish } = await folder.sortedTable('taxonomy/families');
  /** taxon_id -> ordinals of the parts. */
  const ordinals = new Map<number, number[]>();
  for await (const { taxonId, children } of familyParts(database)) {
    const known = ordinals.get(taxonId) ?? [];
    ordinals.set(taxonId, known);
    known.push(await writer.add(familyKey(taxonId, known.length), new TextEncoder().encode(children)));
  }
  const entry = await finish();
  return [entry, (taxonId) => (ordinals.get(taxonId) ?? []).map((ordinal) => writer.locate(ordinal))];
}

/** JSON of children in their order, joined with commas, a part of a family at a time. */
async function* familyParts(database: Database): AsyncGenerator<{ taxonId: number; children: string }> {
  const rows = database.rows<{ parent_id: number; json: string }>('SELECT parent_id, json FROM cards WHERE parent_id IN (FROM large_families) ORDER BY parent_id, place');
  let part: { taxonId: number; children: string } | null = null;
  for await (const { parent_id, json } of rows) {
    if (part && part.taxonId === parent_id && part.children.length < FAMILY_PART) {
      part.children += `,${json}`;
      continue;
    }
    if (part) yield part;
    part = { taxonId: parent_id, children: json };
  }
  if (part) yield part;
}
