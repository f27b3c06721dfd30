/** Reverse complement of letters of IUPAC's nucleotide code, as ASCII bytes in either case or as text. */

/** Complement of each letter, in its case; other characters map to themselves. */
const COMPLEMENT = Uint8Array.from({ length: 256 }, (_, code) => code);
const LETTERS = 'ACGTURYSWKMBDHVN';
const OPPOSITE = 'TGCAAYRSWMKVHDBN';
for (const [index, letter] of [...LETTERS].entries()) {
  COMPLEMENT[letter.charCodeAt(0)] = OPPOSITE.charCodeAt(index);
  COMPLEMENT[letter.toLowerCase().charCodeAt(0)] = OPPOSITE.toLowerCase().charCodeAt(index);
}

/** The reverse complement, as a new array. */
export function reverseComplement(bases: Uint8Array): Uint8Array {
  return reverseComplementInPlace(bases.slice());
}

/** As reverseComplement, but overwrites the array and returns it: saves memory where the array is not shared. */
export function reverseComplementInPlace(bases: Uint8Array): Uint8Array {
  for (let low = 0, high = bases.length - 1; low <= high; low++, high--) {
    const first = COMPLEMENT[bases[low]!]!;
    bases[low] = COMPLEMENT[bases[high]!]!;
    bases[high] = first;
  }
  return bases;
}

const OPPOSITE_OF = new Map(Array.from(LETTERS, (letter, index) => [letter, OPPOSITE.charAt(index)]));

const ascii = new TextDecoder();
/** A text that grows letter by letter takes some 30 bytes for each; for short ones that is faster than a decoder. */
const SHORT_TEXT = 64;

/** The reverse complement of a text of bases in upper case; other letters are copied. */
export function reverseComplementOf(bases: string): string {
  if (bases.length > SHORT_TEXT && LONG_BASES.test(bases)) {
    const bytes = new Uint8Array(bases.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = bases.charCodeAt(at);
    return ascii.decode(reverseComplementInPlace(bytes));
  }
  let result = '';
  for (let at = bases.length - 1; at >= 0; at--) {
    const base = bases.charAt(at);
    result += OPPOSITE_OF.get(base) ?? base;
  }
  return result;
}

const LONG_BASES = /^[ACGTN]*$/;
