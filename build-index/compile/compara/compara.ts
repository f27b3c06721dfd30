import type { ComparaEntry } from '../../../src/release/manifest.ts';
import { openDatabase } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { compileCafeTrees } from './cafe-trees.ts';
import { COMPARA_GENE_TABLES } from './compara-schema.ts';
import { comparaSpecies } from './compara-species.ts';
import { compileGeneMembers } from './gene-members.ts';
import { compileGeneTrees } from './gene-trees.ts';
import { compileHomologies } from './homologies.ts';
import { homologyNames, stageHomologyParts } from './homology-parts.ts';
import { idPrefixesOf, joinPrefixes } from '../ids/id-prefixes.ts';
import { compileMemberSequences } from './member-sequences.ts';

/** Of genes, products in trees, and trees; member_ids and tree_keys are staged. */
const KNOWN_IDS = idPrefixesOf('SELECT key FROM member_ids UNION ALL SELECT sequences FROM tree_keys');

/** Writes the species, gene trees, homologies and gene families of a comparative database. */
export async function compileCompara(dump: DumpDatabase, folder: IndexFolder): Promise<Pick<ComparaEntry, 'species' | 'tables' | 'idPrefixes'>> {
  const database = await openDatabase(dump, COMPARA_GENE_TABLES);
  try {
    const name = (what: string) => `${dump.species}/compara/${what}`;
    const species = await comparaSpecies(database);
    if (species.genomes.length === 0) return {};
    const [{ genes } = { genes: 0 }] = await database.all<{ genes: number }>('SELECT count(*) AS genes FROM gene_member');
    if (genes === 0) return { species: await folder.document(name('species'), species) };
    const [sequences, sequenceBlocks] = await compileMemberSequences(database, folder, name('member-sequences'));
    const [trees, treePlace] = await compileGeneTrees(database, folder, name('gene-trees'));
    const [cafe, cafePlace] = await compileCafeTrees(database, folder, name('cafe-trees'));
    const members = await compileGeneMembers(database, folder, name('gene-members'), treePlace, cafePlace);
    await stageHomologyParts(database);
    const entry: Pick<ComparaEntry, 'species' | 'tables' | 'idPrefixes'> = { species: await folder.document(name('species'), { ...species, homologies: await homologyNames(database) }) };
    const homologies = await compileHomologies(database, folder, name('homologies'), sequenceBlocks);
    const prefixes = joinPrefixes([(await database.all<{ prefix: string }>(KNOWN_IDS)).map(({ prefix }) => prefix)]);
    if (prefixes) entry.idPrefixes = prefixes;
    return { ...entry, tables: { 'gene-trees': trees, 'gene-members': members, homologies, 'member-sequences': sequences, 'cafe-trees': cafe } };
  } finally {
    await database.close();
  }
}
