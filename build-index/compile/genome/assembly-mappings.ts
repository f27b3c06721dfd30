import { encodeAssemblyMapping } from '../../../src/genome/assembly-mapping.ts';
import type { CoordSystem, MappingEntry } from '../../../src/release/manifest.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { LazyTable } from '../../output/lazy-table.ts';
import { compose, type Assembly, type Stretch } from './assembly.ts';
import type { MappingPath } from './mapping-paths.ts';
import type { DumpRegion, RegionSet } from './regions.ts';

/**
 * Writes an interval table for each pair of coordinate systems that a path joins: the stretches of every region of
 * either, with the stretch of the other's region that each is. Longer paths are followed here, so that a request reads
 * one table whatever the path. Pairs without any mapping get none.
 *
 * @param path of the tables' objects in the index folder
 */
export async function compileAssemblyMappings(
  paths: readonly MappingPath[], { list }: RegionSet, assembly: Assembly, folder: IndexFolder, path: string,
): Promise<MappingEntry[]> {
  const entries: MappingEntry[] = [];
  for (const systems of paths) {
    const [one, other] = [systems[0]!, systems.at(-1)!];
    const ways = new Map([[one, along(systems.slice(1), assembly)], [other, along(systems.slice(0, -1).reverse(), assembly)]]);
    const table = new LazyTable(() => folder.intervalTable(`${path}/mapping-${one.rank}-${other.rank}`));
    for (const region of list) {
      for (const { start, end, target, from, strand } of ways.get(region.coordSystem)?.(region).toSorted(byPlace) ?? []) {
        await table.add(region.ordinal, start, end, encodeAssemblyMapping({ name: target.name, from, strand }));
      }
    }
    const entry = await table.finish();
    if (entry) entries.push({ ranks: [one.rank, other.rank], table: entry });
  }
  return entries;
}

/** Finds the stretches of a region that stand in the last coordinate system of a way, step by step. */
function along([next, ...further]: readonly CoordSystem[], assembly: Assembly): (region: DumpRegion) => Stretch[] {
  const beyond = further.length > 0 ? along(further, assembly) : null;
  // Many stretches lead through one region, such as a chromosome of the assembly between two others.
  const known = new Map<DumpRegion, Stretch[]>();
  return (region) => {
    let stretches = known.get(region);
    if (!stretches) {
      stretches = assembly.stretchesOn(region, next!);
      if (beyond) stretches = stretches.flatMap((stretch) => compose(stretch, beyond(stretch.target)));
      known.set(region, stretches);
    }
    return stretches;
  };
}

function byPlace(a: Stretch, b: Stretch): number {
  return a.start - b.start || a.target.ordinal - b.target.ordinal || a.from - b.from;
}
