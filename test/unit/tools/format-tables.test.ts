import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { formatTables, withTables } from '../../../tools/format-tables.ts';

it('docs/FORMAT.md lists the tables of the registry (npm run generate updates it)', async () => {
  const document = await readFile('docs/FORMAT.md', 'utf8');
  expect(document).toContain(formatTables());
  expect(document).toBe(withTables(document));
});

it('rejects a document without the lines that enclose the tables', () => {
  expect(() => withTables('# Format')).toThrow('needs the lines');
});
