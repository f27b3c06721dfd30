/** Genes as they are written to the tables of a core database, in Ensembl's terms. */
import type { Strand } from './feature.ts';
import type { InputSequence } from './sequence-names.ts';

export interface Named {
  /** Stable id without version. */
  id: string;
  version: number | null;
}

/** A reference to another database. */
export interface ModelXref {
  /** Ensembl's name of the database (external_db.db_name), or the file's. */
  db: string;
  primary: string;
  label: string;
  version: string | null;
  description: string | null;
}

/** Positions on the forward strand; an exon across the origin of a circular sequence has start > end. */
export interface ModelExon extends Named {
  start: number;
  end: number;
  strand: Strand;
  phase: number;
  endPhase: number;
  isConstitutive: boolean;
}

export interface ModelTranslation extends Named {
  /** Index in the exons of the transcript. */
  startExon: number;
  /** From 1, in the direction of the exon. */
  startOffset: number;
  endExon: number;
  endOffset: number;
  /** Codes of Ensembl's translation attributes, such as initial_met, with values. */
  attribs: [code: string, value: string][];
  xrefs: ModelXref[];
  /** Parts of the peptide with a name, such as mature peptides. */
  parts: { name: string; description: string | null; start: number; end: number }[];
}

export interface ModelTranscript extends Named {
  start: number;
  end: number;
  strand: Strand;
  biotype: string;
  source: string;
  /** Ensembl's name of the analysis; null for that of the source. */
  logicName: string | null;
  name: string | null;
  description: string | null;
  /** In the order of the transcript. */
  exons: ModelExon[];
  /** The first is the canonical one. */
  translations: ModelTranslation[];
  attribs: [code: string, value: string][];
  xrefs: ModelXref[];
}

export interface ModelGene extends Named {
  sequence: InputSequence;
  start: number;
  end: number;
  strand: Strand;
  biotype: string;
  source: string;
  logicName: string | null;
  symbol: ModelXref | null;
  synonyms: readonly string[];
  description: string | null;
  xrefs: ModelXref[];
  /** The first is the canonical one. */
  transcripts: ModelTranscript[];
}
