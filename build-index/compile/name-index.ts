import { TRIGRAM_DIRECTORY_BYTES, type NameIndexWriter } from '../../src/names/name-index-writer.ts';
import type { NameIndexEntry } from '../../src/release/manifest.ts';
import type { IndexFolder } from '../output/index-folder.ts';

/** Writes the tables of a name index below a folder of the release. */
export async function writeNameIndex(writer: NameIndexWriter, folder: IndexFolder, where: string): Promise<NameIndexEntry> {
  const names = await folder.sortedTable(`${where}/names`);
  const trigrams = await folder.sortedTable(`${where}/trigrams`, false, { directoryBytes: TRIGRAM_DIRECTORY_BYTES });
  const count = await writer.write(names.writer, trigrams.writer);
  return { names: await names.finish(), trigrams: await trigrams.finish(), count };
}
