import { expect, test } from 'vitest';
import { anchorOf, brokenLinks, habitsIn, longSentences, proseOfCode, proseOfMarkdown } from '../../../tools/prose.ts';

test('counts habits in comments and texts of code, not in names', () => {
  const prose = proseOfCode(
    "const told = stands(beside); // a row stands beside another\nfail('nothing is told here');",
  );
  expect(habitsIn(prose)).toMatchObject({ stands: 1, beside: 1, tells: 1, anew: 0 });
});

test('leaves code, tables and headings of Markdown out', () => {
  expect(habitsIn(proseOfMarkdown('# What stands\n\n`stands`\n\n| stands |\n\n```\nstands\n```\n'))).toMatchObject({
    stands: 0,
  });
  expect(habitsIn(proseOfMarkdown('It stands here.'))).toMatchObject({ stands: 1 });
});

test('finds sentences that begin with a headless who or what, not questions', () => {
  expect(habitsIn('Who comes late is refused.\nWhat does it cost?')).toMatchObject({ 'headless who or what': 1 });
});

test('finds sentences of more than 40 words', () => {
  expect(longSentences(`${'word '.repeat(40)}end. Short one.`)).toHaveLength(1);
  expect(longSentences(`${'word '.repeat(39)}end. ${'word '.repeat(39)}end.`)).toEqual([]);
});

test('makes the same anchors as GitHub', () => {
  expect(anchorOf("Against Ensembl's own server")).toBe('against-ensembls-own-server');
});

test('finds links to files and headings that do not exist', async () => {
  const page =
    '[a](docs/FORMAT.md#root) [b](docs/FORMAT.md#nowhere) [c](docs/none.md) [d](https://example.org) [e](#here)\n\n# ' +
    'Here\n';
  expect(await brokenLinks('README.md', page)).toEqual([
    'README.md: docs/FORMAT.md#nowhere links to a heading that does not exist',
    'README.md: docs/none.md links to a file that does not exist',
    'README.md: #here links to a heading that does not exist',
  ]);
});
