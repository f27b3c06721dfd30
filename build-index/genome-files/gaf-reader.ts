/** Reads associations of genes and products with terms in the GO Annotation File format, versions 1.0 to 2.2. */
import type { ReadingDepartures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { lineBatches } from './text-lines.ts';

export interface Association {
  line: number;
  /** Names of the object: the product form if there is one, its id, its synonyms and at last its symbol. */
  names: string[];
  /** Accession of the term, such as GO:0006457. */
  term: string;
  /** IEA, IDA … */
  evidence: string;
  taxon: string | null;
}

/** Columns of version 1.0; later ones have two more. */
const FEWEST = 15;

/**
 * The associations of a plain or gzip file. Those that say NOT are left out. Lines with too few columns, without a term
 * or an evidence code are counted.
 *
 * @throws DumpError for a file without any association
 */
export async function* readGaf(
  path: string,
  reading: ReadingDepartures,
  progress?: (bytes: number) => void,
): AsyncGenerator<Association> {
  let isAny = false;
  for await (const { first, lines } of lineBatches(path, progress))
    for (const [index, text] of lines.entries()) {
      if (text.startsWith('!') || text.trim() === '') continue;
      const line = first + index;
      const found = associationOf(text.split('\t'), line);
      if (typeof found === 'string')
        reading.note('line that is no association', () => `${path} line ${line}: ${found}`);
      else {
        isAny = true;
        if (found) yield found;
      }
    }
  if (!isAny) throw new DumpError(`${path}: no line is an association, with ${FEWEST} columns or more (GAF)`);
}

/** A sentence for a line that is none; null for one that says NOT. */
function associationOf(columns: readonly string[], line: number): Association | string | null {
  const [, id = '', symbol = '', qualifier = '', term = '', , evidence = ''] = columns;
  const [synonyms = '', , taxa = ''] = columns.slice(10);
  const form = columns[16] ?? '';
  if (columns.length < FEWEST) return `an association has at least ${FEWEST} columns, this line has ${columns.length}`;
  if (!/^\w+:\S+$/.test(term)) return `${JSON.stringify(term)} is no accession of a term`;
  if (!/^[A-Z]{2,3}$/.test(evidence)) return `${JSON.stringify(evidence)} is no evidence code`;
  if (qualifier.split('|').includes('NOT')) return null;
  const names = [form.replace(/^\w+:/, ''), id, ...synonyms.split('|'), symbol].map((name) => name.trim());
  return {
    line,
    names: [...new Set(names.filter((name) => name !== ''))],
    term,
    evidence,
    taxon: /^taxon:(\d+)/.exec(taxa)?.[1] ?? null,
  };
}
