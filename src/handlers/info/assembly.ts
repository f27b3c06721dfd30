/** Assemblies and their sequence regions: info/assembly. */
import { at, only } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { BandRecord } from '../../genome/feature-records.ts';
import type { Placed } from '../../genome/projection.ts';
import { sliceLength, type SeqRegion, type Slice } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import { resolveSlice } from '../resolve/slice.ts';

interface AssemblyParams {
  species: string;
  bands: boolean;
  synonyms: boolean;
}

/**
 * Names, dates and top-level regions of an assembly. One read; with bands three waves, since bands are looked up by the
 * names of chromosomes.
 */
export async function describeAssembly({ params, release }: OperationRequest<AssemblyParams>): Promise<Answer> {
  const genome = await release.genome(params.species);
  const [{ meta, statistics, topLevel, karyotype }] = await Promise.all([
    genome.info(),
    params.bands ? genome.prefetchDirectories(['bands']) : null,
  ]);
  const first = (key: string) => meta[key]?.[0] ?? null;
  const ranked = genome.entry.coordSystems.toSorted((a, b) => a.rank - b.rank);
  const versions = ranked.flatMap(({ version }) => version || []);
  const bands = params.bands ? await bandsOf(genome, karyotype) : null;
  const value = {
    assembly_name: first('assembly.name'),
    assembly_date: first('assembly.date'),
    assembly_accession: first('assembly.accession'),
    default_coord_system_version: ranked.find((each) => each.default && each.version)?.version ?? null,
    coord_system_versions: [...new Set(versions)],
    genebuild_method: first('genebuild.method'),
    genebuild_start_date: first('genebuild.start_date'),
    genebuild_initial_release_date: first('genebuild.initial_release_date'),
    genebuild_last_geneset_update: first('genebuild.last_geneset_update'),
    golden_path: statistics.ref_length ?? null,
    karyotype,
    top_level_region: topLevel.map(({ name, length, coordSystem, synonyms }) => ({
      name,
      length,
      coord_system: coordSystem,
      ...(bands?.get(name)?.length ? { bands: bands.get(name) } : {}),
      ...(params.synonyms && synonyms.length > 0 ? { synonyms: synonyms.map(describeSynonym) } : {}),
    })),
  };
  return { kind: 'value', value };
}

/** A sequence region or a part of it, by name or synonym. One read; with bands two waves. */
export async function describeRegion({
  params,
  release,
}: OperationRequest<
  AssemblyParams & { region_name: string; coord_system: string | undefined; coord_system_version: string | undefined }
>): Promise<Answer> {
  const genome = await release.genome(params.species);
  const [slice] = await Promise.all([
    resolveSlice(genome, params.region_name, {
      coordSystem: params.coord_system,
      coordSystemVersion: params.coord_system_version,
    }),
    params.bands ? genome.prefetchDirectories(['bands']) : null,
  ]);
  const { region } = slice;
  const bands = params.bands ? describeBands(region, only(await genome.overlapping('bands', [slice]))) : [];
  const value = {
    coordinate_system: region.coordSystem,
    assembly_name: region.version ?? '',
    assembly_exception_type: region.exception,
    length: sliceLength(slice),
    is_chromosome: region.karyotypeRank === null ? 0 : 1,
    is_circular: region.circular ? 1 : 0,
    ...(bands.length > 0 ? { karyotype_band: bands } : {}),
    ...(params.synonyms && region.synonyms.length > 0 ? { synonyms: region.synonyms.map(describeSynonym) } : {}),
  };
  return { kind: 'value', value };
}

/** The bands of chromosomes, by name. Two waves of reads: regions, bands. */
async function bandsOf(genome: Genome, names: readonly string[]): Promise<Map<string, object[]>> {
  if (!genome.entry.tables.bands) return new Map();
  const regions = (await genome.seqRegions(names)).map((found, which) =>
    found.find((region) => region.name === names[which] && region.karyotypeRank !== null),
  );
  const chromosomes = regions.filter((region) => region !== undefined);
  const bands = await genome.overlapping(
    'bands',
    chromosomes.map((region): Slice => ({ region, start: 1, end: region.length, strand: 1 })),
  );
  return new Map(chromosomes.map((region, which) => [region.name, describeBands(region, at(bands, which))]));
}

function describeBands(region: SeqRegion, bands: readonly Placed<BandRecord>[]): object[] {
  return bands.map(({ record, start, end }) => ({
    id: record.name,
    seq_region_name: region.name,
    assembly_name: region.version ?? '',
    start,
    end,
    strand: 0,
    stain: record.stain,
  }));
}

function describeSynonym({ name, db }: SeqRegion['synonyms'][number]): { name: string; dbname: string | null } {
  return { name, dbname: db };
}
