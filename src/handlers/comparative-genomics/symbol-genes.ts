/** Which genes a symbol names, to comparative genomics. */
import type { SymbolObject, SymbolRecord } from '../../genome/symbol-record.ts';
import { ApiError } from '../../api-error.ts';
import { sqlLike } from '../../names/sql-like.ts';
import type { Genome } from '../../release/genome.ts';
import { symbolsLike } from '../symbols-like.ts';

/**
 * Stable ids of the genes on the primary assembly that each name refers to, through references of the gene, its transcripts
 * or its translations; where nothing is linked to a name, of the genes that show it. As in xrefs/symbol. One wave of reads.
 *
 * @param externalDb the beginning of the name of the database whose references count, or a LIKE pattern
 */
export async function genesOfSymbols(genome: Genome, symbols: readonly string[], externalDb?: string): Promise<string[][]> {
  return (await genome.symbols(symbols)).map((records) => genesNamed(records, records, externalDb));
}

/** Most genes that a pattern may name. */
const MOST_GENES = 100;

/** The same of one name, in which `%` and `_` are wildcards; `exact` are those of the name as it stands. Throws ApiError (400) for a pattern of too many. */
export async function genesOfSymbol(genome: Genome, symbol: string, externalDb?: string): Promise<{ ids: string[]; exact: string[] }> {
  const { exact, matching } = await symbolsLike(genome, symbol);
  const its = genesNamed(exact, exact, externalDb);
  if (matching === exact) return { ids: its, exact: its };
  const ids = genesNamed(matching, exact, externalDb);
  if (ids.length > MOST_GENES) throw new ApiError(`The symbol '${symbol}' matches more than ${MOST_GENES} genes; please use a more specific one`);
  return { ids, exact: its };
}

function genesNamed(records: readonly SymbolRecord[], exact: readonly SymbolRecord[], externalDb?: string): string[] {
  const isWanted = externalDb ? sqlLike(`${externalDb}%`) : () => true;
  const linked = genesOf(records.filter(({ xref }) => isWanted(xref.dbname)).flatMap(({ objects }) => objects.filter((object) => object.linked)));
  if (linked.length > 0) return linked;
  return genesOf(exact.filter(({ as }) => as.includes('display_id')).flatMap(({ objects }) => objects.filter(({ display, type }) => display && type === 'gene')));
}

function genesOf(objects: readonly SymbolObject[]): string[] {
  return [...new Set(objects.filter(({ reference }) => reference).map(({ geneId }) => geneId))];
}
