/** A minimal release with one genome and one coordinate system, for measurements of a single operation. */
import { GENOME_OBJECTS } from '../src/release/genome-objects.ts';
import { GENOME_TABLES } from '../src/release/genome-tables.ts';
import { RELEASE_TABLES } from '../src/release/table-registry.ts';
import type { IndexFolder } from '../build-index/output/index-folder.ts';
import { encodeSeqRegion, type SeqRegionRecord } from '../src/genome/seq-region.ts';
import type { GenomeEntry, SpeciesEntry } from '../src/release/manifest.ts';

export const SPECIES = 'benchmark_species';

const ASSEMBLY = 'BENCH1';
const COORD_SYSTEM = { name: 'chromosome', version: ASSEMBLY, rank: 1, default: true, sequenceLevel: true };

/** A chromosome; without sequence unless `stored` contains its place. */
export function chromosome(
  ordinal: number,
  name: string,
  length: number,
  stored: Pick<SeqRegionRecord, 'sequence' | 'directories'> = { sequence: [], directories: [] },
): SeqRegionRecord {
  return {
    ordinal,
    name,
    coordSystem: COORD_SYSTEM.name,
    version: ASSEMBLY,
    rank: 1,
    defaultVersion: true,
    length,
    topLevel: true,
    circular: false,
    nonReference: false,
    exception: 'REF',
    karyotypeRank: null,
    codonTable: 1,
    synonyms: [],
    ...stored,
  };
}

/** Publishes a release with the chromosomes, sorted by name, and additional parts of the genome. */
export async function publishMinimal(
  index: IndexFolder,
  chromosomes: readonly SeqRegionRecord[],
  { tables, ...parts }: Partial<GenomeEntry>,
): Promise<void> {
  const regions = await index.sortedTable(GENOME_TABLES['seq-regions'], { species: SPECIES, group: 'core' });
  for (const region of chromosomes) await regions.writer.add(region.name.toLowerCase(), encodeSeqRegion(region));
  const genome: GenomeEntry = {
    species: SPECIES,
    group: 'core',
    speciesId: 1,
    aliases: [SPECIES],
    assembly: ASSEMBLY,
    coordSystems: [COORD_SYSTEM],
    sequence: null,
    longest: [],
    info: await index.document(GENOME_OBJECTS.info, {}, { species: SPECIES, group: 'core' }),
    ...parts,
    tables: { ...tables, 'seq-regions': await regions.finish() },
  };
  const species: SpeciesEntry = {
    name: SPECIES,
    release: 1,
    aliases: [],
    groups: ['core', 'variation'],
    division: 'Benchmark',
    displayName: null,
    commonName: null,
    accession: null,
    assembly: ASSEMBLY,
    taxonId: null,
    strain: null,
    strainCollection: null,
  };
  const ids = await index.sortedTable(RELEASE_TABLES.ids);
  await index.writeRelease({ version: 1, species: [species], genomes: [genome], ids: await ids.finish() });
}
