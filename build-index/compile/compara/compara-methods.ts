import type { ComparaMethods, ComparaSpeciesSet } from '../../../src/release/information.ts';
import type { Database } from '../../dump/database.ts';

/** What a comparative database has analysed: its methods, and for each the collections of species. */
export async function comparaMethods(database: Database): Promise<ComparaMethods> {
  const methods = await database.all<{ type: string; class: string }>("SELECT type, coalesce(class, '') AS class FROM method_link WHERE type IS NOT NULL ORDER BY method_link_id");
  const speciesSets: Record<string, ComparaSpeciesSet[]> = {};
  const rows = database.rows<{ method: string; name: string; species_set_group: string; species: string }>(`
    WITH members AS (
      SELECT species_set_id, to_json(list(name ORDER BY genome_db_id))::VARCHAR AS species FROM species_set JOIN genome_db USING (genome_db_id) GROUP BY species_set_id)
    SELECT m.type AS method, s.name, coalesce(h.name, '') AS species_set_group, coalesce(species, '[]') AS species
    FROM method_link_species_set s JOIN method_link m USING (method_link_id)
    LEFT JOIN species_set_header h ON h.species_set_id = s.species_set_id LEFT JOIN members ON members.species_set_id = s.species_set_id
    WHERE m.type IS NOT NULL ORDER BY method_link_species_set_id`);
  for await (const { species, ...row } of rows) (speciesSets[row.method] ??= []).push({ ...row, species_set: JSON.parse(species) as string[] });
  return { methods, speciesSets };
}

/** Ensembl release of the data: schema_version of the meta table. */
export async function comparaRelease(database: Database): Promise<number> {
  const [row] = await database.all<{ value: string }>("SELECT meta_value AS value FROM meta WHERE meta_key = 'schema_version' ORDER BY meta_id LIMIT 1");
  return Number(row?.value ?? 0);
}
