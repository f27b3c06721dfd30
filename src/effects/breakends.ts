/** Names of the ends of breakpoints, as in VCF: 'G]17:198982]' joins the end of its own line to a mate. */

const BREAKEND = /^([A-Za-z]*)[[\]]([^\s[\]]+):(\d+)[[\]]([A-Za-z]*)$/;

/** The other end of a breakpoint. */
export interface Mate {
  /** As the alternative allele writes it: 'G]17:198982]'. */
  text: string;
  sequence: string;
  position: number;
}

/** The mates that alternatives name, in their order. @param alleles as for ownBreakend */
export function matesOf(alleles: string): Mate[] {
  return alleles.split('/').flatMap((text) => {
    const [, , sequence, position] = BREAKEND.exec(text) ?? [];
    return sequence === undefined || position === undefined ? [] : [{ text, sequence, position: Number(position) }];
  });
}

/**
 * How answers name the end that the line of a breakpoint is about: 'G.', or '.G' where a mate comes before it.
 * @param alleles reference and alternatives, separated by slashes: 'G/G]17:198982]'
 * @returns null for a breakpoint without a mate
 */
export function ownBreakend(alleles: string): string | null {
  const parts = alleles.split('/');
  const mates = matesOf(alleles).map(({ text }) => text);
  if (mates.length === 0) return null;
  const bases = parts.filter((part) => !mates.includes(part)).map((part) => /^\.?([ACGTN]+)\.?$/.exec(part)?.[1]);
  const reference = bases.at(-1) ?? 'N';
  return mates.some((mate) => /^[[\]]/.test(mate)) ? `.${reference}` : `${reference}.`;
}
