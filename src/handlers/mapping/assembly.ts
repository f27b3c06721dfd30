/** From a region of one assembly to the regions of another that it is: map/:species/:asm_one/:region/:asm_two. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { mappingQueries, projectSlice, type ProjectedInterval } from '../../genome/assembly-mapping.ts';
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
 * Two waves of reads: the region (with the directory of the mapping table, where that is not at hand), then the
 * mappings. Each mapping's `original` is the stretch of the region that `mapped` is, also on the reverse strand, where
 * Ensembl counts from the wrong end of the region.
 */
export async function mapAssembly({ params, release }: OperationRequest<MapAssemblyParams>): Promise<Answer> {
  const genome = release.genome(params.species);
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
  const targets = targetsFor(known.find(({ rank }) => rank === slice.region.rank)!);
  if (targets.length === 0)
    throw new ApiError(`Cannot project to unknown coordinate system [${targetCoordSystem} ${params.asm_two}]`);
  if (slice.start > slice.region.length) return { kind: 'value', value: { mappings: [] } };
  const [to, projected] = await project(genome, slice, targets);
  return { kind: 'value', value: { mappings: projected.map((stretch) => describe(slice, stretch, to)) } };

  /**
   * What a region of a coordinate system may be mapped to, best first: one system, or, to 'toplevel', all above its own
   * and then itself.
   */
  function targetsFor(own: CoordSystem): CoordSystem[] {
    if (targetCoordSystem.toLowerCase() === 'toplevel')
      return known.filter(({ rank }) => rank <= own.rank).sort((a, b) => a.rank - b.rank);
    return [findCoordSystem(known, targetCoordSystem, params.asm_two)].filter((each) => each !== undefined);
  }
}

/**
 * The first of some coordinate systems that any of the slice stands in, else the last, and where it stands there. One
 * wave of reads.
 */
async function project(
  genome: Genome,
  slice: Slice,
  targets: readonly CoordSystem[],
): Promise<[CoordSystem, ProjectedInterval[]]> {
  const projections = await Promise.all(targets.map((to) => projectTo(genome, slice, to)));
  const which = projections.findIndex((stretches) => stretches.length > 0);
  return [targets.at(which)!, projections.at(which)!];
}

async function projectTo(genome: Genome, slice: Slice, to: CoordSystem): Promise<ProjectedInterval[]> {
  const {
    region: { name, rank },
    start,
    end,
    strand,
  } = slice;
  if (rank === to.rank) return [{ start, end, target: { name, start, end, strand } }];
  const from = genome.entry.coordSystems.find((each) => each.rank === rank)!;
  const queries = mappingQueries(slice);
  return projectSlice(slice, queries, await genome.assemblyMappings(from, to, queries));
}

/** A coordinate system without a version shows an empty one. */
function describe({ region, strand }: Slice, { start, end, target }: ProjectedInterval, to: CoordSystem): object {
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
      strand: target.strand,
      coord_system: to.name,
      assembly: to.version ?? '',
    },
  };
}
