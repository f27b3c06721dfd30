import { analysesOf } from '../compile/genome/annotation-sources.ts';
import { loadCoreGenome, type CoreGenome } from '../compile/genome/core-genome.ts';
import { compileFuncgen } from '../compile/regulation/regulation.ts';
import { funcgenTables } from '../compile/regulation/funcgen-schema.ts';
import { compileOwnGenotypes, compileVcfGenotypes } from '../compile/genotypes/genotypes.ts';
import { compileScores } from '../compile/scores/scores.ts';
import { compileVariantDetails, compileVariantPlaces, compileVariants } from '../compile/variation/variation.ts';
import {
  DETAILED_VARIANT_TABLES,
  JOINED_DETAIL_TABLES,
  REGION_GENOTYPE_TABLES,
  SAMPLE_TABLES,
  STAGED_PLACE_TABLES,
  STAGED_VARIANT_TABLES,
  VARIANT_DETAIL_TABLES,
} from '../compile/variation/variation-schema.ts';
import { openDatabase, type Database, type NeededTables } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import type { GenomeAddition, UnitContext } from './results.ts';
import type { UnitTask } from './unit.ts';
import { saveLineDetails, saveStagedDetails } from '../compile/variation/detail-parts.ts';
import { stageCoreRegions } from '../compile/genome/regions.ts';
import { collectionsOf, listsFrequencies } from '../vcf/vcf-config.ts';

export type AdditionTask = Exclude<Extract<UnitTask, { core: string }>, { kind: 'staged-details' | 'line-details' }>;

type Compiler = (
  database: Database,
  core: CoreGenome,
  coreDump: DumpDatabase,
  // biome-ignore lint/suspicious/noConfusingVoidType: compilers that only write tables return nothing
) => Promise<Partial<GenomeAddition> | void>;

/** Compiles the data that a variation or funcgen database, or a part of one, adds to the core genome of its species. */
export async function compileAddition(task: AdditionTask, context: UnitContext): Promise<GenomeAddition> {
  const dump = await context.database(task.database);
  const coreDump = await context.database(task.core);
  const core = await loadCoreGenome(coreDump);
  const [tables, compile, further] = compilerOf(task, dump, context);
  const database = await openDatabase(dump, tables, context.progress, { further });
  try {
    const addition = await compile(database, core, coreDump);
    const { species, tables: compiled, documents = {}, longest } = core.entry;
    return { species, tables: compiled, documents, longest, genotypes: null, analyses: null, notices: [], ...addition };
  } finally {
    await database.close();
  }
}

function compilerOf(
  task: AdditionTask,
  dump: DumpDatabase,
  { folder, folderOf, progress }: UnitContext,
): [tables: NeededTables, compile: Compiler, further?: NeededTables] {
  switch (task.kind) {
    case 'variants':
      return [
        STAGED_VARIANT_TABLES,
        (database, { entry, regions }) => compileVariants(database, entry, regions, folder, progress),
      ];
    case 'variant-details':
      return [
        VARIANT_DETAIL_TABLES,
        async (database, { entry, regions }) => {
          await compileVariantDetails(database, entry, regions, folder, task.collections, null, progress);
          return { listsFrequencies: listsFrequencies(task.collections, entry) };
        },
        DETAILED_VARIANT_TABLES,
      ];
    case 'joined-details':
      return [
        JOINED_DETAIL_TABLES,
        async (database, { entry, regions }) => {
          await compileVariantDetails(database, entry, regions, folder, task.collections, {
            staged: folderOf(task.staged),
            lines: task.lines.map(folderOf),
          });
          return { listsFrequencies: listsFrequencies(task.collections, entry) };
        },
      ];
    case 'variant-places':
      return [
        STAGED_PLACE_TABLES,
        (database, { entry, regions }) => compileVariantPlaces(database, entry, regions, folder, progress),
      ];
    case 'vcf-genotypes':
      return [
        SAMPLE_TABLES,
        (database, { entry, regions }) =>
          compileVcfGenotypes(
            database,
            regions,
            task.collection,
            { species: entry.species, number: task.number },
            folder,
          ),
      ];
    case 'own-genotypes':
      return [
        REGION_GENOTYPE_TABLES,
        async (database, { entry, regions }) => ({
          genotypes: await compileOwnGenotypes(
            database,
            regions,
            task.collections,
            { species: entry.species, number: task.number },
            folder,
          ),
        }),
      ];
    case 'funcgen':
      return [
        funcgenTables(dump),
        async (database, { entry, regions }, coreDump) => {
          await compileFuncgen(database, coreDump, entry, regions, folder);
          return { analyses: await analysesOf(database) };
        },
      ];
  }
}

/** Compiles scores of alleles. */
export async function compileScoresOf(
  { database, source, files }: Extract<UnitTask, { kind: 'scores' }>,
  context: UnitContext,
): Promise<GenomeAddition> {
  const core = await loadCoreGenome(await context.database(database));
  const { tables, notices } = await compileScores(source, files, core, context.folder);
  return { species: core.entry.species, tables, documents: {}, longest: [], genotypes: null, analyses: null, notices };
}

/** Writes files for the unit of kind joined-details, into the unit's own folder. */
export async function compileDetailPart(
  task: Extract<UnitTask, { kind: 'staged-details' | 'line-details' }>,
  { database: find, folderOf, progress, work }: UnitContext,
): Promise<null> {
  const dump = await find(task.database);
  const { entry, regions } = await loadCoreGenome(await find(task.core));
  const collections = collectionsOf(task.collections, entry);
  const isStaged = task.kind === 'staged-details';
  const database = await openDatabase(dump, isStaged ? VARIANT_DETAIL_TABLES : SAMPLE_TABLES, progress, {
    further: isStaged ? DETAILED_VARIANT_TABLES : {},
  });
  try {
    if (isStaged) {
      await stageCoreRegions(database, regions);
      await saveStagedDetails(database, regions, collections, work, progress);
    } else {
      await saveLineDetails(database, regions, collections, [task.part, task.parts], folderOf(task.staged), work);
    }
  } finally {
    await database.close();
  }
  return null;
}
