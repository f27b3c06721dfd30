/**
 * The history of a stable id, as the release's `archive` table holds it under the lower-cased id: one state for each
 * version that a mapping session names. What the databases spread over events, sessions, archived genes and peptides
 * is worked out when the index is built, so that an answer needs one record.
 */

/** A version of an id, as of the newest mapping session that names it. */
export interface ArchivedVersion {
  /** Null for an id of a database that does not count versions. */
  version: number | null;
  /** Ensembl release and assembly in which the version was last seen. */
  release: string;
  assembly: string;
  /** What the id was mapped to when that release was left behind; the id itself when it lived on in another version. */
  successors: Successor[];
  /** Of a translation, when its sequence was archived. */
  peptide: string | null;
}

export interface Successor {
  id: string;
  /** Likeness of the two, 0 to 1; null when it was not recorded. */
  score: number | null;
}

export interface ArchiveRecord {
  /** Gene, Transcript, Translation or Exon. */
  type: string;
  /** The newest version, for an id that no current object bears. */
  latest: ArchivedVersion;
  /** All versions, in no particular order. */
  versions: ArchivedVersion[];
}
