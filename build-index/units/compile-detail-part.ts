import { saveLineDetails, saveStagedDetails } from '../compile/variation/detail-parts.ts';
import { loadCoreGenome } from '../compile/genome/core-genome.ts';
import { stageCoreRegions } from '../compile/genome/core-regions.ts';
import { DETAILED_VARIANT_TABLES, SAMPLE_TABLES, VARIANT_DETAIL_TABLES } from '../compile/variation/variation-schema.ts';
import { openDatabase } from '../dump/database.ts';
import { collectionsOf } from '../vcf/vcf-config.ts';
import type { UnitContext } from './unit-context.ts';
import type { UnitTask } from './unit.ts';

/** Makes what the unit of kind joined-details puts together, in the unit's own folder. */
export async function compileDetailPart(task: Extract<UnitTask, { kind: 'staged-details' | 'line-details' }>, { database: find, folderOf, progress, work }: UnitContext): Promise<null> {
  const dump = await find(task.database);
  const { entry, regions } = await loadCoreGenome(await find(task.core));
  const collections = collectionsOf(task.collections, entry);
  const isStaged = task.kind === 'staged-details';
  const database = await openDatabase(dump, isStaged ? VARIANT_DETAIL_TABLES : SAMPLE_TABLES, progress, { further: isStaged ? DETAILED_VARIANT_TABLES : {} });
  try {
    if (isStaged) {
      await stageCoreRegions(database, regions);
      await saveStagedDetails(database, collections, task.parts, work);
    } else {
      await saveLineDetails(database, regions, collections, [task.part, task.parts], folderOf(task.staged), work);
    }
  } finally {
    await database.close();
  }
  return null;
}
