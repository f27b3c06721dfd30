/** A possible location of a variant, before the bases there are known. */
import { MAX_CHANGED } from '../../variants/hgvs-change.ts';
import { notParsed, type HgvsNotation, type NucleotideNotation } from '../../variants/hgvs-notation.ts';
import { notParsed as spdiNotParsed, type SpdiNotation } from '../../variants/spdi.ts';
import { lineSkipped, type VariantLine } from '../../variants/variant-line.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import type { PlacedAlleles } from '../../variants/variant-alleles.ts';
import type { Change, Flanks } from '../../variants/variant-shift.ts';
import type { InvalidInput } from '../../invalid-input.ts';

/**
 * A possible location of an item. Positions on the forward strand; an insertion is between end and start = end + 1.
 * Over the origin of a circular region, positions continue beyond its length, so that start <= end.
 */
export interface VariantPlace {
  region: SeqRegionRecord;
  start: number;
  end: number;
  /** Bases of the longest allele. */
  longest: number;
  /** The alleles of the item, given the bases around it. Throws InvalidInput if it contradicts the bases. */
  allelesWith(flanks: Flanks): PlacedAlleles[];
  /** Are the alleles the same whatever the bases around the place are? */
  hasKnownAlleles?: boolean;
  /** Of known variants, the Sequence Ontology term of the class that the database has; '' for none. */
  knownClass?: string;
  /** Of places on transcripts, which of the transcripts that the notation may mean. */
  transcript?: number;
}

export type Notation = HgvsNotation | SpdiNotation | VariantLine;

/** The last position of a span; over the origin of a circular region it continues beyond the length. */
export function unrolledEnd({ circular, length }: SeqRegionRecord, first: number, last: number): number {
  return circular && first > last + 1 && first <= length && last >= 1 ? last + length : last;
}

/**
 * Throws InvalidInput for positions outside the region, and for changes of too many bases.
 *
 * @param across whether positions may continue over the origin of a circular region
 */
export function checkPositions(
  notation: Notation,
  region: SeqRegionRecord,
  first: number,
  last: number,
  inserted: number,
  across = false,
): void {
  const mostBases = mostBasesOf(notation);
  if (inserted > mostBases) throw invalidNotation(notation, `at most ${mostBases} bases can be inserted`);
  if (Math.abs(last - first) >= mostBases)
    throw invalidNotation(notation, tooLong(Math.abs(last - first) + 1, mostBases));
  const [least, most] = [Math.min(first, last), Math.max(first, last)];
  const known = across ? least <= region.length && most - least < region.length : most <= region.length;
  if (least < 0 || !known) throw invalidNotation(notation, `${region.name} has positions from 1 to ${region.length}`);
}

function mostBasesOf(notation: Notation): number {
  return ('mostBases' in notation && notation.mostBases) || MAX_CHANGED;
}

/** Bases of a structural variant that Ensembl's VEP takes at most. */
const MAX_STRUCTURAL = 10_000_000;

function tooLong(bases: number, most: number): string {
  if (most === MAX_CHANGED) return 'Region requested must be smaller than 5kb';
  return bases > MAX_STRUCTURAL
    ? `Region requested must be smaller than ${MAX_STRUCTURAL}. This value can be adjusted with --max_sv_size.`
    : `it is about ${bases} bases; at most ${most} are allowed, for more use VCF with <DEL> or <DUP>`;
}

const ERRORS = { hgvs: notParsed, spdi: spdiNotParsed, line: lineSkipped };

/** The error for a notation, with Ensembl's text and the reason. */
export function invalidNotation({ kind, text }: Notation, reason: string): InvalidInput {
  return ERRORS[kind](text, reason);
}

export function insertedLength({ edit }: NucleotideNotation): number {
  return edit.kind === 'copy' || edit.kind === 'invert' ? 0 : edit.alternative.length;
}

/** The place of a change. @param first,last forward positions in any order */
export function placeAround(
  region: SeqRegionRecord,
  first: number,
  last: number,
  inserted: number,
): Omit<VariantPlace, 'allelesWith'> {
  const most = Math.max(first, last);
  const [start, end] = [Math.max(1, Math.min(first, last)), region.circular ? most : Math.min(region.length, most)];
  return { region, start, end, longest: Math.max(end - start + 1, inserted) };
}

/** A change on a strand as alleles of a variant. */
export function asPlaced(change: Change, strand: 1 | -1): PlacedAlleles {
  const { start, end } = strand === 1 ? change : { start: -change.end, end: -change.start };
  return { start, end, strand, alleles: [change.reference || '-', change.alternative || '-'] };
}
