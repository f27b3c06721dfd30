import { createHash } from 'node:crypto';

/** Letters of alleles that a made name contains; longer ones get a hash. */
export const NAMED_ALLELES = 60;

/**
 * The name of a variant without an ID, such as 1-55051215-G-GA, also if the file has small letters.
 * @param sequence name of the genome's sequence, which the file may spell otherwise
 * @param position POS of the line
 */
export function madeName(sequence: string, position: number, alleles: readonly string[]): string {
  const all = alleles.join('-').toUpperCase();
  const short = all.length <= NAMED_ALLELES ? all : createHash('sha1').update(all).digest('hex').slice(0, 12);
  return `${sequence}-${position}-${short}`;
}
