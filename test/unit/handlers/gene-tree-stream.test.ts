/** Trees of thousands of genes: what is written of them is made as it is read. */
import { expect, test } from 'vitest';
import type { GeneTree, GeneTreeNode } from '../../../src/compara/gene-tree.ts';
import { ComparaSpecies } from '../../../src/compara/species.ts';
import { treeJson, treePhyloxml } from '../../../src/handlers/compara/gene-tree-answer.ts';

const GENES = 4000;
const species = new ComparaSpecies({ genomes: [], nodes: {} });

/** Each gene beside all that come after it: as deep as a tree of so many can be. */
function ladder(): GeneTree {
  const node = {
    distance: 0.1,
    type: null,
    speciesTreeNode: null,
    bootstrap: null,
    duplicationConfidence: null,
    children: [],
    member: null,
    cigarLine: '',
  };
  const leaf = (id: number): GeneTreeNode => ({
    ...node,
    id,
    cigarLine: '3M',
    member: {
      id,
      stableId: `P${id}`,
      geneId: `G${id}`,
      genome: 1,
      location: '1:1-9',
      label: null,
      geneLabel: null,
      peptide: true,
    },
  });
  let root = leaf(1);
  for (let id = 2; id <= GENES; id++)
    root = { ...node, id: GENES + id, type: 'speciation', children: [leaf(id), root] };
  return { id: 'T', sequences: 't', root, pruned: false };
}

test.each([
  ['JSON', treeJson],
  ['PhyloXML', treePhyloxml],
] as const)('%s takes no letters before their gene is written, and a little of the text at a time', (_, write) => {
  let taken = 0;
  const sequences = () => {
    taken++;
    return 'AAA';
  };
  let [written, longest, most] = [0, 0, 0];
  for (const piece of write(ladder(), species, { sequences, coding: false, aligned: true, cigarLine: true })) {
    written += piece.split('AAA').length - 1;
    most = Math.max(most, taken - written);
    longest = Math.max(longest, piece.replace(/^ +/gm, '').length);
  }
  expect([taken, written]).toEqual([GENES, GENES]);
  expect(most).toBeLessThanOrEqual(1);
  expect(longest).toBeLessThan(1000);
});
