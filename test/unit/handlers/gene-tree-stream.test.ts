/** Answers with trees of thousands of genes are generated while they are sent. */
import { expect, test } from 'vitest';
import type { GeneTree, GeneTreeNode } from '../../../src/compara/gene-tree.ts';
import { ComparaSpecies } from '../../../src/compara/species.ts';
import { treeJson, treePhyloxml } from '../../../src/handlers/compara/gene-tree-answer.ts';

const GENES = 4000;
const species = new ComparaSpecies({ genomes: [], nodes: {} });

/** A tree of the greatest depth: each inner node has one leaf and one further inner node. */
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
] as const)(
  '%s requests each sequence when its gene is written and yields pieces of less than 1000 letters',
  (_, write) => {
    let requested = 0;
    const sequences = () => {
      requested++;
      return 'AAA';
    };
    let [written, longest, most] = [0, 0, 0];
    for (const piece of write(ladder(), species, { sequences, coding: false, aligned: true, cigarLine: true })) {
      written += piece.split('AAA').length - 1;
      most = Math.max(most, requested - written);
      longest = Math.max(longest, piece.replace(/^ +/gm, '').length);
    }
    expect([requested, written]).toEqual([GENES, GENES]);
    expect(most).toBeLessThanOrEqual(1);
    expect(longest).toBeLessThan(1000);
  },
);
