import { encodeAssemblyMapping } from '../../../src/genome/assembly-mapping.ts';
import { GENOME_OBJECTS } from '../../../src/release/genome-tables.ts';
import type { CoordSystem, MappingEntry } from '../../../src/release/manifest.ts';
import { LazyTable } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { type Assembly, type MappedInterval, compose } from './assembly.ts';
import type { DumpRegion, RegionSet } from './regions.ts';
import type { Meta } from './species.ts';

/**
 * Writes an interval table for each pair of coordinate systems that a path joins: the intervals of every region of
 * either, with the interval of the other's region that each is. Longer paths are followed here, so that a request reads
 * one table whatever the path. Pairs without any mapping get none.
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
    const [one, other] = [systems[0]!, systems.at(-1)!];
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

/** Maps a region step by step along a path of coordinate systems, to intervals of the last one. */
function along(
  [next, ...further]: readonly CoordSystem[],
  assembly: Assembly,
): (region: DumpRegion) => MappedInterval[] {
  const beyond = further.length > 0 ? along(further, assembly) : null;
  // Many intervals lead through one region, such as a chromosome of the assembly between two others.
  const known = new Map<DumpRegion, MappedInterval[]>();
  return (region) => {
    let intervals = known.get(region);
    if (!intervals) {
      intervals = assembly.intervalsOn(region, next!);
      if (beyond) intervals = intervals.flatMap((interval) => compose(interval, beyond(interval.target)));
      known.set(region, intervals);
    }
    return intervals;
  };
}

function byPlace(a: MappedInterval, b: MappedInterval): number {
  return a.start - b.start || a.target.ordinal - b.target.ordinal || a.from - b.from;
}

/** The coordinate systems that a mapping leads through, both ends included. */
type MappingPath = readonly CoordSystem[];

/** Ensembl's own mappings first; `liftover.mapping` names those that only its scripts use. */
const META_KEYS = ['assembly.mapping', 'liftover.mapping'];

/**
 * The ways from coordinate system to coordinate system that a database's meta table declares, one for each pair (in
 * either
 * direction), by the rules of Ensembl's CoordSystemAdaptor. A value lists the systems of a way, each `name` (then its
 * default version is meant) or `name:version`, in the order that their regions are assembled from one another:
 *
 *     chromosome:NEW|contig              a contig is part of one chromosome at most
 *     chromosome:NEW#chromosome:OLD      an interval of the one may stand in several places of the other
 *     chromosome:NEW#contig#clone        what stands on a clone stands on a chromosome where they share a contig
 *
 * The index keeps every place of an interval, so that `|` and `#` are alike here, but for this: two systems without a
 * declared way map through a third that both reach by a direct way with `|`. A value with an unknown system says
 * nothing.
 */
export function mappingPaths(meta: Meta, coordSystems: readonly CoordSystem[]): MappingPath[] {
  const paths = new Map<string, MappingPath>();
  const oneToOne: MappingPath[] = [];
  for (const key of META_KEYS) {
    for (const value of meta[key] ?? []) {
      const path = parsePath(value, coordSystems);
      if (!path) continue;
      const pair = pairKey(path[0]!, path.at(-1)!);
      if (path.length === 2 && value.includes('|')) oneToOne.push(path);
      const known = paths.get(pair);
      if (!known || path.length < known.length) paths.set(pair, path);
    }
  }
  for (const [one, middle, other] of implied(oneToOne)) {
    const pair = pairKey(one!, other!);
    if (!paths.has(pair)) paths.set(pair, [one!, middle!, other!]);
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
  const known = path.filter((each) => each !== undefined);
  return known.length === path.length && new Set(known).size === path.length && path.length > 1 ? known : null;
}

/** The ways of two steps that direct ones add up to. */
function implied(direct: readonly MappingPath[]): MappingPath[] {
  const steps = direct.flatMap(
    ([one, other]) =>
      [
        [one!, other!],
        [other!, one!],
      ] as const,
  );
  return steps.flatMap(([one, middle]) =>
    steps.filter(([from, other]) => from === middle && other !== one).map(([, other]) => [one, middle, other]),
  );
}

function pairKey(one: CoordSystem, other: CoordSystem): string {
  return [one.rank, other.rank].sort((a, b) => a - b).join();
}
