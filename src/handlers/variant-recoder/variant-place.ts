/** A place on the genome that a client's text may mean, before the bases there are known. */
import { MAX_CHANGED } from '../../variants/hgvs-change.ts';
import { notParsed, type HgvsNotation, type NucleotideNotation } from '../../variants/hgvs-notation.ts';
import { notParsed as spdiNotParsed, type SpdiNotation } from '../../variants/spdi.ts';
import { lineSkipped, type VariantLine } from '../../variants/variant-line.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import type { PlacedAlleles } from '../../variants/variant-alleles.ts';
import type { Change, Flanks } from '../../variants/variant-shift.ts';
import type { InvalidInput } from '../../invalid-input.ts';

/**
 * A place that an item may mean. Forward positions; an insertion stands between end and start = end + 1. On a circle
 * they are counted on beyond the origin, so that start <= end holds of what lies across it.
 */
export interface VariantPlace {
  region: SeqRegionRecord;
  start: number;
  end: number;
  /** Bases of its longest allele. */
  longest: number;
  /** What the item says with the bases around it known; throws InvalidInput where it contradicts them. */
  settle(flanks: Flanks): PlacedAlleles[];
}

export type Notation = HgvsNotation | SpdiNotation | VariantLine;

/** The last position of what goes on across the origin of a circle, counted on; any other as it is. */
export function countedOn({ circular, length }: SeqRegionRecord, first: number, last: number): number {
  return circular && first > last + 1 && first <= length && last >= 1 ? last + length : last;
}

/**
 * Throws InvalidInput for positions that the region does not have, and for too many of them.
 *
 * @param across the positions are counted on beyond the origin of a circle
 */
export function refuseBeyond(
  notation: Notation,
  region: SeqRegionRecord,
  first: number,
  last: number,
  inserted: number,
  across = false,
): void {
  if (inserted > MAX_CHANGED) throw refusal(notation, `no more than ${MAX_CHANGED} bases can be inserted`);
  if (Math.abs(last - first) >= MAX_CHANGED) throw refusal(notation, 'Region requested must be smaller than 5kb');
  const [least, most] = [Math.min(first, last), Math.max(first, last)];
  const known = across ? least <= region.length && most - least < region.length : most <= region.length;
  if (least < 0 || !known) throw refusal(notation, `${region.name} has positions from 1 to ${region.length}`);
}

const REFUSALS = { hgvs: notParsed, spdi: spdiNotParsed, line: lineSkipped };

export function refusal({ kind, text }: Notation, why: string): InvalidInput {
  return REFUSALS[kind](text, why);
}

export function insertedLength({ edit }: NucleotideNotation): number {
  return edit.kind === 'copy' || edit.kind === 'invert' ? 0 : edit.alternative.length;
}

/** @param first,last forward positions in any order; the second of an insertion may come first */
export function around(
  region: SeqRegionRecord,
  first: number,
  last: number,
  inserted: number,
): Omit<VariantPlace, 'settle'> {
  const most = Math.max(first, last);
  const [start, end] = [Math.max(1, Math.min(first, last)), region.circular ? most : Math.min(region.length, most)];
  return { region, start, end, longest: Math.max(end - start + 1, inserted) };
}

/** The change of a strand as alleles of a variant. */
export function asPlaced(change: Change, strand: 1 | -1): PlacedAlleles {
  const { start, end } = strand === 1 ? change : { start: -change.end, end: -change.start };
  return { start, end, strand, alleles: [change.reference || '-', change.alternative || '-'] };
}
