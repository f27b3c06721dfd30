import { at } from '../../src/checked.ts';
import { isAncestral } from '../../src/compara/species.ts';
import { GENOME_DOCUMENTS } from '../../src/release/genome-documents.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { analysesOf, biotypes, biotypesOf, externalDbs } from '../compile/genome/annotation-sources.ts';
import { GENOME_TABLES } from '../compile/genome/core-schema.ts';
import { compileGenome, type SharedSequence } from '../compile/genome/genome.ts';
import { emptyDna, invalidAssemblyRows, lackOfBases, missingTables } from '../compile/notices.ts';
import { CORE_REFERENCES } from '../compile/reference-lists.ts';
import {
  countMissingReferences,
  countUnplacedDna,
  countExonsElsewhere,
  countUnplacedGenes,
} from '../compile/references.ts';
import { ScratchBases } from '../compile/genome/scratch-bases.ts';
import { loadSpecies, speciesEntry } from '../compile/genome/species.ts';
import { StableIdRun } from '../compile/ids/stable-id-table.ts';
import { DigestRun } from '../compile/refget/sequence-digests.ts';
import { DumpError } from '../dump/dump-error.ts';
import { openDatabase, type Database } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { countRepeated } from '../dump/unique-rows.ts';
import type { GenomeResult, Results, UnitContext } from './results.ts';
import type { UnitTask } from './unit.ts';

/**
 * Files that a core unit leaves for later units: stable ids, gene names by genome, the places of its sequences, and
 * their digests.
 */
export const STABLE_IDS = 'ids.parquet';
export const DIGESTS = 'digests';
export const geneNamesOf = (genome: number): string => `names-${genome}.parquet`;
const SEQUENCES = 'sequences.json';

/** Compiles all genomes of a core-like database. */
export async function compileCore(
  task: Extract<UnitTask, { kind: 'core' }>,
  context: UnitContext,
): Promise<Results['core']> {
  const dump = await context.database(task.database);
  const database = await openDatabase(dump, GENOME_TABLES, context.progress);
  try {
    return await context.folder.withScratch(async (scratch) => {
      const bases = await ScratchBases.load(dump, scratch);
      try {
        const ids = await StableIdRun.create(scratch);
        try {
          return await compileMembers(database, bases, ids, task.sequences, context);
        } finally {
          ids.close();
        }
      } finally {
        await bases.close();
      }
    });
  } finally {
    await database.close();
  }
}

async function compileMembers(
  database: Database,
  scratch: ScratchBases,
  ids: StableIdRun,
  sequences: Record<string, string>,
  { folder, work, folderOf }: UnitContext,
): Promise<Results['core']> {
  const { dump } = database;
  const members = await loadSpecies(database);
  if (members.length === 0)
    throw new DumpError(`${dump.folder}: the coord_system table has no row, so there is no genome to compile`);
  // The UNIQUE key of the table. A region is found by its name in a coordinate system.
  await countRepeated(database, 'seq_region', ['coord_system_id', 'name'], 'name IS NOT NULL', 'duplicate key');
  await countMissingReferences(database, CORE_REFERENCES);
  await countUnplacedGenes(database);
  await countUnplacedDna(database, scratch.lines());
  await countExonsElsewhere(database);
  const notices = [
    ...missingTables(dump),
    ...(scratch.isEmpty ? await emptyDna(database) : []),
    ...(await invalidAssemblyRows(database)),
  ];
  const genomes: GenomeResult[] = [];
  const digests = new DigestRun(join(work, DIGESTS));
  // Ancestral sequences are inferred again for every release, so their digests have no use.
  const digested = dump.group === 'core' && !isAncestral(dump.species);
  const own: Record<string, SharedSequence> = {};
  const ofOthers = new Map<string, Record<string, SharedSequence>>();
  for (const unit of new Set(Object.values(sequences))) ofOthers.set(unit, await sequencesOf(folderOf(unit)));
  for (const [index, species] of members.entries()) {
    const shared = ofOthers.get(sequences[species.name] ?? '')?.[species.name] ?? null;
    const genome = await compileGenome({
      database,
      species,
      index,
      scratch,
      shared,
      folder,
      ids,
      names: dump.group === 'core' ? join(work, geneNamesOf(index)) : null,
      digests: digested ? digests : null,
    });
    const { entry, sequence, collection } = genome;
    if (sequence) own[species.name] = sequence;
    notices.push(...lackOfBases(dump, genome));
    if (dump.group === 'core')
      entry.documents = {
        ...entry.documents,
        'external-dbs': await folder.document(GENOME_DOCUMENTS['external-dbs'], await externalDbs(database), {
          species: entry.species,
        }),
      };
    genomes.push({
      entry,
      species: speciesEntry(species),
      biotypes: await biotypesOf(database, species.speciesId),
      collection,
    });
  }
  await digests.save();
  await ids.save(join(work, STABLE_IDS));
  if (dump.group === 'core') await writeFile(join(work, SEQUENCES), JSON.stringify(own, bytesAsText));
  return {
    genomes,
    notices,
    analyses: await analysesOf(database),
    biotypes: dump.group === 'core' ? await biotypes(database) : [],
    dbname: databaseName(dump, at(genomes, 0).species.release),
  };
}

/** Ensembl's name of the database: the folder's name, or one made from species and group. */
function databaseName({ folder, group, release }: DumpDatabase, version: number): string {
  return basename(folder) === group
    ? `${basename(dirname(folder))}_${group}_${release ?? version}_1`
    : basename(folder);
}

/** The sequences that a core unit saved, by production name. */
async function sequencesOf(unit: string): Promise<Record<string, SharedSequence>> {
  return JSON.parse(await readFile(join(unit, SEQUENCES), 'utf8'), textAsBytes);
}

function bytesAsText(_: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

function textAsBytes(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('map' in value && Array.isArray(value.map)) return new Map(value.map);
  return 'base64' in value && typeof value.base64 === 'string'
    ? new Uint8Array(Buffer.from(value.base64, 'base64'))
    : value;
}
