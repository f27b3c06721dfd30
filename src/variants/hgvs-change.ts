/** The change that a notation describes, from the notation and the bases at its positions. */
import { at, last } from '../checked.ts';
import { reverseComplementOf } from '../genome/bases.ts';
import { notParsed, type NucleotideNotation, type ProteinNotation } from './hgvs-notation.ts';
import { threeLetters, translateCodons } from './hgvs-protein.ts';
import { trim, type Change, type Line } from './variant-shift.ts';

/** Most bases that a notation may change; limits the sequence that a request reads. */
export const MAX_CHANGED = 5000;

/**
 * The change as the notation writes it, with the reference from the line. Throws InvalidInput if the positions are not
 * in order, or if the bases that the notation replaces or repeats differ from those of the line.
 *
 * @param start,end the notation's positions on the line
 */
export function nucleotideChange(
  { text, sequence, edit }: NucleotideNotation,
  start: number,
  end: number,
  line: Line,
): Change {
  if (edit.kind === 'insert') {
    const [before, after] = start < end ? [start, end] : [end, start];
    if (after !== before + 1) throw notParsed(text, 'the positions of an insertion must be two adjacent bases');
    return { start: after, end: before, reference: '', alternative: edit.alternative };
  }
  if (start > end) throw notParsed(text, 'it ends before it starts');
  const reference = line.bases(start, end);
  // Like Ensembl, ignores the bases that a notation of another kind names, and their number.
  if (edit.kind === 'replace' && edit.reference !== reference) {
    throw notParsed(
      text,
      `Reference allele extracted from ${place(sequence, start, end)} (${reference}) does not match reference allele ` +
        `given by HGVS notation ${text} (${edit.reference})`,
    );
  }
  // Like Ensembl, inserts the copy in front of what is copied.
  if (edit.kind === 'copy') return { start, end: start - 1, reference: '', alternative: reference };
  const alternative = edit.kind === 'invert' ? reverseComplementOf(reference) : edit.alternative;
  if (alternative === reference) {
    throw notParsed(
      text,
      `Reference allele extracted from ${place(sequence, start, end)} (${reference}) matches alt allele given by ` +
        `HGVS notation ${text} (${alternative})`,
    );
  }
  const change = { start, end, reference, alternative };
  // Like Ensembl, removes the ends of a delins that do not change.
  return edit.kind === 'delins' ? trim(change) : change;
}

/** Positions on the reverse strand are negative (orient in variant-shift.ts). */
function place(sequence: string, start: number, end: number): string {
  return start < 0 ? `${sequence}:${-end}-${-start}` : `${sequence}:${start}-${end}`;
}

const BASES = ['T', 'C', 'A', 'G'];
const CODONS = BASES.flatMap((first) => BASES.flatMap((second) => BASES.map((third) => first + second + third)));

/** Replacement of bases of a codon, from the 0-based position `at`. */
export interface CodonChange {
  at: number;
  reference: string;
  alternative: string;
}

/**
 * All shortest changes of a codon that turn its residue into another; like Ensembl, it reports each of them. A change
 * of the first and the third base includes the second.
 */
export function residueChanges({ text, from, to }: ProteinNotation, codon: string, codonTable: number): CodonChange[] {
  const actual = translateCodons(codon, codonTable);
  if (from !== null && actual !== from) {
    throw notParsed(
      text,
      `Sequence translated from reference (${codon} -> ${actual}) does not match input sequence (${from})`,
    );
  }
  if (to === '') return [{ at: 0, reference: codon, alternative: '' }];
  const others = CODONS.filter((other) => other !== codon && translateCodons(other, codonTable) === to);
  const changes = others.map((other): CodonChange => {
    const different = [0, 1, 2].filter((base) => codon[base] !== other[base]);
    const [from, to] = [at(different, 0), last(different) + 1];
    return { at: from, reference: codon.slice(from, to), alternative: other.slice(from, to) };
  });
  const shortest = Math.min(...changes.map(({ reference }) => reference.length));
  if (changes.length === 0)
    throw notParsed(text, `no codon of genetic code ${codonTable} codes for ${threeLetters(to)}`);
  return changes.filter(({ reference }) => reference.length === shortest);
}
