import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FORMAT_VERSIONS } from '../../../src/index/blocks/object-header.ts';
import { ROOT_VERSION } from '../../../src/release/root.ts';
import { formatTables, withTables } from '../../../tools/format-tables.ts';

it('docs/FORMAT.md lists the versions and the tables of the registry (npm run generate updates it)', async () => {
  const document = await readFile('docs/FORMAT.md', 'utf8');
  expect(document).toContain(formatTables());
  expect(document).toContain(`| [root](#root) | ${ROOT_VERSION} |`);
  for (const [shape, version] of Object.entries(FORMAT_VERSIONS))
    expect(document).toContain(`| ${shape} | ${version} |`);
  expect(document).toBe(withTables(document));
});

it('rejects a document without the lines that enclose the tables', () => {
  expect(() => withTables('# Format')).toThrow('needs the lines');
});
