/** Turns gene trees of Newick files into families, homologies and alignments of a compara database. */
import { at, get } from '../../src/checked.ts';
import { blosum62 } from '../../src/effects/blosum62.ts';
import type { ComparaDatabase } from '../dump-writer/compara-database.ts';
import { type Family, type FamilyMember, GeneTreeRows, type HomologyMember } from '../dump-writer/gene-tree-rows.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { ComparedGenomes, GenomeOfBuild, SpeciesBranch } from './compared-genomes.ts';
import { cigarOf } from './genome-alignments.ts';
import { leavesOf, shown, type NewickNode, type NewickTree } from './newick-reader.ts';
import type { GeneOfTree } from './written-core.ts';

/** node_ids of gene trees are above this, and those of species trees much higher. */
const GENE_TREE_NODES = 1_000_000;

export interface GeneTreeFile {
  path: string;
  tree: NewickTree;
}

interface Member extends FamilyMember {
  genome: GenomeOfBuild;
  gene: GeneOfTree;
  /** Residues with gaps, if the members of the family are aligned. */
  row: string | null;
  peptide: string;
}

interface Branch {
  kind: 'gene' | 'speciation' | 'duplication';
  children: Branch[];
  distance: number;
  support: number | null;
  genomes: ReadonlySet<GenomeOfBuild>;
  member: Member | null;
}

/** Sequences of members by the names that the files give them; rows of an alignment have gaps. */
export type MemberSequences = ReadonlyMap<string, string>;

/**
 * Writes all trees. A node below which two children have genes of one genome is a duplication, others are speciations
 * (species overlap, van der Heijden et al. 2007, BMC Bioinformatics 8:83).
 *
 * @param genes by genome, and by names in lower case
 * @param products peptides and coding bases of those genes of each genome that trees name
 * @throws DumpError for a leaf that is no gene of the build
 */
export async function writeGeneTrees(
  files: readonly GeneTreeFile[],
  db: ComparaDatabase,
  genomes: ComparedGenomes,
  species: { tree: SpeciesBranch; ids: ReadonlyMap<SpeciesBranch, number>; trees: number },
  sequences: MemberSequences,
): Promise<void> {
  const members = await membersOf(files, genomes, sequences, db);
  const rows = new GeneTreeRows<Branch>(db, {
    trees: species.trees,
    treeId: (family) => `GT${String(family).padStart(8, '0')}`,
    nodesFrom: GENE_TREE_NODES,
    parentsFirst: true,
    bootstrap: (_, { support }) => support,
    distance: ({ distance }) => distance,
    speciesNode: (branch) => get(species.ids, ancestorOf(species.tree, branch.genomes)),
    orthologueScores: () => ['\\N', '\\N'],
  });
  for (const [index, { tree }] of files.entries()) {
    const own = get(members, tree);
    const root = branchOf(tree.root, own);
    const all = [...own.values()];
    const isAligned = all.every(({ row }) => row !== null && row.length === all[0]?.row?.length);
    if (isAligned)
      db.addGeneAlignment(
        index + 1,
        'file',
        all[0]?.row?.length ?? 0,
        all.map(({ id, row }) => [id, cigarOf(row ?? '')]),
      );
    const family: Family<Branch, Member> = {
      number: index + 1,
      root,
      memberOf: ({ member }) => {
        if (!member) throw new Error('an inner node is no member');
        return member;
      },
      compare: (one, other) => compared(one, other, isAligned),
      counts: null,
    };
    rows.write(family);
  }
}

/** The members of each tree by their leaves, written with their sequences. */
async function membersOf(
  files: readonly GeneTreeFile[],
  genomes: ComparedGenomes,
  sequences: MemberSequences,
  db: ComparaDatabase,
): Promise<Map<NewickTree, Map<NewickNode, Member>>> {
  const byName = await Promise.all(genomes.all.map(async (genome) => ({ genome, genes: await genome.core.genes() })));
  const leaves: { tree: NewickTree; leaf: NewickNode; genome: GenomeOfBuild; gene: GeneOfTree }[] = [];
  const seen = new Set<string>();
  for (const { path, tree } of files) {
    const found = leavesOf(tree.root);
    if (found.length < 2) throw new DumpError(`${path} line ${tree.line}: a gene tree has two genes and more`);
    for (const leaf of found) {
      const names = namesOf(leaf.name);
      const owner = byName.find(({ genes }) => names.some((name) => genes.has(name)));
      const gene = names.map((name) => owner?.genes.get(name)).find((each) => each !== undefined);
      if (!owner || !gene)
        throw new DumpError(
          `${path} line ${tree.line}: ${shown(leaf.name)} is no id of a coding gene, its transcript or protein in ` +
            `the genomes of the build, which are ${genomes.names}`,
        );
      const key = `${owner.genome.id} ${gene.id}`;
      if (seen.has(key))
        throw new DumpError(`${path} line ${tree.line}: the gene ${gene.id} (${leaf.name}) is in a tree already`);
      seen.add(key);
      leaves.push({ tree, leaf, genome: owner.genome, gene });
    }
  }
  const products = new Map(
    await Promise.all(
      genomes.all.map(async (genome) => {
        const own = leaves.filter((each) => each.genome === genome).map(({ gene }) => gene);
        return [genome, await genome.core.products(own)] as const;
      }),
    ),
  );
  const members = new Map<NewickTree, Map<NewickNode, Member>>(files.map(({ tree }) => [tree, new Map()]));
  for (const { tree, leaf, genome, gene } of leaves) {
    const given = namesOf(leaf.name)
      .map((name) => sequences.get(name))
      .find((each) => each !== undefined);
    const product = products.get(genome)?.get(gene.product.translation);
    const peptide = given?.replaceAll(/[-.*]/g, '').toUpperCase() ?? product?.peptide ?? '';
    const id = db.nextId('seq_member');
    const hasCoding = product !== undefined && product.peptide === peptide;
    db.addMember({
      id,
      genomeId: genome.id,
      taxonId: genome.core.taxon ?? 0,
      place: {
        dnafrag_id: genomes.dnafrag(genome, gene.region),
        dnafrag_start: gene.start,
        dnafrag_end: gene.end,
        dnafrag_strand: gene.strand,
      },
      gene: { stableId: gene.id, version: gene.version, label: gene.label, description: gene.description },
      product: { stableId: gene.product.id, version: gene.product.version, label: null, peptide },
      ...(hasCoding && { coding: product.coding }),
    });
    const row = given && /[-.]/.test(given) ? given.replace(/\*$/, '') : (given ?? null);
    get(members, tree).set(leaf, { id, genomeId: genome.id, genome, gene, row, peptide });
  }
  return members;
}

/** Names by which a leaf is sought: whole, behind the last `|`, and without version. */
function namesOf(name: string): string[] {
  const short = name.slice(name.lastIndexOf('|') + 1);
  return [name, short, short.replace(/\.\d+$/, '')].map((each) => each.toLowerCase());
}

/** Children before parents, without recursion. */
function branchOf(root: NewickNode, members: ReadonlyMap<NewickNode, Member>): Branch {
  const order: NewickNode[] = [];
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (!node) break;
    order.push(node);
    for (const child of node.children) open.push(child);
  }
  const branches = new Map<NewickNode, Branch>();
  for (const node of order.toReversed()) {
    const member = members.get(node) ?? null;
    const children = node.children.map((child) => get(branches, child));
    const genomes = new Set(member ? [member.genome] : children.flatMap((child) => [...child.genomes]));
    const total = children.reduce((sum, child) => sum + child.genomes.size, 0);
    const support = Number(node.name);
    const distance = node.length ?? 0;
    const [only] = children;
    if (only && children.length === 1) {
      branches.set(node, { ...only, distance: only.distance + distance });
      continue;
    }
    branches.set(node, {
      kind: member ? 'gene' : total > genomes.size ? 'duplication' : 'speciation',
      children,
      distance,
      // Programs give the support as percentage or as share.
      support: node.name === '' || !(support >= 0) ? null : Math.round(support > 1 ? support : 100 * support),
      genomes,
      member,
    });
  }
  return get(branches, root);
}

/** The lowest node of the species tree above some genomes. */
function ancestorOf(node: SpeciesBranch, genomes: ReadonlySet<GenomeOfBuild>): SpeciesBranch {
  const has = (branch: SpeciesBranch, genome: GenomeOfBuild): boolean =>
    branch.genome === genome || branch.children.some((child) => has(child, genome));
  const below = node.children.find((child) => [...genomes].every((genome) => has(child, genome)));
  return below ? ancestorOf(below, genomes) : node;
}

/** Both sides of a homology, from the alignment of their family; percentages refer to their own residues. */
function compared(one: Member, other: Member, isAligned: boolean): readonly [HomologyMember, HomologyMember] {
  if (!isAligned || one.row === null || other.row === null) return [UNKNOWN, UNKNOWN];
  let [pairs, same, similar] = [0, 0, 0];
  let [left, right] = ['', ''];
  for (let column = 0; column < one.row.length; column++) {
    const [a, b] = [at(one.row, column).toUpperCase(), at(other.row, column).toUpperCase()];
    const [isGap, isOtherGap] = [/[-.]/.test(a), /[-.]/.test(b)];
    if (isGap && isOtherGap) continue;
    [left, right] = [left + a, right + b];
    if (isGap || isOtherGap) continue;
    pairs++;
    if (a === b) same++;
    if (a === b || (blosum62(a, b) ?? 0) > 0) similar++;
  }
  const side = ({ peptide }: Member, row: string): HomologyMember => {
    const percent = (count: number) => Number(((100 * count) / Math.max(1, peptide.length)).toFixed(4));
    return {
      cigarLine: cigarOf(row),
      coverage: percent(pairs),
      identity: percent(same),
      similarity: percent(similar),
    };
  };
  return [side(one, left), side(other, right)];
}

const UNKNOWN: HomologyMember = { cigarLine: '\\N', coverage: null, identity: null, similarity: null };
