/** The demo data: fictional species that evolved from a common ancestor, written as dump folders. */
import { join } from 'node:path';
import { get } from '../../src/checked.ts';
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
import { writePredictions } from './core/prediction-rows.ts';
import { type RegionIds, writeOldAssembly, writeRegions } from './core/region-rows.ts';
import { writeOntologyDatabase } from './terms/ontology-database.ts';
import { writePhenotypes } from './variants/phenotype-rows.ts';
import { VariationDatabase } from './variants/variation-database.ts';
import { writeRegulation } from './regulation/demo-funcgen.ts';
import { allSpecies, REFERENCE, SPECIES_TREE } from './species.ts';
import { writeTaxonomyDatabase } from './terms/taxonomy.ts';
import { DEFAULT_SEED, Workshop } from './workshop.ts';
import { GeneXrefs } from './core/xref-rows.ts';

export interface DemoOptions {
  /** The same seed gives the same bytes. */
  seed?: number;
  /** Number of genes, and so the length of the chromosomes, relative to the default of about 80 genes per species. */
  scale?: number;
}

export type DemoProgress = (done: number, total: number, step: string) => void;

interface DemoModel extends EvolvedGenomes {
  workshop: Workshop;
}

/**
 * Writes `<outDir>/<species>/<group>/table.sql` and one `<table>.txt` per table. Every species gets a core database,
 * the reference species also variation and funcgen databases and genotypes in `<outDir>/vcf`. The ontology, taxonomy
 * and compara databases cover all species.
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
  const model = makeModel(options);
  let done = 1;
  for (const genome of model.species) {
    progress(done++, steps, genome.species.displayName);
    const folder = join(outDir, genome.species.productionName);
    const { core, regionIds } = makeCoreDatabase(model, genome, join(folder, 'core'));
    core.close();
    if (genome.species !== REFERENCE) continue;
    const { variation, sites, samples } = makeVariationDatabase(join(folder, 'variation'), model, genome, regionIds);
    variation.close();
    const random = model.workshop.random.fork('genotypes');
    await writeGenotypeFiles(join(outDir, 'vcf'), genome.species, sites, samples, random);
    writeFuncgenDatabase(join(folder, 'funcgen'), model, genome, regionIds);
  }
  writeOntologyDatabase(join(outDir, ALL_SPECIES, 'ontology'));
  writeTaxonomyDatabase(join(outDir, ALL_SPECIES, 'taxonomy'));
  const ancestors = new AncestralDatabase(join(outDir, ANCESTRAL_GENOME, 'core'));
  writeComparaDatabase(join(outDir, ALL_SPECIES, 'compara'), model, ancestors);
  ancestors.close();
  progress(steps, steps, 'done');
}

function makeModel({ seed = DEFAULT_SEED, scale = 1 }: DemoOptions = {}): DemoModel {
  if (!(scale >= 0.1 && scale <= 1000)) throw new RangeError(`the scale must be between 0.1 and 1000, not ${scale}`);
  const workshop = Workshop.create(seed);
  const ancestor = makeAncestor(workshop, SPECIES_TREE.name, scale);
  const genomes = evolve(workshop, SPECIES_TREE, ancestor);
  const species = allSpecies().map((demo) => annotateGenome(workshop, get(genomes, demo.scientificName), demo));
  return { workshop, genomes, species };
}

function makeCoreDatabase(
  { workshop }: DemoModel,
  genome: AnnotatedGenome,
  folder: string,
): { core: CoreDatabase; regionIds: RegionIds } {
  const { species, genes } = genome;
  const random = (label: string): Random => workshop.random.fork(`${label} of ${species.productionName}`);
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
  writePredictions(db, species, genes, regionIds);
  writeArchive(db, genome);
  writeStatistics(db, statisticsOf(genome));
  return { core: db, regionIds };
}

function makeVariationDatabase(
  folder: string,
  { workshop }: DemoModel,
  genome: AnnotatedGenome,
  regionIds: RegionIds,
): { variation: VariationDatabase; sites: VcfSite[]; samples: string[] } {
  const { species, genes, regions } = genome;
  const random = (label: string): Random => workshop.random.fork(`${label} of ${species.productionName}`);
  const db = new VariationDatabase(folder, species, regions, regionIds);
  writePhenotypes(db, genome, regionIds, random('phenotypes'));
  const samples = writePopulations(db);
  const sites = writeGenotypedVariants(db, genome, regionIds, random('variants'));
  writeGeneVariants(db, genes, regionIds, random('variants in genes'));
  return { variation: db, sites, samples };
}

function writeFuncgenDatabase(
  folder: string,
  { workshop }: DemoModel,
  genome: AnnotatedGenome,
  regionIds: RegionIds,
): void {
  const db = new FuncgenDatabase(folder, genome.species);
  writeRegulation(db, genome, regionIds, workshop.random.fork(`regulation of ${genome.species.productionName}`));
  db.close();
}
