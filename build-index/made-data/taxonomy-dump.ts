/** A taxonomy of as many names as are asked for, as a database of release has it, with the fictional species in it. */
import { join } from 'node:path';
import { DumpTables } from '../demo/dump-writer.ts';
import { SPECIES_TREE } from '../demo/species-tree.ts';
import { fictionalTaxa, type FictionalTaxon } from '../demo/taxon-names.ts';
import { TAXONOMY_TABLE_SCHEMAS, writeNode } from '../demo/taxonomy-database.ts';
import { RowFile } from './row-file.ts';

const ROOT = 1;
const TAXA_BETWEEN_NEWS = 20_000;

interface OpenTaxon extends FictionalTaxon {
  left: number;
}

/** Writes the tables, and tells the bytes written now and then. */
export async function* writeTaxonomyDump(names: number, seed: number, folder: string): AsyncGenerator<number> {
  const db = new DumpTables(TAXONOMY_TABLE_SCHEMAS);
  // The species of the other databases are the root's first branch.
  let index = writeNode(db, SPECIES_TREE, ROOT, 2, 'kingdom') - 1;
  await db.write(folder);
  const [nodes, texts] = [new RowFile(join(folder, 'ncbi_taxa_node.txt'), 'a'), new RowFile(join(folder, 'ncbi_taxa_name.txt'), 'a')];
  // Taxa come parents first and branch by branch: those above the last one are open, and get the right end of their nested set when they close.
  const open: OpenTaxon[] = [];
  const close = (): void => {
    const { id, parent, rank, left } = open.pop()!;
    nodes.number(id).tab().number(id === ROOT ? 0 : parent).tab().text(rank).text('\t0\t').number(left).tab().number(++index).tab().number(ROOT).end();
  };
  let taxa = 0;
  for (const taxon of fictionalTaxa(names, seed)) {
    while (open.length > 0 && open.at(-1)!.id !== taxon.parent) close();
    open.push({ ...taxon, left: taxon.id === ROOT ? 1 : ++index });
    for (const [name, nameClass] of taxon.names) texts.number(taxon.id).tab().text(name).tab().text(nameClass).end();
    if (++taxa % TAXA_BETWEEN_NEWS === 0) yield nodes.size + texts.size;
  }
  while (open.length > 0) close();
  yield nodes.size + texts.size;
  nodes.close();
  texts.close();
}
