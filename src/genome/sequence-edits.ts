/**
 * Edits of a sequence that do not follow from its bases: RNA editing of a transcript, selenocysteines and other
 * substitutions of a peptide. The databases store each as an attribute with the value "start end replacement".
 * Positions are 1-based inclusive on the unedited sequence. An insertion before position p is "p p-1 letters"; a
 * deletion has no replacement.
 */
import { attribValue, type Attribs } from './gene-record.ts';
import type { Span } from './transcript.ts';

export interface SequenceEdit {
  start: number;
  end: number;
  replacement: string;
}

const TRANSCRIPT_EDITS = ['_rna_edit'];
const PEPTIDE_EDITS = ['initial_met', '_selenocysteine', 'amino_acid_sub', '_stop_codon_rt'];

export function transcriptEdits(attribs: Attribs): SequenceEdit[] {
  return editsAmong(attribs, TRANSCRIPT_EDITS);
}

export function peptideEdits(attribs: Attribs): SequenceEdit[] {
  return editsAmong(attribs, PEPTIDE_EDITS);
}

/** Change of the sequence's length by an edit; negative for a deletion. */
export function lengthChange(edit: SequenceEdit): number {
  return edit.replacement.length - (edit.end - edit.start + 1);
}

/** Length of a spliced transcript with its edits. */
export function editedLength({ attribs }: { attribs: Attribs }, unedited: number): number {
  return transcriptEdits(attribs).reduce((length, edit) => length + lengthChange(edit), unedited);
}

/**
 * The coding region on the edited transcript, from that on the unedited one: edits before it move it, edits within it
 * change its length. If the database states the ends (attributes _transl_start, _transl_end), they are used instead.
 */
export function editedCodingSpan({ attribs }: { attribs: Attribs }, unedited: Span): Span {
  let { start, end } = unedited;
  const edits = transcriptEdits(attribs);
  if (edits.length === 0) return unedited;
  for (const edit of edits) {
    if (edit.start < start) start += lengthChange(edit);
    // An edit right after the end counts too: it completes a stop codon.
    if (edit.start <= end + 1) end += lengthChange(edit);
  }
  return { start: attribNumber(attribs, '_transl_start') ?? start, end: attribNumber(attribs, '_transl_end') ?? end };
}

function attribNumber(attribs: Attribs, code: string): number | null {
  const value = attribValue(attribs, code);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}

/** The edited sequence; the same array if there are no edits. Ignores edits beyond the end of the sequence. */
export function applyEdits(sequence: Uint8Array, edits: readonly SequenceEdit[]): Uint8Array {
  let edited = sequence;
  for (const { start, end, replacement } of edits) {
    if (start - 1 > edited.length) continue;
    const after = edited.subarray(Math.min(end, edited.length));
    const result = new Uint8Array(start - 1 + replacement.length + after.length);
    result.set(edited.subarray(0, start - 1));
    for (let each = 0; each < replacement.length; each++) result[start - 1 + each] = replacement.charCodeAt(each);
    result.set(after, start - 1 + replacement.length);
    edited = result;
  }
  return edited;
}

/** Last edit first, so that no edit moves the place of the next. Ignores values that are no edit. */
function editsAmong(attribs: Attribs, codes: readonly string[]): SequenceEdit[] {
  const edits: SequenceEdit[] = [];
  for (const [code, value] of attribs) {
    if (!codes.includes(code)) continue;
    const found = /^\s*(\d+)\s+(\d+)(?:\s+(\S+))?/.exec(value);
    if (!found) continue;
    const [start, end] = [Number(found[1]), Number(found[2])];
    if (start >= 1 && start <= end + 1) edits.push({ start, end, replacement: found[3] ?? '' });
  }
  return edits.sort((a, b) => b.start - a.start);
}
