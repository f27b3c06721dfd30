/** FASTA: a `>` line with the id and its description, then the sequence in lines of 60. */
import { versionedId, type SequenceRecord } from './sequence-record.ts';

const LINE_LENGTH = 60;

/** All records, each line ended. */
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
