/**
 * The objects that have a name: value of the `symbols` sorted table, whose keys are the primary ids, display labels
 * and synonyms of all references (symbolKey). One record for each pair of a name and a reference:
 *   varint head length | head JSON (roles of the name, the reference) | objects JSON
 * Objects are a separate part so that a list of references parses none: a common ontology term has tens of thousands.
 */
import { at, get, present } from '../checked.ts';
import { joinHead, splitHead } from '../index/blocks/fields.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { trimTrailingSpaces } from '../names/name-text.ts';
import type { Xref } from './xref-record.ts';

/**
 * Which of a reference's names a key is. 'interpro' is an accession of the table `interpro` that no reference has: only
 * xrefs/name finds it, when asked for this database.
 */
type NameRole = 'primary_id' | 'display_id' | 'synonym' | 'interpro';

/** The object that a reference points at. */
export interface SymbolObject {
  type: 'gene' | 'transcript' | 'translation';
  id: string;
  dbId: number;
  /** The gene that the object is or belongs to; `gene` is the location of its record. */
  geneId: string;
  geneDbId: number;
  gene: RecordLocation;
  /** The gene is on the primary assembly, not on a patch or haplotype. */
  reference: boolean;
  /** The transcript that the object is or belongs to; null for a gene. */
  transcriptId: string | null;
  /** Canonical translation of the translation's transcript, mostly the object itself; null for other objects. */
  translationId: string | null;
  /** The reference is the object's display xref. */
  display: boolean;
  /** The reference is linked to the object through object_xref. */
  linked: boolean;
}

export interface SymbolRecord {
  as: readonly NameRole[];
  xref: Xref;
  /** Objects on the primary assembly first, then in order of their database ids; parsed on first access. */
  readonly objects: readonly SymbolObject[];
}

/** DuckDB's lower() always writes these as one letter. toLowerCase makes Σ depend on its place and İ two characters. */
const SINGLE_LETTERS: ReadonlyMap<string, string> = new Map([
  ['Σ', 'σ'],
  ['İ', 'i'],
]);

/** A name, or a pattern to match names with, in the table's lower case. */
export function foldSymbol(text: string): string {
  // Escaped by hand, since the bundler does not do it in regular expressions: see src/pages/html.ts.
  return text.replace(/[\u03a3\u0130]/g, (letter) => get(SINGLE_LETTERS, letter)).toLowerCase();
}

/**
 * Key of a name in the table. MySQL ignores case and trailing spaces when it compares names. The compiler makes the
 * keys in SQL (symbolKeyOf in build-index/compile/genome/xref-tables.ts).
 */
export function symbolKey(name: string): string {
  return foldSymbol(trimTrailingSpaces(name));
}

/** Bit i of a set of roles means ROLES[i]. */
export const ROLES: readonly NameRole[] = ['primary_id', 'display_id', 'synonym', 'interpro'];
const TYPES = ['gene', 'transcript', 'translation'] as const;
const DISPLAY = 4;
const LINKED = 8;

/** Stored form of the objects: each gene once, objects as flat rows that refer to genes by index. */
type GeneRow = [id: string, dbId: number, reference: 0 | 1, ...location: RecordLocation];
type ObjectRow = [kind: number, dbId: number, gene: number, id?: string, transcriptId?: string, translationId?: string];
type StoredObjects = [genes: GeneRow[], objects: ObjectRow[]];

const encoder = new TextEncoder();

/**
 * A SymbolRecord whose reference may already be JSON: the compiler's SQL joins deliver millions of references so.
 */
type EncodableSymbol = Omit<SymbolRecord, 'xref'> & { xref: Xref | string };

export function encodeSymbol({ as, xref, objects }: EncodableSymbol): Uint8Array {
  const genes = new Map<number, number>();
  const geneRows: GeneRow[] = [];
  const rows = objects.map((object): ObjectRow => {
    let gene = genes.get(object.geneDbId);
    if (gene === undefined) {
      gene = geneRows.push([object.geneId, object.geneDbId, object.reference ? 1 : 0, ...object.gene]) - 1;
      genes.set(object.geneDbId, gene);
    }
    const kind = TYPES.indexOf(object.type) + (object.display ? DISPLAY : 0) + (object.linked ? LINKED : 0);
    const row: ObjectRow = [kind, object.dbId, gene];
    if (object.type !== 'gene') row.push(object.id);
    if (object.type === 'translation') row.push(present(object.transcriptId, 'the transcript of a translation'));
    if (object.type === 'translation' && object.translationId !== object.id) row.push(object.translationId ?? '');
    return row;
  });
  const roles = ROLES.reduce((bits, role, bit) => bits + (as.includes(role) ? 1 << bit : 0), 0);
  const head = encoder.encode(`[${roles},${typeof xref === 'string' ? xref : JSON.stringify(xref)}]`);
  const body = encoder.encode(JSON.stringify([geneRows, rows] satisfies StoredObjects));
  return joinHead(head, body);
}

export function decodeSymbol(record: Uint8Array): SymbolRecord {
  const [head, body] = splitHead(record);
  const [roles, xref] = storedJson<[number, Xref]>(head);
  let objects: SymbolObject[] | null = null;
  return {
    as: ROLES.filter((_, bit) => roles & (1 << bit)),
    xref,
    get objects() {
      return (objects ??= decodeObjects(body));
    },
  };
}

function decodeObjects(bytes: Uint8Array): SymbolObject[] {
  const [genes, rows] = storedJson<StoredObjects>(bytes);
  return rows.map(([kind, dbId, which, id, transcriptId, translationId]): SymbolObject => {
    const [geneId, geneDbId, reference, ...gene] = at(genes, which);
    const type = at(TYPES, kind & 3);
    const ownId = type === 'gene' ? geneId : present(id, 'the id of an object');
    return {
      type,
      id: ownId,
      dbId,
      geneId,
      geneDbId,
      gene,
      reference: reference === 1,
      transcriptId:
        type === 'gene'
          ? null
          : type === 'transcript'
            ? ownId
            : present(transcriptId, 'the transcript of a translation'),
      translationId: type !== 'translation' ? null : translationId === undefined ? ownId : translationId || null,
      display: (kind & DISPLAY) !== 0,
      linked: (kind & LINKED) !== 0,
    };
  });
}
