import { join } from 'node:path';
import type { GenomeEntry, TableEntry, TaxaEntry } from '../../src/release/manifest.ts';
import { compileAlignments } from '../compile/alignments.ts';
import { comparaMethods, comparaRelease } from '../compile/compara-methods.ts';
import { COMPARA_METHOD_TABLES } from '../compile/compara-schema.ts';
import { compileCompara } from '../compile/compara.ts';
import { compileConstrainedElements } from '../compile/constrained-elements.ts';
import { ONTOLOGY_TABLES } from '../compile/ontology-schema.ts';
import { compileOntology } from '../compile/ontology.ts';
import { writeStableIds, type SavedStableIds } from '../compile/stable-id-table.ts';
import { TAXONOMY_TABLES } from '../compile/taxonomy-schema.ts';
import { compileTaxonomy, TAXONOMY_MEMORY } from '../compile/taxonomy.ts';
import { openDatabase } from '../dump/database.ts';
import { STABLE_IDS } from './compile-core.ts';
import type { Results } from './results.ts';
import type { UnitContext } from './unit-context.ts';

/** @param cores units of all core-like databases, in the order of the release */
export async function compileIds(cores: readonly string[], { folder, folderOf, record }: UnitContext): Promise<TableEntry> {
  const runs: SavedStableIds[] = [];
  let firstGenome = 0;
  for (const unit of cores) {
    runs.push({ path: join(folderOf(unit), STABLE_IDS), firstGenome });
    firstGenome += (await record<'core'>(unit)).result.genomes.length;
  }
  return folder.withScratch(async (scratch) => {
    const table = await folder.sortedTable('ids', 'first');
    await writeStableIds(runs, table.writer, scratch);
    return table.finish();
  });
}

export async function compileComparaGenes(folderOfDump: string, { database: find, folder, progress }: UnitContext): Promise<Results['compara']> {
  const dump = await find(folderOfDump);
  const database = await openDatabase(dump, COMPARA_METHOD_TABLES, progress);
  try {
    const catalogue = await comparaMethods(database);
    const methods = await folder.document(`${dump.species}/compara/methods`, catalogue);
    return { catalogue, entry: { name: dump.species, release: await comparaRelease(database), methods, ...await compileCompara(dump, folder) } };
  } finally {
    await database.close();
  }
}

export async function compileAlignmentsOf(dump: string, cores: readonly string[], context: UnitContext): Promise<Results['alignments']> {
  return compileAlignments(await context.database(dump), context.folder, await readableGenomes(cores, context));
}

export async function compileElements(dumps: readonly string[], cores: readonly string[], context: UnitContext): Promise<Results['constrained-elements']> {
  const genomes = await readableGenomes(cores, context);
  const sets: string[] = [];
  for (const dump of dumps) await compileConstrainedElements(await context.database(dump), context.folder, genomes, sets);
  const tables = genomes.flatMap(({ species, tables: { 'constrained-elements': table } }) => (table ? [[species, table] as const] : []));
  return { sets, tables: Object.fromEntries(tables) };
}

/** The core genomes, with what has been compiled of them at hand. */
async function readableGenomes(cores: readonly string[], { record, borrow }: UnitContext): Promise<GenomeEntry[]> {
  const genomes: GenomeEntry[] = [];
  for (const unit of cores) {
    genomes.push(...(await record<'core'>(unit)).result.genomes.map(({ entry }) => entry));
    await borrow(unit);
  }
  return genomes;
}

export async function compileTerms(dump: string, { database: find, folder, progress }: UnitContext): Promise<Results['ontology']> {
  // synonym.dbxref came in release 85: rows from before it lack the field.
  const database = await openDatabase(await find(dump), ONTOLOGY_TABLES, progress, { shortRows: ['synonym'] });
  try {
    return await compileOntology(database, folder);
  } finally {
    await database.close();
  }
}

/** Of the first database that holds taxa. */
export async function compileTaxa(dumps: readonly string[], { database: find, folder, progress }: UnitContext): Promise<TaxaEntry | null> {
  for (const dump of dumps) {
    const database = await openDatabase(await find(dump), TAXONOMY_TABLES, progress, { memory: TAXONOMY_MEMORY });
    try {
      const taxa = await compileTaxonomy(database, folder);
      if (taxa) return taxa;
    } finally {
      await database.close();
    }
  }
  return null;
}
