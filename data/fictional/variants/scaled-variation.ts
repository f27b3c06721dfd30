/** The variation database of the fictional chromosome and a VCF of frequencies, written tile by tile. */
import { mkdirSync } from 'node:fs';
import { at } from '../../../src/checked.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';
import { PhenotypeWriter } from './phenotype-rows.ts';
import { REFERENCE } from '../species.ts';
import { VariationDatabase } from './variation-database.ts';
import { wholeChromosome } from '../core/scaled-core.ts';
import { cohortOf, FrequencyVcf, variantsOf } from './vcf-files.ts';
import { writeCohortPopulations } from './cohort.ts';
import { VARIANTS_IN_TILE } from '../genome/scale.ts';
import { CHROMOSOME, type ScaledChromosome } from '../genome/tile.ts';
import { isGenotyped, nameNumber, SNV, type TileVariants } from './tile-variants.ts';
import { addStudy, writeTileStructuralVariants } from './structural-variants.ts';
import { TranscriptVariationRows } from './transcript-variation-rows.ts';
import { VariantRows } from './variant-rows.ts';

/** seq_region_id in both databases: the chromosome is the first region. */
const REGION = 1;
const REGION_IDS = new Map([[CHROMOSOME, REGION]]);

/** Writes the tables and the file. Yields the bytes written so far after each tile. */
export function* writeVariationDump(
  chromosome: ScaledChromosome,
  folder: string,
  vcfFolder: string,
): Generator<number> {
  const { workshop, scale } = chromosome;
  const random = workshop.random.fork('variation');
  mkdirSync(vcfFolder, { recursive: true });
  const db = new VariationDatabase(folder, REFERENCE, [wholeChromosome(scale.length)], REGION_IDS);
  writeCohortPopulations(db);
  const phenotypes = new PhenotypeWriter(db, REGION_IDS);
  const structural = {
    study: addStudy(db, 'madeestd', 1),
    regionId: REGION,
    random: random.fork('structural variants'),
  };
  const effects = new TranscriptVariationRows(db.rows('transcript_variation'));
  const rows = new VariantRows(db, random.fork('rows'));
  const frequencies = new FrequencyVcf(vcfFolder, random.fork('frequencies'));
  const cohort = cohortOf(chromosome);
  for (let number = 0; number < scale.tiles; number++) {
    const tile = chromosome.tile(number);
    const variants = variantsOf(chromosome, tile);
    const terms = effects.write(variants, tile.genes);
    for (let index = 0; index < VARIANTS_IN_TILE; index++) {
      const genotyped = isGenotyped(index);
      if (genotyped) cohort.next(variants.startOf(index));
      const carriers = genotyped ? cohort.carriers : 0;
      rows.write(variants, index, at(terms, index), carriers);
      frequencies.write(variants, index, carriers);
    }
    for (const gene of tile.genes) {
      if (gene.locus.productClass === null) continue;
      phenotypes.geneTraits(gene, gene.dbId);
      const variant = firstSnvIn(gene, variants);
      if (gene.dbId % 3 === 0 && variant) phenotypes.variant(gene, variant, random);
    }
    writeTileStructuralVariants(db, tile, structural, structural.random);
    yield db.size + frequencies.size;
  }
  db.close();
  frequencies.close();
}

function firstSnvIn(
  { start, end }: AnnotatedGene,
  variants: TileVariants,
): { name: string; position: number } | undefined {
  for (const [index, position] of variants.start.entries()) {
    if (position > end) return undefined;
    if (position >= start && variants.kind[index] === SNV)
      return { name: `demors${nameNumber(variants.first + index)}`, position };
  }
  return undefined;
}
