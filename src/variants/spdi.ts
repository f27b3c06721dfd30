/**
 * SPDI: sequence, position, deleted bases, inserted bases (Holmes et al., Bioinformatics 36:1902, 2020). The position
 * is the number of bases before the change; deleted bases may be given by their number.
 */
import { InvalidInput } from '../invalid-input.ts';
import { MAX_CHANGED } from './hgvs-change.ts';
import type { Change, Line } from './variant-shift.ts';

export interface SpdiNotation {
  kind: 'spdi';
  /** As sent, without white space. */
  text: string;
  sequence: string;
  /** 1-based position of the first deleted base. */
  start: number;
  /** Of the last; start - 1 when nothing is deleted. */
  end: number;
  /** Null when only their number is given. */
  deleted: string | null;
  inserted: string;
}

/** Does a text claim to be SPDI: a name, a number and more, between three colons or at least two? */
export function looksLikeSpdi(text: string): boolean {
  return /^[^:]+:[^:]*:[^:]*(:[^:]*)?$/.test(text);
}

/** Throws InvalidInput: "Unable to parse SPDI notation '…': " and what is wrong with it. */
export function parseSpdi(text: string): SpdiNotation {
  const [, sequence, position, deleted = '', inserted = ''] =
    /^([^:]+):(\d{1,10}):([A-Z]*|\d{1,10}):([A-Z]*)$/i.exec(text) ?? [];
  if (sequence === undefined)
    throw notParsed(
      text,
      'it needs a sequence, a position, the deleted and the inserted bases, with a colon between each two',
    );
  const counted = /^\d+$/.test(deleted);
  const length = counted ? Number(deleted) : deleted.length;
  if (length > MAX_CHANGED) throw notParsed(text, 'Region requested must be smaller than 5kb');
  if (!/^[ACGTN]*$/i.test(inserted)) throw notParsed(text, `'${inserted}' are no bases`);
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

/** Throws InvalidInput where the deleted bases are not those of the sequence, and where nothing changes. */
export function spdiChange({ text, sequence, start, end, deleted, inserted }: SpdiNotation, line: Line): Change {
  const reference = line.bases(start, end);
  const described = `Reference allele extracted from ${sequence}:${start}-${end} (${reference})`;
  if (deleted !== null && deleted !== reference)
    throw notParsed(text, `${described} does not match reference allele given by SPDI notation ${text} (${deleted})`);
  if (inserted === reference)
    throw notParsed(text, `${described} matches alt allele given by SPDI notation ${text} (${inserted})`);
  return { start, end, reference, alternative: inserted };
}

/** @param change of the forward strand */
export function writeSpdi(sequence: string, { start, reference, alternative }: Change): string {
  return [sequence, start - 1, reference, alternative].join(':');
}

export function notParsed(text: string, why: string): InvalidInput {
  return new InvalidInput(`Unable to parse SPDI notation '${text}': ${why}`);
}
