/**
 * Payloads of the tables that a species' funcgen database adds to its genome, as JSON (decodeRecord). Places of features
 * stand in the interval tables themselves; coordinates are 1-based inclusive.
 */
import type { Strand } from './strand.ts';

/** A region that regulates: promoter, enhancer … */
export interface RegulatoryFeatureRecord {
  dbId: number;
  strand: Strand;
  id: string;
  /** Sequence Ontology term of its type. */
  soTerm: string | null;
  /** Bases before the start and after the end, on the forward strand, through which it may extend. */
  before: number;
  after: number;
}

/** A place that fits the binding matrix of transcription factors. */
export interface MotifFeatureRecord {
  dbId: number;
  strand: Strand;
  id: string | null;
  score: number | null;
  /** Stable id of the matrix. */
  matrix: string;
  /** Display names of the complexes that the matrix describes. */
  complexes: string[];
  /** Short names of the epigenomes where an experiment found something bound here. */
  epigenomes: string[];
}

/** Interval tables that a funcgen database adds, and what their payloads are. */
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
  /** How often each of A, C, G and T was seen, position by position. */
  frequencies: [a: number, c: number, g: number, t: number][];
}

/** A transcript that probes match, and its gene where the core database has it. */
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

/** Key of a probe or probe set: names count alike in either case, as in the database. */
export function probeKey(array: string, name: string): string {
  return `${array}\t${name}`.toLowerCase();
}
