/** The parts of made data: each is made by itself, in a thread of its own. */
import { join } from 'node:path';
import { ALL_SPECIES } from '../../src/release/compara-names.ts';
import { makeOntologyDatabase } from '../demo/ontology-database.ts';
import { REFERENCE } from '../demo/species-tree.ts';
import { writeComparaDump } from './compara-dump.ts';
import { writeCoreDump } from './core-dump.ts';
import { writeGenotypeVcf } from './genotype-vcf.ts';
import { writeFuncgenDump } from './funcgen-dump.ts';
import type { Scale } from './scale.ts';
import { MadeChromosome } from './stretch.ts';
import { writeTaxonomyDump } from './taxonomy-dump.ts';
import { writeVariationDump } from './variation-dump.ts';

/** In the order in which they are begun, the longest first, so that all threads end at about the same time. */
export const PARTS = ['variation', 'vcf', 'compara', 'core', 'funcgen', 'taxonomy'] as const;
export type Part = (typeof PARTS)[number];

/** Folder of VCF files: genotypes are a part by themselves, frequencies are made with the tables of variation. */
export const VCF = 'vcf';

/** Some bytes that a stretch takes in each part, for telling how far they have come. */
export const BYTES_OF_STRETCH: Record<Part, number> = { variation: 6_400_000, vcf: 4_034_000, compara: 750_000, core: 119_000, funcgen: 60_000, taxonomy: 75_000 };

/** Writes a part below `out`, and tells the bytes written now and then. */
export async function* writePart(part: Part, scale: Scale, seed: number, out: string): AsyncGenerator<number> {
  const vcfFolder = join(out, VCF);
  const ofSpecies = (group: string) => join(out, REFERENCE.productionName, group);
  const ofAll = (group: string) => join(out, ALL_SPECIES, group);
  if (part === 'taxonomy') {
    yield* writeTaxonomyDump(scale.taxonNames, seed, ofAll('taxonomy'));
    return;
  }
  const chromosome = new MadeChromosome(scale, seed);
  if (part === 'variation') {
    yield* writeVariationDump(chromosome, ofSpecies('variation'), vcfFolder);
  } else if (part === 'vcf') {
    yield* writeGenotypeVcf(chromosome, vcfFolder);
  } else if (part === 'compara') {
    yield* writeComparaDump(chromosome, ofAll('compara'), out);
  } else if (part === 'funcgen') {
    yield* writeFuncgenDump(chromosome, ofSpecies('funcgen'));
  } else {
    await makeOntologyDatabase().write(ofAll('ontology'));
    yield* writeCoreDump(chromosome, ofSpecies('core'));
  }
}
