import { at, last, present } from '../../../src/checked.ts';
import { encodeSymbol, ROLES } from '../../../src/genome/symbol-record.ts';
import type { SymbolObject } from '../../../src/genome/symbol-record.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import { encodeGeneXrefs } from '../../../src/genome/xref-record.ts';
import type { EncodedGeneXrefs } from '../../../src/genome/xref-record.ts';
import type { Database } from '../../dump/database.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { type RowGroup, groupsOf } from '../rows/row-groups.ts';
import { LINK_TABLE, NAME_TABLE, OBJECT_TABLE, stageXrefTables, XREF_TABLE } from './xref-tables.ts';

/** Finds the record of a current gene in the `genes` table by gene_id. */
type GeneLocation = (geneDbId: number) => RecordLocation;

/**
 * Compiles the cross references of one genome into its tables `xrefs` (gene -> references at every level) and `symbols`
 * (name -> references and objects). DuckDB joins and sorts the references and formats their JSON, on disk if necessary.
 * This process holds the genes and their products (some 100 MB for human) and the rows of one gene or name at a time.
 *
 * @param database staged core tables, and REGION_TABLE of the species
 * @returns record number in `xrefs` by gene_id, of the genes that have references
 */
export async function compileXrefs(
  database: Database,
  xrefs: SortedSink,
  symbols: SortedSink,
  geneLocation: GeneLocation,
): Promise<Map<number, number>> {
  if (!(await stageXrefTables(database))) return new Map();
  const objects = await database.all<ObjectRow>(OBJECTS);
  await writeSymbols(database, objects, geneLocation, symbols);
  return writeXrefs(database, objects, xrefs);
}

/** A gene, transcript or translation: OBJECT_TABLE in the order of its ordinals. */
interface ObjectRow {
  type: 'Gene' | 'Transcript' | 'Translation';
  object_id: number;
  stable_id: string;
  gene_id: number;
  gene_stable_id: string;
  gene_key: string;
  reference: boolean;
  transcript_id: number | null;
  transcript_stable_id: string | null;
  canonical_stable_id: string | null;
}

const OBJECTS = `
  SELECT type, object_id, stable_id, gene_id, gene_stable_id, gene_key, reference, transcript_id, transcript_stable_id,
    canonical_stable_id
  FROM ${OBJECT_TABLE} ORDER BY ordinal`;

/** A reference of an object: one row of object_xref. */
interface LinkRow {
  /** Ordinal of the object. */
  ordinal: number;
  xref_id: number;
  priority: number;
  xref: string;
  /** JSON of the alignment's figures, which the link adds to the reference; null for references without alignment. */
  alignment: string | null;
  /** Evidence codes; null when there are none. */
  linkage_types: string[] | null;
}

// Ensembl shows unknown figures as 0 (except the e-value) and omits an empty cigar line. The references of an object
// are in the order of object_xref_id, in which MySQL returns them and Ensembl shows them.
const FIGURES = `
  xref_identity: i.xref_identity, xref_start: coalesce(i.xref_start, 0), xref_end: coalesce(i.xref_end, 0),
  ensembl_identity: coalesce(i.ensembl_identity, 0), ensembl_start: coalesce(i.ensembl_start, 0),
    ensembl_end: coalesce(i.ensembl_end, 0),
  score: coalesce(i.score, 0), evalue: i.evalue`;
const GENE_XREFS = `
  WITH first_linkage AS (
    SELECT object_xref_id, linkage_type, min(coalesce(source_xref_id, 0)) AS source
    FROM ontology_xref WHERE linkage_type <> '' GROUP BY object_xref_id, linkage_type
  ), linkage AS (
    SELECT object_xref_id, list(linkage_type ORDER BY source, linkage_type) AS linkage_types
      FROM first_linkage GROUP BY object_xref_id
  )
  SELECT o.ordinal, x.xref_id, x.priority, x.json AS xref, l.linkage_types,
         CASE WHEN i.xref_identity IS NULL THEN NULL
              WHEN coalesce(i.cigar_line, '') = '' THEN to_json({${FIGURES}})::VARCHAR
              ELSE to_json({${FIGURES}, cigar_line: i.cigar_line})::VARCHAR END AS alignment
  FROM ${OBJECT_TABLE} o
  JOIN object_xref ox ON ox.ensembl_object_type = o.type AND ox.ensembl_id = o.object_id
  JOIN ${XREF_TABLE} x ON x.xref_id = ox.xref_id
  LEFT JOIN identity_xref i ON i.object_xref_id = ox.object_xref_id
  LEFT JOIN linkage l ON l.object_xref_id = ox.object_xref_id
  ORDER BY o.ordinal, ox.object_xref_id`;

async function writeXrefs(
  database: Database,
  objects: readonly ObjectRow[],
  table: SortedSink,
): Promise<Map<number, number>> {
  const records = new Map<number, number>();
  for await (const rows of groupsOf(
    database.batches<LinkRow>(GENE_XREFS),
    ({ ordinal }) => at(objects, ordinal).gene_id,
  )) {
    const { gene_key: key, gene_id: geneId } = at(objects, rows[0].ordinal);
    records.set(geneId, await table.add(key, encodeGeneXrefs(geneXrefs(rows, objects))));
  }
  return records;
}

function geneXrefs(rows: RowGroup<LinkRow>, objects: readonly ObjectRow[]): EncodedGeneXrefs {
  const gene: EncodedGeneXrefs = { id: at(objects, rows[0].ordinal).gene_stable_id, json: '', transcripts: [] };
  let transcriptId: number | null = null;
  for (let from = 0; from < rows.length; ) {
    const { ordinal } = at(rows, from);
    const object = at(objects, ordinal);
    let to = from + 1;
    while (rows[to]?.ordinal === ordinal) to++;
    const json = levelJson(rows.slice(from, to));
    from = to;
    if (object.type === 'Gene') {
      gene.json = json;
      continue;
    }
    if (object.transcript_id !== transcriptId) {
      transcriptId = object.transcript_id;
      const id = present(object.transcript_stable_id, 'transcript_stable_id');
      gene.transcripts.push({ id, json: '', translations: [] });
    }
    const transcript = last(gene.transcripts);
    if (object.type === 'Transcript') transcript.json = json;
    else
      transcript.translations.push({
        id: object.stable_id,
        json,
        canonical: object.stable_id === object.canonical_stable_id,
      });
  }
  return gene;
}

/**
 * JSON of the references of one object. Several analyses may have linked the same reference: the first row decides,
 * with the linkage types of all.
 */
function levelJson(rows: readonly LinkRow[]): string {
  const merged = new Map<number, LinkRow>();
  for (const row of rows) {
    const known = merged.get(row.xref_id);
    if (!known) merged.set(row.xref_id, row);
    else if (known.linkage_types && row.linkage_types)
      known.linkage_types = [...new Set([...known.linkage_types, ...row.linkage_types])];
  }
  const xrefs = [...merged.values()].map(({ priority, xref, alignment, linkage_types: codes }) => {
    const more = alignment ? alignment.slice(1) : codes ? `"linkage_types":${JSON.stringify(codes)}}` : null;
    return `[${priority},${more ? `${xref.slice(0, -1)},${more}` : xref}]`;
  });
  return `[${xrefs.join(',')}]`;
}

interface NameRow {
  ordinal: number;
  key: string;
  roles: number;
  xref: string;
}

/** `name` and `object` are ordinals. `flags`: bit 0 if the reference is the display xref, bit 1 if it is linked. */
interface NamedObjectRow {
  name: number;
  object: number;
  flags: number;
}

const NAMES = `
  SELECT n.ordinal, n.key, n.roles, x.json AS xref
  FROM ${NAME_TABLE} n JOIN ${XREF_TABLE} x USING (xref_id) ORDER BY n.ordinal`;

const NAMED_OBJECTS = `
  SELECT n.ordinal AS name, o.ordinal AS object, l.display::BIGINT + 2 * l.linked::BIGINT AS flags
  FROM ${NAME_TABLE} n JOIN ${LINK_TABLE} l USING (xref_id) JOIN ${OBJECT_TABLE} o ON o.ordinal = l.ordinal
  ORDER BY n.ordinal, o.rank`;

/** Merges two streams in the order of the names: the references of a name, and their objects. */
async function writeSymbols(
  database: Database,
  objects: readonly ObjectRow[],
  geneLocation: GeneLocation,
  table: SortedSink,
): Promise<void> {
  const groups = groupsOf(database.batches<NamedObjectRow>(NAMED_OBJECTS), ({ name }) => name)[Symbol.asyncIterator]();
  let group = await groups.next();
  for await (const { ordinal, key, roles, xref } of database.rows<NameRow>(NAMES)) {
    let found: SymbolObject[] = [];
    if (!group.done && group.value[0].name === ordinal) {
      found = group.value.map(({ object, flags }) => symbolObject(at(objects, object), flags, geneLocation));
      group = await groups.next();
    }
    await table.add(key, encodeSymbol({ as: ROLES.filter((_, bit) => roles & (1 << bit)), xref, objects: found }));
  }
}

const SYMBOL_TYPES = { Gene: 'gene', Transcript: 'transcript', Translation: 'translation' } as const;

function symbolObject(row: ObjectRow, flags: number, geneLocation: GeneLocation): SymbolObject {
  return {
    type: SYMBOL_TYPES[row.type],
    id: row.stable_id,
    dbId: row.object_id,
    geneId: row.gene_stable_id,
    geneDbId: row.gene_id,
    gene: geneLocation(row.gene_id),
    reference: row.reference,
    transcriptId: row.transcript_stable_id,
    translationId: row.type === 'Translation' ? row.canonical_stable_id : null,
    display: (flags & 1) !== 0,
    linked: (flags & 2) !== 0,
  };
}
