/**
 * Types of values as Ensembl's JSON has them: every text that looks like a number becomes one, except under keys that
 * hold names.
 */
const TEXTS = new Set(['seq_region_name', 'id', 'gene_id', 'gene_symbol', 'transcript_id', 'SYMBOL']);
/** What Perl's looks_like_number accepts. */
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|inf(?:inity)?|nan)\s*$/i;

/** The value with numbers for texts; lists of texts are converted under any key. */
export function withNumbers<T>(value: T): unknown {
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? numberOr(each) : withNumbers(each)));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' ? (TEXTS.has(key) ? each : numberOr(each)) : withNumbers(each),
    ]),
  );
}

function numberOr(text: string): string | number {
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
