import { describe, expect, it } from 'vitest';
import { cigarText, columnsBetween, restrictRow, rowOf, reverseRow } from '../../../src/compara/alignment-columns.ts';
import type { AlignedInterval, ReferencedBlock } from '../../../src/compara/alignment-record.ts';
import {
  nodeName,
  inAnswerOrder,
  leavesOf,
  nodesInOrder,
  pruneTree,
  restrictedTree,
} from '../../../src/compara/alignment-tree.ts';
import { at, present } from '../../../src/checked.ts';

const interval = (
  id: number,
  genome: string,
  start: number,
  end: number,
  cigarLine: string,
  strand: 1 | -1 = 1,
): AlignedInterval => ({
  id,
  node: id,
  genome,
  region: '1',
  coordSystem: 'chromosome',
  version: 'V1',
  start,
  end,
  strand,
  cigarLine,
  bases: [],
});

//            columns 0123456789
//  mus (101..107)    --ACGTA-CC
//  rat (21..29)      ACACG-ACCC
//  gal (-, 11..14)   ----GTAC--
const BLOCK: ReferencedBlock = {
  reference: 3,
  intervals: [
    interval(3, 'mus_musculus', 101, 107, '2D5MD2M'),
    interval(4, 'rattus_norvegicus', 21, 29, '5MD4M'),
    interval(5, 'gallus_gallus', 11, 14, '4D4M2D', -1),
    interval(2, 'ancestral_sequences', 1, 10, '10M'),
  ],
  tree: [
    { id: 1, parent: null, distance: 0 },
    { id: 5, parent: 1, distance: 0.5 },
    { id: 2, parent: 1, distance: 0.25 },
    { id: 3, parent: 2, distance: 0.1 },
    { id: 4, parent: 2, distance: 0.2 },
  ],
};

describe('the columns of a row', () => {
  const mouse = rowOf(at(BLOCK.intervals, 0));
  it('extend from the first requested base to the last', () => {
    expect(columnsBetween(mouse, 102, 106)).toEqual([3, 9]);
    expect(columnsBetween(mouse, 101, 107)).toEqual([2, 10]);
    expect(columnsBetween(mouse, 100, 105)).toEqual([2, 7]);
  });
  it('include the gaps at both ends if the span exceeds the row', () =>
    expect(columnsBetween(mouse, 100, 108)).toEqual([0, 10]));
  it('are counted from the end on the reverse strand', () => {
    expect(columnsBetween(rowOf(at(BLOCK.intervals, 2)), 11, 12)).toEqual([6, 8]);
    expect(restrictRow(rowOf(at(BLOCK.intervals, 2)), [5, 7])).toMatchObject({ start: 12, end: 13, strand: -1 });
  });
  it('give no row if they contain no base', () =>
    expect(restrictRow(rowOf(at(BLOCK.intervals, 2)), [0, 4])).toBeNull());
  it('are reversed with the strand', () => expect(cigarText(reverseRow(mouse).runs)).toBe('2M1D5M2D'));
});

describe('a block between two positions', () => {
  it('keeps the tree, with the reference first and ancestors between their children', () => {
    const tree = present(restrictedTree(BLOCK, 102, 106, 1, true), 'the result of restrictedTree');
    expect(nodesInOrder(inAnswerOrder(tree)).map(nodeName)).toEqual([
      'mus_musculus_1_102_106[+]',
      'Mmus-Rnor[2]',
      'rattus_norvegicus_1_24_28[+]',
      'gallus_gallus_1_11_14[-]',
    ]);
  });
  it('loses rows without bases and a root with a single child', () => {
    const tree = present(restrictedTree(BLOCK, 101, 102, 1, true), 'the result of restrictedTree');
    expect(leavesOf(tree)).toHaveLength(2);
    expect([nodeName(tree), tree.distance]).toEqual(['Mmus-Rnor[2]', 0.25]);
  });
  it('keeps all rows on the reverse strand', () =>
    expect(present(restrictedTree(BLOCK, 102, 106, -1, true), 'the result of restrictedTree').children.length).toBe(2));
  it('is null for a single column', () => expect(restrictedTree(BLOCK, 103, 103, 1, true)).toBeNull());
  it('can be pruned to some genomes, whose branches become longer', () => {
    const tree = present(restrictedTree(BLOCK, 102, 106, 1, true), 'the result of restrictedTree');
    const two = present(
      pruneTree(tree, (name) => name !== 'rattus_norvegicus'),
      'the result of pruneTree',
    );
    expect(leavesOf(inAnswerOrder(two)).map(({ distance }) => distance)).toEqual([0.35, 0.5]);
    expect(pruneTree(tree, (name) => name === 'mus_musculus')).toMatchObject({ distance: 0.35, children: [] });
    expect(pruneTree(tree, () => false)).toBeNull();
  });
});
