import { expect, test } from 'vitest';
import {
  anchorOf,
  brokenLinks,
  habitsIn,
  longSentences,
  placeholders,
  proseOfCode,
  proseOfMarkdown,
  unknownScripts,
} from '../../../tools/prose.ts';

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

test('finds scripts and commands of npm that do not exist', () => {
  const page = 'Run `npm run check`, `npm run none` or `npm check`.\n\n```\nnpm ci && npm start\n```\n';
  expect(unknownScripts('README.md', page, new Set(['check', 'start']))).toEqual([
    'README.md: npm run none is not a script of package.json',
    'README.md: npm check is not a command of npm; did you mean npm run check?',
  ]);
});

test('finds placeholders for figures', () => {
  expect(placeholders('docs/deploy.md', 'It takes BUILD_SECONDS s; `RATE_MS` is a setting. TODO')).toEqual([
    'docs/deploy.md: BUILD_SECONDS is a placeholder',
    'docs/deploy.md: TODO is a placeholder',
  ]);
});
