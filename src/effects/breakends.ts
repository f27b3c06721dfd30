/** Names of the ends of breakpoints, as in VCF: 'G]17:198982]' joins the end of its own line to a mate. */

const BREAKEND = /^([A-Za-z]*)[[\]][^\s[\]]+:\d+[[\]]([A-Za-z]*)$/;

/**
 * How answers name the end that the line of a breakpoint is about: 'G.', or '.G' where a mate comes before it.
 * @param alleles reference and alternatives, separated by slashes: 'G/G]17:198982]'
 * @returns null for a breakpoint without a mate
 */
export function ownBreakend(alleles: string): string | null {
  const parts = alleles.split('/');
  const mates = parts.filter((part) => {
    const [, before, after] = BREAKEND.exec(part) ?? [];
    return Boolean(before) || Boolean(after);
  });
  if (mates.length === 0) return null;
  const bases = parts.filter((part) => !mates.includes(part)).map((part) => /^\.?([ACGTN]+)\.?$/.exec(part)?.[1]);
  const reference = bases.at(-1) ?? 'N';
  return mates.some((mate) => /^[[\]]/.test(mate)) ? `.${reference}` : `${reference}.`;
}
