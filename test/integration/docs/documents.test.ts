import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { present } from '../../../src/checked.ts';

const ROOT = new URL('../../../', import.meta.url);

test('the commands in the README exist', async () => {
  const readme = await readFile(new URL('README.md', ROOT), 'utf8');
  const { scripts } = parseJson<{
    scripts: Record<string, string>;
  }>(await readFile(new URL('package.json', ROOT), 'utf8'));
  const named = [...readme.matchAll(/(?:`|^|&& )npm (?:run )?([a-z][a-z-]*)/gm)]
    .map(([, name]) => present(name, 'name'))
    .filter((name) => !['ci', 'install', 'pack'].includes(name));
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(scripts, `npm run ${name}`).toHaveProperty([name]);
});

test('the README counts the operations of each group', async () => {
  const readme = await readFile(new URL('README.md', ROOT), 'utf8');
  const counted = [...readme.matchAll(/(?<=\| )([A-Z][\w ]+) \| (\d+)(?= \|)/g)].map(
    ([, group, count]) => [present(group, 'group').toLowerCase(), Number(count)] as const,
  );
  const groups = Map.groupBy(operations, ({ group }) => group.toLowerCase());
  expect(new Map(counted)).toEqual(new Map([...groups].map(([group, { length }]) => [group, length])));
});

test('the linked files of the documents exist', async () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/FORMAT.md', 'docs/performance.md', 'docs/deploy.md']) {
    const url = new URL(page, ROOT);
    for (const [, target] of (await readFile(url, 'utf8')).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      await expect(
        readFile(new URL(present(target, 'target'), url)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EISDIR') throw error;
        }),
        `${page} links to ${target}`,
      ).resolves.not.toThrow();
    }
  }
});

test('no document has a placeholder for a figure', async () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/FORMAT.md', 'docs/performance.md', 'docs/deploy.md']) {
    expect(await readFile(new URL(page, ROOT), 'utf8'), page).not.toMatch(
      /\b(?:TODO|TBD|FIXME)\b|(?<![`\w])[A-Z]+_(?:TABLE|SECONDS|KIB|MS)\b/,
    );
  }
});
