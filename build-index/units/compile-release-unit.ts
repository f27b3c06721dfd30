import { at } from '../../src/checked.ts';
import { COMPARA_DOCUMENTS, COMPARA_TABLES, RELEASE_TABLES } from '../../src/release/table-registry.ts';
import { join } from 'node:path';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { SortedTable } from '../../src/index/tables/sorted-table.ts';
import type { GenomeEntry, TableEntry, TaxaEntry } from '../../src/release/manifest.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { compileAlignments } from '../compile/compara/alignments.ts';
import { comparaMethods, comparaRelease } from '../compile/compara/compara-species.ts';
import { COMPARA_METHOD_TABLES } from '../compile/compara/compara-schema.ts';
import { compileCompara } from '../compile/compara/compara.ts';
import { compileConstrainedElements } from '../compile/compara/constrained-elements.ts';
import {
  type SavedGeneNames,
  prefixesOfParts,
  withStagedMembers,
  writeGeneNames,
  writeGeneParts,
} from '../compile/compara/gene-lookups.ts';
import { ONTOLOGY_TABLES, TAXONOMY_TABLES } from '../compile/terms/terms-schema.ts';
import { compileOntology } from '../compile/terms/ontology.ts';
import { writeStableIds, type SavedStableIds } from '../compile/ids/stable-id-table.ts';
import { compileTaxonomy, TAXONOMY_MEMORY } from '../compile/terms/taxonomy.ts';
import { openDatabase } from '../dump/database.ts';
import { SortedRows } from '../compile/rows/sorted-rows.ts';
import { addCollections, type CollectedGenome } from '../compile/refget/sequence-collections.ts';
import { addSequenceDigests, writeSequenceDigests, type SavedDigests } from '../compile/refget/sequence-digests.ts';
import { DIGESTS, geneNamesOf, STABLE_IDS } from './compile-core.ts';
import type { Results, UnitContext } from './results.ts';

/** @param cores units of all core-like databases, in the order of the release */
export async function compileIds(cores: readonly string[], context: UnitContext): Promise<TableEntry> {
  const { folder } = context;
  const runs = await stableIdsOf(cores, context);
  return folder.withScratch(async (scratch) => {
    const table = await folder.sortedTable(RELEASE_TABLES.ids);
    await writeStableIds(runs, table.writer, scratch);
    return table.finish();
  });
}

/** @param cores as for compileIds */
export async function compileDigests(cores: readonly string[], context: UnitContext): Promise<Results['digests']> {
  const { folder, folderOf, record } = context;
  const runs: SavedDigests[] = [];
  const collected: CollectedGenome[] = [];
  let firstGenome = 0;
  for (const unit of cores) {
    const { genomes } = (await record<'core'>(unit)).result;
    runs.push({ path: join(folderOf(unit), DIGESTS), firstGenome });
    for (const [each, { entry, collection }] of genomes.entries())
      if (collection) collected.push({ ...collection, genome: firstGenome + each, species: entry.species });
    firstGenome += genomes.length;
  }
  return folder.withScratch(async (scratch) => {
    const [sequences, collections] = [
      await SortedRows.create(scratch, 'sequence-digests'),
      await SortedRows.create(scratch, 'sequence-collections'),
    ];
    try {
      await addSequenceDigests(runs, sequences);
      if (sequences.count === 0) return null;
      addCollections(collections, collected);
      const digests = await folder.sortedTable(RELEASE_TABLES['sequence-digests']);
      await writeSequenceDigests(sequences, digests.writer);
      const listed = await folder.sortedTable(RELEASE_TABLES['sequence-collections']);
      await collections.write(listed.writer);
      return { 'sequence-digests': await digests.finish(), 'sequence-collections': await listed.finish() };
    } finally {
      sequences.close();
      collections.close();
    }
  });
}

export async function compileComparaGenes(
  folderOfDump: string,
  { database: find, folder, progress }: UnitContext,
): Promise<Results['compara']> {
  const dump = await find(folderOfDump);
  const database = await openDatabase(dump, COMPARA_METHOD_TABLES, progress);
  try {
    const catalogue = await comparaMethods(database);
    const methods = await folder.document(COMPARA_DOCUMENTS.methods, catalogue, { compara: dump.species });
    return {
      catalogue,
      entry: {
        name: dump.species,
        release: await comparaRelease(database),
        methods,
        ...(await compileCompara(dump, folder)),
      },
    };
  } finally {
    await database.close();
  }
}

/** @param genes unit of the compara database; `cores` as for compileIds */
export async function compilePartsOf(
  genes: string,
  cores: readonly string[],
  context: UnitContext,
): Promise<Results['compara-parts']> {
  const { folder, record, borrow } = context;
  const { entry } = (await record<'compara'>(genes)).result;
  const members = entry.tables?.['gene-members'];
  const runs = (await stableIdsOf(cores, context)).filter(({ group }) => group === 'core');
  if (!members || runs.length === 0) return null;
  const names = await geneNamesIn(cores, context);
  await borrow(genes);
  const written = folder.written();
  try {
    const records = new SortedTable(
      members,
      new CachedBlockReader(written, new ByteCache()).withoutCaching(),
    ).entries();
    return await folder.withScratch((scratch) =>
      withStagedMembers(records, scratch, async (staged) => {
        const parts = await folder.sortedTable(COMPARA_TABLES['gene-parts'], { compara: entry.name });
        await writeGeneParts(staged, runs, parts.writer);
        const named = await folder.sortedTable(COMPARA_TABLES['gene-names'], { compara: entry.name });
        await writeGeneNames(staged, names, named.writer);
        return {
          tables: { 'gene-parts': await parts.finish(), 'gene-names': await named.finish() },
          idPrefixes: await prefixesOfParts(staged, runs),
        };
      }),
    );
  } finally {
    await written.close();
  }
}

/** The stable ids that core units saved. */
async function stableIdsOf(
  cores: readonly string[],
  { folderOf, record }: UnitContext,
): Promise<(SavedStableIds & { group: string })[]> {
  const runs: (SavedStableIds & { group: string })[] = [];
  let firstGenome = 0;
  for (const unit of cores) {
    const { genomes } = (await record<'core'>(unit)).result;
    runs.push({ path: join(folderOf(unit), STABLE_IDS), firstGenome, group: at(genomes, 0).entry.group });
    firstGenome += genomes.length;
  }
  return runs;
}

/** The gene names that core units saved, of the first genome of each species: requests by name mean that one. */
async function geneNamesIn(cores: readonly string[], { folderOf, record }: UnitContext): Promise<SavedGeneNames[]> {
  const saved = new Map<string, SavedGeneNames>();
  for (const unit of cores) {
    for (const [
      each,
      {
        entry: { species, group, tables },
      },
    ] of (await record<'core'>(unit)).result.genomes.entries()) {
      if (group === 'core' && tables.symbols && !saved.has(species))
        saved.set(species, { path: join(folderOf(unit), geneNamesOf(each)), species });
    }
  }
  return [...saved.values()];
}

export async function compileAlignmentsOf(
  dump: string,
  cores: readonly string[],
  context: UnitContext,
): Promise<Results['alignments']> {
  return compileAlignments(await context.database(dump), context.folder, await readableGenomes(cores, context));
}

export async function compileElements(
  dumps: readonly string[],
  cores: readonly string[],
  context: UnitContext,
): Promise<Results['constrained-elements']> {
  const genomes = await readableGenomes(cores, context);
  const sets: string[] = [];
  for (const dump of dumps)
    await compileConstrainedElements(await context.database(dump), context.folder, genomes, sets);
  const tables = genomes.flatMap(({ species, tables: { 'constrained-elements': table } }) =>
    table ? [[species, table] as const] : [],
  );
  return { sets, tables: Object.fromEntries(tables) };
}

/** The core genomes. Their compiled objects are readable through the unit's folder. */
async function readableGenomes(cores: readonly string[], { record, borrow }: UnitContext): Promise<GenomeEntry[]> {
  const genomes: GenomeEntry[] = [];
  for (const unit of cores) {
    genomes.push(...(await record<'core'>(unit)).result.genomes.map(({ entry }) => entry));
    await borrow(unit);
  }
  return genomes;
}

/** The part of the context that reading a database needs. */
type Reading = Pick<UnitContext, 'database' | 'folder' | 'progress'>;

export async function compileTerms(
  dump: string,
  { database: find, folder, progress }: Reading,
): Promise<Results['ontology']> {
  // Release 85 added synonym.dbxref, and rows dumped before lack the field.
  const database = await openDatabase(await find(dump), ONTOLOGY_TABLES, progress, { shortRows: ['synonym'] });
  try {
    return await compileOntology(database, folder);
  } finally {
    await database.close();
  }
}

/** Compiles the taxa of the first database that contains any. */
export async function compileTaxa(
  dumps: readonly string[],
  { database: find, folder, progress }: Reading,
): Promise<TaxaEntry | null> {
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
