/**
 * One sequence as the sequence operations answer it: the plain value that every sequence format is written from.
 * JSON and YAML show exactly its keys, so an operation that shows no `desc` or `version` leaves the key out.
 */
export interface SequenceRecord {
  /** Stable id without version, or a slice name: 'chromosome:GRCh38:X:1:100:1'. */
  id: string;
  /** Text after the id in FASTA: the slice name of a genomic sequence; null when there is none. */
  desc?: string | null;
  /** The version of a stable id; FASTA and seqXML append it to the id. */
  version?: number | null;
  /** What the client asked for, literally. */
  query?: string;
  molecule: 'dna' | 'protein';
  seq: string;
}

/** The id with its version, as FASTA and seqXML show it. */
export function versionedId(record: SequenceRecord): string {
  return record.version ? `${record.id}.${record.version}` : record.id;
}
