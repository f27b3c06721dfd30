/** FASTA and seqXML, and the text of long sequences piece by piece. */
import type { Format } from './media-types.ts';
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

/** A sequence that is unpacked part by part, because its whole text would take too much memory. */
export interface LongSequence {
  readonly length: number;
  /** Letters from a 0-based position up to another, which is not included, as ASCII. */
  part(from: number, to: number): Uint8Array;
}

/** A sequence that is sent while it is unpacked. */
export interface LongSequenceRecord extends Omit<SequenceRecord, 'seq'> {
  seq: LongSequence;
}

/** The id with its version, for FASTA and seqXML. */
function versionedId(record: Omit<SequenceRecord, 'seq'>): string {
  return record.version ? `${record.id}.${record.version}` : record.id;
}

/** Characters per line of FASTA. */
const LINE_LENGTH = 60;
const LINE_BREAK = 10;

/** FASTA: a `>` line with id and description, then the sequence in lines of 60 characters. */
export function fasta(sequences: readonly SequenceRecord[]): string {
  let text = '';
  for (const record of sequences) text += fastaRecord(record);
  return text;
}

export function fastaRecord(record: SequenceRecord): string {
  const { seq } = record;
  let text = fastaHeader(record);
  for (let at = 0; at < seq.length; at += LINE_LENGTH) text += `${seq.slice(at, at + LINE_LENGTH)}\n`;
  return text;
}

function fastaHeader(record: Omit<SequenceRecord, 'seq'>): string {
  return `>${versionedId(record)}${record.desc ? ` ${record.desc}` : ''}\n`;
}

/** Letters that are sent at a time: whole lines, whole packed bytes, and a little more than 64 KiB. */
const PIECE_LETTERS = 1100 * LINE_LENGTH;

/** Formats that longSequences writes. Other formats need the whole text. */
const STREAMED_FORMATS: readonly Format[] = ['fasta', 'text', 'json'];

export function isStreamed(format: Format): boolean {
  return STREAMED_FORMATS.includes(format);
}

/** The answer in one of STREAMED_FORMATS. `single`: one sequence instead of a list. */
export async function* longSequences(
  sequences: readonly LongSequenceRecord[],
  format: Format,
  single: boolean,
): AsyncGenerator<string | Uint8Array> {
  const isList = format === 'json' && !single;
  if (isList) yield '[';
  for (const [which, record] of sequences.entries()) {
    if (isList && which > 0) yield ',';
    const [opening, closing] = aroundLetters(record, format, single);
    yield opening;
    for (const piece of inPieces(record.seq)) yield format === 'fasta' ? inLines(piece) : piece;
    yield closing;
  }
  if (isList) yield ']';
}

/** The text before and after the letters of a sequence. */
function aroundLetters(
  record: LongSequenceRecord,
  format: Format,
  single: boolean,
): [opening: string, closing: string] {
  if (format === 'fasta') return [fastaHeader(record), ''];
  if (format === 'text') return ['', single ? '' : '\n'];
  const closing = '"}';
  const { seq: _, ...others } = record;
  return [JSON.stringify({ ...others, seq: '' }).slice(0, -closing.length), closing];
}

/** All letters, about 64 KiB at a time. */
export function* inPieces(letters: LongSequence): Generator<Uint8Array> {
  for (let from = 0; from < letters.length; from += PIECE_LETTERS)
    yield letters.part(from, Math.min(from + PIECE_LETTERS, letters.length));
}

/** Letters with a line break after each LINE_LENGTH of them and after the last. */
function inLines(letters: Uint8Array): Uint8Array {
  const lines = new Uint8Array(letters.length + Math.ceil(letters.length / LINE_LENGTH));
  let at = 0;
  for (let from = 0; from < letters.length; from += LINE_LENGTH) {
    const line = letters.subarray(from, from + LINE_LENGTH);
    lines.set(line, at);
    at += line.length;
    lines[at++] = LINE_BREAK;
  }
  return lines;
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
