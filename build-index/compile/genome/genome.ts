import { get } from '../../../src/checked.ts';
import { GENOME_DOCUMENTS } from '../../../src/release/genome-documents.ts';
import { GENOME_OBJECTS } from '../../../src/release/genome-objects.ts';
import { objectName } from '../../../src/release/table-spec.ts';
import { PackedSequenceWriter } from '../../../src/index/sequence/packed-sequence.ts';
import type { GenomeEntry, GenomeInfo, ObjectEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { GenomeTables } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { Assembly } from './assembly.ts';
import { compileAssemblyMappings, mappingPaths } from './assembly-mappings.ts';
import { GeneBases, type LackingBases, type ScratchBases, checkBases } from './scratch-bases.ts';
import { checkCoreFeatures } from './check-features.ts';
import { FEATURE_COMPILERS } from './features.ts';
import { compileGenes } from './genes.ts';
import { saveGeneNames } from '../compara/gene-lookups.ts';
import { compileOtherObjects } from './other-objects.ts';
import { stagePlacements } from './placement.ts';
import { compileProteinFeatures } from './protein-features.ts';
import { digestRegions } from './region-digests.ts';
import { regionRecord, writeRegionRecords } from './region-records.ts';
import { loadRegions, type DumpRegion, type RegionSet } from './regions.ts';
import { RepeatMask } from './repeat-mask.ts';
import { compileSequence, type StoredBases } from './sequence.ts';
import { aliasesOf, genomeInfo, referenceRegions, type DumpSpecies } from './species.ts';
import type { StableIdRun } from '../ids/stable-id-table.ts';
import type { DigestRun } from '../refget/sequence-digests.ts';
import { collectionOf, digestCollection, type CollectionDigests } from '../refget/sequence-collections.ts';
import { compileXrefs } from './xrefs.ts';

/** The sequence of a core genome, which the genomes without dna of its species (otherfeatures …) share. */
export interface SharedSequence {
  object: ObjectEntry;
  /** Stored bases by coordinate system, version and name of the region. */
  bases: Map<string, StoredBases[]>;
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
  /** Receives the digests of the genome's sequences; null for none. */
  digests: DigestRun | null;
}

export interface CompiledGenome {
  entry: GenomeEntry;
  /** Digests of the assembly as a sequence collection; null for a genome without bases of its own. */
  collection: CollectionDigests | null;
  sequence: SharedSequence | null;
  /** Content of the genome's info document. */
  info: GenomeInfo;
  lackingBases: LackingBases | null;
}

/** Compiles one genome of a core, otherfeatures, cdna or rnaseq database into its tables. */
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

  const own = await compileBases(task, regions, assembly, mask);
  const sequence = own ?? task.shared;
  const bases = storedBases(regions, sequence);

  const regionTable = tables.open('seq-regions');
  await writeRegionRecords(regions, assembly, bases, regionTable);
  await regionTable.finish();
  await compileGeneTables(task, regions, new GeneBases(assembly, task.scratch), tables);

  // The server maps assemblies only on core genomes. Other databases repeat the assembly table of the core database.
  const paths = group === 'core' ? mappingPaths(meta, regions.coordSystems) : [];
  const mappings = await compileAssemblyMappings(paths, regions, assembly, folder, { species, group });

  const collected = own ? await compileDigests(task, regions, assembly, bases) : null;

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
    ...(collected ? { documents: { 'sequence-collection': collected.document } } : {}),
  };
  return { entry, collection: collected?.digests ?? null, sequence, info, lackingBases };
}

async function compileFeatures(
  { database }: GenomeTask,
  regions: RegionSet,
  assembly: Assembly,
  tables: GenomeTables,
): Promise<RepeatMask> {
  await stagePlacements(database, regions, assembly);
  const mask = new RepeatMask(assembly, regions.list);
  for (const [name, compile] of FEATURE_COMPILERS) {
    const table = tables.open(name);
    await compile(
      database,
      table,
      name === 'repeats' ? (ordinal, start, end) => mask.add(ordinal, start, end) : undefined,
    );
    await table.finish();
  }
  return mask;
}

/** Returns null for a database without dna. */
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
    bases: new Map([...stored].map(([region, bases]) => [regionKey(region), bases])),
  };
}

/** Digests the sequences of a genome, and its assembly as a collection of them. Null if there are none. */
async function compileDigests(
  { digests: run, scratch, folder, species, index }: GenomeTask,
  regions: RegionSet,
  assembly: Assembly,
  bases: ReadonlyMap<DumpRegion, StoredBases[]>,
): Promise<{ document: ObjectEntry; digests: CollectionDigests } | null> {
  if (!run) return null;
  const withBases = regions.list.filter((region) => get(bases, region).length > 0);
  const digests = await digestRegions(withBases, assembly, scratch);
  for (const [region, digest] of digests)
    await run.add({ ...digest, genome: index, region: regionRecord(region, assembly, get(bases, region)) });
  const collection = collectionOf(referenceRegions(regions), digests);
  return (
    collection && {
      document: await folder.document(GENOME_DOCUMENTS['sequence-collection'], collection, { species: species.name }),
      digests: await digestCollection(collection),
    }
  );
}

function storedBases(regions: RegionSet, sequence: SharedSequence | null): Map<DumpRegion, StoredBases[]> {
  return new Map(regions.list.map((region) => [region, sequence?.bases.get(regionKey(region)) ?? []]));
}

function regionKey({ coordSystem, name }: DumpRegion): string {
  return [coordSystem.name, coordSystem.version, name].join(':');
}

/** Compiles genes, their external references and protein features, and adds their ids and places to `ids`. */
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
  const xrefRecords = await compileXrefs(database, xrefs, symbols, (gene) => genes.locate(get(geneRecords, gene)));
  if ((await symbols.finish()) && names) await saveGeneNames(database, names);
  await xrefs.finish();
  for (const [gene, record] of xrefRecords) ids.addPlace(index, 'xrefs', gene, xrefs.locate(record));

  const others = tables.open('other-objects');
  await compileOtherObjects(database, regions, others, ({ type, gene }) => {
    // Ensembl finds prediction transcripts only in the species that a request names.
    if (type !== 'PredictionTranscript')
      ids.addOther(index, gene.id, gene.version, gene.region.name.toLowerCase(), gene.dbId);
  });
  await others.finish();

  const features = tables.open('protein-features');
  const featureRecords = await compileProteinFeatures(database, features);
  await features.finish();
  for (const [translation, record] of featureRecords)
    ids.addPlace(index, 'proteinFeatures', translation, features.locate(record));
}
