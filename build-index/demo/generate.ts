/** The embedded demo data: fictional species, evolved from one another, written as dump folders. */
import { join } from 'node:path';
import { ANCESTRAL_GENOME } from '../../src/compara/ancestral-genomes.ts';
import { ALL_SPECIES } from '../../src/release/compara-names.ts';
import { makeFolder } from '../output/make-folder.ts';
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { Genome } from './genome-model.ts';
import type { Random } from './random.ts';
import { annotateGenome } from './annotated-genome.ts';
import { AncestralDatabase } from './ancestral-database.ts';
import { makeAncestor } from './ancestor.ts';
import { writeArchive } from './archive-rows.ts';
import { makeComparaDatabase } from './compara-methods.ts';
import { CoreDatabase } from './core-database.ts';
import { evolve } from './evolution.ts';
import type { VcfSite } from './genotype-file.ts';
import { writeGenotypedVariants, writeGenotypeFiles } from './genotyped-variants.ts';
import { writeMiscFeatures, writeRepeatConsensuses, writeRepeats, writeSimpleFeatures } from './feature-rows.ts';
import { FuncgenDatabase } from './funcgen-database.ts';
import { writeGenes } from './gene-rows.ts';
import { writeGeneVariants } from './gene-variant-rows.ts';
import { statisticsOf, writeBiotypes, writeMeta, writeStatistics } from './meta-rows.ts';
import { writeOldAssembly } from './old-assembly.ts';
import { makeOntologyDatabase } from './ontology-database.ts';
import { writePhenotypes } from './phenotype-rows.ts';
import { writePopulations } from './population-rows.ts';
import { writeInterpro, writeProteinFeatures } from './protein-rows.ts';
import { writeRegions, type RegionIds } from './region-rows.ts';
import { writeRegulation } from './regulation-rows.ts';
import { allSpecies, REFERENCE, SPECIES_TREE } from './species-tree.ts';
import { makeTaxonomyDatabase } from './taxonomy-database.ts';
import { VariationDatabase } from './variation-database.ts';
import { Workshop } from './workshop.ts';
import { GeneXrefs } from './xref-rows.ts';

export interface DemoOptions {
  /** Another seed gives another world; the same seed the same bytes. */
  seed?: number;
  /** Number of genes, and with it the length of the chromosomes, relative to the default of about 80 genes a species. */
  scale?: number;
}

export interface DemoProgress {
  (done: number, total: number, what: string): void;
}

/** The whole model: genomes at every node of the tree, and the species' genomes with coordinates. */
export interface DemoWorld {
  workshop: Workshop;
  genomes: Map<string, Genome>;
  species: AnnotatedGenome[];
}

export const DEFAULT_SEED = 20250115;

/**
 * Writes `<outDir>/<species>/<group>/table.sql` and one `<table>.txt` a table: a core database for every fictional species,
 * variation and funcgen databases for the reference, with genotypes in `<outDir>/vcf`, a comparative database over all.
 * @throws RangeError when the scale is not between 0.1 and 1000
 */
export async function generateDemo(outDir: string, options: DemoOptions = {}, progress: DemoProgress = () => {}): Promise<void> {
  await makeFolder(outDir);
  const steps = allSpecies().length + 1;
  progress(0, steps, 'evolving genomes');
  const world = makeWorld(options);
  let done = 1;
  for (const genome of world.species) {
    progress(done++, steps, genome.species.displayName);
    const folder = join(outDir, genome.species.productionName);
    const { core, regionIds } = makeCoreDatabase(world, genome);
    await core.write(join(folder, 'core'));
    if (genome.species !== REFERENCE) continue;
    const { variation, sites, samples } = makeVariationDatabase(world, genome, regionIds);
    await variation.write(join(folder, 'variation'));
    await writeGenotypeFiles(join(outDir, 'vcf'), genome.species, sites, samples, world.workshop.random.fork('genotypes'));
    await makeFuncgenDatabase(world, genome, regionIds).write(join(folder, 'funcgen'));
  }
  await makeOntologyDatabase().write(join(outDir, ALL_SPECIES, 'ontology'));
  await makeTaxonomyDatabase().write(join(outDir, ALL_SPECIES, 'taxonomy'));
  const ancestors = new AncestralDatabase();
  await makeComparaDatabase(world, ancestors).write(join(outDir, ALL_SPECIES, 'compara'));
  await ancestors.write(join(outDir, ANCESTRAL_GENOME, 'core'));
  progress(steps, steps, 'done');
}

function makeWorld({ seed = DEFAULT_SEED, scale = 1 }: DemoOptions = {}): DemoWorld {
  if (!(scale >= 0.1 && scale <= 1000)) throw new RangeError(`the scale must be between 0.1 and 1000, not ${scale}`);
  const workshop = new Workshop(seed);
  const ancestor = makeAncestor(workshop, SPECIES_TREE.name, scale);
  const genomes = evolve(workshop, SPECIES_TREE, ancestor);
  const species = allSpecies().map((demo) => annotateGenome(workshop, genomes.get(demo.scientificName)!, demo));
  return { workshop, genomes, species };
}

function makeCoreDatabase({ workshop }: DemoWorld, genome: AnnotatedGenome): { core: CoreDatabase; regionIds: RegionIds } {
  const { species, genes } = genome;
  const random = (what: string): Random => workshop.random.fork(`${what} of ${species.productionName}`);
  const db = new CoreDatabase();
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

function makeVariationDatabase({ workshop }: DemoWorld, genome: AnnotatedGenome, regionIds: RegionIds): { variation: VariationDatabase; sites: VcfSite[]; samples: string[] } {
  const db = new VariationDatabase(genome, regionIds);
  writePhenotypes(db, genome, regionIds, workshop.random.fork(`phenotypes of ${genome.species.productionName}`));
  const samples = writePopulations(db);
  const sites = writeGenotypedVariants(db, genome, regionIds, workshop.random.fork(`variants of ${genome.species.productionName}`));
  writeGeneVariants(db, genome, regionIds, workshop.random.fork(`variants in genes of ${genome.species.productionName}`));
  return { variation: db, sites, samples };
}

function makeFuncgenDatabase({ workshop }: DemoWorld, genome: AnnotatedGenome, regionIds: RegionIds): FuncgenDatabase {
  const db = new FuncgenDatabase(genome);
  writeRegulation(db, genome, regionIds, workshop.random.fork(`regulation of ${genome.species.productionName}`));
  return db;
}
