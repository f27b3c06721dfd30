/** Infers the bases of ancestors from the rows of the species below them. */
import { expect, test } from 'vitest';
import { type BlockNode, inferAncestors } from '../../../../../data/fictional/compara/alignment-rows.ts';
import { allSpecies } from '../../../../../data/fictional/species.ts';
import { at, get } from '../../../../../src/checked.ts';

const species = allSpecies().slice(0, 4);
const leaf = (each: number): BlockNode => ({ id: each + 1, species: at(species, each), children: [] });
const ab: BlockNode = { id: 5, species: null, children: [leaf(0), leaf(1)] };
const abc: BlockNode = { id: 6, species: null, children: [ab, leaf(2)] };
const root: BlockNode = { id: 7, species: null, children: [abc, leaf(3)] };

test.each([
  // The bases of A, B, C and D in one column; the inferred bases of AB, ABC and the root.
  ['AAAA', 'AAA', 'the base of all species'],
  ['CCAA', 'CAA', 'a change on the branch to two species'],
  ['AGGA', 'GGA', 'the base of the sister branch'],
  ['-GGG', 'GGG', 'a loss in one species'],
  ['G---', '---', 'a base that is new in one species'],
  ['GG--', 'G--', 'a base that is new in two species'],
  ['G--G', 'GGG', 'a base that was lost twice, because it can only arise once'],
  ['--CC', '-CC', 'a loss above two species'],
])('infers from %s the ancestors %s: %s', (rows, expected) => {
  const bases = new Map(species.map((one, each) => [one, at(rows, each)]));
  const found = inferAncestors(root, [7], (species) => (bases.get(species) === '-' ? null : get(bases, species)));
  expect([ab, abc, root].map((node) => found.get(node)?.bases ?? '-').join('')).toBe(expected);
});
