/** Which bases ancestors had, by the rows of those below them. */
import { expect, test } from 'vitest';
import { type BlockNode, inferAncestors } from '../../../../data/fictional/compara/alignment-rows.ts';
import { allSpecies } from '../../../../data/fictional/species.ts';
import { at, get } from '../../../../src/checked.ts';

const [A, B, C, D] = allSpecies().map((species, each): BlockNode => ({ id: each + 1, species, children: [] })) as [
  BlockNode,
  BlockNode,
  BlockNode,
  BlockNode,
];
const ab: BlockNode = { id: 5, species: null, children: [A, B] };
const abc: BlockNode = { id: 6, species: null, children: [ab, C] };
const root: BlockNode = { id: 7, species: null, children: [abc, D] };

test.each([
  // Rows of A, B, C, D in one column; what AB, ABC and the root then have.
  ['AAAA', 'AAA', 'what all have'],
  ['CCAA', 'CAA', 'a change on the branch to two'],
  ['AGGA', 'GGA', 'a branch that goes with the one beside it'],
  ['-GGG', 'GGG', 'a loss in one species'],
  ['G---', '---', 'a base that is new in one'],
  ['GG--', 'G--', 'a base that is new in two'],
  ['G--G', 'GGG', 'a base that is lost twice, since it arose once'],
  ['--CC', '-CC', 'a loss above two'],
])('%s gives %s: %s', (rows, expected) => {
  const bases = new Map([A, B, C, D].map(({ species }, each) => [species!, at(rows, each)]));
  const found = inferAncestors(root, [7], (species) => (bases.get(species) === '-' ? null : get(bases, species)));
  expect([ab, abc, root].map((node) => found.get(node)?.bases ?? '-').join('')).toBe(expected);
});
