/** Rows of a block of a whole-genome alignment. */
import type { ComparaDatabase } from './compara-database.ts';

/** A segment of a genome in a block. The cigar line is in the direction of the strand. */
export interface AlignmentRow {
  dnafragId: number;
  start: number;
  end: number;
  strand: 1 | -1;
  cigarLine: string;
  /** node_id of genomic_align_tree; null in blocks without a tree. */
  node: number | null;
}

/** Average score of a column in a pairwise block. */
const SCORE_OF_COLUMN = 80;

/** Writes a block and its rows. @param length number of columns */
export function writeBlock(
  db: ComparaDatabase,
  method_link_species_set_id: number,
  length: number,
  rows: readonly AlignmentRow[],
): void {
  const genomic_align_block_id = db.nextId('genomic_align_block');
  // Only pairwise blocks have a score.
  const score = rows.some(({ node }) => node !== null) ? null : SCORE_OF_COLUMN * length;
  db.insert('genomic_align_block', {
    genomic_align_block_id,
    method_link_species_set_id,
    score,
    length,
    group_id: genomic_align_block_id,
    level_id: 1,
    direction: 1,
  });
  for (const { dnafragId, start, end, strand, cigarLine, node } of rows) {
    db.add('genomic_align', {
      genomic_align_block_id,
      method_link_species_set_id,
      dnafrag_id: dnafragId,
      dnafrag_start: start,
      dnafrag_end: end,
      dnafrag_strand: strand,
      cigar_line: cigarLine,
      visible: 1,
      node_id: node,
    });
  }
}
