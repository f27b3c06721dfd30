/** Cross references: what a gene and its products are called in other databases, and the way back from such a name. */

/** One external reference, in the field names of the wire (xrefs/id). */
export interface Xref {
  dbname: string;
  db_display_name: string;
  primary_id: string;
  display_id: string;
  version: string;
  description: string | null;
  info_type: string;
  info_text: string | null;
  synonyms: string[];
  /** Present when the reference was made by aligning sequences (identity_xref). */
  identity?: {
    ensembl_identity: number | null;
    xref_identity: number | null;
    ensembl_start: number | null;
    ensembl_end: number | null;
    xref_start: number | null;
    xref_end: number | null;
    score: number | null;
    evalue: number | null;
    cigar_line: string | null;
  };
  /** Evidence codes, for references to ontology terms (ontology_xref); one per row of the dump. */
  linkage_types?: string[];
}

/** Record of the `xrefs` table: the references of a gene, its transcripts and translations, by stable id. */
export interface GeneXrefs {
  gene: Xref[];
  transcripts: Record<string, Xref[]>;
  translations: Record<string, Xref[]>;
}

/** What a name points at. */
export interface SymbolObject {
  type: 'gene' | 'transcript' | 'translation';
  id: string;
  dbId: number;
  /** The gene that the object is or belongs to; `gene` is where its record stands. */
  geneId: string;
  geneDbId: number;
  gene: [offset: number, length: number, index: number];
  /** The reference is the object's display xref. */
  display: boolean;
  /** The reference is linked to the object through object_xref. */
  linked: boolean;
}

/**
 * Value of the `symbols` sorted table, whose keys are lower-cased primary ids, display labels and synonyms:
 * one xref with all objects linked to it. `as` says which of its names the key is.
 */
export interface SymbolRecord {
  as: ('primary_id' | 'display_id' | 'synonym')[];
  xref: Xref;
  objects: SymbolObject[];
}
