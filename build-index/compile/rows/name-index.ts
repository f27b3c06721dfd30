/** Writes the tables of a name index, by which clients find records of a table by name. */
import type { ByteSlices } from '../../../src/index/blocks/byte-slices.ts';
import type { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { foldName } from '../../../src/names/name-text.ts';
import { writeNames, type NamesOfRecords } from '../../../src/names/name-places.ts';
import { TrigramListsWriter } from '../../../src/names/trigram-lists-writer.ts';
import type { NameIndexEntry } from '../../../src/release/manifest.ts';
import { NAME_TABLES } from '../../../src/release/table-registry.ts';
import type { Database } from '../../dump/database.ts';
import type { Value } from '../../dump/row-appender.ts';
import { byteColumn, ColumnMemory, integerColumn } from '../../dump/query-chunks.ts';
import type { IndexFolder } from '../../output/index-folder.ts';

/**
 * Writes the tables of the name index of terms or of taxa. DuckDB sorts the names, on disk if necessary. This process
 * holds the encoded lists of trigrams, which are smaller than the names.
 *
 * @param names SQL of: record (its ordinal in the table), name (not NULL), place (position of the name in the intended
 *   order of all names)
 * @param records the finished table
 */
export async function writeNameIndex(
  database: Database,
  names: string,
  records: SortedTableWriter,
  folder: IndexFolder,
  index: 'ontology' | 'taxonomy',
): Promise<NameIndexEntry> {
  await database.all(`CREATE TABLE record_names AS ${names}`);
  await database.all('CREATE TABLE folded_names (place BIGINT, name VARCHAR)');
  const lists = new TrigramListsWriter();
  await database.append('folded_names', addNames(database, lists));
  const trigrams = await folder.sortedTable(NAME_TABLES.trigrams, { database: index });
  await lists.write(trigrams.writer, records.blocks());
  const table = await folder.sortedTable(NAME_TABLES.names, { database: index });
  const count = await writeNames(sorted(database), table.writer, (record) => records.locate(record));
  for (const made of ['record_names', 'folded_names']) await database.all(`DROP TABLE ${made}`);
  return { names: await table.finish(), trigrams: await trigrams.finish(), count };
}

/**
 * Adds all names to the lists. Yields place and folded text of the names that DuckDB would fold differently: those with
 * NUL or with letters outside ASCII.
 */
async function* addNames(database: Database, lists: TrigramListsWriter): AsyncGenerator<Value[]> {
  const memory = new ColumnMemory();
  const chunks = database.chunks('SELECT record, place, name FROM record_names ORDER BY record, place');
  for await (const chunk of chunks) {
    const [records, places, names] = [integerColumn(chunk, 0), integerColumn(chunk, 1), byteColumn(chunk, 2, memory)];
    const buffer = Buffer.from(names.bytes.buffer, names.bytes.byteOffset, names.bytes.byteLength);
    for (let row = 0; row < records.length; row++) {
      const [record, start, end] = [records[row]!, names.starts[row]!, names.ends[row]!];
      if (foldAscii(names, row)) {
        lists.add(record, names.bytes, start, end);
        continue;
      }
      const folded = foldName(buffer.toString('utf8', start, end));
      lists.add(
        record,
        Array.from(folded, (letter) => letter.codePointAt(0) ?? 0),
      );
      yield [places[row]!, folded];
    }
  }
}

/** Folds a name in place if all its letters are ASCII. Otherwise leaves it unchanged and returns false. */
function foldAscii({ bytes, starts, ends }: ByteSlices, row: number): boolean {
  const end = ends[row]!;
  for (let at = starts[row]!; at < end; at++) if (bytes[at]! >= 0x80 || bytes[at] === 0) return false;
  for (let at = starts[row]!; at < end; at++) if (bytes[at]! >= 0x41 && bytes[at]! <= 0x5a) bytes[at]! += 0x20;
  return true;
}

/** The folded names in byte order, with their records. */
async function* sorted(database: Database): AsyncGenerator<NamesOfRecords> {
  const chunks = database.chunks(`
    SELECT coalesce(folded_names.name, lower(record_names.name)) AS name, record
    FROM record_names LEFT JOIN folded_names USING (place) ORDER BY name, place`);
  for await (const chunk of chunks) yield { names: byteColumn(chunk, 0), records: integerColumn(chunk, 1) };
}
