import { closest, distance } from 'fastest-levenshtein';

/**
 * The most similar of some names; null if another one is no likely mistyping: more than two letters and a third of the
 * name differ.
 */
export function nearName(name: string, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const near = closest(
    name.toLowerCase(),
    names.map((each) => each.toLowerCase()),
  );
  const found = names.find((each) => each.toLowerCase() === near) ?? null;
  return distance(name.toLowerCase(), near) <= Math.max(2, name.length / 3) ? found : null;
}
