import {
  EXTERNAL_DB_FEATURES,
  type AnnotationDocument,
  type Biotype,
  type ExternalDbRow,
} from '../../../src/release/documents.ts';
import type { Database } from '../../dump/database.ts';

/** The analyses and biotypes of one database. */
export interface DatabaseAnnotation {
  /** Kind of database. */
  group: string;
  /** logic_names. */
  analyses: string[];
  /** Biotypes of the genes and transcripts of the species; empty for databases without genes. */
  biotypes: [object: 'gene' | 'transcript', biotype: string][];
}

/** The logic_names of a database of any kind with the table `analysis`. */
export async function analysesOf(database: Database): Promise<string[]> {
  const rows = await database.all<{ name: string }>(
    'SELECT logic_name AS name FROM analysis WHERE logic_name IS NOT NULL ORDER BY analysis_id',
  );
  return rows.map(({ name }) => name);
}

/** The biotypes of one species in a database with genes. */
export async function biotypesOf(database: Database, speciesId: number): Promise<DatabaseAnnotation['biotypes']> {
  const found: DatabaseAnnotation['biotypes'] = [];
  for (const object of ['gene', 'transcript'] as const) {
    const rows = await database.all<{ biotype: string }>(`
      SELECT biotype, min(gene_id) AS first
        FROM ${
          object === 'gene'
            ? 'gene'
            : '(SELECT * EXCLUDE seq_region_id FROM transcript) JOIN (SELECT ' +
              'gene_id, seq_region_id FROM gene) USING (gene_id)'
        }
      JOIN seq_region USING (seq_region_id) JOIN coord_system USING (coord_system_id)
      WHERE coalesce(species_id, 1) = ${speciesId} AND biotype IS NOT NULL GROUP BY biotype ORDER BY first, biotype`);
    for (const { biotype } of rows) found.push([object, biotype]);
  }
  return found;
}

/** Collects the analyses and biotypes of all databases of one species. */
export class AnnotationSources {
  readonly #analyses = new Map<string, Set<string>>();
  readonly #biotypes = new Map<string, { objects: Set<string>; groups: Set<string> }>();

  add({ group, analyses, biotypes }: DatabaseAnnotation): void {
    for (const name of analyses) this.#analyses.set(name, (this.#analyses.get(name) ?? new Set()).add(group));
    for (const [object, biotype] of biotypes) {
      const known = this.#biotypes.get(biotype) ?? { objects: new Set(), groups: new Set() };
      known.objects.add(object);
      known.groups.add(group);
      this.#biotypes.set(biotype, known);
    }
  }

  document(): AnnotationDocument {
    return {
      analyses: Object.fromEntries([...this.#analyses].map(([name, groups]) => [name, [...groups]])),
      biotypes: [...this.#biotypes].map(([biotype, { objects, groups }]) => ({
        biotype,
        objects: [...objects].sort(),
        groups: [...groups].sort(),
      })),
    };
  }
}

export async function externalDbs(database: Database): Promise<ExternalDbRow[]> {
  const rows = await database.all<{
    id: number;
    name: string;
    release: string | null;
    display_name: string | null;
    description: string | null;
  }>(
    `SELECT external_db_id AS id, db_name AS name, db_release AS release, db_display_name AS display_name, description
      FROM external_db ORDER BY external_db_id`,
  );
  const referred = new Map<number, ExternalDbRow['features']>();
  for (const table of EXTERNAL_DB_FEATURES) {
    for (const { id } of await database.all<{ id: number }>(
      `SELECT DISTINCT external_db_id AS id FROM ${table} WHERE external_db_id IS NOT NULL`,
    )) {
      referred.set(id, [...(referred.get(id) ?? []), table]);
    }
  }
  return rows.map(({ id, name, release, display_name: displayName, description }) => ({
    name,
    release,
    displayName,
    description,
    features: referred.get(id) ?? [],
  }));
}

/** The list of biotypes, which is the same in all core databases. Empty for dumps until release 92, which lack it. */
export async function biotypes(database: Database): Promise<Biotype[]> {
  if (!database.dump.schema.has('biotype')) return [];
  const rows = await database.all<Biotype & { in_core: boolean }>(`
    SELECT name, object_type, biotype_group, so_acc, so_term, coalesce(db_type, 'core') ILIKE '%core%' AS in_core
    FROM biotype ORDER BY biotype_id`);
  return rows.map(({ in_core: isInCore, ...biotype }) => (isInCore ? biotype : { ...biotype, ungrouped: true }));
}
