import { COMPARA_DOCUMENTS } from '../../../src/release/table-registry.ts';
import type { ComparaEntry } from '../../../src/release/manifest.ts';
import { openDatabase } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { COMPARA_REFERENCES } from '../reference-lists.ts';
import { countMissingReferences } from '../references.ts';
import { compileCafeTrees, compileGeneTrees } from './gene-trees.ts';
import { COMPARA_GENE_TABLES } from './compara-schema.ts';
import { comparaSpecies } from './compara-species.ts';
import { compileGeneMembers } from './gene-members.ts';
import { compileHomologies } from './homologies.ts';
import { homologyNames, stageHomologyParts } from './homology-parts.ts';
import { idPrefixesOf, joinPrefixes } from '../ids/stable-id-table.ts';
import { compileMemberSequences } from './member-sequences.ts';

/** Prefixes of the ids of genes, products in trees, and trees. Needs the tables member_ids and tree_keys. */
const ID_PREFIXES = idPrefixesOf('SELECT key FROM member_ids UNION ALL SELECT sequences FROM tree_keys');

/** Writes the species, gene trees, homologies and gene families of a compara database. */
export async function compileCompara(
  dump: DumpDatabase,
  folder: IndexFolder,
): Promise<Pick<ComparaEntry, 'species' | 'tables' | 'idPrefixes'>> {
  const database = await openDatabase(dump, COMPARA_GENE_TABLES);
  try {
    const compara = dump.species;
    await countMissingReferences(database, COMPARA_REFERENCES);
    const species = await comparaSpecies(database);
    if (species.genomes.length === 0) return {};
    const [{ genes } = { genes: 0 }] = await database.all<{ genes: number }>(
      'SELECT count(*) AS genes FROM gene_member',
    );
    if (genes === 0) return { species: await folder.document(COMPARA_DOCUMENTS.species, species, { compara }) };
    const [sequences, sequenceBlocks] = await compileMemberSequences(database, folder, compara);
    const [trees, treePlace] = await compileGeneTrees(database, folder, compara);
    const [cafe, cafePlace] = await compileCafeTrees(database, folder, compara);
    const members = await compileGeneMembers(database, folder, compara, treePlace, cafePlace);
    await stageHomologyParts(database);
    const entry: Pick<ComparaEntry, 'species' | 'tables' | 'idPrefixes'> = {
      species: await folder.document(
        COMPARA_DOCUMENTS.species,
        { ...species, homologies: await homologyNames(database) },
        { compara },
      ),
    };
    const homologies = await compileHomologies(database, folder, compara, sequenceBlocks);
    const prefixes = joinPrefixes([(await database.all<{ prefix: string }>(ID_PREFIXES)).map(({ prefix }) => prefix)]);
    if (prefixes) entry.idPrefixes = prefixes;
    return {
      ...entry,
      tables: {
        'gene-trees': trees,
        'gene-members': members,
        homologies,
        'member-sequences': sequences,
        'cafe-trees': cafe,
      },
    };
  } finally {
    await database.close();
  }
}
