import type { CoordSystem } from '../../../src/release/manifest.ts';
import type { Meta } from './species.ts';

/** The coordinate systems that a mapping leads through, both ends included. */
export type MappingPath = readonly CoordSystem[];

/** Ensembl's own mappings first; `liftover.mapping` names those that only its scripts use. */
const META_KEYS = ['assembly.mapping', 'liftover.mapping'];

/**
 * The ways from coordinate system to coordinate system that a database's meta table declares, one for each pair (in either
 * direction), by the rules of Ensembl's CoordSystemAdaptor. A value lists the systems of a way, each `name` (then its
 * default version is meant) or `name:version`, in the order that their regions are assembled from one another:
 *
 *     chromosome:NEW|contig              a contig is part of one chromosome at most
 *     chromosome:NEW#chromosome:OLD      a stretch of the one may stand in several places of the other
 *     chromosome:NEW#contig#clone        what stands on a clone stands on a chromosome where they share a contig
 *
 * The index keeps every place of a stretch, so that `|` and `#` are alike here, but for this: two systems without a
 * declared way map through a third that both reach by a direct way with `|`. A value with an unknown system says nothing.
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
    return version ? named.find((each) => each.version?.toLowerCase() === version) : named.find((each) => each.default) ?? named[0];
  });
  const known = path.filter((each) => each !== undefined);
  return known.length === path.length && new Set(known).size === path.length && path.length > 1 ? known : null;
}

/** The ways of two steps that direct ones add up to. */
function implied(direct: readonly MappingPath[]): MappingPath[] {
  const steps = direct.flatMap(([one, other]) => [[one!, other!], [other!, one!]] as const);
  return steps.flatMap(([one, middle]) => steps.filter(([from, other]) => from === middle && other !== one).map(([, other]) => [one, middle, other]));
}

function pairKey(one: CoordSystem, other: CoordSystem): string {
  return [one.rank, other.rank].sort((a, b) => a - b).join();
}
