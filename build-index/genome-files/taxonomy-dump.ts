/** Turns NCBI's taxonomy dump into a folder with the tables of a taxonomy database. */
import type { Departures, ReadingDepartures } from '../dump/departures.ts';
import { DumpWriter, escapeField } from '../dump-writer/dump-writer.ts';
import { TAXONOMY_TABLES } from '../dump-writer/terms-tables.ts';
import { readTaxdump } from './taxdump-reader.ts';

const ROOT = 1;

/**
 * Writes the tables of a taxonomy database to `folder`. Memory holds no taxa.
 *
 * @param path of a folder with nodes.dmp and names.dmp, or of taxdump.tar.gz
 * @throws DumpError for files that are no taxonomy
 */
export async function writeTaxonomyDump(
  path: string,
  folder: string,
  departures: Departures,
  progress?: (bytes: number) => void,
): Promise<void> {
  const db = new DumpWriter(folder, TAXONOMY_TABLES);
  const readings = new Map<string, ReadingDepartures>();
  const reading = (file: string) => {
    const known = readings.get(file) ?? departures.reading(file, '');
    readings.set(file, known);
    return known;
  };
  const [nodes, names] = [db.rows('ncbi_taxa_node'), db.rows('ncbi_taxa_name')];
  try {
    await readTaxdump(
      path,
      {
        // The columns of TAXONOMY_TABLES, as text since there are millions. Ensembl's tables give the root the parent
        // 0. A build does not read the indices of nested sets.
        node: ({ id, parent, rank, isHidden }) =>
          nodes.line(`${id}\t${parent === id ? 0 : parent}\t${escapeField(rank)}\t${isHidden ? 1 : 0}\t0\t0\t${ROOT}`),
        name: ({ id, text, nameClass }) => names.line(`${id}\t${escapeField(text)}\t${escapeField(nameClass)}`),
        merged: (from, to) => names.line(`${to}\t${from}\tmerged_taxon_id`),
      },
      reading,
      progress,
    );
  } finally {
    db.close();
  }
}
