import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);

test('the commands that the README names exist', async () => {
  const readme = await readFile(new URL('README.md', ROOT), 'utf8');
  const { scripts } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readme.matchAll(/(?:`|^|&& )npm (?:run )?([a-z][a-z-]*)/gm)]
    .map(([, name]) => name!)
    .filter((name) => !['ci', 'install', 'pack'].includes(name));
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(scripts, `npm run ${name}`).toHaveProperty([name]);
});

test('the files that the documents link to exist', async () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/FORMAT.md', 'docs/performance.md', 'docs/deploy.md']) {
    const url = new URL(page, ROOT);
    for (const [, target] of (await readFile(url, 'utf8')).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      await expect(
        readFile(new URL(target!, url)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EISDIR') throw error;
        }),
        `${page} links to ${target}`,
      ).resolves.not.toThrow();
    }
  }
});

test('no document waits for a figure', async () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/FORMAT.md', 'docs/performance.md', 'docs/deploy.md']) {
    expect(await readFile(new URL(page, ROOT), 'utf8'), page).not.toMatch(
      /\b(?:TODO|TBD|FIXME)\b|(?<![`\w])[A-Z]+_(?:TABLE|SECONDS|KIB|MS)\b/,
    );
  }
});
