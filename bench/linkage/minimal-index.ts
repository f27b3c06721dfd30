/** The least index that answers ld/region for a VCF file: its chromosomes as seq regions, one population of all samples. */
import type { SeqRegionRecord } from '../../src/genome/seq-region.ts';
import { encodeVariant, variantKey, VariantShapes, type VariantRecord } from '../../src/variants/variant-record.ts';
import type { CompiledGenome } from '../../src/release/manifest.ts';
import { compileCollection } from '../../build-index/compile/genotypes/genotypes.ts';
import { IndexFolder } from '../../build-index/output/index-folder.ts';
import { VcfFile } from '../../build-index/vcf/vcf-reader.ts';
import { chromosome, publishMinimal, SPECIES } from '../minimal-release.ts';

export { SPECIES } from '../minimal-release.ts';
export const POPULATION = 'BENCH:ALL';

/** Longer than any chromosome. */
const LENGTH = 1_000_000_000;

/** @param chromosomes of the file, in any order @param named a variant to find by name, on the first of them */
export async function buildMinimalIndex(vcf: string, chromosomes: readonly string[], folder: string, named?: { name: string; position: number }): Promise<void> {
  const index = await IndexFolder.create(folder);
  const file = await VcfFile.open(vcf);
  file.close();
  const regions = [...chromosomes].sort().map((name, ordinal) => chromosome(ordinal, name, LENGTH));
  const ordinals = new Map(regions.map(({ name, ordinal }) => [name, ordinal]));
  const genotypes = await compileCollection({
    id: 'vcf', files: [vcf], samplePrefix: '', populations: [{ name: POPULATION, linkage: true, samples: new Set(file.samples) }],
    regionOf: (chromosome) => ordinals.get(chromosome) ?? null,
  }, `${SPECIES}/variation/genotypes`, index);
  const tables: CompiledGenome['tables'] = {};
  if (named) {
    const variants = await index.sortedTable(`${SPECIES}/variation/variants`, true);
    const shapes = new VariantShapes();
    await variants.writer.add(variantKey(named.name), encodeVariant(variantAt(named, regions[0]!), shapes));
    tables.variants = { ...await variants.finish(), shapes: shapes.lists() };
  }
  await publishMinimal(index, regions, { tables, ...(genotypes ? { genotypes: [genotypes] } : {}) });
}

function variantAt({ name, position }: { name: string; position: number }, { ordinal, name: region, coordSystem, version }: SeqRegionRecord): VariantRecord {
  return {
    name, source: 'benchmark', sourceDescription: null, somatic: false, soTerm: 'SNV', minorAllele: null, minorAlleleFrequency: null, minorAlleleCount: null, ambiguity: null,
    clinicalSignificance: [], evidence: [], failed: [], synonyms: [],
    mappings: [{
      region: { ordinal, name: region, coordSystem, version }, start: position, end: position, strand: 1, alleleString: 'A/G', ancestralAllele: null, consequences: [],
    }],
  };
}
