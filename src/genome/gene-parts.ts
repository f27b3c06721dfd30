/**
 * The part of a gene's record that bears a stable id. The index of ids says which gene that is: each function throws
 * StoreError for a record that does not hold what the index says it holds.
 */
import { StoreError } from '../store/store.ts';
import type { ExonRecord, GeneRecord, TranscriptRecord, TranslationRecord } from './gene-record.ts';
import { sameId } from './stable-id.ts';
import { translationsOf } from './transcript.ts';

export function transcriptOf(gene: GeneRecord, id: string): TranscriptRecord {
  return held(gene, id, gene.transcripts.find((each) => sameId(each.id, id)));
}

export function exonOf(gene: GeneRecord, id: string): ExonRecord {
  return held(gene, id, gene.exons.find((each) => sameId(each.id, id)));
}

/** A translation, principal or alternative, and the transcript it is of. */
export function translationOf(gene: GeneRecord, id: string): { transcript: TranscriptRecord; translation: TranslationRecord } {
  const all = gene.transcripts.flatMap((transcript) => translationsOf(transcript).map((translation) => ({ transcript, translation })));
  return held(gene, id, all.find(({ translation }) => sameId(translation.id, id)));
}

function held<T>(gene: GeneRecord, id: string, part: T | undefined): T {
  if (part !== undefined) return part;
  throw new StoreError(`the index says that ${id} belongs to ${gene.id}, whose record does not hold it`);
}
