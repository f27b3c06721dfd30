/**
 * Whole-genome alignments come with the genomes of inferred ancestors, in a core database of their own
 * (`ancestral_sequences`). They are no species: alignments show them, lists of species and genomes do not.
 */

/** What their production names begin with, in any case. */
export const ANCESTRAL = 'ancestral';

/** What the database of them all goes by: `ensembl_ancestral_115` names no species. */
export const ANCESTRAL_GENOME = 'ancestral_sequences';

export function isAncestral(species: string): boolean {
  return species.toLowerCase().startsWith(ANCESTRAL);
}
