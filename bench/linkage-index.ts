/** A minimal index for ld/region of a VCF file: its chromosomes as seq regions, one population of all samples. */
import { at } from '../src/checked.ts';
import { GENOME_TABLES } from '../src/release/genome-tables.ts';
import type { SeqRegionRecord } from '../src/genome/seq-region.ts';
import { variantKey, type VariantRecord } from '../src/variants/variant-record.ts';
import { encodeVariant, VariantLayouts } from '../src/variants/variant-encoder.ts';
import type { CompiledGenome } from '../src/release/manifest.ts';
import { compileCollection } from '../build-index/compile/genotypes/genotypes.ts';
import { IndexFolder } from '../build-index/output/index-folder.ts';
import { VcfFile } from '../build-index/vcf/vcf-reader.ts';
import { chromosome, publishMinimal, SPECIES } from './minimal-release.ts';
import { type VcfSite, writeGenotypes } from '../data/fictional/variants/demo-genotypes.ts';
import { Random } from '../data/fictional/random.ts';
import { DumpError } from '../build-index/dump/dump-error.ts';

export { SPECIES } from './minimal-release.ts';
export const POPULATION = 'BENCH:ALL';

/** Length of all chromosomes; longer than any real one. */
const LENGTH = 1_000_000_000;

/** @param chromosomes of the file, in any order @param named a variant on the first of them, to look up by name */
export async function buildMinimalIndex(
  vcf: string,
  chromosomes: readonly string[],
  folder: string,
  named?: { name: string; position: number },
): Promise<void> {
  const index = await IndexFolder.create(folder);
  const file = await VcfFile.open(vcf);
  file.close();
  const regions = [...chromosomes].sort().map((name, ordinal) => chromosome(ordinal, name, LENGTH));
  const ordinals = new Map(regions.map(({ name, ordinal }) => [name, ordinal]));
  const genotypes = await compileCollection(
    {
      id: 'vcf',
      files: [vcf],
      samplePrefix: '',
      populations: [{ name: POPULATION, linkage: true, samples: new Set(file.samples) }],
      regionOf: (chromosome) => ordinals.get(chromosome) ?? null,
      nameOf: (ordinal) => at(regions, ordinal).name,
    },
    { species: SPECIES, number: 1 },
    index,
  );
  const tables: CompiledGenome['tables'] = {};
  if (named) {
    const variants = await index.sortedTable(GENOME_TABLES.variants, { species: SPECIES });
    const layouts = new VariantLayouts();
    await variants.writer.add(variantKey(named.name), encodeVariant(variantAt(named, at(regions, 0)), layouts));
    tables.variants = { ...(await variants.finish()), shapes: layouts.lists() };
  }
  await publishMinimal(index, regions, { tables, ...(genotypes ? { genotypes: [genotypes] } : {}) });
}

function variantAt(
  { name, position }: { name: string; position: number },
  { ordinal, name: region, coordSystem, version }: SeqRegionRecord,
): VariantRecord {
  return {
    name,
    source: 'benchmark',
    sourceDescription: null,
    somatic: false,
    soTerm: 'SNV',
    minorAllele: null,
    minorAlleleFrequency: null,
    minorAlleleCount: null,
    ambiguity: null,
    clinicalSignificance: [],
    evidence: [],
    failed: [],
    synonyms: [],
    isPartlyPlaced: false,
    mappings: [
      {
        region: { ordinal, name: region, coordSystem, version },
        start: position,
        end: position,
        strand: 1,
        alleleString: 'A/G',
        ancestralAllele: null,
        consequences: [],
      },
    ],
  };
}

export const MADE_CHROMOSOME = '1';

/**
 * Writes a VCF file with fictional genotypes in 1 Mb; returns its sites.
 *
 * @param size samples and variants, such as 2504x10000
 * @throws DumpError for an invalid size
 */
export async function makeFile(path: string, size: string): Promise<VcfSite[]> {
  const [, samples, variants] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  if (!samples || !variants)
    throw new DumpError(`the size must be a number of samples and one of variants, such as 2504x10000, not '${size}'`);
  const random = new Random(1);
  const positions = new Set<number>();
  while (positions.size < Number(variants)) positions.add(random.integer(1, 1_000_000));
  const sites = [...positions]
    .sort((a, b) => a - b)
    .map((position, each) => ({
      chromosome: MADE_CHROMOSOME,
      position,
      id: `rs${each + 1}`,
      reference: 'A',
      alternative: 'G',
    }));
  await writeGenotypes(
    path,
    sites,
    Array.from({ length: Number(samples) }, (_, each) => `S${each + 1}`),
    random,
  );
  return sites;
}
