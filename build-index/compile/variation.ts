import type { GenomeEntry, GenomeTable, TableEntry } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import type { VcfCollection } from '../dump/vcf-config.ts';
import type { IndexFolder, OpenTable } from '../output/index-folder.ts';
import { stageCoreRegions } from './core-regions.ts';
import { compilePhenotypes } from './phenotypes.ts';
import { compileVariationSources } from './populations.ts';
import type { RegionSet } from './regions.ts';
import { compileVariants } from './variants.ts';

/** Adds the tables of a variation database to the core genome of its species. */
export async function compileVariation(
  database: Database, genome: GenomeEntry, regions: RegionSet, folder: IndexFolder, collections: readonly VcfCollection[],
): Promise<void> {
  const path = `${genome.species}/variation`;
  await stageCoreRegions(database, regions);
  await compilePhenotypes(database, folder, path, genome.tables);
  await compileVariationSources(database, genome, folder, collections);
  await folder.withScratch(async (scratch) => {
    const tables = new TablesToFinish(folder, path);
    await compileVariants(database, regions, scratch, () => tables.sorted('variants'));
    await tables.finish(genome.tables);
  });
}

/** Tables that are opened when their first row comes. */
class TablesToFinish {
  readonly #folder: IndexFolder;
  readonly #path: string;
  readonly #open: [GenomeTable, { finish(): Promise<TableEntry> }][] = [];

  constructor(folder: IndexFolder, path: string) {
    this.#folder = folder;
    this.#path = path;
  }

  async sorted(name: GenomeTable): Promise<OpenTable<Awaited<ReturnType<IndexFolder['sortedTable']>>['writer']>> {
    const table = await this.#folder.sortedTable(`${this.#path}/${name}`, true);
    this.#open.push([name, table]);
    return table;
  }

  async finish(tables: Partial<Record<GenomeTable, TableEntry>>): Promise<void> {
    for (const [name, table] of this.#open) tables[name] = await table.finish();
  }
}
