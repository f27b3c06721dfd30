/**
 * Objects with an id that are no part of a gene: prediction transcripts, which ab initio programs such as Genscan
 * predict, operons, and exons that no transcript has on its region. Their ids find them only where a request names
 * their type, or where no gene has the id.
 */
import type { GeneRecord } from './gene-record.ts';

export type OtherObjectType = 'PredictionTranscript' | 'Operon' | 'OperonTranscript' | 'Exon';

/** JSON record of the genome's `other-objects` sorted table, under the lower-cased id. */
export interface OtherObject {
  type: OtherObjectType;
  /**
   * The object in the form of a gene. A prediction transcript is the only transcript of it, all exons coding; the other
   * types have none.
   */
  gene: GeneRecord;
}

/** Key of an object in the table. Databases ignore case. */
export function otherObjectKey(id: string): string {
  return id.toLowerCase();
}
