import { GENOME_DOCUMENTS } from '../../../src/release/genome-documents.ts';
import type { PopulationRecord, PopulationsDocument } from '../../../src/release/documents.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import type { GenomeEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { samplesOf, type VcfCollection } from '../../vcf/vcf-config.ts';
import type { GenomeTables, SortedSink } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';

interface Row {
  id: number;
  name: string;
  description: string | null;
  size: number | null;
  display: string | null;
  pools: boolean;
  individuals: string | null;
}

/** Adds the populations of a variation database to the core genome of its species. */
export async function compilePopulations(
  database: Database,
  genome: GenomeEntry,
  tables: GenomeTables,
  folder: IndexFolder,
  collections: readonly VcfCollection[],
): Promise<void> {
  const genotyped = new Set<string>();
  for (const collection of collections)
    if (collection.species === genome.species) for (const name of await samplesOf(collection)) genotyped.add(name);
  const populations = await populationsDocument(database, tables.open('populations'), genotyped);
  genome.documents = {
    ...genome.documents,
    populations: await folder.document(GENOME_DOCUMENTS.populations, populations, { species: genome.species }),
  };
}

/** SQL of `population p`: does it pool others, by Ensembl's names? Ensembl does not offer these for linkage. */
export const POOLS_OTHERS = "coalesce(p.pools_others <> 0, regexp_matches(p.name, 'ALL|AFR|AMR|ASN|EUR'))";

/** Does the schema mark populations for linkage disequilibrium? Then Ensembl offers only those with the mark. */
export function marksLinkage({ dump }: Database): boolean {
  return dump.schema.get('population')?.columns.some(({ name }) => name === 'display') ?? false;
}

/**
 * Writes the `populations` table of a variation database and returns the content of its document.
 *
 * @param genotyped names of the samples in VCF files of the species, as the database spells them. If the schema has no
 *   mark for linkage disequilibrium, their populations have data for it
 */
async function populationsDocument(
  database: Database,
  table: SortedSink,
  genotyped: ReadonlySet<string>,
): Promise<PopulationsDocument> {
  const withVcf = marksLinkage(database) ? new Set<number>() : await populationsOfSamples(database, genotyped);
  const rows = await database.all<Row>(`
    WITH members AS (
      SELECT population_id, to_json(list(json_object('name', i.name, 'gender', i.gender)
        ORDER BY i.individual_id))::VARCHAR AS individuals
      FROM sample_population JOIN sample USING (sample_id) JOIN individual i USING (individual_id)
        GROUP BY population_id)
    SELECT population_id AS id, name, description, size, display, ${POOLS_OTHERS} AS pools, individuals
      FROM population p LEFT JOIN members USING (population_id)
    WHERE name IS NOT NULL ORDER BY population_id`);
  await writePopulations(rows, table);
  return {
    populations: rows.map(({ name, description, size }) => ({ name, description, size })),
    withLd: rows.flatMap(({ id, display, pools }, index) =>
      (display === 'LD' || withVcf.has(id)) && !pools ? [index] : [],
    ),
  };
}

async function writePopulations(rows: readonly Row[], table: SortedSink): Promise<void> {
  const keyed = rows
    .map((row) => ({ key: row.name.toLowerCase(), row }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  for (const {
    key,
    row: { name, description, size, individuals },
  } of keyed) {
    const members = JSON.parse(individuals ?? '[]') as { name: string; gender: string | null }[];
    const record: PopulationRecord = {
      name,
      description,
      size,
      individuals: members.map((member) => ({
        name: member.name,
        ...(member.gender === null ? {} : { gender: member.gender }),
      })),
    };
    await table.add(key, encodeRecord(record));
  }
}

async function populationsOfSamples(database: Database, samples: ReadonlySet<string>): Promise<Set<number>> {
  if (samples.size === 0) return new Set();
  const found = new Set<number>();
  for await (const { name, id } of database.rows<{ name: string; id: number }>(
    'SELECT name, population_id AS id FROM sample JOIN sample_population USING (sample_id)',
  )) {
    if (samples.has(name)) found.add(id);
  }
  return found;
}
