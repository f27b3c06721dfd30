/** The variation database of the made chromosome, and a VCF of frequencies, written stretch by stretch. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AnnotatedGene } from '../demo/annotation.ts';
import { GeneVariantWriter } from '../demo/gene-variant-rows.ts';
import { PhenotypeWriter } from '../demo/phenotype-rows.ts';
import { REFERENCE } from '../demo/species-tree.ts';
import { VariationDatabase } from '../demo/variation-database.ts';
import { wholeChromosome } from './core-dump.ts';
import { FrequencyVcf } from './frequency-vcf.ts';
import { cohortOf, variantsOf } from './genotype-vcf.ts';
import { writeMadePopulations } from './made-populations.ts';
import { VARIANTS_IN_STRETCH } from './scale.ts';
import { CHROMOSOME, type MadeChromosome } from './stretch.ts';
import { isGenotyped, nameNumber, SNV, type StretchVariants } from './stretch-variants.ts';
import { StructuralVariants } from './structural-variants.ts';
import { TranscriptVariationFile } from './transcript-variation-file.ts';
import { VariantFiles } from './variant-files.ts';

/** seq_region_id in both databases: the chromosome is their first region. */
const REGION_IDS = new Map([[CHROMOSOME, 1]]);

/** Writes the tables and the file, and tells the bytes written after each stretch. */
export async function* writeVariationDump(chromosome: MadeChromosome, folder: string, vcfFolder: string): AsyncGenerator<number> {
  const { workshop, scale } = chromosome;
  const random = workshop.random.fork('variation');
  mkdirSync(vcfFolder, { recursive: true });
  const db = new VariationDatabase({ species: REFERENCE, regions: [wholeChromosome(scale.length)], exceptions: [], genes: [] }, REGION_IDS);
  new GeneVariantWriter(db, REGION_IDS, random);
  writeMadePopulations(db);
  const phenotypes = new PhenotypeWriter(db, REGION_IDS);
  const structural = new StructuralVariants(db, 1, random.fork('structural variants'));
  // All files are there now, those that are filled by other means too.
  await db.write(folder);
  const effects = new TranscriptVariationFile(join(folder, 'transcript_variation.txt'));
  const files = new VariantFiles(folder, db, random.fork('rows'));
  const frequencies = new FrequencyVcf(vcfFolder, random.fork('frequencies'));
  const cohort = cohortOf(chromosome);
  let inserted = 0;
  for (let number = 0; number < scale.stretches; number++) {
    const stretch = chromosome.stretch(number);
    const variants = variantsOf(chromosome, stretch);
    const terms = effects.write(variants, stretch.genes);
    for (let each = 0; each < VARIANTS_IN_STRETCH; each++) {
      const genotyped = isGenotyped(each);
      if (genotyped) cohort.next(variants.start[each]!);
      const carriers = genotyped ? cohort.carriers : 0;
      files.write(variants, each, terms[each]!, carriers);
      frequencies.write(variants, each, carriers);
    }
    for (const gene of stretch.genes) {
      if (gene.locus.productClass === null) continue;
      phenotypes.geneTraits(gene, gene.dbId);
      const variant = firstIn(gene, variants);
      if (gene.dbId % 3 === 0 && variant) phenotypes.variant(gene, variant, random);
    }
    structural.write(stretch);
    inserted += await db.spill(folder, 1_000_000);
    yield inserted + effects.size + files.size + frequencies.size;
  }
  inserted += await db.spill(folder);
  for (const file of [effects, files, frequencies]) file.close();
  yield inserted + effects.size + files.size + frequencies.size;
}

/** The first single base of a gene that varies. */
function firstIn({ start, end }: AnnotatedGene, variants: StretchVariants): { name: string; position: number } | undefined {
  for (let each = 0; each < variants.count; each++) {
    const position = variants.start[each]!;
    if (position > end) return undefined;
    if (position >= start && variants.kind[each] === SNV) return { name: `demors${nameNumber(variants.first + each)}`, position };
  }
  return undefined;
}
