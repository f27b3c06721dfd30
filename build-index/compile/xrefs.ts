import type { SortedTableWriter } from '../../src/index/sorted-table.ts';
import { encodeSymbol, ROLES } from '../../src/genome/symbol-record.ts';
import type { SymbolObject } from '../../src/genome/symbol-record.ts';
import type { Location } from '../../src/genome/stable-id.ts';
import { encodeGeneXrefs } from '../../src/genome/xref-record.ts';
import type { RankedXref, TranscriptXrefs, Xref } from '../../src/genome/xref-record.ts';
import type { Database } from '../dump/database.ts';
import { LINK_TABLE, NAME_TABLE, OBJECT_TABLE, stageXrefTables, XREF_COLUMNS, XREF_TABLE } from './xref-tables.ts';
import type { XrefColumns } from './xref-tables.ts';

/**
 * Compiles the cross references of one genome into its tables `xrefs` (gene -> references at every level) and `symbols`
 * (name -> what bears it). DuckDB joins and sorts, out of core where it must; here only one gene, or the objects of one
 * name, are held at a time, and the place of each gene's record.
 */
export interface XrefCompilation {
  /** Staged core tables, and REGION_TABLE of the species. */
  database: Database;
  /** Record of a current gene in the `genes` table, by its gene_id. */
  geneLocation: (geneDbId: number) => Location;
  /** Called for a table only when it will have rows; `finish` closes it and registers it with the genome. */
  openTable: (name: 'xrefs' | 'symbols') => Promise<{ writer: SortedTableWriter; finish(): Promise<void> }>;
}

export interface CompiledXrefs {
  /** Record of a gene in the `xrefs` table, by its gene_id; null when it has no references. */
  xrefLocation(geneDbId: number): Location | null;
}

export async function compileXrefs({ database, geneLocation, openTable }: XrefCompilation): Promise<CompiledXrefs> {
  if (!(await stageXrefTables(database))) return { xrefLocation: () => null };
  await writeSymbols(database, geneLocation, openTable);
  return writeXrefs(database, openTable);
}

/** One object_xref row of an object, or the analysis that made it. */
interface LinkRow extends XrefColumns {
  gene_key: string;
  gene_id: number;
  gene_stable_id: string;
  type: 'Gene' | 'Transcript' | 'Translation';
  object_id: number;
  stable_id: string;
  transcript_id: number | null;
  transcript_stable_id: string | null;
  canonical_stable_id: string | null;
  xref_id: number;
  xref_identity: number | null;
  ensembl_identity: number | null;
  xref_start: number | null;
  xref_end: number | null;
  ensembl_start: number | null;
  ensembl_end: number | null;
  cigar_line: string | null;
  score: number | null;
  evalue: number | null;
  linkage_types: string[] | null;
}

// Within an object in the order of object_xref_id: the order in which MySQL gives them, and Ensembl shows them.
const GENE_XREFS = `
  WITH linkage AS (
    SELECT object_xref_id, list(linkage_type ORDER BY source_xref_id NULLS FIRST, linkage_type) AS linkage_types
    FROM ontology_xref WHERE linkage_type <> '' GROUP BY object_xref_id
  )
  SELECT o.gene_key, o.gene_id, o.gene_stable_id, o.type, o.object_id, o.stable_id, o.transcript_id, o.transcript_stable_id, o.canonical_stable_id,
         x.xref_id, ${XREF_COLUMNS},
         i.xref_identity, i.ensembl_identity, i.xref_start, i.xref_end, i.ensembl_start, i.ensembl_end, i.cigar_line, i.score, i.evalue,
         l.linkage_types
  FROM ${OBJECT_TABLE} o
  JOIN object_xref ox ON ox.ensembl_object_type = o.type AND ox.ensembl_id = o.object_id
  JOIN ${XREF_TABLE} x ON x.xref_id = ox.xref_id
  LEFT JOIN identity_xref i ON i.object_xref_id = ox.object_xref_id
  LEFT JOIN linkage l ON l.object_xref_id = ox.object_xref_id
  ORDER BY o.gene_key, o.transcript_id NULLS FIRST, o.type, o.object_id, ox.object_xref_id`;

async function writeXrefs(database: Database, openTable: XrefCompilation['openTable']): Promise<CompiledXrefs> {
  let table: Awaited<ReturnType<typeof openTable>> | null = null;
  const ordinals = new Map<number, number>();
  for await (const gene of groupsOf(database.rows<LinkRow>(GENE_XREFS), (row) => row.gene_key)) {
    table ??= await openTable('xrefs');
    const { gene_key: key, gene_id: geneId } = gene[0]!;
    ordinals.set(geneId, await table.writer.add(key, encodeGeneXrefs(geneXrefs(gene))));
  }
  await table?.finish();
  const locate = (ordinal: number | undefined) => (ordinal === undefined ? null : table!.writer.locate(ordinal));
  return { xrefLocation: (geneDbId) => locate(ordinals.get(geneDbId)) };
}

function geneXrefs(rows: readonly LinkRow[]): Parameters<typeof encodeGeneXrefs>[0] {
  let gene: RankedXref[] = [];
  const transcripts: TranscriptXrefs[] = [];
  for (let from = 0; from < rows.length; ) {
    const first = rows[from]!;
    let to = from + 1;
    while (to < rows.length && rows[to]!.type === first.type && rows[to]!.object_id === first.object_id) to++;
    const level = mergeRows(rows.slice(from, to));
    from = to;
    if (first.type === 'Gene') {
      gene = level;
      continue;
    }
    let transcript = transcripts.at(-1);
    if (transcript?.id !== first.transcript_stable_id) {
      transcript = { id: first.transcript_stable_id!, xrefs: () => [], translations: [] };
      transcripts.push(transcript);
    }
    if (first.type === 'Transcript') transcript.xrefs = () => level;
    else transcript.translations.push({ id: first.stable_id, canonical: first.stable_id === first.canonical_stable_id, xrefs: () => level });
  }
  return { id: rows[0]!.gene_stable_id, xrefs: () => gene, transcripts };
}

/** The rows of one object as references. Several analyses may have linked the same one: it is shown once, as the first row says. */
function mergeRows(rows: readonly LinkRow[]): RankedXref[] {
  const merged = new Map<number, RankedXref>();
  for (const row of rows) {
    const known = merged.get(row.xref_id);
    if (!known) merged.set(row.xref_id, [row.priority, linkedXref(row)]);
    else if (known[1].linkage_types && row.linkage_types) known[1].linkage_types = unique([...known[1].linkage_types, ...row.linkage_types]);
  }
  return [...merged.values()];
}

/** With what the link adds: figures of an alignment, else evidence codes. Ensembl shows an unknown figure, the e-value aside, as 0. */
function linkedXref(row: LinkRow): Xref {
  const xref = plainXref(row);
  if (row.xref_identity !== null) {
    xref.xref_identity = row.xref_identity;
    xref.xref_start = row.xref_start ?? 0;
    xref.xref_end = row.xref_end ?? 0;
    xref.ensembl_identity = row.ensembl_identity ?? 0;
    xref.ensembl_start = row.ensembl_start ?? 0;
    xref.ensembl_end = row.ensembl_end ?? 0;
    xref.score = row.score ?? 0;
    xref.evalue = row.evalue;
    if (row.cigar_line) xref.cigar_line = row.cigar_line;
  } else if (row.linkage_types) xref.linkage_types = unique(row.linkage_types);
  return xref;
}

/** A reference carried over from an ortholog says so in the name of its database. */
function plainXref(row: XrefColumns): Xref {
  const displayName = row.info_type === 'PROJECTION' ? `Projected ${row.db_display_name ?? ''}` : row.db_display_name;
  return {
    dbname: row.db_name, db_display_name: displayName, primary_id: row.dbprimary_acc, display_id: row.display_label,
    version: row.version, description: row.description, info_type: row.info_type, info_text: row.info_text,
    synonyms: unique(row.synonyms ?? []),
  };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

interface NameRow extends XrefColumns {
  ordinal: number;
  key: string;
  roles: number;
}

interface NamedObjectRow {
  ordinal: number;
  type: 'Gene' | 'Transcript' | 'Translation';
  object_id: number;
  stable_id: string;
  gene_id: number;
  gene_stable_id: string;
  reference: boolean;
  transcript_stable_id: string | null;
  canonical_stable_id: string | null;
  display: boolean;
  linked: boolean;
}

const NAMES = `
  SELECT n.ordinal, n.key, n.roles, ${XREF_COLUMNS}
  FROM ${NAME_TABLE} n JOIN ${XREF_TABLE} x USING (xref_id) ORDER BY n.ordinal`;

const NAMED_OBJECTS = `
  SELECT n.ordinal, o.type, o.object_id, o.stable_id, o.gene_id, o.gene_stable_id, o.reference, o.transcript_stable_id, o.canonical_stable_id,
         l.display, l.linked
  FROM ${NAME_TABLE} n JOIN ${LINK_TABLE} l USING (xref_id) JOIN ${OBJECT_TABLE} o USING (type, object_id)
  ORDER BY n.ordinal, o.reference DESC, o.type, o.object_id`;

/** Merges two streams in the order of the names: the references that bear a name, and their objects. */
async function writeSymbols(database: Database, geneLocation: XrefCompilation['geneLocation'], openTable: XrefCompilation['openTable']): Promise<void> {
  const { writer, finish } = await openTable('symbols');
  const objectGroups = groupsOf(database.rows<NamedObjectRow>(NAMED_OBJECTS), (row) => row.ordinal)[Symbol.asyncIterator]();
  let group = await objectGroups.next();
  for await (const row of database.rows<NameRow>(NAMES)) {
    let objects: SymbolObject[] = [];
    if (!group.done && group.value[0]!.ordinal === row.ordinal) {
      objects = group.value.map((object) => symbolObject(object, geneLocation));
      group = await objectGroups.next();
    }
    const as = ROLES.filter((_, bit) => row.roles & (1 << bit));
    await writer.add(row.key, encodeSymbol({ as, xref: plainXref(row), objects }));
  }
  await finish();
}

function symbolObject(row: NamedObjectRow, geneLocation: XrefCompilation['geneLocation']): SymbolObject {
  return {
    type: row.type.toLowerCase() as SymbolObject['type'], id: row.stable_id, dbId: row.object_id,
    geneId: row.gene_stable_id, geneDbId: row.gene_id, gene: geneLocation(row.gene_id), reference: row.reference,
    transcriptId: row.transcript_stable_id, translationId: row.type === 'Translation' ? row.canonical_stable_id : null,
    display: row.display, linked: row.linked,
  };
}

/** Consecutive rows with an equal key, together. */
async function* groupsOf<T>(rows: AsyncIterable<T>, keyOf: (row: T) => unknown): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const row of rows) {
    if (group.length > 0 && keyOf(group[0]!) !== keyOf(row)) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}
