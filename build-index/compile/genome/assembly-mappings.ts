import { at, last } from '../../../src/checked.ts';
import { encodeAssemblyMapping } from '../../../src/genome/assembly-mapping.ts';
import { GENOME_OBJECTS } from '../../../src/release/genome-objects.ts';
import type { CoordSystem, MappingEntry } from '../../../src/release/manifest.ts';
import { LazyTable } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { type Assembly, type MappedInterval, compose } from './assembly.ts';
import type { DumpRegion, RegionSet } from './regions.ts';
import type { Meta } from './species.ts';

/**
 * Writes an interval table for each pair of coordinate systems that a path joins: the intervals of the regions of both
 * systems, each with its interval in the other system. Paths of several steps are resolved here, so that every request
 * reads one table. Pairs without mappings get no table.
 */
export async function compileAssemblyMappings(
  paths: readonly MappingPath[],
  { list }: RegionSet,
  assembly: Assembly,
  folder: IndexFolder,
  genome: { species: string; group: string },
): Promise<MappingEntry[]> {
  const entries: MappingEntry[] = [];
  for (const systems of paths) {
    const [one, other] = [systems[0], last(systems)];
    const ways = new Map([
      [one, along(systems.slice(1), assembly)],
      [other, along(systems.slice(0, -1).reverse(), assembly)],
    ]);
    const table = new LazyTable(() =>
      folder.intervalTable(GENOME_OBJECTS.mapping, { ...genome, from: one.rank, to: other.rank }),
    );
    for (const region of list) {
      for (const { start, end, target, from, strand } of ways.get(region.coordSystem)?.(region).toSorted(byPlace) ??
        []) {
        await table.add(region.ordinal, start, end, encodeAssemblyMapping({ name: target.name, from, strand }));
      }
    }
    const entry = await table.finish();
    if (entry) entries.push({ ranks: [one.rank, other.rank], table: entry });
  }
  return entries;
}

/** Maps a region step by step along coordinate systems (at least one), to intervals of the last one. */
function along(systems: readonly CoordSystem[], assembly: Assembly): (region: DumpRegion) => MappedInterval[] {
  const next = at(systems, 0);
  const beyond = systems.length > 1 ? along(systems.slice(1), assembly) : null;
  // Many intervals lead through one region, such as a chromosome of the assembly between two others.
  const known = new Map<DumpRegion, MappedInterval[]>();
  return (region) => {
    let intervals = known.get(region);
    if (!intervals) {
      intervals = assembly.intervalsOn(region, next);
      if (beyond) intervals = intervals.flatMap((interval) => compose(interval, beyond(interval.target)));
      known.set(region, intervals);
    }
    return intervals;
  };
}

function byPlace(a: MappedInterval, b: MappedInterval): number {
  return a.start - b.start || a.target.ordinal - b.target.ordinal || a.from - b.from;
}

/** The coordinate systems of a mapping, from one end to the other. */
type MappingPath = readonly [CoordSystem, CoordSystem, ...CoordSystem[]];

/** Ensembl's API uses the first; `liftover.mapping` lists mappings that only Ensembl's scripts use. */
const META_KEYS = ['assembly.mapping', 'liftover.mapping'];

/**
 * The mapping paths between coordinate systems that a database's meta table declares, one for each pair (in either
 * direction), by the rules of Ensembl's CoordSystemAdaptor. A value lists the systems of a path, each as `name:version`
 * or as `name` (the default version), in the order in which their regions are assembled from one another:
 *
 *     chromosome:NEW|contig              a contig is part of at most one chromosome
 *     chromosome:NEW#chromosome:OLD      an interval of one may map to several places of the other
 *     chromosome:NEW#contig#clone        clones map to chromosomes through shared contigs
 *
 * The index keeps every place of an interval, so `|` and `#` differ in one respect only: two systems without a declared
 * path map through a third system to which both have a direct path with `|`. Values with an unknown system are ignored.
 */
export function mappingPaths(meta: Meta, coordSystems: readonly CoordSystem[]): MappingPath[] {
  const paths = new Map<string, MappingPath>();
  const oneToOne: MappingPath[] = [];
  for (const key of META_KEYS) {
    for (const value of meta[key] ?? []) {
      const path = parsePath(value, coordSystems);
      if (!path) continue;
      const pair = pairKey(path[0], last(path));
      if (path.length === 2 && value.includes('|')) oneToOne.push(path);
      const known = paths.get(pair);
      if (!known || path.length < known.length) paths.set(pair, path);
    }
  }
  for (const [one, middle, other] of implied(oneToOne)) {
    const pair = pairKey(one, other);
    if (!paths.has(pair)) paths.set(pair, [one, middle, other]);
  }
  return [...paths.values()];
}

function parsePath(value: string, coordSystems: readonly CoordSystem[]): MappingPath | null {
  const path = value.split(/[|#]/).map((text) => {
    const [name, version] = text.toLowerCase().split(':');
    const named = coordSystems.filter((each) => each.name.toLowerCase() === name);
    return version
      ? named.find((each) => each.version?.toLowerCase() === version)
      : (named.find((each) => each.default) ?? named[0]);
  });
  const [one, other, ...further] = path.filter((each) => each !== undefined);
  if (!one || !other || new Set([one, other, ...further]).size !== path.length) return null;
  return [one, other, ...further];
}

/** The paths of two steps that follow from direct paths. */
function implied(direct: readonly MappingPath[]): [CoordSystem, CoordSystem, CoordSystem][] {
  const steps = direct.flatMap(([one, other]): [CoordSystem, CoordSystem][] => [
    [one, other],
    [other, one],
  ]);
  return steps.flatMap(([one, middle]) =>
    steps
      .filter(([from, other]) => from === middle && other !== one)
      .map(([, other]): [CoordSystem, CoordSystem, CoordSystem] => [one, middle, other]),
  );
}

function pairKey(one: CoordSystem, other: CoordSystem): string {
  return [one.rank, other.rank].sort((a, b) => a - b).join();
}
