import { at } from '../../../src/checked.ts';
import type { ConstrainedElementRecord } from '../../../src/compara/alignment-record.ts';
import { GENOME_TABLES } from '../../../src/release/genome-tables.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import type { IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import type { GenomeEntry } from '../../../src/release/manifest.ts';
import { type Database, type NeededTables, openDatabase, stageRows } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { IndexFolder, OpenTable } from '../../output/index-folder.ts';
import { WrittenRegions } from '../genome/region-records.ts';

/** The tables from which constrained elements are compiled; see CORE_TABLES. */
export const CONSTRAINED_ELEMENT_TABLES = {
  method_link: { method_link_id: 'integer', type: 'text' },
  method_link_species_set: {
    method_link_species_set_id: 'integer',
    method_link_id: 'integer',
    species_set_id: 'integer',
  },
  species_set_header: { species_set_id: 'integer', name: 'text' },
  genome_db: { genome_db_id: 'integer', name: 'text' },
  dnafrag: { dnafrag_id: 'integer', name: 'text', genome_db_id: 'integer', coord_system_name: 'text' },
  constrained_element: {
    constrained_element_id: 'integer',
    dnafrag_id: 'integer',
    dnafrag_start: 'integer',
    dnafrag_end: 'integer',
    dnafrag_strand: 'integer',
    method_link_species_set_id: 'integer',
    score: 'float',
  },
} as const satisfies NeededTables;

/** Ensembl finds elements only by this method and the name of the species set. */
const METHOD = 'GERP_CONSTRAINED_ELEMENT';

/** Staged with the dump's tables: genome (its index in the manifest), region and length of each dnafrag. */
const REGION_TABLE = 'constrained_region';
const SET_TABLE = 'constrained_set';

const ELEMENTS = `
  SELECT genome, ordinal, dnafrag_start AS start, dnafrag_end AS "end", constrained_element_id AS "dbId",
    dnafrag_strand AS strand, score, number AS "set"
  FROM constrained_element JOIN ${SET_TABLE} USING (method_link_species_set_id)
    JOIN ${REGION_TABLE} r USING (dnafrag_id)
  WHERE dnafrag_start BETWEEN 1 AND dnafrag_end AND dnafrag_end <= r.length
  ORDER BY genome, ordinal, start, "dbId", "end", "set"`;

type ElementRow = ConstrainedElementRecord & { genome: number; ordinal: number; start: number; end: number };

/**
 * Writes a table of the constrained elements of each genome in a compara database, and adds it to the genome's entry.
 * Genomes that already have such a table, from another compara database, keep it.
 * @param genomes genomes that are already in the folder
 * @param sets names of species sets, in the order of their numbers in records; new names are appended
 */
export async function compileConstrainedElements(
  dump: DumpDatabase,
  folder: IndexFolder,
  genomes: readonly GenomeEntry[],
  sets: string[],
): Promise<void> {
  const database = await openDatabase(dump, CONSTRAINED_ELEMENT_TABLES);
  const written = folder.written();
  try {
    await numberSets(database, sets);
    await stageRegions(database, new WrittenRegions(genomes, written), genomes);
    let current: { genome: number; entry: GenomeEntry; table: OpenTable<IntervalTableWriter> } | undefined;
    const finish = async () => {
      if (current) current.entry.tables['constrained-elements'] = await current.table.finish();
    };
    for await (const { genome, ordinal, start, end, dbId, strand, score, set } of database.rows<ElementRow>(ELEMENTS)) {
      if (current?.genome !== genome) {
        await finish();
        const entry = at(genomes, genome);
        const table = await folder.intervalTable(GENOME_TABLES['constrained-elements'], { species: entry.species });
        current = { genome, entry, table };
      }
      const record: ConstrainedElementRecord = { dbId, strand, score, set };
      await current.table.writer.add(ordinal, start, end, encodeRecord(record));
    }
    await finish();
  } finally {
    await written.close();
    await database.close();
  }
}

/** Stages SET_TABLE (method_link_species_set_id, number). As in Ensembl, the first of several sets of a name counts. */
async function numberSets(database: Database, sets: string[]): Promise<void> {
  const named = await database.all<{ id: number; name: string }>(`
    SELECT min(method_link_species_set_id) AS id, name FROM method_link_species_set
      JOIN method_link USING (method_link_id) JOIN species_set_header USING (species_set_id)
    WHERE type = '${METHOD}' AND name <> '' GROUP BY name ORDER BY id`);
  for (const { name } of named) if (!sets.includes(name)) sets.push(name);
  await stageRows(
    database,
    SET_TABLE,
    'method_link_species_set_id BIGINT, number INTEGER',
    named.map(({ id, name }) => [id, sets.indexOf(name)]),
  );
}

/** Stages REGION_TABLE (dnafrag_id, genome, ordinal, length): the regions with elements whose genomes are compiled. */
async function stageRegions(
  database: Database,
  regions: WrittenRegions,
  genomes: readonly GenomeEntry[],
): Promise<void> {
  await stageRows(
    database,
    REGION_TABLE,
    'dnafrag_id BIGINT, genome INTEGER, ordinal BIGINT, length BIGINT',
    compiledRegions(database, regions, genomes),
  );
}

async function* compiledRegions(
  database: Database,
  regions: WrittenRegions,
  genomes: readonly GenomeEntry[],
): AsyncGenerator<[id: number, genome: number, ordinal: number, length: number]> {
  const fragments = database.rows<{ id: number; genome: string; region: string; coordSystem: string }>(`
    SELECT DISTINCT dnafrag_id AS id, g.name AS genome, d.name AS region, coord_system_name AS "coordSystem"
    FROM constrained_element JOIN ${SET_TABLE} USING (method_link_species_set_id) JOIN dnafrag d USING (dnafrag_id)
      JOIN genome_db g USING (genome_db_id) ORDER BY genome, id`);
  for await (const { id, genome, region, coordSystem } of fragments) {
    const index = genomes.findIndex(
      ({ species, group, tables }) => species === genome && group === 'core' && !tables['constrained-elements'],
    );
    const record = index < 0 ? undefined : await regions.find(genome, region, coordSystem);
    if (record) yield [id, index, record.ordinal, record.length];
  }
}
