/**
 * Cross references: names of a gene and its products in other databases.
 *
 * Record of the `xrefs` sorted table, one for each gene that has a reference at any level. It has parts, so that a
 * request for one level parses no other:
 *   varint head length | head JSON | references of the gene | of its first transcript | of that one's translations | …
 * The head gives the length of each part; each part is the JSON of a RankedXref[].
 */
import { joinHead, splitHead } from '../index/blocks/fields.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';

/** One external reference, exactly as xrefs/id and xrefs/name return it. */
export interface Xref {
  dbname: string;
  db_display_name: string | null;
  primary_id: string;
  display_id: string;
  /** The number 0 only for an entry of the table `interpro`. */
  version: string | 0 | null;
  description: string | null;
  info_type: string | null;
  info_text: string | null;
  /** Each once, sorted. */
  synonyms: string[];
  /** Fields from here to cigar_line are present if the reference was made by aligning sequences (identity_xref). */
  xref_identity?: number;
  xref_start?: number;
  xref_end?: number;
  ensembl_identity?: number;
  ensembl_start?: number;
  ensembl_end?: number;
  score?: number;
  evalue?: number | null;
  /** Absent if the database has an empty one. */
  cigar_line?: string;
  /** Evidence codes, each once, of a reference to an ontology term (ontology_xref). */
  linkage_types?: string[];
}

/** A reference with the priority of its database (external_db.priority), by which references are ranked. */
export type RankedXref = [priority: number, xref: Xref];

/** References of one object, in the order of the dump; parsed on demand. */
interface XrefLevel {
  id: string;
  xrefs(): RankedXref[];
}

interface TranslationXrefs extends XrefLevel {
  canonical: boolean;
}

export interface TranscriptXrefs extends XrefLevel {
  /** Its translations that have references. */
  translations: TranslationXrefs[];
}

/** References of a gene and of its transcripts that have some, in order of their database ids. */
export interface GeneXrefs extends XrefLevel {
  transcripts: TranscriptXrefs[];
}

/** Head of the record: the ids and the length of each part in bytes. */
type TranslationHead = [id: string, length: number, canonical: 0 | 1];
type TranscriptHead = [id: string, length: number, translations: TranslationHead[]];
type Head = [id: string, length: number, transcripts: TranscriptHead[]];

const encoder = new TextEncoder();

/** References of one object as the JSON of a RankedXref[]; '' when it has none. */
export interface EncodedLevel {
  id: string;
  json: string;
}

export interface EncodedGeneXrefs extends EncodedLevel {
  transcripts: (EncodedLevel & { translations: (EncodedLevel & { canonical: boolean })[] })[];
}

/** Takes the references as JSON: the compiler's SQL joins deliver millions of references so. */
export function encodeGeneXrefs(gene: EncodedGeneXrefs): Uint8Array {
  const parts: Uint8Array[] = [];
  const part = ({ json }: EncodedLevel): number => {
    const bytes = encoder.encode(json);
    parts.push(bytes);
    return bytes.length;
  };
  const head: Head = [
    gene.id,
    part(gene),
    gene.transcripts.map((transcript) => [
      transcript.id,
      part(transcript),
      transcript.translations.map((translation) => [translation.id, part(translation), translation.canonical ? 1 : 0]),
    ]),
  ];
  return joinHead(encoder.encode(JSON.stringify(head)), ...parts);
}

export function decodeGeneXrefs(record: Uint8Array): GeneXrefs {
  const [head, lists] = splitHead(record);
  const [geneId, geneLength, transcripts] = storedJson<Head>(head);
  let at = 0;
  const level = (id: string, size: number): XrefLevel => {
    const start = at;
    at += size;
    return { id, xrefs: () => (size > 0 ? storedJson<RankedXref[]>(lists.subarray(start, start + size)) : []) };
  };
  return {
    ...level(geneId, geneLength),
    transcripts: transcripts.map(([id, size, translations]) => ({
      ...level(id, size),
      translations: translations.map(([translationId, bytes, canonical]) => ({
        ...level(translationId, bytes),
        canonical: canonical === 1,
      })),
    })),
  };
}
