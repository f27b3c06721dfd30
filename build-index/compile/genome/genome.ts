import { GENOME_OBJECTS } from '../../../src/release/genome-tables.ts';
import { objectName } from '../../../src/release/table-spec.ts';
import { PackedSequenceWriter } from '../../../src/index/sequence/packed-sequence.ts';
import type { FeatureTables } from '../../../src/genome/feature-records.ts';
import type { GenomeEntry, GenomeInfo, ObjectEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { GenomeTables } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { Assembly } from './assembly.ts';
import { compileAssemblyMappings, mappingPaths } from './assembly-mappings.ts';
import { GeneBases, type LackingBases, type ScratchBases, checkBases } from './scratch-bases.ts';
import { checkCoreFeatures } from './check-features.ts';
import { featureCompilers } from './features.ts';
import { compileGenes } from './genes.ts';
import { saveGeneNames } from '../compara/gene-lookups.ts';
import { stagePlacements } from './placement.ts';
import { compileProteinFeatures } from './protein-features.ts';
import { writeRegionRecords } from './region-records.ts';
import { loadRegions, type DumpRegion, type RegionSet } from './regions.ts';
import { RepeatMask } from './repeat-mask.ts';
import { compileSequence, type StoredBases } from './sequence.ts';
import { aliasesOf, genomeInfo, type DumpSpecies } from './species.ts';
import type { StableIdRun } from '../ids/stable-id-table.ts';
import { compileXrefs } from './xrefs.ts';

/** What a genome without dna of its own (otherfeatures …) takes from the core genome of its species. */
export interface SharedSequence {
  object: ObjectEntry;
  /** Stored stretches by coordinate system, version and name of the region. */
  stretches: Map<string, StoredBases[]>;
}

export interface GenomeTask {
  database: Database;
  species: DumpSpecies;
  /** Number of the genome in its database, from 0. */
  index: number;
  scratch: ScratchBases;
  shared: SharedSequence | null;
  folder: IndexFolder;
  ids: StableIdRun;
  /** File for the names of genes (saveGeneNames); null for none. */
  names: string | null;
}

export interface CompiledGenome {
  entry: GenomeEntry;
  sequence: SharedSequence | null;
  /** What its document holds. */
  info: GenomeInfo;
  lackingBases: LackingBases | null;
}

/** Compiles one genome of one core-like database into its tables. */
export async function compileGenome(task: GenomeTask): Promise<CompiledGenome> {
  const { database, folder } = task;
  const { speciesId, name: species, meta, assembly: version } = task.species;
  const { group } = database.dump;
  const tables = new GenomeTables(folder, species, group);
  const regions = await loadRegions(database, speciesId);
  await checkCoreFeatures(database);
  const lackingBases = checkBases(database.dump, regions, task.scratch);
  const assembly = await Assembly.load(database, regions, ({ id }) => task.scratch.has(id));
  const mask = await compileFeatures(task, regions, assembly, tables);

  const sequence = (await compileBases(task, regions, assembly, mask)) ?? task.shared;
  const bases = storedBases(regions, sequence);

  const regionTable = tables.open('seq-regions');
  await writeRegionRecords(regions, assembly, bases, regionTable);
  await regionTable.finish();
  await compileGeneTables(task, regions, new GeneBases(assembly, task.scratch), tables);

  // Only core databases are asked to map: the others repeat their assembly table.
  const paths = group === 'core' ? mappingPaths(meta, regions.coordSystems) : [];
  const mappings = await compileAssemblyMappings(paths, regions, assembly, folder, { species, group });

  const info = await genomeInfo(database, speciesId, meta, regions);
  const longest = await database.all<{ table: string; rank: number; length: number }>(
    `SELECT table_name AS "table", rank, max_length AS length FROM meta_coord JOIN coord_system USING (coord_system_id)
     WHERE max_length IS NOT NULL AND coalesce(species_id, 1) = ${speciesId} ORDER BY ALL`,
  );
  const entry: GenomeEntry = {
    species,
    group,
    speciesId,
    aliases: aliasesOf(species, meta),
    assembly: version,
    coordSystems: regions.coordSystems,
    sequence: sequence?.object ?? null,
    longest,
    tables: await tables.finish(),
    mappings,
    info: await folder.document(GENOME_OBJECTS.info, info, { species, group }),
  };
  return { entry, sequence, info, lackingBases };
}

async function compileFeatures(
  { database }: GenomeTask,
  regions: RegionSet,
  assembly: Assembly,
  tables: GenomeTables,
): Promise<RepeatMask> {
  await stagePlacements(database, regions, assembly);
  const mask = new RepeatMask(assembly, regions.list);
  for (const name of Object.keys(featureCompilers) as (keyof FeatureTables)[]) {
    const table = tables.open(name);
    await featureCompilers[name](
      database,
      table,
      name === 'repeats' ? (ordinal, start, end) => mask.add(ordinal, start, end) : undefined,
    );
    await table.finish();
  }
  return mask;
}

/** Null for a database without dna. */
async function compileBases(
  { database, species, scratch, folder }: GenomeTask,
  regions: RegionSet,
  assembly: Assembly,
  mask: RepeatMask,
): Promise<SharedSequence | null> {
  if (!regions.list.some((region) => scratch.has(region.id))) return null;
  const file = await folder.createObject(
    objectName(GENOME_OBJECTS.sequence, { species: species.name, group: database.dump.group }),
  );
  const stored = await compileSequence(regions, assembly, scratch, mask, new PackedSequenceWriter(file));
  return {
    object: await file.finish(),
    stretches: new Map([...stored].map(([region, stretches]) => [regionKey(region), stretches])),
  };
}

function storedBases(regions: RegionSet, sequence: SharedSequence | null): Map<DumpRegion, StoredBases[]> {
  return new Map(regions.list.map((region) => [region, sequence?.stretches.get(regionKey(region)) ?? []]));
}

function regionKey({ coordSystem, name }: DumpRegion): string {
  return [coordSystem.name, coordSystem.version, name].join(':');
}

/** Genes, their references and their domains; the ids are told where each stands. */
async function compileGeneTables(
  { database, ids, index, names }: GenomeTask,
  regions: RegionSet,
  bases: GeneBases,
  tables: GenomeTables,
): Promise<void> {
  const genes = tables.open('genes');
  const geneRecords = new Map<number, number>();
  await compileGenes(database, regions, bases, genes, (gene) => {
    geneRecords.set(gene.dbId, gene.record);
    for (const { type, id, version, dbId } of gene.ids)
      ids.addId(index, type, id, version, gene.region, dbId, gene.dbId);
  });
  await genes.finish();
  for (const [gene, record] of geneRecords) ids.addPlace(index, 'gene', gene, genes.locate(record));

  const [symbols, xrefs] = [tables.open('symbols'), tables.open('xrefs')];
  const xrefRecords = await compileXrefs(database, xrefs, symbols, (gene) => genes.locate(geneRecords.get(gene)!));
  if ((await symbols.finish()) && names) await saveGeneNames(database, names);
  await xrefs.finish();
  for (const [gene, record] of xrefRecords) ids.addPlace(index, 'xrefs', gene, xrefs.locate(record));

  const features = tables.open('protein-features');
  const featureRecords = await compileProteinFeatures(database, features);
  await features.finish();
  for (const [translation, record] of featureRecords)
    ids.addPlace(index, 'proteinFeatures', translation, features.locate(record));
}
