/**
 * Constrained elements: stretches that changed less than chance allows in the alignment of a set of species (GERP), as
 * comparative databases list them. Places stand in the interval table itself, on the genome's own regions.
 */
import type { Strand } from '../genome/strand.ts';

/** Payload of `constrained-elements`, as JSON. */
export interface ConstrainedElementRecord {
  /** constrained_element_id: the same for each species that the element was found in. */
  dbId: number;
  strand: Strand;
  /** GERP's: substitutions that were expected and did not happen. */
  score: number;
  /** The set of species that were compared: place of its name in the manifest's `constrainedSets`. */
  set: number;
}

/** Interval tables that a comparative database adds to a genome, and what their payloads are. */
export interface ConstrainedTables {
  'constrained-elements': ConstrainedElementRecord;
}
