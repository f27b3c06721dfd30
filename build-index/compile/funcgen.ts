import type { GenomeEntry, GenomeTable } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import type { IndexFolder, OpenTable } from '../output/index-folder.ts';
import { stageCoreRegions } from './core-regions.ts';
import { compileProbes, compileProbeSets, microarrays, transcriptGenes } from './microarrays.ts';
import { compileBindingMatrices, compileMotifFeatures, compileRegulatoryFeatures } from './regulation.ts';
import type { RegionSet } from './regions.ts';

/** Adds the tables and documents of a funcgen database to the core genome of its species. */
export async function compileFuncgen(database: Database, core: DumpDatabase, genome: GenomeEntry, regions: RegionSet, folder: IndexFolder): Promise<void> {
  const path = `${genome.species}/funcgen`;
  await stageCoreRegions(database, regions);
  const add = async <Writer>(name: GenomeTable, create: (object: string) => Promise<OpenTable<Writer>>, compile: (open: () => Promise<Writer>) => Promise<void>) => {
    let table: OpenTable<Writer> | undefined;
    await compile(async () => (table = await create(`${path}/${name}`)).writer);
    if (table) genome.tables[name] = await table.finish();
  };
  const interval = (object: string) => folder.intervalTable(object);
  const sorted = (object: string) => folder.sortedTable(object);
  await add('regulatory-features', interval, (open) => compileRegulatoryFeatures(database, open));
  await add('motif-features', interval, (open) => compileMotifFeatures(database, open));
  await add('binding-matrices', sorted, (open) => compileBindingMatrices(database, open));
  const genes = await transcriptGenes(database, core);
  await add('probes', sorted, (open) => compileProbes(database, open, genes));
  await add('probe-sets', sorted, (open) => compileProbeSets(database, open, genes));
  genome.documents = { ...genome.documents, microarrays: await folder.document(`${path}/microarrays`, await microarrays(database)) };
}
