/**
 * A block of a whole-genome alignment as one of its members sees it: payload of the `alignments` interval table, in which each
 * block stands once for every stretch of a genome that it aligns. Coordinates are 1-based and inclusive; a cigar line runs
 * along the member's strand.
 */

/** A stretch of a genome, or of an inferred ancestor, in an alignment. */
export interface AlignedStretch {
  /** genomic_align_id. */
  id: number;
  /** Node of the block's tree; null in blocks without one. Several stretches of one node make a composite row. */
  node: number | null;
  /** Production name. */
  genome: string;
  region: string;
  coordSystem: string;
  start: number;
  end: number;
  strand: 1 | -1;
  cigarLine: string;
}

/** A node of the tree that relates the rows; `parent` is null at the root. */
export interface AlignmentTreeRow {
  id: number;
  parent: number | null;
  distance: number;
}

export interface AlignmentBlock {
  /** Id of the stretch through which the block was found. */
  reference: number;
  stretches: AlignedStretch[];
  /** Empty for blocks without a tree. */
  tree: AlignmentTreeRow[];
}

/**
 * Record of the `alignment-regions` table, under the genome and name of a region: what number it has in the `alignments` table in
 * each set of species, these by method and by their place among those of the method.
 */
export type AlignmentRegionNumbers = [method: string, set: number, number: number][];

export function alignmentRegionKey(genome: string, region: string): string {
  return `${genome}/${region}`.toLowerCase();
}
