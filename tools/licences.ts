/** Allowed licences and install scripts of dependencies. A unit test compares package-lock.json with these lists. */
import { readFile } from 'node:fs/promises';

/** Licences that require no more than a notice. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
]);

/** Packages with another licence, each with the reason. The service itself contains none of them. */
export const EXCEPTIONS: readonly { packages: RegExp; licence: string; reason: string }[] = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, a separate library that Miniflare loads to simulate Cloudflare Images; unchanged and unused here',
  },
  {
    packages: /^(axe-core|lightningcss(-.*)?)$/,
    licence: 'MPL-2.0',
    reason: 'test tools, unchanged; the licence covers changes to its own files only',
  },
  {
    packages: /^@fortawesome\/fontawesome-free$/,
    licence: 'CC-BY-4.0 AND OFL-1.1',
    reason: 'icons and fonts of Genoverse, a client that tests drive',
  },
  {
    packages: /^(jDataView|jdataview|jParser)$/,
    licence: 'not stated',
    reason: 'parts of Genoverse, which only tests drive',
  },
  {
    packages: /^(basejs|busboy|humanize-number|only|streamsearch|xtend)$/,
    licence: 'not stated',
    reason: 'MIT by the licence file or readme inside the package',
  },
];

/** Packages with install scripts, as in `allowScripts` of package.json. */
export const INSTALL_SCRIPTS: Readonly<Record<string, { allowed: boolean; reason: string }>> = {
  'core-js': { allowed: false, reason: 'prints a message' },
  deno: { allowed: true, reason: 'links the binary of the platform' },
  esbuild: { allowed: true, reason: 'links the binary of the platform' },
  node: { allowed: true, reason: 'installs the binary of the platform' },
  workerd: { allowed: true, reason: 'links the binary of the platform' },
};

export interface LockedPackage {
  version: string;
  /** SPDX expression, if package.json contains one. */
  license?: string;
  /** SHA-512 of the archive. */
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  optional?: boolean;
}

/** All packages of package-lock.json with their names. */
export async function lockedPackages(): Promise<(LockedPackage & { name: string })[]> {
  const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(text);
  return Object.entries(packages).flatMap(([path, locked]) =>
    path === '' ? [] : [{ ...locked, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }],
  );
}

/** Does the policy allow the licence? One choice of an OR is enough, an AND needs all. Parentheses must not nest. */
export function isAllowed(name: string, expression = 'not stated'): boolean {
  const excepted = EXCEPTIONS.filter(({ packages }) => packages.test(name)).flatMap(({ licence }) =>
    licence.split(' AND '),
  );
  return expression
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => PERMISSIVE.has(licence) || excepted.includes(licence)));
}
