/** Complements of bases as texts; src/release/sequence-reader.ts has the same for bytes. */
const OPPOSITE: Readonly<Record<string, string>> = Object.fromEntries([...'ACGTURYSWKMBDHVN'].map((base, each) => [base, 'TGCAAYRSWMKVHDBN'[each]!]));

/** The other strand of a text of bases in upper case; other letters stay. */
export function reverseComplementOf(bases: string): string {
  let result = '';
  for (let at = bases.length - 1; at >= 0; at--) result += OPPOSITE[bases[at]!] ?? bases[at]!;
  return result;
}
