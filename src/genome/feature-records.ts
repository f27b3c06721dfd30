/**
 * Payloads of the genome's feature tables (repeats, simple features, misc features, karyotype bands), as JSON.
 * The interval table itself contains start and end, on the seq region's forward strand, 1-based inclusive.
 */
import { storedJson } from '../index/blocks/damaged-record.ts';
import type { PlacedRecord } from './projection.ts';
import type { Strand } from './seq-region.ts';

/** An attribute with its human-readable name: misc_attrib joined with attrib_type. */
export interface NamedAttrib {
  code: string;
  name: string;
  value: string;
}

export interface RepeatRecord extends PlacedRecord {
  dbId: number;
  strand: Strand;
  /** repeat_consensus.repeat_name, repeat_class, repeat_type. */
  name: string;
  repeatClass: string;
  repeatType: string;
  logicName: string;
  gffSource: string | null;
}

export interface SimpleFeatureRecord extends PlacedRecord {
  dbId: number;
  strand: Strand;
  label: string | null;
  score: number | null;
  logicName: string;
  gffSource: string | null;
}

export interface MiscFeatureRecord extends PlacedRecord {
  dbId: number;
  strand: Strand;
  attribs: NamedAttrib[];
  sets: { code: string; name: string }[];
}

export interface BandRecord extends PlacedRecord {
  dbId: number;
  name: string;
  stain: string | null;
}

/** A domain or signal on a translation; start and end are 1-based residues. Listed per translation, not by region. */
export interface ProteinFeatureRecord {
  dbId: number;
  start: number;
  end: number;
  hitStart: number;
  hitEnd: number;
  hitName: string;
  hitDescription: string | null;
  /**
   * analysis.logic_name, analysis.db, analysis.display_label and gff_source; null where the dump lacks the analysis.
   */
  logicName: string | null;
  analysisDb: string | null;
  displayLabel: string | null;
  gffSource: string | null;
  interpro: string | null;
  /** xref.description and display_label of the InterPro accession. */
  interproDescription: string | null;
  score: number | null;
  evalue: number | null;
  percentIdentity: number | null;
  cigar: string | null;
  alignType: string | null;
}

/** The feature tables that a genome may have, and the types of their payloads. */
export interface FeatureTables {
  repeats: RepeatRecord;
  'simple-features': SimpleFeatureRecord;
  'misc-features': MiscFeatureRecord;
  bands: BandRecord;
}

const encoder = new TextEncoder();

export function encodeRecord(record: object): Uint8Array {
  return encoder.encode(JSON.stringify(record));
}

export function decodeRecord<T>(payload: Uint8Array): T {
  return storedJson(payload);
}

/**
 * Bytes of records that one call decodes. In workerd, a call of the decoder costs as much time as some hundred bytes;
 * larger batches only take more memory.
 */
const DECODE_BATCH_BYTES = 64 * 1024;
const [OPENING, COMMA, CLOSING] = [0x5b, 0x2c, 0x5d];

/** Decodes payloads of JSON records in batches, as JSON lists. */
export function decodeRecords<T>(payloads: readonly Uint8Array[]): T[] {
  const records: T[] = [];
  let batch: Uint8Array[] = [];
  let length = 1;
  const decodeBatch = () => {
    for (const record of decodeList<T>(batch, length)) records.push(record);
    batch = [];
    length = 1;
  };
  for (const payload of payloads) {
    if (batch.length > 0 && length + payload.length >= DECODE_BATCH_BYTES) decodeBatch();
    batch.push(payload);
    length += payload.length + 1;
  }
  if (batch.length > 0) decodeBatch();
  return records;
}

/** @param length bytes of the list with its brackets and commas */
function decodeList<T>(payloads: readonly Uint8Array[], length: number): T[] {
  const list = new Uint8Array(length);
  list[0] = OPENING;
  let at = 1;
  for (const payload of payloads) {
    list.set(payload, at);
    at += payload.length;
    list[at++] = COMMA;
  }
  list[length - 1] = CLOSING;
  return decodeRecord<T[]>(list);
}

/*
 * Payloads of the tables that a species' funcgen database adds to its genome, as JSON (decodeRecord). The interval
 * tables themselves contain the places of features; coordinates are 1-based inclusive.
 */

/** A regulatory feature: promoter, enhancer … */
export interface RegulatoryFeatureRecord extends PlacedRecord {
  dbId: number;
  strand: Strand;
  id: string;
  /** Sequence Ontology term of its type. */
  soTerm: string | null;
  /** Name and description of its type. Indexes of earlier versions lack them, and `source`. */
  type?: string | null;
  description?: string | null;
  /** Logic name of the analysis of the regulatory build. */
  source?: string | null;
  /** Bases before the start and after the end, on the forward strand, by which it may extend. */
  before: number;
  after: number;
}

/** A place that matches the binding matrix of transcription factors. */
export interface MotifFeatureRecord extends PlacedRecord {
  dbId: number;
  strand: Strand;
  id: string | null;
  score: number | null;
  /** Stable id of the matrix. */
  matrix: string;
  /** Display names of the complexes that the matrix describes. */
  complexes: string[];
  /** Short names of the epigenomes in which an experiment found binding here. */
  epigenomes: string[];
}

/** Interval tables that a funcgen database adds, and the types of their payloads. */
export interface RegulationTables {
  'regulatory-features': RegulatoryFeatureRecord;
  'motif-features': MotifFeatureRecord;
}

/** Value of `binding-matrices`, under the lower-cased stable id. */
export interface BindingMatrixRecord {
  id: string;
  name: string;
  threshold: number | null;
  source: string;
  complexes: string[];
  /** Counts of A, C, G and T at each position. */
  frequencies: [a: number, c: number, g: number, t: number][];
}

/** A transcript that probes match, and its gene if the core database has it. */
export interface ProbeTranscript {
  id: string;
  description: string | null;
  gene: { id: string; name: string | null } | null;
}

/** Value of `probes`, under probeKey. */
export interface ProbeRecord {
  length: number;
  sequence: string | null;
  transcripts: ProbeTranscript[];
}

/** Value of `probe-sets`, under probeKey. */
export interface ProbeSetRecord {
  name: string;
  size: number;
  /** Names of the probes, sorted. */
  probes: string[];
  transcripts: ProbeTranscript[];
}

/** Key of a probe or probe set. Names are case-insensitive, as in the database. */
export function probeKey(array: string, name: string): string {
  return `${array}\t${name}`.toLowerCase();
}
