import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceSection } from '../../../bench/performance-page.ts';

const page = 'a\n<!-- x -->\nold\n<!-- end of x -->\nb\n';

test('replaces the text between the marks, and keeps the marks for the next time', () => {
  const once = replaceSection(page, 'x', '| t |\n');
  expect(once).toBe('a\n<!-- x -->\n\n| t |\n\n<!-- end of x -->\nb\n');
  expect(replaceSection(once, 'x', '| t |')).toBe(once);
});

test('rejects a page that lacks the marks', () => {
  expect(() => replaceSection(page, 'y', 'new')).toThrow('no place for y');
});

test('docs/performance-operations.md has the marks of the section that the benchmark writes', async () => {
  const own = await readFile(new URL('../../../docs/performance-operations.md', import.meta.url), 'utf8');
  expect(replaceSection(own, 'bench-operations', 'new')).toContain('\nnew\n');
});
