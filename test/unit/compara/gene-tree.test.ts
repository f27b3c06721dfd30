import { describe, expect, test } from 'vitest';
import {
  decodeGeneTree,
  encodeGeneTree,
  leavesOf,
  preorder,
  sortedChildren,
  type GeneTree,
  type GeneTreeNode,
  pruneToGenomes,
  subtree,
} from '../../../src/compara/gene-tree.ts';
import { NEWICK_FORMATS, newickLabel } from '../../../src/compara/newick-labels.ts';
import { ComparaSpecies } from '../../../src/compara/species.ts';
import { newick } from '../../../src/formats/newick.ts';
import { treeJson } from '../../../src/handlers/compara/gene-tree-answer.ts';
import { parse } from 'newick-js';
import { at, present } from '../../../src/checked.ts';

let ids = 0;
const inner = (distance: number, ...children: GeneTreeNode[]): GeneTreeNode => ({
  id: ++ids,
  distance,
  type: 'speciation',
  speciesTreeNode: 1,
  bootstrap: 90,
  duplicationConfidence: null,
  children,
  member: null,
  cigarLine: '',
});
const leaf = (name: string, genome: number, distance: number): GeneTreeNode => ({
  id: ++ids,
  distance,
  type: null,
  speciesTreeNode: null,
  bootstrap: null,
  duplicationConfidence: null,
  children: [],
  cigarLine: `${genome}M`,
  member: {
    id: 100 + ids,
    stableId: `P${name}`,
    geneId: `G${name}`,
    genome,
    location: '1:1-9',
    label: null,
    geneLabel: `L,${name}`,
    peptide: true,
  },
});
const tree = (root: GeneTreeNode): GeneTree => ({ id: 'T1', sequences: 't1', root, pruned: false });
const example = () =>
  tree(
    inner(
      0,
      inner(0.1, leaf('A', 1, 0.2), leaf('B', 2, 0.000_001)),
      inner(0.25, inner(0.5, leaf('C', 3, 1), leaf('D', 1, 2)), leaf('E', 4, 0)),
    ),
  );
const genomeOf = (id: number) => ({
  id,
  name: `fictus_species${id}`,
  taxonId: 9_000_000 + id,
  taxonName: `Fictus species${id}`,
  scientificName: null,
  displayName: null,
  assembly: '',
  genebuild: '',
  lineage: [],
  current: true,
});
const species = new ComparaSpecies({
  genomes: [1, 2, 3, 4].map(genomeOf),
  nodes: {
    1: { taxonId: 9_000_100, name: 'Ficta', scientificName: 'Ficta', commonName: null, divergence: null, genome: null },
  },
});
const text = ({ root }: GeneTree, format: (typeof NEWICK_FORMATS)[number] = 'simple') =>
  newick({
    root,
    children: sortedChildren,
    label: newickLabel(format, species),
    name: ({ member }) => present(member, 'the member of a leaf').stableId,
  });
const names = ({ root }: GeneTree) =>
  leavesOf(root)
    .map(({ member }) => member?.geneId)
    .sort();

test('JSON prints summed branch lengths without binary rounding errors', () => {
  const pruned = present(
    pruneToGenomes(example(), (genome) => genome === 1),
    'the result of pruneToGenomes',
  );
  const { tree: root } = JSON.parse(
    [...treeJson(pruned, species, { sequences: null, coding: false, aligned: false, cigarLine: false })].join(''),
  );
  expect(root.children.map((node: { branch_length: number }) => node.branch_length)).toEqual([0.3, 2.75]);
});

test('decodes the tree that it encoded', () => {
  const { root, ...rest } = example();
  expect(decodeGeneTree(encodeGeneTree({ root, ...rest }))).toEqual({ root, ...rest });
});

test('handles a tree of depth 10,000 without a stack overflow', () => {
  let root = leaf('0', 1, 1);
  for (let each = 1; each < 10_000; each++) root = inner(1, root, leaf(String(each), (each % 4) + 1, 1));
  const stored = decodeGeneTree(encodeGeneTree(tree(root)));
  expect(leavesOf(stored.root)).toHaveLength(10_000);
  expect(text(stored).match(/P\d+/g)).toHaveLength(10_000);
  expect(
    leavesOf(
      present(
        pruneToGenomes(stored, (genome) => genome === 2),
        'the result of pruneToGenomes',
      ).root,
    ),
  ).toHaveLength(2500);
});

describe('pruning', () => {
  test('removes nodes with one child and adds up their branches; the new root keeps its branch', () => {
    const pruned = present(
      pruneToGenomes(example(), (genome) => genome === 1 || genome === 3),
      'the result of pruneToGenomes',
    );
    expect(text(pruned)).toBe('((PC:1,PD:2):0.75,PA:0.3);');
    const lower = present(
      pruneToGenomes(example(), (genome) => genome === 3 || genome === 4),
      'the result of pruneToGenomes',
    );
    expect([lower.root.distance, text(lower)]).toEqual([0.25, '(PE:0,PC:1.5):0.25;']);
    expect(lower.pruned).toBe(true);
  });

  test('returns a single leaf, null if no leaf is left, and the same tree if all are', () => {
    const single = present(
      pruneToGenomes(example(), (genome) => genome === 2),
      'the result of pruneToGenomes',
    );
    expect([single.root.member?.geneId, single.root.distance]).toEqual(['GB', 0.000_001]);
    expect(pruneToGenomes(example(), () => false)).toBeNull();
    const whole = example();
    expect(pruneToGenomes(whole, () => true)).toBe(whole);
  });

  test('does not change the original tree', () => {
    const whole = example();
    const before = text(whole, 'full');
    pruneToGenomes(whole, (genome) => genome === 1);
    expect(text(whole, 'full')).toBe(before);
  });

  test('to a subtree keeps the leaves below a node', () => {
    const whole = example();
    const node = at(whole.root.children, 1);
    expect(names(present(subtree(whole, node.id), 'the result of subtree'))).toEqual(['GC', 'GD', 'GE']);
    expect(subtree(whole, -1)).toBeNull();
    expect(subtree(whole, whole.root.id)).toBe(whole);
  });
});

describe('Newick', () => {
  test.each(NEWICK_FORMATS)('in the format %s is read by newick-js with the same leaves and branches', (format) => {
    const whole = example();
    const { graph } = parse(text(whole, format));
    const [vertices, arcs] = graph as unknown as [Set<{ label?: string }>, Set<[unknown, { label?: string }, number]>];
    const label = newickLabel(format, species);
    const expected = [...preorder(whole.root)].map((node) => ({
      name: at(label(node, node === whole.root).split(':'), 0),
      isLeaf: node.children.length === 0,
    }));
    const named = expected.map(({ name }) => name).filter((name) => name !== '');
    expect(new Set([...vertices].flatMap((vertex) => vertex.label ?? []))).toEqual(new Set(named));
    // newick-js merges nodes with equal names, so the structure can only be compared if names are unique.
    if (new Set(named).size < named.length) return;
    const above = new Set([...arcs].map(([from]) => from));
    expect(vertices.size).toBe(expected.length);
    expect(
      [...vertices]
        .filter((vertex) => !above.has(vertex))
        .map((vertex) => vertex.label)
        .sort(),
    ).toEqual(
      expected
        .filter(({ isLeaf }) => isLeaf)
        .map(({ name }) => name)
        .sort(),
    );
    if (format !== 'simple') return;
    expect([...arcs].map(([, , length]) => length).sort()).toEqual(
      [...preorder(whole.root)]
        .slice(1)
        .map(({ distance }) => distance)
        .sort(),
    );
  });

  test('puts inner nodes first, gives the root no branch and puts a single gene in parentheses', () => {
    expect(text(example())).toBe('((PB:1e-06,PA:0.2):0.1,((PC:1,PD:2):0.5,PE:0):0.25);');
    expect(text(example(), 'ncbi_taxon')).toBe(
      '((9000002,9000001)9000100,((9000003,9000001)9000100,9000004)9000100)9000100;',
    );
    expect(text(example(), 'njtree')).toContain('9000004*');
    expect(text(tree(leaf('X', 1, 0.5)), 'display_label_composite')).toBe('(PX)LX_PX_Fspe:0.5;');
  });
});
