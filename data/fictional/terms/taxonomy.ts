/** The taxonomy of the fictional species with names of several classes, and a larger one of fictional taxa. */
import { at, last, present } from '../../../src/checked.ts';
import { DumpWriter } from '../../../build-index/dump-writer/dump-writer.ts';
import { TAXONOMY_TABLES } from '../../../build-index/dump-writer/terms-tables.ts';
import { Random } from '../random.ts';
import { SPECIES_TREE, type TreeNode } from '../species.ts';

const ROOT = 1;
/** A taxon with GenBank's hidden flag. Classifications omit such taxa. */
const HIDDEN = 'Fictamniota';

type TaxonomyTables = Pick<DumpWriter<typeof TAXONOMY_TABLES>, 'insert'>;

export function writeTaxonomyDatabase(folder: string): void {
  const db = new DumpWriter(folder, TAXONOMY_TABLES);
  writeTaxonomy(db);
  db.close();
}

/** Writes the taxonomy of the fictional species, which compara databases contain too. */
export function writeTaxonomy(db: TaxonomyTables): void {
  writeRootTaxon(db, writeNode(db, SPECIES_TREE, ROOT, 2, 'kingdom'));
}

/** Writes the root taxon. @param right its right index in the nested set */
export function writeRootTaxon(db: TaxonomyTables, right: number): void {
  db.insert('ncbi_taxa_node', {
    taxon_id: ROOT,
    parent_id: 0,
    rank: 'no rank',
    genbank_hidden_flag: 0,
    left_index: 1,
    right_index: right,
    root_id: ROOT,
  });
  db.insert('ncbi_taxa_name', { taxon_id: ROOT, name: 'root', name_class: 'scientific name' });
}

/** Writes a node and its descendants; returns the next index of the nested set. */
function writeNode(
  db: TaxonomyTables,
  { name, taxonId, species, children }: TreeNode,
  parent_id: number,
  left: number,
  rank: string,
): number {
  let next = left + 1;
  for (const child of children) next = writeNode(db, child, taxonId, next, child.species ? 'species' : 'no rank');
  db.insert('ncbi_taxa_node', {
    taxon_id: taxonId,
    parent_id,
    rank,
    genbank_hidden_flag: name === HIDDEN || species ? 1 : 0,
    left_index: left,
    right_index: next,
    root_id: ROOT,
  });
  const names: [name: string, nameClass: string][] = [
    [name, 'scientific name'],
    [`${name} Demo, 2025`, 'authority'],
  ];
  if (species)
    names.push(
      [species.commonName, 'genbank common name'],
      [species.displayName, 'ensembl alias name'],
      [String(taxonId + 1000), 'merged_taxon_id'],
    );
  else
    names.push(
      [`demo ${name.replace(/^Fict(?:o(?=[^aeiou]))?/, '')}`, 'common name'],
      [`${name.toLowerCase()}s`, 'synonym'],
    );
  for (const [text, name_class] of names) db.insert('ncbi_taxa_name', { taxon_id: taxonId, name: text, name_class });
  return next + 1;
}

const TAXA_BETWEEN_YIELDS = 20_000;

interface OpenTaxon extends FictionalTaxon {
  left: number;
}

/**
 * Writes a taxonomy database with about `names` names, including the fictional species. Yields the bytes written so far
 * from time to time.
 */
export function* writeTaxonomyDump(names: number, seed: number, folder: string): Generator<number> {
  const db = new DumpWriter(folder, TAXONOMY_TABLES);
  // The species of the other databases are the first branch of the root.
  let index = writeNode(db, SPECIES_TREE, ROOT, 2, 'kingdom') - 1;
  const [nodes, texts] = [db.rows('ncbi_taxa_node'), db.rows('ncbi_taxa_name')];
  // Taxa come in depth-first order. The ancestors of the last one are open: their right index is not yet known.
  const open: OpenTaxon[] = [];
  const close = (): void => {
    const { id, parent, rank, left } = present(open.pop(), 'an open taxon');
    nodes.row(id, id === ROOT ? 0 : parent, rank, 0, left, ++index, ROOT);
  };
  let taxa = 0;
  for (const taxon of fictionalTaxa(names, seed)) {
    while (open.length > 0 && last(open).id !== taxon.parent) close();
    open.push({ ...taxon, left: taxon.id === ROOT ? 1 : ++index });
    for (const [name, nameClass] of taxon.names) texts.row(taxon.id, name, nameClass);
    if (++taxa % TAXA_BETWEEN_YIELDS === 0) yield db.size;
  }
  while (open.length > 0) close();
  db.close();
}

export interface FictionalTaxon {
  id: number;
  parent: number;
  rank: string;
  names: [name: string, nameClass: string][];
}

/** Roots of names consist of an onset, a vowel and a coda. As in real names, some roots are much more frequent. */
const ONSETS =
  'b c d f g h l m n p r s t v x z br ch cl cr dr gl gr ph pl pr ps pt rh sc sp st str th tr k j qu w'.split(' ');
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'y', 'ae', 'eu', 'io', 'oi'];
const CODAS = 'b c d f g l m n p r s t x ct ll lv mb nd nt ph pt rd rn ss th ch'.split(' ');
const ROOT_COUNT = 20_000;
const LINKS = ['o', 'i', 'a', 'er', 'in', 'ul', 'on', 'et', 'im', 'os'];
const ENDINGS = 'us a um is ella ensis oides iformis inus ata ium ax ops aria ides'.split(' ');
const ENGLISH = 'spotted lesser greater common striped northern golden dwarf river mountain hooded pale'.split(' ');
const ANIMALS = 'mouse beetle moth fern orchid frog wren snail shark lichen sedge wasp'.split(' ');

/**
 * Taxa in the order of their ids, depth first, with about `count` names. As in NCBI's taxonomy, some endings, roots and
 * words (sp., virus, names of strain collections) are part of many names.
 */
export function* fictionalTaxa(count: number, seed = 1): Generator<FictionalTaxon> {
  const random = new Random(seed);
  const roots = Array.from(
    { length: ROOT_COUNT },
    () => skewed(random, ONSETS) + skewed(random, VOWELS) + skewed(random, CODAS),
  );
  const root = (): string =>
    skewed(random, roots) + (random.chance(0.6) ? random.pick(LINKS) + skewed(random, roots) : '');
  const capital = (name: string): string => at(name, 0).toUpperCase() + name.slice(1);
  yield { id: 1, parent: 1, rank: 'no rank', names: [['root', 'scientific name']] };
  let id = 2;
  let given = 1;
  /** Ids from the root to the current genus. Each new genus replaces the lower part. */
  const line: number[] = [1];
  const RANKS = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus'];
  while (given < count) {
    const depth = line.length === 1 ? 1 : random.chance(0.8) ? 6 : random.integer(2, 6);
    line.length = Math.min(line.length, depth);
    while (line.length < 7) {
      const rank = at(RANKS, line.length - 1);
      yield {
        id,
        parent: last(line),
        rank,
        names: [[capital(root()) + (rank === 'family' ? 'idae' : random.pick(ENDINGS)), 'scientific name']],
      };
      line.push(id++);
      given++;
    }
    const genus = capital(root() + random.pick(ENDINGS));
    for (let left = random.integer(1, 14); left > 0; left--) {
      const names: FictionalTaxon['names'] = [];
      const kind = random.next();
      const code = `${random.pick(['DSM', 'ATCC', 'F', 'KX', 'B'])} ${random.integer(1, 99999)}`;
      const epithet = root() + random.pick(ENDINGS);
      if (kind < 0.3) names.push([`${genus} sp. ${code}`, 'scientific name']);
      else if (kind < 0.4) names.push([`${genus} virus ${code}`, 'scientific name']);
      else names.push([`${genus} ${epithet}`, 'scientific name']);
      if (random.chance(0.4))
        names.push([
          `${genus} ${epithet} ${capital(random.pick(roots))}son, ${random.integer(1758, 2025)}`,
          'authority',
        ]);
      if (random.chance(0.15)) names.push([`${capital(root())}us ${epithet}`, 'synonym']);
      if (random.chance(0.1))
        names.push([`${random.pick(ENGLISH)} ${epithet} ${random.pick(ANIMALS)}`, 'genbank common name']);
      given += names.length;
      yield { id: id++, parent: last(line), rank: 'species', names };
    }
  }
}

/** Prefers the first choices. */
function skewed<T>(random: Random, choices: readonly T[]): T {
  return at(choices, Math.floor(random.next() ** 2 * choices.length));
}
