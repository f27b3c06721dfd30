import type { RecordLocation } from '../../../src/index/object-sink.ts';
import type { TableEntry, TermsEntry } from '../../../src/release/manifest.ts';
import { encodeAnswerText } from '../../../src/terms/answer-text.ts';
import { cardEnd, encodeCard, type TermSource } from '../../../src/terms/card.ts';
import { encodeTerm, type Closure } from '../../../src/terms/term-record.ts';
import type { Database } from '../../dump/database.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { consequenceTerms } from './consequence-terms.ts';
import { ClosureReader } from './ontology-closures.ts';
import { writeNameIndex } from '../rows/name-index.ts';
import { RowsByKey } from '../rows/rows-by-key.ts';

/** Of a larger directory only the root rides along: half a million terms have one of 0.5 MB. */
const ATTACHED_BYTES = 1024 * 1024;

interface CardRow {
  ordinal: number;
  accession: string;
  source: number;
  json: string;
}

interface EntryRow extends CardRow {
  /** What a term is found by, and its place among these. */
  key: number;
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

/** Writes the tables of an ontology database (see src/terms), and says what the manifest must know of them. */
export async function compileOntology(database: Database, folder: IndexFolder): Promise<TermsEntry> {
  const sources: TermSource[] = [];
  for (const { name, namespace } of await prepare(database)) sources.push([name, namespace]);
  const ontologies = [...new Set(sources.map(([name]) => name))];
  const relationTypes = (await database.all<{ name: string }>('SELECT name FROM types ORDER BY ordinal')).map(({ name }) => name);
  const [cards, places] = await writeCards(database, folder);

  const table = await folder.sortedTable('ontology/terms', ATTACHED_BYTES);
  const relatives = new RowsByKey(database.batches<RelativeRow>(RELATIVES));
  const closures = new ClosureReader(database, ontologies, places);
  for await (const entry of database.rows<EntryRow>('SELECT entries.*, cards.ordinal, cards.source, cards.json FROM entries JOIN cards USING (term_id) ORDER BY key')) {
    const end = cardEnd(sources[entry.source]!);
    const json = entry.is_alternative ? JSON.stringify({ ...JSON.parse(entry.json) as object, accession: entry.accession }) : entry.json;
    const [parents, children] = [[], []] as [RelativeRow[], RelativeRow[]];
    for (const row of await relatives.take(entry.key)) (row.is_parent ? parents : children).push(row);
    const list = (rows: RelativeRow[]) => rows.map((row) => row.json.slice(0, -1) + end).join(',');
    const answer = encodeAnswerText(json.slice(0, -1) + end, `,"parents":[${list(parents)}],"children":[${list(children)}]}`);
    const known: Closure[] = await closures.take(entry.key);
    await table.writer.add(entry.accession_key, encodeTerm(answer, {
      source: entry.source, parents: parents.map((row) => row.relation_type), children: children.map((row) => row.relation_type), closures: known,
    }));
  }
  const terms = await table.finish();
  const consequences = await consequenceTerms(database);
  return {
    terms, cards, names: await writeNameIndex(database, NAMES, table.writer, folder, 'ontology'), sources, ontologies, relationTypes,
    ...(Object.keys(consequences).length > 0 ? { consequences: await folder.document('ontology/consequences', consequences) } : {}),
  };
}

/**
 * Makes the tables that the other queries share: `sources` (one an ontology and namespace) and `types` numbered from 0,
 * `cards` (a term as JSON, in the order of accessions) and `entries` (what a term is found by: its accession unless it is
 * obsolete, and its alternative ones).
 */
async function prepare(database: Database): Promise<{ name: string; namespace: string }[]> {
  for (const statement of PREPARE) await database.all(statement);
  return database.all('SELECT name, namespace FROM sources ORDER BY ordinal');
}

const PREPARE = [
  'CREATE TABLE sources AS SELECT *, (row_number() OVER (ORDER BY ontology_id) - 1)::BIGINT AS ordinal FROM ontology',
  'CREATE TABLE types AS SELECT *, (row_number() OVER (ORDER BY relation_type_id) - 1)::BIGINT AS ordinal FROM relation_type',
  `CREATE TABLE cards AS
    WITH synonyms AS (SELECT term_id, list(name ORDER BY synonym_id) AS names FROM synonym GROUP BY term_id)
    SELECT term_id, term.ontology_id, term.name, coalesce(is_obsolete, 0) <> 0 AS is_obsolete, accession, lower(accession) AS accession_key, sources.ordinal AS source,
      (row_number() OVER (ORDER BY lower(accession), term_id) - 1)::BIGINT AS ordinal,
      json_object('accession', accession, 'name', term.name, 'definition', definition, 'synonyms', coalesce(names, []),
        'subsets', list_filter(string_split(coalesce(subsets, ''), ','), each -> each <> ''))::VARCHAR AS json
    FROM term JOIN sources USING (ontology_id) LEFT JOIN synonyms USING (term_id)`,
  `CREATE TABLE entries AS
    WITH found AS (
      SELECT accession_key, accession, term_id, false AS is_alternative, 0 AS alt_id FROM cards WHERE NOT is_obsolete UNION ALL
      SELECT lower(alt_id.accession), alt_id.accession, term_id, true, alt_id.alt_id FROM alt_id JOIN cards USING (term_id)),
    first AS (SELECT * FROM found QUALIFY row_number() OVER (PARTITION BY accession_key ORDER BY is_alternative, alt_id, term_id) = 1)
    SELECT (row_number() OVER (ORDER BY accession_key) - 1)::BIGINT AS key, accession_key, accession, term_id, is_alternative FROM first`,
];

/** Direct parents and children by the relations of the term's own ontology; obsolete children are left out. */
const RELATIVES = `
  WITH own AS (SELECT key, entries.term_id, sources.name AS ontology FROM entries JOIN cards USING (term_id) JOIN sources USING (ontology_id)),
  links AS (SELECT relation.*, sources.name AS ontology, types.ordinal AS relation_type
    FROM relation JOIN sources USING (ontology_id) JOIN types USING (relation_type_id))
  SELECT * EXCLUDE relation_id FROM (
    SELECT key, true AS is_parent, relation_type, relative.json, relation_id
    FROM own JOIN links ON child_term_id = own.term_id AND links.ontology = own.ontology JOIN cards relative ON relative.term_id = parent_term_id
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

async function writeCards(database: Database, folder: IndexFolder): Promise<[entry: TableEntry, place: (ordinal: number) => RecordLocation]> {
  const { writer, finish } = await folder.sortedTable('ontology/cards');
  for await (const { accession_key, source, json } of database.rows<CardRow & { accession_key: string }>('SELECT accession_key, source, json FROM cards ORDER BY ordinal')) {
    await writer.add(accession_key, encodeCard({ source, open: json.slice(0, -1) }));
  }
  return [await finish(), (ordinal) => writer.locate(ordinal)];
}
