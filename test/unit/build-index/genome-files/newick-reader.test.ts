import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  leavesOf,
  type NewickNode,
  parseNewick,
  readNewick,
} from '../../../../build-index/genome-files/newick-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const text = ({ name, length, children }: NewickNode): string =>
  `${children.length > 0 ? `(${children.map(text).join(',')})` : ''}` +
  `${/^[\w.|-]*$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`}${length === null ? '' : `:${length}`}`;

const { node } = fc.letrec<{ node: NewickNode }>((tie) => ({
  node: fc.record({
    name: fc.string({ minLength: 1, maxLength: 8 }),
    length: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
    children: fc.oneof(
      { maxDepth: 4 },
      fc.constant<NewickNode[]>([]),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    ),
  }),
}));

test('reads what was written, with any names', () => {
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 3 }), (roots) => {
      const read = parseNewick('a.nwk', roots.map((root) => `${text(root)};\n`).join(''));
      expect(read.map(({ root }) => root)).toEqual(roots);
    }),
  );
});

test('reads names, lengths and supports, without comments, blanks and line breaks', () => {
  const [tree] = parseNewick('a.nwk', "(a:0.1, [a comment]\n(b,'c d':2e-3)95:.5)root;");
  expect(tree?.root).toEqual({
    name: 'root',
    length: null,
    children: [
      { name: 'a', length: 0.1, children: [] },
      {
        name: '95',
        length: 0.5,
        children: [
          { name: 'b', length: null, children: [] },
          { name: 'c d', length: 0.002, children: [] },
        ],
      },
    ],
  });
});

test('lists leaves from left to right, of deep trees too', () => {
  const [tree] = parseNewick('a.nwk', `${'('.repeat(50_000)}a${',b)'.repeat(50_000)};`);
  const leaves = tree ? leavesOf(tree.root) : [];
  expect(leaves).toHaveLength(50_001);
  expect(leaves[0]?.name).toBe('a');
});

test.each<[string, RegExp]>([
  ['(a,b)', /a\.nwk line 1: the last tree does not end with ";"/],
  ['\n(a,b;', /line 2: a "\)" is missing/],
  ['a,b;', /a "," is outside of parentheses/],
  ['(a,b));', /a "\)" is outside of parentheses/],
  ['(a:x,b);', /the branch length "x" is no number/],
  ['(a b,c);', /the name "b" follows the name "a"/],
  [`(${'x'.repeat(5_000)} '${'y\n'.repeat(5_000)}',c);`, /the name .{1,3}(?:y ){19}y…" follows the name "x{40}…", so/],
  ["('a,c);", /a quote or bracket is not closed/],
  ['', /a\.nwk contains no tree/],
])('%.30j is no tree', (broken, sentence) => {
  expect(() => parseNewick('a.nwk', broken)).toThrow(sentence);
});

test('lists the leaves of a tree with more children than a call has arguments', () => {
  const [tree] = parseNewick('a.nwk', `(${'a,'.repeat(300_000)}b);`);
  expect(tree && leavesOf(tree.root)).toHaveLength(300_001);
});

test('reads a file of a million empty lines', async () => {
  const path = join(await testFolder(), 'empty.nwk');
  await writeFile(path, `${'\n'.repeat(1_000_000)}(a,b);\n`);
  expect((await readNewick(path)).map(({ line }) => line)).toEqual([1_000_001]);
});
