/** FASTA and seqXML. */
import { escape } from './xml.ts';

/**
 * One sequence of an answer, the source of all sequence formats. JSON and YAML show exactly its keys, so operations
 * without `desc` or `version` omit the key.
 */
export interface SequenceRecord {
  /** Stable id without version, or a slice name: 'chromosome:GRCh38:X:1:100:1'. */
  id: string;
  /** Text after the id in FASTA: the slice name of a genomic sequence; null if there is none. */
  desc?: string | null;
  /** The version of a stable id; FASTA and seqXML append it to the id. */
  version?: number | null;
  /** The text that the client sent. */
  query?: string;
  molecule: 'dna' | 'protein';
  seq: string;
}

/** The id with its version, for FASTA and seqXML. */
function versionedId(record: SequenceRecord): string {
  return record.version ? `${record.id}.${record.version}` : record.id;
}

/** Characters per line of FASTA. */
const LINE_LENGTH = 60;

/** FASTA: a `>` line with id and description, then the sequence in lines of 60 characters. */
export function fasta(sequences: readonly SequenceRecord[]): string {
  let text = '';
  for (const record of sequences) text += fastaRecord(record);
  return text;
}

export function fastaRecord(record: SequenceRecord): string {
  const { seq } = record;
  let text = `>${versionedId(record)}${record.desc ? ` ${record.desc}` : ''}\n`;
  for (let at = 0; at < seq.length; at += LINE_LENGTH) text += `${seq.slice(at, at + LINE_LENGTH)}\n`;
  return text;
}

const ROOT =
  '<seqXML xsi:noNamespaceSchemaLocation="http://www.seqxml.org/0.4/seqxml.xsd" seqXMLversion="0.4" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">';

/** seqXML 0.4: http://www.seqxml.org/0.4/seqxml.xsd */
export function seqxml(sequences: readonly SequenceRecord[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n\n${ROOT}\n${sequences.map(entry).join('')}</seqXML>\n`;
}

function entry(record: SequenceRecord): string {
  const tag = record.molecule === 'protein' ? 'AAseq' : 'DNAseq';
  return `  <entry id="${escape(versionedId(record))}">\n    <${tag}>${escape(record.seq)}</${tag}>\n  </entry>\n`;
}
