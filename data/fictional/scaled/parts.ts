/** The parts of scaled data. Parts are independent, so threads can make them at the same time. */
import { join } from 'node:path';
import { ALL_SPECIES } from '../../../src/release/compara.ts';
import { writeOntologyDatabase } from '../terms/ontology-database.ts';
import { REFERENCE } from '../species.ts';
import { writeComparaDump } from '../compara/scaled-compara.ts';
import { writeCoreDump } from '../core/scaled-core.ts';
import { writeGenotypeVcf } from '../variants/vcf-files.ts';
import { writeFuncgenDump } from '../regulation/scaled-funcgen.ts';
import type { Scale } from '../genome/scale.ts';
import { ScaledChromosome } from '../genome/tile.ts';
import { writeTaxonomyDump } from '../terms/taxonomy.ts';
import { writeVariationDump } from '../variants/scaled-variation.ts';

/** In the order of their starts: the longest first, so that all threads end at about the same time. */
export const PARTS = ['variation', 'vcf', 'compara', 'core', 'funcgen', 'taxonomy'] as const;
export type Part = (typeof PARTS)[number];

/** Folder of VCF files. Genotypes are the part `vcf`, frequencies are written by the part `variation`. */
export const VCF = 'vcf';

/** Approximate bytes per tile in each part, for the progress bar. */
export const BYTES_OF_TILE: Record<Part, number> = {
  variation: 6_400_000,
  vcf: 4_034_000,
  compara: 750_000,
  core: 119_000,
  funcgen: 60_000,
  taxonomy: 75_000,
};

/** Writes a part below `out`. Yields the bytes written so far from time to time. */
export async function* writePart(part: Part, scale: Scale, seed: number, out: string): AsyncGenerator<number> {
  const vcfFolder = join(out, VCF);
  const ofSpecies = (group: string) => join(out, REFERENCE.productionName, group);
  const ofAll = (group: string) => join(out, ALL_SPECIES, group);
  if (part === 'taxonomy') {
    yield* writeTaxonomyDump(scale.taxonNames, seed, ofAll('taxonomy'));
    return;
  }
  const chromosome = new ScaledChromosome(scale, seed);
  if (part === 'variation') {
    yield* writeVariationDump(chromosome, ofSpecies('variation'), vcfFolder);
  } else if (part === 'vcf') {
    yield* writeGenotypeVcf(chromosome, vcfFolder);
  } else if (part === 'compara') {
    yield* writeComparaDump(chromosome, ofAll('compara'), out);
  } else if (part === 'funcgen') {
    yield* writeFuncgenDump(chromosome, ofSpecies('funcgen'));
  } else {
    writeOntologyDatabase(ofAll('ontology'));
    yield* writeCoreDump(chromosome, ofSpecies('core'));
  }
}
