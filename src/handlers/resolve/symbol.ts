/** What bears a name in a genome, or any name that a pattern fits: for every operation that takes names. */
import { symbolKey, foldSymbol, type SymbolRecord, type SymbolObject } from '../../genome/symbol-record.ts';
import { literalPrefix, sqlLike } from '../../names/sql-like.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';

export interface NamedSymbols {
  /** What bears the name as it stands. */
  exact: SymbolRecord[];
  /** What bears a name that it fits as a pattern; the same for a plain name. */
  matching: SymbolRecord[];
}

/**
 * In the name `%` and `_` are wildcards. Throws ApiError (400) for a pattern that begins with less than two letters, or
 * like too many names.
 */
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
const MAX_NAMES = 5000;

/**
 * What bears a name that matches a pattern. A pattern whose beginning is common to more names than MAX_NAMES is refused
 * when it holds a `%`; one with underscores only is then taken literally (`exact`), for that is what it nearly always
 * means.
 */
async function matchingNames(genome: Genome, pattern: string, exact: SymbolRecord[]): Promise<SymbolRecord[]> {
  // Ensembl answers these with nothing, as if nothing bore such a name.
  if (/^.?%/u.test(pattern))
    throw new ApiError(`The symbol '${pattern}' is too vague: a pattern must begin with two letters or more`);
  const prefix = literalPrefix(pattern, foldSymbol);
  if (prefix === symbolKey(pattern.replaceAll('\\', ''))) return exact;
  const matches = sqlLike(pattern, foldSymbol);
  const found: SymbolRecord[] = [];
  let seen = 0;
  for await (const [key, symbol] of genome.symbolsFrom(prefix)) {
    if (!key.startsWith(prefix)) break;
    if (++seen > MAX_NAMES) {
      if (!pattern.includes('%')) return exact;
      throw new ApiError(`The symbol '${pattern}' matches too many names; please use a more specific one`);
    }
    if (matches(key)) found.push(symbol());
  }
  return found;
}

/**
 * Stable ids of the genes on the primary assembly that each name refers to, through references of the gene, its
 * transcripts or its translations; where nothing is linked to a name, of the genes that show it. As in xrefs/symbol.
 * One wave of reads.
 *
 * @param externalDb the beginning of the name of the database whose references count, or a LIKE pattern
 */
export async function genesOfSymbols(
  genome: Genome,
  symbols: readonly string[],
  externalDb?: string,
): Promise<string[][]> {
  return (await genome.symbols(symbols)).map((records) => genesNamed(records, records, externalDb));
}

/** Most genes that a pattern may name. */
const MAX_GENES = 100;

/**
 * The same of one name, in which `%` and `_` are wildcards; `exact` are those of the name as it stands. Throws ApiError
 * (400) for a pattern of too many.
 */
export async function genesOfSymbol(
  genome: Genome,
  symbol: string,
  externalDb?: string,
): Promise<{ ids: string[]; exact: string[] }> {
  const { exact, matching } = await symbolsLike(genome, symbol);
  const its = genesNamed(exact, exact, externalDb);
  if (matching === exact) return { ids: its, exact: its };
  const ids = genesNamed(matching, exact, externalDb);
  if (ids.length > MAX_GENES)
    throw new ApiError(`The symbol '${symbol}' matches more than ${MAX_GENES} genes; please use a more specific one`);
  return { ids, exact: its };
}

function genesNamed(records: readonly SymbolRecord[], exact: readonly SymbolRecord[], externalDb?: string): string[] {
  const isWanted = externalDb ? sqlLike(`${externalDb}%`) : () => true;
  const linked = genesOf(
    records
      .filter(({ xref }) => isWanted(xref.dbname))
      .flatMap(({ objects }) => objects.filter((object) => object.linked)),
  );
  if (linked.length > 0) return linked;
  return genesOf(
    exact
      .filter(({ as }) => as.includes('display_id'))
      .flatMap(({ objects }) => objects.filter(({ display, type }) => display && type === 'gene')),
  );
}

function genesOf(objects: readonly SymbolObject[]): string[] {
  return [...new Set(objects.filter(({ reference }) => reference).map(({ geneId }) => geneId))];
}
