import { at, get } from '../../../src/checked.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import type { TableEntry, TermsEntry } from '../../../src/release/manifest.ts';
import { TERM_DOCUMENTS, TERM_TABLES } from '../../../src/release/table-registry.ts';
import { type TermSource, cardEnd, encodeAnswerText, encodeCard } from '../../../src/terms/answer-text.ts';
import { type CardPlace, type ChartRelation, type Closure, encodeTerm } from '../../../src/terms/term-record.ts';
import type { ConsequenceTermsDocument } from '../../../src/variants/consequences.ts';
import type { Database } from '../../dump/database.ts';
import { keepUnique } from '../../dump/unique-rows.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { writeNameIndex } from '../rows/name-index.ts';
import { RowsByKey } from '../rows/row-groups.ts';

interface CardRow {
  ordinal: number;
  accession: string;
  source: number;
  json: string;
}

interface EntryRow extends CardRow {
  /** Ordinal of the entry. */
  key: number;
  /** Accession by which clients find the term, in lower case. */
  accession_key: string;
  term_id: number;
  is_alternative: boolean;
}

interface RelativeRow {
  key: number;
  is_parent: boolean;
  relation_type: number;
  json: string;
}

/** Writes the tables of an ontology database (see src/terms). @returns their entry of the manifest */
export async function compileOntology(database: Database, folder: IndexFolder): Promise<TermsEntry> {
  const sources: TermSource[] = [];
  for (const { name, namespace } of await prepare(database)) sources.push([name, namespace]);
  const ontologies = [...new Set(sources.map(([name]) => name))];
  const relationTypes = (await database.all<{ name: string }>('SELECT name FROM types ORDER BY ordinal')).map(
    ({ name }) => name,
  );
  const [cards, places] = await writeCards(database, folder);

  const table = await folder.sortedTable(TERM_TABLES.terms);
  const relatives = new RowsByKey(database.batches<RelativeRow>(RELATIVES));
  const closures = new ClosureReader(database, ontologies, places);
  for await (const entry of database.rows<EntryRow>(
    'SELECT entries.*, cards.ordinal, cards.source, cards.json FROM entries JOIN cards USING (term_id) ORDER BY key',
  )) {
    const end = cardEnd(at(sources, entry.source));
    const json = entry.is_alternative
      ? JSON.stringify({ ...(JSON.parse(entry.json) as object), accession: entry.accession })
      : entry.json;
    const rows = await relatives.take(entry.key);
    const [parents, children] = [rows.filter((row) => row.is_parent), rows.filter((row) => !row.is_parent)];
    const list = (some: RelativeRow[]) => some.map((row) => row.json.slice(0, -1) + end).join(',');
    const answer = encodeAnswerText(
      json.slice(0, -1) + end,
      `,"parents":[${list(parents)}],"children":[${list(children)}]}`,
    );
    const known: Closure[] = await closures.take(entry.key);
    await table.writer.add(
      entry.accession_key,
      encodeTerm(answer, {
        source: entry.source,
        parents: parents.map((row) => row.relation_type),
        children: children.map((row) => row.relation_type),
        closures: known,
      }),
    );
  }
  const terms = await table.finish();
  const consequences = await consequenceTerms(database);
  return {
    terms,
    cards,
    names: await writeNameIndex(database, NAMES, table.writer, folder, 'ontology'),
    sources,
    ontologies,
    relationTypes,
    ...(Object.keys(consequences).length > 0
      ? { consequences: await folder.document(TERM_DOCUMENTS.consequences, consequences) }
      : {}),
  };
}

/**
 * Creates the tables that the other queries share: `sources` (one row per ontology and namespace) and `types`, numbered
 * from 0; `cards` (terms as JSON, in the order of accessions); and `entries` (the accessions by which clients find
 * terms: that of a term that is not obsolete, and its alternative ones).
 */
async function prepare(database: Database): Promise<{ name: string; namespace: string }[]> {
  for (const [table, key] of KEYS) {
    await database.all(`DELETE FROM ${table} WHERE ${key} IS NULL`);
    await keepUnique(database, table, [key], 'true');
  }
  for (const statement of PREPARE) await database.all(statement);
  return database.all('SELECT name, namespace FROM sources ORDER BY ordinal');
}

/** Keys by which the rows of a damaged dump, or of one without primary keys, may repeat. */
const KEYS = [
  ['ontology', 'ontology_id'],
  ['relation_type', 'relation_type_id'],
  ['term', 'term_id'],
] as const;

const PREPARE = [
  'CREATE TABLE sources AS SELECT *, (row_number() OVER (ORDER BY ontology_id) - 1)::BIGINT AS ordinal FROM ontology',
  `CREATE TABLE types AS SELECT *, (row_number() OVER (ORDER BY relation_type_id) - 1)::BIGINT AS ordinal
    FROM relation_type`,
  `CREATE TABLE cards AS
    WITH synonyms AS (SELECT term_id, list(name ORDER BY synonym_id) AS names FROM synonym GROUP BY term_id)
    SELECT term_id, term.ontology_id, term.name, coalesce(is_obsolete, 0) <> 0 AS is_obsolete, accession,
      lower(accession) AS accession_key, sources.ordinal AS source,
      (row_number() OVER (ORDER BY lower(accession), term_id) - 1)::BIGINT AS ordinal,
      json_object('accession', accession, 'name', term.name, 'definition', definition, 'synonyms', coalesce(names, []),
        'subsets', list_filter(string_split(coalesce(subsets, ''), ','), each -> each <> ''))::VARCHAR AS json
    FROM term JOIN sources USING (ontology_id) LEFT JOIN synonyms USING (term_id) WHERE accession IS NOT NULL`,
  `CREATE TABLE entries AS
    WITH found AS (
      SELECT accession_key, accession, term_id, false AS is_alternative, 0 AS alt_id FROM cards WHERE NOT is_obsolete
        UNION ALL
      SELECT lower(alt_id.accession), alt_id.accession, term_id, true, alt_id.alt_id FROM alt_id
        JOIN cards USING (term_id) WHERE alt_id.accession IS NOT NULL),
    first AS (SELECT * FROM found QUALIFY row_number() OVER (PARTITION BY accession_key
      ORDER BY is_alternative, alt_id, term_id) = 1)
    SELECT (row_number() OVER (ORDER BY accession_key) - 1)::BIGINT AS key, accession_key, accession, term_id,
      is_alternative FROM first`,
];

/** Direct parents and children by the relations of the term's own ontology, without obsolete children. */
const RELATIVES = `
  WITH own AS (SELECT key, entries.term_id, sources.name AS ontology FROM entries JOIN cards USING (term_id)
    JOIN sources USING (ontology_id)),
  links AS (SELECT relation.*, sources.name AS ontology, types.ordinal AS relation_type
    FROM relation JOIN sources USING (ontology_id) JOIN types USING (relation_type_id))
  SELECT * EXCLUDE relation_id FROM (
    SELECT key, true AS is_parent, relation_type, relative.json, relation_id
    FROM own JOIN links ON child_term_id = own.term_id AND links.ontology = own.ontology
      JOIN cards relative ON relative.term_id = parent_term_id
    UNION ALL
    SELECT key, false, relation_type, relative.json, relation_id
    FROM own JOIN links ON parent_term_id = own.term_id AND links.ontology = own.ontology
    JOIN cards relative ON relative.term_id = child_term_id AND NOT relative.is_obsolete)
  ORDER BY key, relation_id`;

/** A name leads to the term itself, not to its alternative accessions. */
const NAMES = `
  SELECT key AS record, name, row_number() OVER (ORDER BY key, synonym_id) AS place FROM (
    SELECT key, cards.name, 0 AS synonym_id FROM entries JOIN cards USING (term_id) WHERE NOT is_alternative UNION ALL
    SELECT key, synonym.name, synonym_id FROM entries JOIN synonym USING (term_id) WHERE NOT is_alternative)
  WHERE name IS NOT NULL`;

async function writeCards(
  database: Database,
  folder: IndexFolder,
): Promise<[entry: TableEntry, place: (ordinal: number) => RecordLocation]> {
  const { writer, finish } = await folder.sortedTable(TERM_TABLES.cards);
  for await (const { accession_key, source, json } of database.rows<CardRow & { accession_key: string }>(
    'SELECT accession_key, source, json FROM cards ORDER BY ordinal',
  )) {
    await writer.add(accession_key, encodeCard({ source, open: json.slice(0, -1) }));
  }
  return [await finish(), (ordinal) => writer.locate(ordinal)];
}

interface ClosureRelativeRow {
  key: number;
  ontology: string;
  is_ancestor: boolean;
  card: number;
  distance: number;
}

interface ChartRow {
  key: number;
  ontology: string;
  child: number;
  relation_type: number;
  parent: number;
}

/**
 * Ancestors and descendants within the ontology of the relations, once for each distance, in order of cards.
 */
const CLOSURE_RELATIVES = `
  WITH links AS (SELECT DISTINCT child_term_id, parent_term_id, distance, ontology_id FROM closure WHERE distance >= 0)
  SELECT DISTINCT key, sources.name AS ontology, is_ancestor, card, distance FROM (
    SELECT key, true AS is_ancestor, cards.ordinal AS card, distance, links.ontology_id
    FROM entries JOIN links ON child_term_id = entries.term_id
      JOIN cards ON cards.term_id = parent_term_id AND cards.ontology_id = links.ontology_id
    UNION ALL
    SELECT key, false, cards.ordinal, distance, links.ontology_id
    FROM entries JOIN links ON parent_term_id = entries.term_id AND distance > 0
    JOIN cards ON cards.term_id = child_term_id AND cards.ontology_id = links.ontology_id)
  JOIN sources USING (ontology_id)
  ORDER BY key, card, distance`;

/** The relations on all paths from a term up to its roots, without obsolete terms. */
const CHART = `
  SELECT key, sources.name AS ontology, child.ordinal AS child, types.ordinal AS relation_type, parent.ordinal AS parent
  FROM entries JOIN closure ON closure.child_term_id = entries.term_id
  JOIN relation ON relation.parent_term_id = closure.parent_term_id
    AND relation.child_term_id = closure.subparent_term_id
    AND relation.ontology_id = closure.ontology_id
  JOIN types USING (relation_type_id) JOIN sources ON sources.ontology_id = closure.ontology_id
  JOIN cards child ON child.term_id = closure.subparent_term_id
    JOIN cards parent ON parent.term_id = closure.parent_term_id
  WHERE NOT child.is_obsolete AND NOT parent.is_obsolete
  ORDER BY key, closure.distance, closure.closure_id, relation.relation_id`;

/** Reads the closures of one entry after the other from an ontology database. */
class ClosureReader {
  readonly #relatives: RowsByKey<ClosureRelativeRow>;
  readonly #chart: RowsByKey<ChartRow>;
  readonly #ontologies: readonly string[];
  readonly #place: (card: number) => RecordLocation;

  /** @param place returns the place of the card with an ordinal */
  constructor(database: Database, ontologies: readonly string[], place: (card: number) => RecordLocation) {
    this.#relatives = new RowsByKey(database.batches<ClosureRelativeRow>(CLOSURE_RELATIVES));
    this.#chart = new RowsByKey(database.batches<ChartRow>(CHART));
    this.#ontologies = ontologies;
    this.#place = place;
  }

  /** The closures of an entry, whose key must be greater than that of the previous call. */
  async take(key: number): Promise<Closure[]> {
    const [relatives, chart] = [await this.#relatives.take(key), await this.#chart.take(key)];
    const names = new Set([...relatives, ...chart].map(({ ontology }) => ontology));
    return [...names].map((name) => {
      const places = (isAncestor: boolean): CardPlace[] =>
        relatives
          .filter((row) => row.ontology === name && row.is_ancestor === isAncestor)
          .map(({ card, distance }) => ({ place: this.#place(card), distance }));
      return {
        ontology: this.#ontologies.indexOf(name),
        ancestors: places(true),
        descendants: places(false),
        chart: this.#chartOf(chart.filter(({ ontology }) => ontology === name)),
      };
    });
  }

  #chartOf(rows: readonly ChartRow[]): Closure['chart'] {
    const cards = [...new Set(rows.flatMap(({ child, parent }) => [child, parent]))].sort((a, b) => a - b);
    const index = new Map(cards.map((card, each) => [card, each]));
    return {
      places: cards.map(this.#place),
      relations: rows.map(
        ({ child, relation_type, parent }): ChartRelation => [get(index, child), relation_type, get(index, parent)],
      ),
    };
  }
}

/**
 * The descendants of the Sequence Ontology's term sequence_variant, each with its own descendants, by name and by
 * accession. Empty if the ontology is missing.
 */
async function consequenceTerms(database: Database): Promise<ConsequenceTermsDocument> {
  const rows = database.rows<{ name: string; accession: string; below: string }>(`
    WITH so AS (SELECT term_id, term.name, accession FROM term JOIN ontology o USING (ontology_id)
      WHERE o.name = 'SO' AND coalesce(is_obsolete, 0) = 0),
    links AS (SELECT DISTINCT child_term_id, parent_term_id FROM closure UNION SELECT term_id, term_id FROM so),
    variants AS (SELECT so.* FROM so JOIN links ON child_term_id = so.term_id
      JOIN so top ON top.term_id = parent_term_id WHERE top.name = 'sequence_variant')
    SELECT lower(variants.name) AS name, lower(variants.accession) AS accession, below.name AS below
    FROM variants JOIN links ON parent_term_id = variants.term_id JOIN variants below ON below.term_id = child_term_id
      ORDER BY ALL`);
  const terms: ConsequenceTermsDocument = {};
  for await (const { name, accession, below } of rows)
    for (const key of [name, accession]) (terms[key] ??= []).push(below);
  return terms;
}
