/** The table registry, part two: objects of a genome that have their own fields in the manifest. */
import { document, interval, spec } from './table-spec.ts';

const MIB = 1024 * 1024;

/** Objects of a genome that have their own fields in the manifest (GenomeEntry, MappingEntry, GenotypesEntry). */
export const GENOME_OBJECTS = {
  info: document('<species>/<group>/info', {
    record: 'GenomeInfo in src/release/manifest.ts',
    input: { core: ['meta', 'seq_region', 'coord_system', 'genome_statistics'] },
    compiler: 'genome/genome.ts',
    read: 'info/assembly, info/genomes and lookups of regions by name',
  }),
  sequence: spec('sequence', '<species>/<group>/sequence', {
    record: 'readPacked in src/index/sequence/packed-sequence.ts',
    input: { core: ['dna', 'assembly', 'repeat_feature'] },
    compiler: 'genome/sequence.ts',
    read: 'sequence and alignments, through the chunk directories of `seq-regions`',
  }),
  mapping: interval('<species>/<group>/mapping-<from>-<to>', {
    key: 'region and interval of it, of the coordinate systems of the two ranks',
    record: 'encodeAssemblyMapping in src/genome/assembly-mapping.ts',
    input: { core: ['assembly', 'meta'] },
    compiler: 'genome/assembly-mappings.ts',
    read: 'map between assemblies and coordinate systems',
  }),
  genotypes: spec(
    'matrix',
    '<species>/variation/genotypes-<number>',
    {
      key: 'region and position of the variant',
      record: 'GenotypeMatrix in src/index/genotypes/genotype-matrix.ts',
      input: { vcf: ['genotypes'], variation: ['compressed_genotype_region', 'sample'] },
      compiler: 'genotypes/genotypes.ts',
      read: 'ld, and variation with genotypes',
    },
    // Reads of variants directly follow the directory, so a second level would add a dependent read. 1 MiB is enough
    // for a hundred million variants.
    { attach: 'among', directoryBytes: MIB },
  ),
  'genotyped-lines': interval(
    '<species>/variation/genotypes-<number>-lines',
    {
      key: 'region and position of the line, as in the genotype matrix',
      record: 'decodeLine in src/variants/genotyped-line.ts',
      input: { vcf: ['REF', 'ALT', 'genotypes'] },
      compiler: 'genotypes/genotypes.ts',
      read: 'transcript_haplotypes',
    },
    { attach: 'last' },
  ),
  'genotyped-populations': document('<species>/variation/genotypes-<number>-populations', {
    record: 'GenotypedPopulation[] in src/release/genotypes.ts',
    input: { variation: ['population', 'sample_population', 'sample'], vcf: ['samples'] },
    compiler: 'genotypes/genotyped-populations.ts',
    read:
      'ld, and variation with genotypes; attachment i has the bit plane of the samples of population i, ' +
      '`columns` the column of each sample in the VCF files as a varint, `names` the samples in lines',
  }),
} as const;
