import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EXCEPTIONS, INSTALL_SCRIPTS, isAllowed, lockedPackages } from '../../../tools/licences.ts';

const packages = await lockedPackages();
const readJson = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8'));

test('every dependency has a permissive licence or an exception with a reason', () => {
  expect(packages.filter(({ name, license }) => !isAllowed(name, license))).toEqual([]);
});

test('every exception is needed', () => {
  const unneeded = EXCEPTIONS.filter((exception) => !packages.some(({ name }) => exception.packages.test(name)));
  expect(unneeded).toEqual([]);
});

test.each([
  ['GPL-3.0-only', false],
  ['MIT', true],
  ['(MPL-2.0 OR Apache-2.0)', true],
  ['(MIT AND GPL-2.0-only)', false],
  [undefined, false],
  ['MPL-2.0', false],
])('whether the licence %s is allowed for a new package: %s', (licence, allowed) => {
  expect(isAllowed('new', licence)).toBe(allowed);
});

test('the lockfile has the SHA-512 of every package except binaries of development tools for other platforms', () => {
  // The registry that made the lockfile does not offer these; npm ci on other platforms does not check them.
  const unchecked = packages.filter(({ integrity }) => !integrity?.startsWith('sha512-'));
  expect(unchecked.filter(({ dev, optional }) => !dev || !optional)).toEqual([]);
  for (const { name } of unchecked)
    expect(name).toMatch(/^@(?:biomejs\/cli|oxc-parser\/binding)-(?!linux-x64(?:-gnu)?$)/);
});

test('only listed packages have install scripts', async () => {
  const scripted = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  expect([...scripted].sort()).toEqual(Object.keys(INSTALL_SCRIPTS).sort());
  expect((await readJson('package.json')).allowScripts).toEqual(
    Object.fromEntries(Object.entries(INSTALL_SCRIPTS).map(([name, { allowed }]) => [name, allowed])),
  );
});

test('package-lock.json has the dependencies of package.json', async () => {
  const [{ dependencies, devDependencies }, lock] = await Promise.all([
    readJson('package.json'),
    readJson('package-lock.json'),
  ]);
  expect(lock.packages['']).toMatchObject({ dependencies, devDependencies });
});
