/** Finds genes, transcripts and translations by symbol or pattern of a symbol. */
import { symbolKey, foldSymbol, type SymbolRecord, type SymbolObject } from '../../genome/symbol-record.ts';
import type { StableIdType } from '../../genome/stable-id.ts';
import { literalPrefix, sqlLike } from '../../names/sql-like.ts';
import { only } from '../../checked.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';

export interface NamedSymbols {
  /** Symbols that equal the name. */
  exact: SymbolRecord[];
  /** Symbols that match the name as a pattern; the same as `exact` for a name without wildcards. */
  matching: SymbolRecord[];
}

/**
 * Symbols by name, in which `%` and `_` are wildcards. Throws ApiError (400) for a pattern that begins with less than
 * two letters, or if too many names begin with its first letters.
 */
export async function symbolsLike(genome: Genome, symbol: string): Promise<NamedSymbols> {
  const exact = only(await genome.symbols([symbol]));
  const pattern = namePattern(symbol);
  return { exact, matching: pattern === null ? exact : await matchingNames(genome, pattern, exact) };
}

/**
 * The SQL LIKE pattern of a name; null for a name without wildcards. As in Ensembl, an underscore after exactly two
 * letters is literal, so that RefSeq accessions (NM_…) need no escape.
 */
function namePattern(symbol: string): string | null {
  if (!/[_%]/.test(symbol)) return null;
  return /^\w\w_/.test(symbol) ? `${symbol.slice(0, 2)}\\${symbol.slice(2)}` : symbol;
}

/** Most names to compare with a pattern: a few dozen blocks. */
const MAX_NAMES = 5000;

/**
 * Symbols that match a pattern. If more than MAX_NAMES names begin with its literal prefix, a pattern with `%` throws
 * ApiError (400); one with only underscores is then taken literally (`exact`), since that is nearly always meant.
 */
async function matchingNames(genome: Genome, pattern: string, exact: SymbolRecord[]): Promise<SymbolRecord[]> {
  // Ensembl returns an empty answer for these.
  if (/^.?%/u.test(pattern))
    throw new ApiError(`The symbol '${pattern}' is too vague: a pattern must begin with at least two letters`);
  const prefix = literalPrefix(pattern, foldSymbol);
  if (prefix === symbolKey(pattern.replaceAll('\\', ''))) return exact;
  const matches = sqlLike(pattern, foldSymbol);
  const found: SymbolRecord[] = [];
  let seen = 0;
  for await (const [key, symbol] of genome.symbolsFrom(prefix)) {
    if (!key.startsWith(prefix)) break;
    if (++seen > MAX_NAMES) {
      if (!pattern.includes('%')) return exact;
      throw new ApiError(
        `The symbol '${pattern}' is too vague: more than ${MAX_NAMES} names begin like it; please add ` +
          'letters before the wildcard',
      );
    }
    if (matches(key)) found.push(symbol());
  }
  return found;
}

/**
 * Stable ids of the genes on the primary assembly for each name: genes that are linked to it, directly or through a
 * transcript or translation; if there are none, genes with this display name. One wave of reads.
 *
 * @param externalDb beginning of the name of the external database, or a LIKE pattern; only its links count
 */
export async function genesOfSymbols(
  genome: Genome,
  symbols: readonly string[],
  externalDb?: string,
): Promise<string[][]> {
  return (await genome.symbols(symbols)).map((records) => genesNamed(records, records, externalDb));
}

/** Most genes that a pattern may match. */
const MAX_GENES = 100;

/**
 * The same for one name, in which `%` and `_` are wildcards; `exact` are the genes of the literal name. With another
 * `type` than gene, only links of objects of this type and of their parts count, and no display names. Throws ApiError
 * (400) if the pattern matches more than MAX_GENES.
 */
export async function genesOfSymbol(
  genome: Genome,
  symbol: string,
  externalDb?: string,
  type: StableIdType = 'Gene',
): Promise<{ ids: string[]; exact: string[] }> {
  const { exact, matching } = await symbolsLike(genome, symbol);
  const its = genesNamed(exact, exact, externalDb, type);
  if (matching === exact) return { ids: its, exact: its };
  const ids = genesNamed(matching, exact, externalDb, type);
  if (ids.length > MAX_GENES)
    throw new ApiError(`The symbol '${symbol}' matches more than ${MAX_GENES} genes; please use a more specific one`);
  return { ids, exact: its };
}

function genesNamed(
  records: readonly SymbolRecord[],
  exact: readonly SymbolRecord[],
  externalDb?: string,
  type: StableIdType = 'Gene',
): string[] {
  const isWanted = externalDb ? sqlLike(`${externalDb}%`) : () => true;
  const linked = genesOf(
    records
      .filter(({ xref }) => isWanted(xref.dbname))
      .flatMap(({ objects }) => objects.filter((object) => object.linked && belongsTo(object, type))),
  );
  if (linked.length > 0 || type !== 'Gene') return linked;
  return genesOf(
    exact
      .filter(({ as }) => as.includes('display_id'))
      .flatMap(({ objects }) => objects.filter(({ display, type: its }) => display && its === 'gene')),
  );
}

/** Whether an object is of a type, or a part of one that is. Exons have no references. */
function belongsTo({ transcriptId, translationId }: SymbolObject, type: StableIdType): boolean {
  if (type === 'Transcript') return transcriptId !== null;
  return type === 'Translation' ? translationId !== null : type === 'Gene';
}

function genesOf(objects: readonly SymbolObject[]): string[] {
  return [...new Set(objects.filter(({ reference }) => reference).map(({ geneId }) => geneId))];
}
