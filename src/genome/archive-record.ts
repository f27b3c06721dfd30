/** What became of a stable id: its events in mapping sessions and its archived peptide. */

export interface ArchiveEvent {
  oldId: string | null;
  oldVersion: number | null;
  newId: string | null;
  newVersion: number | null;
  type: string;
  score: number | null;
  session: { oldRelease: string; newRelease: string; oldAssembly: string; newAssembly: string; created: string | null };
}

/** A gene's or product's last state before it was retired or changed; `peptide` for translations that changed. */
export interface ArchivedState {
  gene: { id: string; version: number };
  transcript: { id: string; version: number };
  translation: { id: string; version: number } | null;
  peptide: string | null;
  release: string;
  assembly: string;
}

/** Value of the `archive` sorted table, under the lower-cased stable id. */
export interface ArchiveRecord {
  /** In order of mapping session. */
  events: ArchiveEvent[];
  states: ArchivedState[];
}
