/** The other strand of bases: letters of IUPAC's nucleotide code, as ASCII bytes in either case or as text. */

/** Complement of each letter, in its case; all else stays. */
const COMPLEMENT = Uint8Array.from({ length: 256 }, (_, code) => code);
const LETTERS = 'ACGTURYSWKMBDHVN';
const OPPOSITE = 'TGCAAYRSWMKVHDBN';
for (const [index, letter] of [...LETTERS].entries()) {
  COMPLEMENT[letter.charCodeAt(0)] = OPPOSITE.charCodeAt(index);
  COMPLEMENT[letter.toLowerCase().charCodeAt(0)] = OPPOSITE.toLowerCase().charCodeAt(index);
}

/** The other strand of some bases, from its own 5' end, as an array of its own. */
export function reverseComplement(bases: Uint8Array): Uint8Array {
  return turnAround(bases.slice());
}

/** As reverseComplement, in the array itself, which it returns: for bases that are nobody else's and may be many. */
export function turnAround(bases: Uint8Array): Uint8Array {
  for (let low = 0, high = bases.length - 1; low <= high; low++, high--) {
    const first = COMPLEMENT[bases[low]!]!;
    bases[low] = COMPLEMENT[bases[high]!]!;
    bases[high] = first;
  }
  return bases;
}

const OPPOSITE_OF = new Map(Array.from(LETTERS, (letter, index) => [letter, OPPOSITE.charAt(index)]));

/** The other strand of a text of bases in upper case; other letters stay. */
export function reverseComplementOf(bases: string): string {
  let result = '';
  for (let at = bases.length - 1; at >= 0; at--) {
    const base = bases.charAt(at);
    result += OPPOSITE_OF.get(base) ?? base;
  }
  return result;
}
