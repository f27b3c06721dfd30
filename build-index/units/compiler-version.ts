import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** '.js' in an npm package. */
const EXTENSION = extname(import.meta.url);
/**
 * What decides the bytes of a unit: its compiler, and the shapes and records that it writes. Folders and files, all
 * that a unit runs among them.
 */
export const SOURCES = [
  'build-index/compile',
  'build-index/dump',
  'build-index/output',
  'build-index/memoize.ts',
  'build-index/system-error.ts',
  'build-index/units',
  'build-index/vcf',
  'src/api-error.ts',
  'src/caught-error.ts',
  'src/checked.ts',
  'src/compara',
  'src/genome',
  'src/index',
  'src/invalid-input.ts',
  'src/memory-budget.ts',
  'src/names',
  'src/release',
  'src/store',
  'src/terms',
  'src/variants',
];
/** What decides those of a release besides: example values are chosen by asking the service. */
const SOURCES_OF_SEALING = ['build-index/examples', 'src'];

let compiler: Promise<string> | undefined;
let sealer: Promise<string> | undefined;

/**
 * Hash of the compiler's sources and of the versions of what sorts and compresses for it: what another version has
 * compiled is compiled anew.
 */
export function compilerVersion(): Promise<string> {
  return (compiler ??= hashOf(SOURCES));
}

/** The same of all that makes a release of units. */
export function sealerVersion(): Promise<string> {
  return (sealer ??= hashOf(SOURCES_OF_SEALING));
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const { version } = createRequire(import.meta.url)('@duckdb/node-api/package.json') as { version: string };
  const hash = createHash('sha256').update(`DuckDB ${version}, zlib ${process.versions.zlib}`);
  for (const source of sources)
    for (const name of await filesOf(source)) hash.update(name).update(await readFile(join(PROJECT, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Below the project. */
async function filesOf(source: string): Promise<string[]> {
  if (source.endsWith('.ts')) return [source.replace(/\.ts$/, EXTENSION)];
  const names = await readdir(join(PROJECT, source), { recursive: true });
  return names
    .filter((name) => /\.(ts|js|wasm)$/.test(name))
    .sort()
    .map((name) => join(source, name));
}
