/** What bears a name in a genome, or any name that a pattern fits: for every operation that takes names. */
import { symbolKey, symbolLetters, type SymbolRecord } from '../genome/symbol-record.ts';
import { literalPrefix, sqlLike } from '../names/sql-like.ts';
import { ApiError } from '../api-error.ts';
import type { Genome } from '../release/genome.ts';

export interface NamedSymbols {
  /** What bears the name as it stands. */
  exact: SymbolRecord[];
  /** What bears a name that it fits as a pattern; the same for a plain name. */
  matching: SymbolRecord[];
}

/** In the name `%` and `_` are wildcards. Throws ApiError (400) for a pattern that begins with less than two letters, or like too many names. */
export async function symbolsLike(genome: Genome, symbol: string): Promise<NamedSymbols> {
  const [exact, pattern] = [(await genome.symbols([symbol]))[0]!, namePattern(symbol)];
  return { exact, matching: pattern === null ? exact : await matchingNames(genome, pattern, exact) };
}

/**
 * A name with SQL wildcards as a pattern; null for a plain name. As in Ensembl an underscore after exactly two letters
 * stands for itself, so that RefSeq accessions (NM_…) are plain names.
 */
function namePattern(symbol: string): string | null {
  if (!/[_%]/.test(symbol)) return null;
  return /^\w\w_/.test(symbol) ? `${symbol.slice(0, 2)}\\${symbol.slice(2)}` : symbol;
}

/** Most names that a pattern may make the server look through: a few dozen blocks. */
const MOST_NAMES = 5000;

/**
 * What bears a name that matches a pattern. A pattern whose beginning is common to more names than MOST_NAMES is refused
 * when it holds a `%`; one with underscores only is then taken literally (`exact`), for that is what it nearly always means.
 */
async function matchingNames(genome: Genome, pattern: string, exact: SymbolRecord[]): Promise<SymbolRecord[]> {
  // Ensembl answers these with nothing, as if nothing bore such a name.
  if (/^.?%/u.test(pattern)) throw new ApiError(`The symbol '${pattern}' is too vague: a pattern must begin with two letters or more`);
  const prefix = literalPrefix(pattern, symbolLetters);
  if (prefix === symbolKey(pattern.replaceAll('\\', ''))) return exact;
  const matches = sqlLike(pattern, symbolLetters);
  const found: SymbolRecord[] = [];
  let seen = 0;
  for await (const [key, symbol] of genome.symbolsFrom(prefix)) {
    if (!key.startsWith(prefix)) break;
    if (++seen > MOST_NAMES) {
      if (!pattern.includes('%')) return exact;
      throw new ApiError(`The symbol '${pattern}' matches too many names; please use a more specific one`);
    }
    if (matches(key)) found.push(symbol());
  }
  return found;
}
