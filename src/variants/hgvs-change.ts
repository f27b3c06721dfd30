/** From a notation and the bases at the positions it names to the change that it means. */
import { reverseComplementOf } from '../genome/bases.ts';
import { notParsed, type NucleotideNotation, type ProteinNotation } from './hgvs-notation.ts';
import { threeLetters, translateCodons } from './hgvs-protein.ts';
import { trim, type Change, type Line } from './variant-shift.ts';

/** The longest stretch that a notation may change: what has to be read for it stays small. */
export const MAX_CHANGED = 5000;

/**
 * The change as the notation writes it, its reference taken from the line. Throws InvalidInput where positions are in
 * no order, and where the notation names other bases than the line has, or another number.
 *
 * @param start,end what the notation's positions are on the line
 */
export function nucleotideChange(
  { text, sequence, numbering, edit }: NucleotideNotation,
  start: number,
  end: number,
  line: Line,
): Change {
  if (edit.kind === 'insert') {
    const [before, after] = start < end ? [start, end] : [end, start];
    if (after !== before + 1) throw notParsed(text, 'an insertion stands between two neighbouring bases');
    return { start: after, end: before, reference: '', alternative: edit.alternative };
  }
  if (start > end) throw notParsed(text, 'its start lies behind its end');
  const reference = line.bases(start, end);
  if (typeof edit.reference === 'number') {
    // Bases of a transcript are counted without the introns between them.
    const agrees = numbering === 'g' ? edit.reference === reference.length : edit.reference <= reference.length;
    if (!agrees) throw notParsed(text, `${edit.reference} bases are not what stands at ${place(sequence, start, end)}`);
  } else if (edit.reference !== null && edit.reference !== reference) {
    throw notParsed(
      text,
      `Reference allele extracted from ${place(sequence, start, end)} (${reference}) does not match reference allele ` +
        `given by HGVS notation ${text} (${edit.reference})`,
    );
  }
  if (edit.kind === 'copy') return { start: end + 1, end, reference: '', alternative: reference };
  const alternative = edit.kind === 'invert' ? reverseComplementOf(reference) : edit.alternative;
  if (alternative === reference) {
    throw notParsed(
      text,
      `Reference allele extracted from ${place(sequence, start, end)} (${reference}) matches alt allele given by ` +
        `HGVS notation ${text} (${alternative})`,
    );
  }
  const change = { start, end, reference, alternative };
  // Ensembl takes what a delins exchanges for itself off its ends.
  return edit.kind === 'delins' ? trim(change) : change;
}

/** Oriented positions of the reverse strand are negative. */
function place(sequence: string, start: number, end: number): string {
  return start < 0 ? `${sequence}:${-end}-${-start}` : `${sequence}:${start}-${end}`;
}

const BASES = ['T', 'C', 'A', 'G'];
const CODONS = BASES.flatMap((first) => BASES.flatMap((second) => BASES.map((third) => first + second + third)));

/** Bases of a codon from `at` on, counted from 0, become others. */
export interface CodonChange {
  at: number;
  reference: string;
  alternative: string;
}

/**
 * The shortest changes of a codon that make one residue another: all of them, for several codons may be as near.
 * Ensembl reports each. A change of the first and the third base takes the second along.
 */
export function residueChanges(
  { text, from, position, to }: ProteinNotation,
  codon: string,
  codonTable: number,
): CodonChange[] {
  const actual = translateCodons(codon, codonTable);
  if (actual !== from) {
    throw notParsed(text, `residue ${position} is ${threeLetters(actual)}, not ${threeLetters(from)}`);
  }
  const changes = CODONS.filter((other) => translateCodons(other, codonTable) === to).map((other): CodonChange => {
    const differs = [0, 1, 2].filter((at) => codon[at] !== other[at]);
    const [first, last] = [differs[0]!, differs.at(-1)!];
    return { at: first, reference: codon.slice(first, last + 1), alternative: other.slice(first, last + 1) };
  });
  const shortest = Math.min(...changes.map(({ reference }) => reference.length));
  if (changes.length === 0) throw notParsed(text, `no codon stands for ${threeLetters(to)}`);
  return changes.filter(({ reference }) => reference.length === shortest);
}
