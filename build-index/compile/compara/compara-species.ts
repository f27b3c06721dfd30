import type { ComparaSpeciesDocument, ComparedGenome, SpeciesTreeNode } from '../../../src/compara/species.ts';
import type { ComparaMethods, ComparaSpeciesSet } from '../../../src/release/documents.ts';
import type { Database } from '../../dump/database.ts';
import { groupsOf } from '../rows/row-groups.ts';

/** The genomes of a compara database and the nodes of its species trees. */
export async function comparaSpecies(database: Database): Promise<ComparaSpeciesDocument> {
  const lineages = await lineagesOf(database);
  const rows = await database.all<GenomeRow>(GENOMES);
  const genomes = rows.map(({ strain, component, sharesTaxon, ...genome }): ComparedGenome => {
    const { taxonId, taxonName, assembly } = genome;
    return {
      ...genome,
      scientificName:
        taxonName === null ? null : uniqueName(taxonName, { strain, component, assembly: sharesTaxon ? assembly : '' }),
      lineage: taxonId === null ? [] : (lineages.get(taxonId) ?? [taxonId]),
    };
  });
  const byId = new Map(genomes.map((genome) => [genome.id, genome]));
  const nodes: Record<string, SpeciesTreeNode> = {};
  for await (const { id, ...node } of database.rows<SpeciesTreeNode & { id: number }>(NODES)) {
    const genome = node.genome === null ? undefined : byId.get(node.genome);
    nodes[id] = genome
      ? {
          ...node,
          scientificName: genome.scientificName,
          commonName: genome.displayName ?? node.commonName,
          divergence: null,
        }
      : node;
  }
  return { genomes, nodes };
}

interface GenomeRow extends Omit<ComparedGenome, 'lineage' | 'scientificName'> {
  strain: string | null;
  component: string | null;
  sharesTaxon: boolean;
}

/**
 * The taxon's name followed by the strain, unless the name already ends with the strain without its first word, such as
 * `strain` or `breed`, and the component of a polyploid genome. A genome with neither gets its assembly, which is empty
 * for a taxon with one genome.
 */
function uniqueName(
  taxonName: string,
  { strain, component, assembly }: { strain: string | null; component: string | null; assembly: string },
): string {
  const unqualified = strain ? / +(.*)/.exec(strain)?.[1] : undefined;
  const hasStrain = unqualified === undefined || ` ${taxonName}`.endsWith(` ${unqualified}`);
  let name = taxonName;
  if (strain && !hasStrain) name += ` ${strain}`;
  if (component) name += ` (component ${component})`;
  return strain || component || assembly === '' ? name : `${name} ${assembly}`;
}

/** Maps the taxon of a genome to the taxon itself and all its ancestors up to the root. */
async function lineagesOf(database: Database): Promise<Map<number, number[]>> {
  const lineages = new Map<number, number[]>();
  // UNION (without ALL) ends at the root, which is its own parent, and at any other cycle.
  const rows = database.batches<{ id: number; ancestor: number }>(`
    WITH RECURSIVE above(id, ancestor) AS (
      SELECT DISTINCT taxon_id, taxon_id FROM genome_db WHERE taxon_id IS NOT NULL
      UNION SELECT id, parent_id FROM above JOIN ncbi_taxa_node ON taxon_id = ancestor)
    SELECT id, ancestor FROM above WHERE ancestor > 0 ORDER BY ALL`);
  for await (const lineage of groupsOf(rows, ({ id }) => id))
    lineages.set(
      lineage[0].id,
      lineage.map(({ ancestor }) => ancestor),
    );
  return lineages;
}

/** SQL of the first name of each taxon in a class. */
const namesOf = (nameClass: string) =>
  `(SELECT taxon_id, first(name ORDER BY rowid) AS name FROM ncbi_taxa_name WHERE name_class = '${nameClass}'
    GROUP BY taxon_id)`;

/**
 * The components of a polyploid genome have the same name as the whole genome, and the name refers to the whole
 * (`current`).
 */
const GENOMES = `
  SELECT genome_db_id AS id, g.name, taxon_id AS taxonId, t.name AS taxonName, display_name AS displayName,
    coalesce(assembly, '') AS assembly, coalesce(genebuild, '') AS genebuild,
    strain_name AS strain, genome_component AS component, count(*) OVER (PARTITION BY taxon_id) > 1 AS sharesTaxon,
    row_number() OVER (PARTITION BY lower(g.name)
      ORDER BY coalesce(genome_component, '') = '' DESC, last_release IS NULL DESC, first_release DESC NULLS LAST,
      genome_db_id DESC) = 1 AS current
  FROM genome_db g LEFT JOIN ${namesOf('scientific name')} t USING (taxon_id) WHERE g.name IS NOT NULL
    ORDER BY genome_db_id`;

const NODES = `
  SELECT node_id AS id, taxon_id AS taxonId, coalesce(node_name, '') AS name,
    coalesce(t.name, node_name) AS scientificName,
    coalesce(alias.name, upper(common.name[1]) || common.name[2:]) AS commonName, mya.name AS divergence,
      genome_db_id AS genome
  FROM species_tree_node n LEFT JOIN ${namesOf('scientific name')} t USING (taxon_id)
    LEFT JOIN ${namesOf('ensembl alias name')} alias ON alias.taxon_id = n.taxon_id
    LEFT JOIN ${namesOf('genbank common name')} common ON common.taxon_id = n.taxon_id
      LEFT JOIN ${namesOf('ensembl timetree mya')} mya ON mya.taxon_id = n.taxon_id
  ORDER BY node_id`;

/** The methods of a compara database, and the species sets to which each was applied. */
export async function comparaMethods(database: Database): Promise<ComparaMethods> {
  const methods = await database.all<{ type: string; class: string }>(
    "SELECT type, coalesce(class, '') AS class FROM method_link WHERE type IS NOT NULL ORDER BY method_link_id",
  );
  const speciesSets: Record<string, ComparaSpeciesSet[]> = {};
  const rows = database.rows<{ method: string; name: string; species_set_group: string; species: string[] }>(`
    WITH members AS (
      SELECT species_set_id, list(name ORDER BY genome_db_id) AS species FROM species_set
        JOIN genome_db USING (genome_db_id) GROUP BY species_set_id)
    SELECT m.type AS method, s.name, coalesce(h.name, '') AS species_set_group, coalesce(species, []) AS species
    FROM method_link_species_set s JOIN method_link m USING (method_link_id)
    LEFT JOIN species_set_header h ON h.species_set_id = s.species_set_id
      LEFT JOIN members ON members.species_set_id = s.species_set_id
    WHERE m.type IS NOT NULL ORDER BY method_link_species_set_id`);
  for await (const { species, ...row } of rows) (speciesSets[row.method] ??= []).push({ ...row, species_set: species });
  return { methods, speciesSets };
}

/** Ensembl release of the data: schema_version of the meta table. */
export async function comparaRelease(database: Database): Promise<number> {
  const [row] = await database.all<{ value: string }>(
    "SELECT meta_value AS value FROM meta WHERE meta_key = 'schema_version' ORDER BY meta_id LIMIT 1",
  );
  return Number(row?.value ?? 0);
}
