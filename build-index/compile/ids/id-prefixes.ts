import { PATTERN } from '../../../src/compara/id-prefix.ts';

/** Of so many different ones no list is kept: the root holds it. */
const MOST_PREFIXES = 4_000;

/** A query of what the ids of some rows begin with (idPrefix); `rows` is SQL of rows with a `key` in lower case. One row more than may be kept. */
export function idPrefixesOf(rows: string): string {
  return `SELECT DISTINCT regexp_extract(key, '${PATTERN}') AS prefix FROM (${rows}) ORDER BY prefix LIMIT ${MOST_PREFIXES + 1}`;
}

/** All of some lists, in order; null when one is, or they are too many. */
export function joinPrefixes(lists: readonly (readonly string[] | null | undefined)[]): string[] | null {
  const all = new Set(lists.flatMap((list) => list ?? []));
  return lists.every((list) => list) && all.size <= MOST_PREFIXES ? [...all].sort() : null;
}
