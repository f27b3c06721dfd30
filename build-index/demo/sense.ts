/** A locus read in its own sense: exons and introns in turn. Offsets are 0-based from its 5' end, ends excluded. */
import { joinBytes } from '../../src/store/join-bytes.ts';
import type { Locus } from './locus.ts';
import type { Mark } from './tract.ts';

export interface Stretch {
  start: number;
  end: number;
}

export function exonsInSense({ exonLengths, introns }: Locus): Stretch[] {
  let at = 0;
  return exonLengths.map((length, index) => {
    const exon = { start: at, end: at + length };
    at = exon.end + (introns[index]?.bases.length ?? 0);
    return exon;
  });
}

export function senseBases({ cdna, exonLengths, introns }: Locus): Uint8Array {
  let at = 0;
  return joinBytes(exonLengths.flatMap((length, index) => {
    const exon = cdna.bases.subarray(at, (at += length));
    const intron = introns[index];
    return intron ? [exon, intron.bases] : [exon];
  }));
}

/** Repeat copies in the introns. */
export function repeatsInSense(locus: Locus): Mark[] {
  const exons = exonsInSense(locus);
  return locus.introns.flatMap(({ marks }, index) =>
    marks.map((mark) => ({ ...mark, start: mark.start + exons[index]!.end, end: mark.end + exons[index]!.end })));
}

/** Position in the spliced sequence of a base given in sense; -1 when no exon holds it. */
export function splicedPosition(exons: readonly Stretch[], sense: number): number {
  let before = 0;
  for (const { start, end } of exons) {
    if (sense >= start && sense < end) return before + sense - start;
    before += end - start;
  }
  return -1;
}

/** The base in sense that stands at a position of the spliced sequence. */
export function unsplicedPosition(exons: readonly Stretch[], position: number): number {
  for (const { start, end } of exons) {
    if (position < end - start) return start + position;
    position -= end - start;
  }
  return -1;
}

export function splice(bases: Uint8Array, exons: readonly Stretch[]): Uint8Array {
  return joinBytes(exons.map(({ start, end }) => bases.subarray(start, end)));
}
