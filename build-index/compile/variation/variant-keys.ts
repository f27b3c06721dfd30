/**
 * The keys by which clients find short variants. If several variants share a key, it finds the first by rank and id.
 */
/** Kinds of keys. If several variants share a key, it finds the one of the lowest rank, then of the lowest id. */
export const RANK = { itself: 0, synonym: 1, submission: 2, structural: 3 };

const BLANKS = 'chr(32) || chr(9) || chr(10) || chr(13)';

/**
 * SQL of variantKey and publicationKey: in lower case, without trailing blanks. Few texts have any, and rtrim takes ten
 * times as long as the test of the last letter.
 */
export const keyOf = (sql: string) =>
  `CASE WHEN (${sql})[-1] > ' ' THEN lower(${sql}) ELSE rtrim(lower(${sql}), ${BLANKS}) END`;
