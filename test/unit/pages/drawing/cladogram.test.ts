import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeClades, type Clade } from '../../../../src/pages/drawing/cladogram.ts';
import { OTHERS, speciesGroups } from '../../../../src/pages/drawing/species-groups.ts';

function leaf(value: string): Clade<string> {
  return { value, children: [] };
}

function clade(value: string, ...children: Clade<string>[]): Clade<string> {
  return { value, children };
}

const { tree } = fc.letrec<{ tree: Clade<string> }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ maxLength: 3 }).map(leaf),
    fc.record({ value: fc.string({ maxLength: 3 }), children: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }) }),
  ),
}));

function leavesOf({ value, children }: Clade<string>): string[] {
  return children.length === 0 ? [value] : children.flatMap(leavesOf);
}

test('leaves have one row each in order, at the right, and parents are left of their children', () => {
  fc.assert(
    fc.property(tree, (root) => {
      const { nodes, rows } = placeClades(root, { maxRows: Infinity });
      const leaves = nodes.filter(({ isLeaf }) => isLeaf);
      expect(leaves.map(({ value }) => value)).toEqual(leavesOf(root));
      expect(leaves.map(({ row }) => row)).toEqual(leaves.map((_, at) => at));
      expect(rows).toBe(leaves.length);
      for (const { x, parent, isLeaf } of nodes) {
        if (isLeaf) expect(x).toBe(1);
        if (parent) expect(parent.x).toBeLessThan(x);
      }
    }),
  );
});

test('a drawing never has more rows than allowed, and its rows contain all leaves', () => {
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 12 }), (root, maxRows) => {
      const { nodes, rows } = placeClades(root, { maxRows });
      const shown = nodes.filter(({ isLeaf, isCollapsed }) => isLeaf || isCollapsed);
      expect(rows).toBe(shown.length);
      expect(rows).toBeLessThanOrEqual(maxRows);
      expect(shown.reduce((sum, { leaves }) => sum + leaves, 0)).toBe(leavesOf(root).length);
    }),
  );
});

/** A ladder: each node has a leaf and the rest of the tree. */
function ladder(length: number): Clade<string> {
  let root = leaf('deepest');
  for (let at = 0; at < length; at++) root = clade(`clade ${at}`, leaf(`leaf ${at}`), root);
  return root;
}

test('the gene in question stays visible in a large tree', () => {
  const wide = clade('root', ...Array.from({ length: 50 }, (_, at) => clade(`c${at}`, leaf(`a${at}`), leaf(`b${at}`))));
  const { nodes } = placeClades(wide, { maxRows: 52, isKept: (value) => value === 'b49' });
  expect(nodes.some(({ value, isLeaf }) => isLeaf && value === 'b49')).toBe(true);
});

test('places a ladder of 2,000 leaves', () => {
  const { nodes, rows } = placeClades(ladder(2000), { maxRows: 100 });
  expect(rows).toBe(100);
  expect(nodes[0]?.leaves).toBe(2001);
});

function groupNames(root: Clade<string>, most: number): string[] {
  return speciesGroups(root, (value) => value, most).map(({ name }) => name);
}

test('species have a group each while there are enough', () => {
  expect(groupNames(clade('Mammalia', leaf('Mus'), clade('Primates', leaf('Homo'), leaf('Pan'))), 8)).toEqual([
    'Mus',
    'Homo',
    'Pan',
  ]);
});

const species = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => leaf(`${prefix} ${at}`));

test('many species are grouped by the largest clades, and those outside them together', () => {
  const root = clade(
    'Amniota',
    clade('Mammalia', clade('Primates', ...species('primate', 9)), clade('Rodentia', ...species('rodent', 9))),
    clade('Aves', ...species('bird', 9)),
    leaf('tuatara'),
  );
  expect(groupNames(root, 5)).toEqual(['Primates', 'Rodentia', 'Aves', OTHERS]);
});

test('a clade that occurs twice, after a duplication, is one group', () => {
  const copy = () =>
    clade('Tetrapoda', clade('Mammalia', ...species('mammal', 6)), clade('Aves', ...species('bird', 6)));
  expect(groupNames(clade('Tetrapoda', copy(), copy()), 4)).toEqual(['Mammalia', 'Aves']);
});

test('each species is in one group', () => {
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 8 }), (root, most) => {
      const groups = speciesGroups(root, (value) => value, most);
      const all = groups.flatMap((group) => [...group.species]);
      expect(all.toSorted()).toEqual([...new Set(leavesOf(root))].toSorted());
      expect(groups.length).toBeLessThanOrEqual(most);
    }),
  );
});
