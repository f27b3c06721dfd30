/** The embedded demo data: fictional species, evolved from one another, written as dump folders. */
import { get } from '../../src/checked.ts';
import { join } from 'node:path';
import { ANCESTRAL_GENOME } from '../../src/compara/species.ts';
import { ALL_SPECIES } from '../../src/release/compara.ts';
import { makeFolder } from '../../build-index/output/work-folder.ts';
import { type AnnotatedGenome, annotateGenome, type EvolvedGenomes } from './genome/annotated-genome.ts';
import type { Random } from './random.ts';
import { AncestralDatabase } from './compara/alignment-rows.ts';
import { makeAncestor } from './genome/ancestor.ts';
import { writeArchive } from './core/archive-rows.ts';
import { writeComparaDatabase } from './compara/demo-compara.ts';
import { CoreDatabase, statisticsOf, writeBiotypes, writeMeta, writeStatistics } from './core/core-database.ts';
import { evolve } from './genome/evolution.ts';
import {
  type VcfSite,
  writeGenotypedVariants,
  writeGenotypeFiles,
  writePopulations,
} from './variants/demo-genotypes.ts';
import {
  writeInterpro,
  writeMiscFeatures,
  writeProteinFeatures,
  writeRepeatConsensuses,
  writeRepeats,
  writeSimpleFeatures,
} from './core/feature-rows.ts';
import { FuncgenDatabase } from './regulation/funcgen-database.ts';
import { writeGenes } from './core/gene-rows.ts';
import { writeGeneVariants } from './variants/demo-variants.ts';
import { type RegionIds, writeOldAssembly, writeRegions } from './core/region-rows.ts';
import { writeOntologyDatabase } from './terms/ontology-database.ts';
import { writePhenotypes } from './variants/phenotype-rows.ts';
import { VariationDatabase } from './variants/variation-database.ts';
import { writeRegulation } from './regulation/demo-funcgen.ts';
import { allSpecies, REFERENCE, SPECIES_TREE } from './species.ts';
import { writeTaxonomyDatabase } from './terms/taxonomy.ts';
import { Workshop } from './workshop.ts';
import { GeneXrefs } from './core/xref-rows.ts';

export interface DemoOptions {
  /** Another seed gives another world; the same seed the same bytes. */
  seed?: number;
  /**
   * Number of genes, and with it the length of the chromosomes, relative to the default of about 80 genes a species.
   */
  scale?: number;
}

export type DemoProgress = (done: number, total: number, what: string) => void;

interface DemoWorld extends EvolvedGenomes {
  workshop: Workshop;
}

export const DEFAULT_SEED = 20250115;

/**
 * Writes `<outDir>/<species>/<group>/table.sql` and one `<table>.txt` a table: a core database for every fictional
 * species, variation and funcgen databases for the reference, with genotypes in `<outDir>/vcf`, a comparative
 * database over all.
 * @throws RangeError when the scale is not between 0.1 and 1000
 */
export async function generateDemo(
  outDir: string,
  options: DemoOptions = {},
  progress: DemoProgress = () => {},
): Promise<void> {
  await makeFolder(outDir);
  const steps = allSpecies().length + 1;
  progress(0, steps, 'evolving genomes');
  const world = makeWorld(options);
  let done = 1;
  for (const genome of world.species) {
    progress(done++, steps, genome.species.displayName);
    const folder = join(outDir, genome.species.productionName);
    const { core, regionIds } = makeCoreDatabase(world, genome, join(folder, 'core'));
    core.close();
    if (genome.species !== REFERENCE) continue;
    const { variation, sites, samples } = makeVariationDatabase(join(folder, 'variation'), world, genome, regionIds);
    variation.close();
    await writeGenotypeFiles(
      join(outDir, 'vcf'),
      genome.species,
      sites,
      samples,
      world.workshop.random.fork('genotypes'),
    );
    writeFuncgenDatabase(join(folder, 'funcgen'), world, genome, regionIds);
  }
  writeOntologyDatabase(join(outDir, ALL_SPECIES, 'ontology'));
  writeTaxonomyDatabase(join(outDir, ALL_SPECIES, 'taxonomy'));
  const ancestors = new AncestralDatabase(join(outDir, ANCESTRAL_GENOME, 'core'));
  writeComparaDatabase(join(outDir, ALL_SPECIES, 'compara'), world, ancestors);
  ancestors.close();
  progress(steps, steps, 'done');
}

function makeWorld({ seed = DEFAULT_SEED, scale = 1 }: DemoOptions = {}): DemoWorld {
  if (!(scale >= 0.1 && scale <= 1000)) throw new RangeError(`the scale must be between 0.1 and 1000, not ${scale}`);
  const workshop = new Workshop(seed);
  const ancestor = makeAncestor(workshop, SPECIES_TREE.name, scale);
  const genomes = evolve(workshop, SPECIES_TREE, ancestor);
  const species = allSpecies().map((demo) => annotateGenome(workshop, get(genomes, demo.scientificName), demo));
  return { workshop, genomes, species };
}

function makeCoreDatabase(
  { workshop }: DemoWorld,
  genome: AnnotatedGenome,
  folder: string,
): { core: CoreDatabase; regionIds: RegionIds } {
  const { species, genes } = genome;
  const random = (what: string): Random => workshop.random.fork(`${what} of ${species.productionName}`);
  const db = new CoreDatabase(folder);
  writeMeta(db, genome);
  writeBiotypes(db);
  const regionIds = writeRegions(db, genome);
  if (species === REFERENCE) writeOldAssembly(db, genome, regionIds);
  const display = new GeneXrefs(db, species, random('references')).write(genes);
  writeGenes(db, species, genes, regionIds, display);
  writeInterpro(db, workshop.domains);
  writeProteinFeatures(db, genes, workshop.domains, random('protein features'));
  writeRepeatConsensuses(db, workshop.repeats);
  writeRepeats(db, genome.regions, workshop.repeats, regionIds);
  writeSimpleFeatures(db, genes, regionIds, random('simple features'));
  writeMiscFeatures(db, genome, regionIds);
  writeArchive(db, genome);
  writeStatistics(db, statisticsOf(genome));
  return { core: db, regionIds };
}

function makeVariationDatabase(
  folder: string,
  { workshop }: DemoWorld,
  genome: AnnotatedGenome,
  regionIds: RegionIds,
): { variation: VariationDatabase; sites: VcfSite[]; samples: string[] } {
  const db = new VariationDatabase(folder, genome.species, genome.regions, regionIds);
  writePhenotypes(db, genome, regionIds, workshop.random.fork(`phenotypes of ${genome.species.productionName}`));
  const samples = writePopulations(db);
  const sites = writeGenotypedVariants(
    db,
    genome,
    regionIds,
    workshop.random.fork(`variants of ${genome.species.productionName}`),
  );
  writeGeneVariants(
    db,
    genome.genes,
    regionIds,
    workshop.random.fork(`variants in genes of ${genome.species.productionName}`),
  );
  return { variation: db, sites, samples };
}

function writeFuncgenDatabase(
  folder: string,
  { workshop }: DemoWorld,
  genome: AnnotatedGenome,
  regionIds: RegionIds,
): void {
  const db = new FuncgenDatabase(folder, genome.species);
  writeRegulation(db, genome, regionIds, workshop.random.fork(`regulation of ${genome.species.productionName}`));
  db.close();
}
