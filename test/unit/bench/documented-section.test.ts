import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceSection } from '../../../bench/performance-page.ts';

const page = 'a\n<!-- x -->\nold\n<!-- end of x -->\nb\n';

test('the text between the marks is replaced, and again', () => {
  const once = replaceSection(page, 'x', '| t |\n');
  expect(once).toBe('a\n<!-- x -->\n\n| t |\n\n<!-- end of x -->\nb\n');
  expect(replaceSection(once, 'x', '| t |')).toBe(once);
});

test('a page without a place for it is refused', () => {
  expect(() => replaceSection(page, 'y', 'new')).toThrow('no place for y');
});

test('the page of the project has a place for what is written there', async () => {
  const own = await readFile(new URL('../../../docs/performance.md', import.meta.url), 'utf8');
  expect(replaceSection(own, 'bench-operations', 'new')).toContain('\nnew\n');
});
