/** The least index that answers ld/region for a VCF file: its chromosomes as seq regions, one population of all samples. */
import { encodeSeqRegion, type SeqRegionRecord } from '../../src/genome/seq-region.ts';
import { packVariant, variantKey, type VariantRecord } from '../../src/variants/variant-record.ts';
import type { GenomeEntry, SpeciesEntry } from '../../src/release/manifest.ts';
import { compileCollection } from '../../build-index/compile/genotypes.ts';
import { IndexFolder } from '../../build-index/output/index-folder.ts';
import { VcfFile } from '../../build-index/vcf/vcf-reader.ts';

export const SPECIES = 'benchmark_species';
export const POPULATION = 'BENCH:ALL';

/** Longer than any chromosome. */
const LENGTH = 1_000_000_000;
const ASSEMBLY = 'BENCH1';

/** @param chromosomes of the file, in any order @param named a variant to find by name, on the first of them */
export async function buildMinimalIndex(vcf: string, chromosomes: readonly string[], folder: string, named?: { name: string; position: number }): Promise<void> {
  const index = await IndexFolder.create(folder);
  const file = await VcfFile.open(vcf);
  await file.close();
  const coordSystem = { name: 'chromosome', version: ASSEMBLY, rank: 1, default: true, sequenceLevel: true };
  const regions = [...chromosomes].sort().map((name, ordinal): SeqRegionRecord => ({
    ordinal, name, coordSystem: coordSystem.name, version: ASSEMBLY, rank: 1, defaultVersion: true, length: LENGTH, topLevel: true, circular: false,
    nonReference: false, exception: 'REF', karyotypeRank: null, codonTable: 1, synonyms: [], sequence: [], directories: [],
  }));
  const table = await index.sortedTable(`${SPECIES}/core/seq-regions`, true);
  for (const region of regions) await table.writer.add(region.name.toLowerCase(), encodeSeqRegion(region));
  const ordinals = new Map(regions.map(({ name, ordinal }) => [name, ordinal]));
  const genotypes = await compileCollection({
    id: 'vcf', files: [vcf], samplePrefix: '', populations: [{ name: POPULATION, linkage: true, samples: new Set(file.samples) }],
    regionOf: (chromosome) => ordinals.get(chromosome) ?? null,
  }, `${SPECIES}/variation/genotypes`, index);
  const tables: GenomeEntry['tables'] = { 'seq-regions': await table.finish() };
  if (named) {
    const variants = await index.sortedTable(`${SPECIES}/variation/variants`, true);
    await variants.writer.add(variantKey(named.name), new TextEncoder().encode(JSON.stringify(packVariant(variantAt(named, regions[0]!)))));
    tables.variants = await variants.finish();
  }
  const genome: GenomeEntry = {
    species: SPECIES, group: 'core', speciesId: 1, aliases: [SPECIES], assembly: ASSEMBLY, coordSystems: [coordSystem], sequence: null, longest: [],
    tables, info: await index.document(`${SPECIES}/core/info`, {}), ...(genotypes ? { genotypes: [genotypes] } : {}),
  };
  const species: SpeciesEntry = {
    name: SPECIES, release: 1, aliases: [], groups: ['core', 'variation'], division: 'Benchmark', displayName: null, commonName: null, accession: null,
    assembly: ASSEMBLY, taxonId: null, strain: null, strainCollection: null,
  };
  const ids = await index.sortedTable('ids', true);
  await index.publish({ version: 1, species: [species], genomes: [genome], ids: await ids.finish() });
}

function variantAt({ name, position }: { name: string; position: number }, { ordinal, name: region, coordSystem, version }: SeqRegionRecord): VariantRecord {
  return {
    dbId: 1, name, source: 'benchmark', sourceDescription: null, somatic: false, soTerm: 'SNV', minorAllele: null, minorAlleleFrequency: null, minorAlleleCount: null, ambiguity: null,
    clinicalSignificance: [], evidence: [], failed: [], synonyms: [],
    mappings: [{
      dbId: 1, region: { ordinal, name: region, coordSystem, version }, start: position, end: position, strand: 1, alleleString: 'A/G', ancestralAllele: null, consequences: [],
    }],
  };
}
