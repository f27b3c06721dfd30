import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** '.ts', or '.js' in an npm package. */
const EXTENSION = extname(import.meta.url);
/** Folders and files whose code decides the bytes of a unit: the compiler, and all of `src` that it runs. */
export const SOURCES = [
  'build-index/compile',
  'build-index/dump',
  'build-index/dump-writer',
  'build-index/genome-files',
  'build-index/output',
  'build-index/memoize.ts',
  'build-index/system-error.ts',
  'build-index/thread-pool.ts',
  'build-index/units',
  'build-index/vcf',
  'src/api-error.ts',
  'src/caught-error.ts',
  'src/checked.ts',
  'src/compara',
  'src/effects',
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
/**
 * Further code that decides the bytes of a release. The whole service is part of it, since it chooses example values.
 */
const SOURCES_OF_SEALING = ['build-index/examples', 'src'];

let compiler: Promise<string> | undefined;
let sealer: Promise<string> | undefined;

/**
 * Hash of the compiler's sources and of the versions of DuckDB and zlib. Units of another version are compiled again.
 */
export function compilerVersion(): Promise<string> {
  return (compiler ??= hashOf(SOURCES));
}

/** Hash of the sources that make a release of units. */
export function sealerVersion(): Promise<string> {
  return (sealer ??= hashOf(SOURCES_OF_SEALING));
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const { version }: { version: string } = createRequire(import.meta.url)('@duckdb/node-api/package.json');
  const hash = createHash('sha256').update(`DuckDB ${version}, zlib ${process.versions.zlib}`);
  for (const source of sources)
    for (const name of await filesOf(source)) hash.update(name).update(await readFile(join(PROJECT, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Paths of a source's files, relative to the project. */
async function filesOf(source: string): Promise<string[]> {
  if (source.endsWith('.ts')) return [source.replace(/\.ts$/, EXTENSION)];
  const names = await readdir(join(PROJECT, source), { recursive: true });
  return names
    .filter((name) => /\.(ts|js|wasm)$/.test(name))
    .sort()
    .map((name) => join(source, name));
}
