/** What comes with `npm ci`: under which licences, proven by what, and what of it runs while it is installed. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lockedDependencies } from '../../build-index/licences/dependencies.ts';
import { licencesPage, uncovered } from '../../build-index/licences/page.ts';
import { INSTALL_SCRIPTS, licenceOf } from '../../build-index/licences/policy.ts';

const project = new URL('../../', import.meta.url);

test('every dependency has a licence that is permissive or looked at', async () => {
  expect(await uncovered()).toEqual([]);
});

test.each([
  ['GPL-3.0-only', undefined], ['MIT', null], ['(MPL-2.0 OR Apache-2.0)', null], ['(MIT AND GPL-2.0-only)', undefined], [null, undefined], ['MPL-2.0', undefined],
])('a new package under %s is covered: %s', (licence, covered) => {
  expect(licenceOf({ name: 'new', version: '1.0.0', licence, development: false, hasInstallScript: false, integrity: 'sha512-' })).toBe(covered);
});

test('docs/licences.md lists them as they are: npm run build-licences', async () => {
  expect(await readFile(new URL('docs/licences.md', project), 'utf8')).toBe(await licencesPage());
});

test('the lockfile proves every package by its SHA-512', async () => {
  const unproven = (await lockedDependencies()).filter(({ integrity }) => !integrity?.startsWith('sha512-'));
  expect(unproven).toEqual([]);
});

test('only named packages have scripts that run while they are installed', async () => {
  const withScripts = new Set((await lockedDependencies()).filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  expect([...withScripts].sort()).toEqual(Object.keys(INSTALL_SCRIPTS).sort());
});

test('package.json tells npm which of them may, and denies the others', async () => {
  const { allowScripts } = JSON.parse(await readFile(new URL('package.json', project), 'utf8')) as { allowScripts: Record<string, boolean> };
  expect(allowScripts).toEqual(Object.fromEntries(Object.entries(INSTALL_SCRIPTS).map(([name, why]) => [name, !why.endsWith('denied')])));
});

test('package-lock.json is that of package.json', async () => {
  const read = async (name: string) => JSON.parse(await readFile(new URL(name, project), 'utf8'));
  const [{ dependencies, devDependencies }, { packages }] = await Promise.all([read('package.json'), read('package-lock.json')]);
  expect({ dependencies: packages[''].dependencies, devDependencies: packages[''].devDependencies }).toEqual({ dependencies, devDependencies });
});
