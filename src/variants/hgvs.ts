/**
 * HGVS of a change of nucleotides: what kind of change it is, and its text (https://hgvs-nomenclature.org). Genomic, coding
 * and non-coding notations differ in how they number positions only.
 */
import { reverseComplementOf } from '../genome/complement.ts';
import { shift, trim, type Change, type Line } from './variant-shift.ts';

/** A change as HGVS sees it, at its most 3' place. */
export interface HgvsChange {
  kind: '>' | 'del' | 'ins' | 'dup' | 'inv' | 'delins';
  /** Positions on the line that the notation names: of an insertion the bases around it, of a duplication the copied ones. */
  from: number;
  to: number;
  /** Trimmed and moved; of a duplication the insertion that it is. */
  change: Change;
}

/**
 * Null for a change that leaves the sequence as it is. An inversion is one as it is written only, as in Ensembl. What stands before the change is taken from the line, whatever the
 * change says of it: databases hold variants whose reference allele is not that of the genome.
 *
 * @param change on the strand and in the positions of `line`
 */
export function describeChange({ start, end, alternative }: Change, line: Line): HgvsChange | null {
  const reference = line.bases(start, end);
  if (reference === alternative) return null;
  const change = shift(trim({ start, end, reference, alternative }), line);
  const { start: from, end: to } = change;
  if (change.alternative === '') return { kind: 'del', from, to, change };
  if (change.reference === '') {
    const length = change.alternative.length;
    // A copy of what stands before it.
    if (line.bases(from - length, to) === change.alternative) return { kind: 'dup', from: from - length, to, change };
    return { kind: 'ins', from: to, to: from, change };
  }
  if (change.reference.length === 1 && change.alternative.length === 1) return { kind: '>', from, to, change };
  return { kind: reverseComplementOf(reference) === alternative ? 'inv' : 'delins', from, to, change };
}

/**
 * 'X:g.200920C>G'; null when a position has no text, because it lies outside of what the notation can number. A copy of bases of which some
 * lie outside is an insertion.
 *
 * @param name of the sequence, with its version
 */
export function writeHgvs(name: string, numbering: 'g' | 'm' | 'c' | 'n', described: HgvsChange, positionText: (position: number) => string | null): string | null {
  const isOutside = described.kind === 'dup' && positionText(described.from) === null;
  const { kind, from, to, change: { reference, alternative } } = isOutside ? { ...described, kind: 'ins', from: described.to, to: described.to + 1 } : described;
  const first = positionText(from);
  const last = from === to ? first : positionText(to);
  if (first === null || last === null) return null;
  const place = `${name}:${numbering}.${first === last ? first : `${first}_${last}`}`;
  if (kind === '>') return `${place}${reference}>${alternative}`;
  return `${place}${kind}${kind === 'ins' || kind === 'delins' ? alternative : ''}`;
}
