/** What the lockfile says of the packages that `npm ci` puts here: version, licence, whether it runs anything while it is installed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export interface Dependency {
  name: string;
  version: string;
  /** SPDX expression; null where neither the lockfile nor the package tells. */
  licence: string | null;
  /** Only for tests and tools of the maintainers. */
  development: boolean;
  hasInstallScript: boolean;
  /** SHA-512 of its archive, as npm checks it. */
  integrity: string | null;
}

interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
  integrity?: string;
  hasInstallScript?: boolean;
}

/** Licences of packages that state none where npm looks, each read in the package itself. */
const READ_IN_PACKAGE: Readonly<Record<string, string>> = {
  basejs: 'MIT', busboy: 'MIT', 'humanize-number': 'MIT', only: 'MIT', streamsearch: 'MIT', xtend: 'MIT',
};

/** All packages of the lockfile, each version once, by name. */
export async function lockedDependencies(): Promise<Dependency[]> {
  const { packages } = JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const found = new Map<string, Dependency>();
  for (const [path, { version, license, dev, integrity, hasInstallScript }] of Object.entries(packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const key = `${name}@${version}`;
    const before = found.get(key);
    found.set(key, {
      name, version, licence: license ?? READ_IN_PACKAGE[name] ?? null, integrity: integrity ?? null,
      development: (before?.development ?? true) && dev === true, hasInstallScript: hasInstallScript === true,
    });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
}
