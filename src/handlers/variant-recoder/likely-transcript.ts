/** The transcript of a gene that an HGVS notation most likely means: that of Ensembl, by the same criteria. */
import { at, get } from '../../checked.ts';
import { attribValue, hasAttrib, type GeneRecord, type TranscriptRecord } from '../../genome/gene-record.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { cdnaLength, exonsOf } from '../../genome/transcript.ts';

interface Candidate {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  region: SeqRegionRecord;
}

/** Criteria for leastBy: the lowest value wins. */
const CRITERIA: ((candidate: Candidate) => number)[] = [
  ({ transcript }) => (hasAttrib(transcript.attribs, 'MANE_Select') ? 0 : 1),
  ({ transcript }) => (hasAttrib(transcript.attribs, 'MANE_Plus_Clinical') ? 0 : 1),
  ({ transcript }) => annotationGrade(attribValue(transcript.attribs, 'appris')),
  ({ transcript }) => supportLevel(attribValue(transcript.attribs, 'TSL')),
  ({ transcript }) => (transcript.canonical ? 0 : 1),
  ({ transcript }) => (transcript.biotype === 'protein_coding' ? 0 : 1),
  ({ transcript }) => (transcript.ccds === null ? 1 : 0),
  ({ gene, transcript, region }) => -cdnaLength(exonsOf(gene, transcript), region.circular ? region.length : 0),
];

/** @param candidates at least one */
export function likelyTranscript<T extends Candidate>(candidates: readonly T[]): T {
  return leastBy(candidates, CRITERIA);
}

/**
 * The candidate with the least value of the first criterion; each further criterion decides among those that are equal
 * by all before it, and the order of the candidates among those that are equal by all.
 *
 * @param candidates at least one
 */
export function leastBy<T>(candidates: readonly T[], criteria: readonly ((candidate: T) => number)[]): T {
  let left = candidates;
  for (const criterion of criteria) {
    if (left.length === 1) break;
    const values = new Map(left.map((each) => [each, criterion(each)]));
    const least = Math.min(...values.values());
    left = left.filter((each) => get(values, each) === least);
  }
  return at(left, 0);
}

/** APPRIS: principal1 to principal5 come before alternative1 and alternative2. */
function annotationGrade(value: string | undefined): number {
  const [, kind = '', grade = '0'] = /^(.+?)(\d+)/.exec(value ?? '') ?? [];
  if (Number(grade) === 0) return 100;
  return Number(grade) + (kind === 'principal' ? 0 : 10);
}

/** Transcript support level, 1 to 5; 100 for none. */
export function supportLevel(value: string | undefined): number {
  return Number(/tsl(\d+)/.exec(value ?? '')?.[1] ?? 0) || 100;
}
