/**
 * A gene with everything that belongs to it, as one record of the `genes` interval table.
 *
 * The record has two JSON parts, so that a list of genes parses only heads and `expand=1` costs no further read:
 *   varint head length | head JSON (GeneHead) | body JSON (GeneBody)
 * Coordinates are 1-based inclusive on the forward strand of the seq region. On a circular seq region a feature that
 * spans the origin keeps Ensembl's form: start > end.
 */
import type { RegionRef, Strand } from './seq-region.ts';
import { joinHead, splitHead } from '../index/blocks/fields.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { ParsedRecords } from '../index/tables/parsed-records.ts';

/**
 * Attributes as [code, value], in the order of the dump (attrib_type.code: '_selenocysteine', 'TSL', 'gencode_basic'
 * …).
 */
export type Attribs = [code: string, value: string][];

/** The value of the first attribute of a code. */
export function attribValue(attribs: Attribs, code: string): string | undefined {
  return attribs.find(([name]) => name === code)?.[1];
}

export function hasAttrib(attribs: Attribs, code: string): boolean {
  return attribs.some(([name]) => name === code);
}

/** Fields that genes and transcripts share. */
interface Annotated {
  biotype: string;
  /** Sequence Ontology term of the biotype for this kind of object; null if the database has none. */
  soTerm: string | null;
  source: string;
  logicName: string;
  /** analysis.gff_source: the source column of GFF3; null if the dump has none. */
  gffSource: string | null;
  /** display_label of the display xref. */
  displayName: string | null;
  description: string | null;
  /** Havana xref (OTTHUMG…, OTTHUMT…), where there is one. */
  havana: { id: string; version: string } | null;
  attribs: Attribs;
}

export interface GeneHead extends Annotated {
  /** Database (external_db.db_name) and primary id of the display xref: 'HGNC', 'HGNC:1097'. */
  symbol?: { db: string; id: string } | null;
  id: string;
  version: number | null;
  /** gene_id of the dump; breaks ties in sort orders. */
  dbId: number;
  region: RegionRef;
  start: number;
  end: number;
  strand: Strand;
  /** Stable id with version of the canonical transcript, and its plain stable id. */
  canonical: { id: string; version: number | null } | null;
}

export interface ExonRecord {
  id: string;
  version: number | null;
  dbId: number;
  start: number;
  end: number;
  strand: Strand;
  /** Position of the exon's first base within its codon: 0, 1, 2, or -1 when the exon starts in UTR. */
  phase: number;
  endPhase: number;
  constitutive: boolean;
}

export interface TranslationRecord {
  id: string;
  version: number | null;
  dbId: number;
  /** Indexes into the transcript's exons; offsets are 1-based positions within those exons. */
  startExon: number;
  startOffset: number;
  endExon: number;
  endOffset: number;
  /** Residues of the peptide; null when the database has no dna. */
  length: number | null;
  attribs: Attribs;
}

export interface TranscriptRecord extends Annotated {
  id: string;
  version: number | null;
  dbId: number;
  start: number;
  end: number;
  strand: Strand;
  canonical: boolean;
  ccds: string | null;
  /** Indexes into GeneBody.exons in rank order: rank 1 is exons[0]. */
  exons: number[];
  translation: TranslationRecord | null;
  /** Further translations of the same transcript. */
  alternativeTranslations?: TranslationRecord[];
}

export interface GeneBody {
  transcripts: TranscriptRecord[];
  /** Each exon once, even if several transcripts contain it. */
  exons: ExonRecord[];
}

export interface GeneRecord extends GeneHead, GeneBody {}

const encoder = new TextEncoder();

export function encodeGene(head: GeneHead, body: GeneBody): Uint8Array {
  return joinHead(encoder.encode(JSON.stringify(head)), encoder.encode(JSON.stringify(body)));
}

export function decodeGeneHead(record: Uint8Array): GeneHead {
  return storedJson(splitHead(record)[0]);
}

export function decodeGene(record: Uint8Array): GeneRecord {
  const [head, body] = splitHead(record);
  return Object.assign(storedJson<GeneHead>(head), storedJson<GeneBody>(body));
}

/** A decoded gene takes some ten times the memory of its record. */
const parsed = new ParsedRecords(decodeGene, 10);

/** Like decodeGene, for genes that many requests share, such as that of a transcript: do not modify the gene. */
export function sharedGene(record: Uint8Array): GeneRecord {
  return parsed.get(record);
}
