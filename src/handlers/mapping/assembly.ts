/** Maps a region of one assembly to another: map/:species/:asm_one/:region/:asm_two. */
import { at, found, last } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { mappingQueries, projectSlice, type ProjectedInterval } from '../../genome/assembly-mapping.ts';
import { parseRegionQuery } from '../../genome/region-query.ts';
import type { Slice } from '../../genome/seq-region.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { CoordSystem } from '../../release/manifest.ts';
import { findCoordSystem, resolveSlice } from '../resolve/slice.ts';

interface MapAssemblyParams {
  species: string;
  asm_one: string;
  region: string;
  asm_two: string;
  coord_system: string;
  target_coord_system: string;
}

/**
 * Two waves of reads: the region, together with the directory of the mapping table if it is not cached; then the
 * mappings. `original` and `mapped` of each mapping are the same bases. On the reverse strand Ensembl's `original` is
 * wrong: it counts from the other end of the region.
 */
export async function mapAssembly({ params, release }: OperationRequest<MapAssemblyParams>): Promise<Answer> {
  const genome = await release.genome(params.species);
  const [coordSystem, targetCoordSystem] = [
    params.coord_system || 'chromosome',
    params.target_coord_system || 'chromosome',
  ];
  const known = genome.entry.coordSystems;
  const from = findCoordSystem(known, coordSystem, params.asm_one);
  const [slice] = await Promise.all([
    resolveSlice(genome, params.region, {
      coordSystem,
      coordSystemVersion: params.asm_one,
      acceptBeyondEnd: true,
      notFound: (name) => `'No slice found for ${name} on coord_system ${coordSystem} and assembly ${params.asm_one}'`,
    }),
    from && Promise.all(targetsFor(from).map((to) => genome.assemblyMappings(from, to, []))),
  ]);
  const targets = targetsFor(found(known, ({ rank }) => rank === slice.region.rank));
  if (targets.length === 0)
    throw new ApiError(`Cannot project to unknown coordinate system [${targetCoordSystem} ${params.asm_two}]`);
  if (slice.start > slice.region.length) return { kind: 'value', value: { mappings: [] } };
  const [to, projected] = await project(genome, slice, targets);
  // As in Ensembl, a request for its own coordinate system repeats a numeric strand as a text.
  const hasNumber = parseRegionQuery(params.region).strand !== null && /:\s*-?1$/.test(params.region);
  const isStrandText = to.rank === slice.region.rank && hasNumber;
  const mappings = projected.map((interval) => describe(slice, interval, to, isStrandText));
  return { kind: 'value', value: { mappings } };

  /** The target coordinate systems, best first: one, or for 'toplevel' all of higher rank and then `own`. */
  function targetsFor(own: CoordSystem): CoordSystem[] {
    if (targetCoordSystem.toLowerCase() === 'toplevel')
      return known.filter(({ rank }) => rank <= own.rank).sort((a, b) => a.rank - b.rank);
    return [findCoordSystem(known, targetCoordSystem, params.asm_two)].filter((each) => each !== undefined);
  }
}

/**
 * Maps a slice to the first coordinate system that covers any part of it, else to the last. One wave of reads.
 *
 * @param targets at least one
 */
async function project(
  genome: Genome,
  slice: Slice,
  targets: readonly CoordSystem[],
): Promise<[CoordSystem, ProjectedInterval[]]> {
  const projections = await Promise.all(targets.map((to) => projectTo(genome, slice, to)));
  const first = projections.findIndex((intervals) => intervals.length > 0);
  return first < 0 ? [last(targets), []] : [at(targets, first), at(projections, first)];
}

async function projectTo(genome: Genome, slice: Slice, to: CoordSystem): Promise<ProjectedInterval[]> {
  const {
    region: { name, rank },
    start,
    end,
    strand,
  } = slice;
  if (rank === to.rank) return [{ start, end, target: { name, start, end, strand } }];
  const from = found(genome.entry.coordSystems, (each) => each.rank === rank);
  const queries = mappingQueries(slice);
  return projectSlice(slice, queries, await genome.assemblyMappings(from, to, queries));
}

/** The version of a coordinate system without versions is ''. */
function describe(
  { region, strand }: Slice,
  { start, end, target }: ProjectedInterval,
  to: CoordSystem,
  isStrandText: boolean,
): object {
  return {
    original: {
      seq_region_name: region.name,
      start,
      end,
      strand,
      coord_system: region.coordSystem,
      assembly: region.version ?? '',
    },
    mapped: {
      seq_region_name: target.name,
      start: target.start,
      end: target.end,
      strand: isStrandText ? String(target.strand) : target.strand,
      coord_system: to.name,
      assembly: to.version ?? '',
    },
  };
}
