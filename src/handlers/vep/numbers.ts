/**
 * Types of values as Ensembl's JSON has them: every text that looks like a number becomes one, except under keys that
 * hold names.
 */
const TEXTS = new Set(['seq_region_name', 'id', 'gene_id', 'gene_symbol', 'transcript_id', 'SYMBOL']);
/** What Perl's looks_like_number accepts. */
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|inf(?:inity)?|nan)\s*$/i;

/**
 * The value with numbers for texts; lists of texts are converted under any key. Parts without such texts are not
 * copied, which saves most of the time.
 */
export function withNumbers(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  return Array.isArray(value) ? listWithNumbers(value) : objectWithNumbers(value);
}

function listWithNumbers(list: readonly unknown[]): readonly unknown[] {
  let changed: unknown[] | null = null;
  for (let index = 0; index < list.length; index++) {
    const before = list[index];
    const after = typeof before === 'string' ? numberOr(before) : withNumbers(before);
    if (after !== before) (changed ??= [...list])[index] = after;
  }
  return changed ?? list;
}

function objectWithNumbers(object: object): object {
  let changed: Record<string, unknown> | null = null;
  for (const [key, before] of Object.entries(object)) {
    const after: unknown =
      typeof before !== 'string' ? withNumbers(before) : TEXTS.has(key) ? before : numberOr(before);
    if (after !== before) (changed ??= { ...object })[key] = after;
  }
  return changed ?? object;
}

function numberOr(text: string): string | number {
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
