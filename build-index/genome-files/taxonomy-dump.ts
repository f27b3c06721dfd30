/** Turns NCBI's taxonomy dump into a folder with the tables of a taxonomy database. */
import type { Departures, ReadingDepartures } from '../dump/departures.ts';
import { DumpWriter } from '../dump-writer/dump-writer.ts';
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
  try {
    await readTaxdump(
      path,
      {
        // Ensembl's tables give the root the parent 0. The indices of nested sets are not read by a build.
        node: ({ id, parent, rank, isHidden }) =>
          db.insert('ncbi_taxa_node', {
            taxon_id: id,
            parent_id: parent === id ? 0 : parent,
            rank,
            genbank_hidden_flag: isHidden ? 1 : 0,
            left_index: 0,
            right_index: 0,
            root_id: ROOT,
          }),
        name: ({ id, text, nameClass }) =>
          db.insert('ncbi_taxa_name', { taxon_id: id, name: text, name_class: nameClass }),
        merged: (from, to) =>
          db.insert('ncbi_taxa_name', { taxon_id: to, name: String(from), name_class: 'merged_taxon_id' }),
      },
      reading,
      progress,
    );
  } finally {
    db.close();
  }
}
