/**
 * SPDI: sequence, position, deleted bases, inserted bases (Holmes et al., Bioinformatics 36:1902, 2020). The position
 * is the number of bases before the change. The deleted bases may be given as a number of bases.
 */
import { InvalidInput } from '../invalid-input.ts';
import { MAX_CHANGED } from './hgvs-change.ts';
import type { Change, Line } from './variant-shift.ts';

export interface SpdiNotation {
  kind: 'spdi';
  /** The notation from the request, without white space. */
  text: string;
  sequence: string;
  /** 1-based position of the first deleted base. */
  start: number;
  /** 1-based position of the last deleted base; start - 1 if nothing is deleted. */
  end: number;
  /** Null if only their number is given. */
  deleted: string | null;
  inserted: string;
}

/** Does a text look like SPDI: parts between two or three colons? */
export function looksLikeSpdi(text: string): boolean {
  return /^[^:]+:[^:]*:[^:]*(:[^:]*)?$/.test(text);
}

/** Throws InvalidInput: "Unable to parse SPDI notation '…': " and the reason. */
export function parseSpdi(text: string): SpdiNotation {
  const [, sequence, position, deleted = '', inserted = ''] =
    /^([^:]+):(\d{1,10}):([A-Z]*|\d{1,10}):([A-Z]*)$/i.exec(text) ?? [];
  if (sequence === undefined)
    throw notParsed(text, 'it must have the form sequence:position:deleted bases:inserted bases');
  const counted = /^\d+$/.test(deleted);
  const length = counted ? Number(deleted) : deleted.length;
  if (length > MAX_CHANGED) throw notParsed(text, 'Region requested must be smaller than 5kb');
  if (!/^[ACGTN]*$/i.test(inserted))
    throw notParsed(text, `'${inserted}' contains other letters than A, C, G, T and N`);
  const start = Number(position) + 1;
  return {
    kind: 'spdi',
    text,
    sequence,
    start,
    end: start + length - 1,
    deleted: counted ? null : deleted.toUpperCase(),
    inserted: inserted.toUpperCase(),
  };
}

/** Throws InvalidInput if the deleted bases are not those of the sequence, or if nothing changes. */
export function spdiChange({ text, sequence, start, end, deleted, inserted }: SpdiNotation, line: Line): Change {
  const reference = line.bases(start, end);
  const described = `Reference allele extracted from ${sequence}:${start}-${end} (${reference})`;
  if (deleted !== null && deleted !== reference)
    throw notParsed(text, `${described} does not match reference allele given by SPDI notation ${text} (${deleted})`);
  if (inserted === reference)
    throw notParsed(text, `${described} matches alt allele given by SPDI notation ${text} (${inserted})`);
  return { start, end, reference, alternative: inserted };
}

/** A deletion of more bases is written with their number, as in Ensembl. */
const MAX_DELETED_LETTERS = 20;

/** @param change a change of the forward strand */
export function writeSpdi(sequence: string, { start, reference, alternative }: Change): string {
  const counted = alternative === '' && reference.length > MAX_DELETED_LETTERS;
  return [sequence, start - 1, counted ? reference.length : reference, alternative].join(':');
}

export function notParsed(text: string, why: string): InvalidInput {
  return new InvalidInput(`Unable to parse SPDI notation '${text}': ${why}`);
}
