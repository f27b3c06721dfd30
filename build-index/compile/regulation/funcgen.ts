import type { GenomeEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { GenomeTables } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { stageCoreRegions } from '../genome/core-regions.ts';
import { compileProbes, compileProbeSets, microarrays, transcriptGenes } from './microarrays.ts';
import { compileBindingMatrices, compileMotifFeatures, compileRegulatoryFeatures } from './regulation.ts';
import type { RegionSet } from '../genome/regions.ts';

/** Adds the tables and documents of a funcgen database to the core genome of its species. */
export async function compileFuncgen(database: Database, core: DumpDatabase, genome: GenomeEntry, regions: RegionSet, folder: IndexFolder): Promise<void> {
  const path = `${genome.species}/funcgen`;
  await stageCoreRegions(database, regions);
  const tables = new GenomeTables(folder, path);
  await compileRegulatoryFeatures(database, tables.interval('regulatory-features'));
  await compileMotifFeatures(database, tables.interval('motif-features'));
  await compileBindingMatrices(database, tables.sorted('binding-matrices'));
  const genes = await transcriptGenes(database, core);
  await compileProbes(database, tables.sorted('probes'), genes);
  await compileProbeSets(database, tables.sorted('probe-sets'), genes);
  Object.assign(genome.tables, await tables.finish());
  genome.documents = { ...genome.documents, microarrays: await folder.document(`${path}/microarrays`, await microarrays(database)) };
}
