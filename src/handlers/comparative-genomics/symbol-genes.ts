/** Which genes a symbol names, to comparative genomics. */
import type { SymbolObject } from '../../genome/symbol-record.ts';
import { sqlLike } from '../../names/sql-like.ts';
import type { Genome } from '../../release/genome.ts';

/**
 * Stable ids of the genes on the primary assembly that each name refers to, through references of the gene, its transcripts
 * or its translations; where nothing is linked to a name, of the genes that show it. As in xrefs/symbol. One wave of reads.
 *
 * @param externalDb the beginning of the name of the database whose references count, or a LIKE pattern
 */
export async function genesOfSymbols(genome: Genome, symbols: readonly string[], externalDb?: string): Promise<string[][]> {
  const isWanted = externalDb ? sqlLike(`${externalDb}%`) : () => true;
  return (await genome.symbols(symbols)).map((records) => {
    const linked = genesOf(records.filter(({ xref }) => isWanted(xref.dbname)).flatMap(({ objects }) => objects.filter((object) => object.linked)));
    if (linked.length > 0) return linked;
    return genesOf(records.filter(({ as }) => as.includes('display_id')).flatMap(({ objects }) => objects.filter(({ display, type }) => display && type === 'gene')));
  });
}

function genesOf(objects: readonly SymbolObject[]): string[] {
  return [...new Set(objects.filter(({ reference }) => reference).map(({ geneId }) => geneId))];
}
