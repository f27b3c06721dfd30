import { ALL_SPECIES } from '../../src/release/compara-names.ts';
import type { TaxaEntry, TermsEntry } from '../../src/release/manifest.ts';
import { openDatabase } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import { ONTOLOGY_TABLES } from './ontology-schema.ts';
import { compileOntology } from './ontology.ts';
import { TAXONOMY_TABLES } from './taxonomy-schema.ts';
import { compileTaxonomy, TAXONOMY_MEMORY } from './taxonomy.ts';

/** Groups of databases that are compiled here and nowhere else. */
export const VOCABULARY_GROUPS: readonly string[] = ['ontology', 'taxonomy'];

/**
 * Compiles what belongs to no species: ontologies, from the first database of them, and the taxonomy, from a database of
 * its own or else from the comparative database that holds it (that of all divisions before others). Null for what no
 * database holds.
 */
export async function compileVocabularies(dumps: readonly DumpDatabase[], folder: IndexFolder): Promise<{ terms: TermsEntry | null; taxa: TaxaEntry | null }> {
  const ontology = dumps.find(({ group }) => group === 'ontology');
  let terms: TermsEntry | null = null;
  if (ontology) {
    // synonym.dbxref came in release 85: rows from before it lack the field.
    const database = await openDatabase(ontology, ONTOLOGY_TABLES, undefined, { shortRows: ['synonym'] });
    try {
      terms = await compileOntology(database, folder);
    } finally {
      await database.close();
    }
  }
  const preference = ({ group, species }: DumpDatabase) => (group === 'taxonomy' ? 0 : species === ALL_SPECIES ? 1 : 2);
  const taxonomies = dumps.filter(({ group }) => group === 'taxonomy' || group === 'compara').sort((a, b) => preference(a) - preference(b));
  let taxa: TaxaEntry | null = null;
  for (const taxonomy of taxonomies) {
    const database = await openDatabase(taxonomy, TAXONOMY_TABLES, undefined, { memory: TAXONOMY_MEMORY });
    try {
      taxa = await compileTaxonomy(database, folder);
    } finally {
      await database.close();
    }
    if (taxa) break;
  }
  return { terms, taxa };
}
