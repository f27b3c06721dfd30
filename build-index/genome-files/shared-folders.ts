/** Tables of ontologies and of a taxonomy in an index folder, from which a build compiles them like dumps. */
import { join, resolve } from 'node:path';
import { type Departure, Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { comparaPaths, writeComparaDump } from './compara-dump.ts';
import { GENOME_TABLES, type WriteOptions } from './genome-folders.ts';
import { writeOntologyDump } from './ontology-dump.ts';
import type { SharedFiles } from './shared-files.ts';
import { stampedFolder } from './stamped-folder.ts';
import { taxdumpFiles } from './taxdump-reader.ts';
import { writeTaxonomyDump } from './taxonomy-dump.ts';

type Written = { departures: Departure[] };

/**
 * Writes the tables of the files that belong to the release. Tables of the same inputs stay, as for genomes.
 *
 * @param genomes folders of the tables of genomes of files
 * @param version of the code that writes tables
 * @returns the folders to compile
 * @throws DumpError for files of another format
 */
export async function writeSharedTables(
  { ontology, taxonomy, compara }: SharedFiles,
  genomes: readonly string[],
  indexFolder: string,
  version: string,
  { isStrict = false, progress }: Pick<WriteOptions, 'isStrict' | 'progress'>,
): Promise<{ folders: string[]; departures: Departure[] }> {
  const folders: string[] = [];
  const departures: Departure[] = [];
  const write = async (
    group: string,
    paths: readonly string[],
    writeTables: (folder: string, found: Departures) => Promise<void>,
  ) => {
    // No production name of a genome has a dot.
    const folder = join(resolve(indexFolder), GENOME_TABLES, `${group}.files`);
    const written = await stampedFolder<Written>(folder, paths, [version, isStrict, group], async (work) => {
      const found = new Departures(isStrict);
      await writeTables(join(work, 'files', group), found);
      return { departures: found.list() };
    });
    folders.push(folder);
    departures.push(...written.departures);
  };
  if (ontology.length > 0)
    await write('ontology', ontology, (folder, found) => writeOntologyDump(ontology, folder, found, progress));
  if (taxonomy !== null)
    await write('taxonomy', await taxdumpFiles(taxonomy), (folder, found) =>
      writeTaxonomyDump(taxonomy, folder, found, progress),
    );
  if (compara.maf.length + compara.geneTrees.length > 0) {
    // Their times follow from the inputs of the genomes.
    const tables = genomes.map((genome) => join(genome, 'core', 'meta.txt'));
    await write('compara', [...(await comparaPaths(compara)), ...tables], (folder, found) =>
      writeComparaDump(compara, genomes, folder, found, progress),
    );
  } else if (compara.speciesTree !== null)
    throw new DumpError(`${compara.speciesTree}: a species tree needs gene trees or alignments (--gene-trees, --maf)`);
  return { folders, departures };
}
