import { parseHgvs, type NucleotideNotation } from '../../src/variants/hgvs-notation.ts';

/** Parses the HGVS notation of a nucleotide change. Throws Error for a protein. */
export function nucleotideNotation(text: string): NucleotideNotation {
  const notation = parseHgvs(text);
  if (notation.numbering === 'p') throw new Error(`${text} describes a protein`);
  return notation;
}
