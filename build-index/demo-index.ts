import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRelease, type BuildProgress } from './compile/release.ts';
import { generateDemo } from './demo/generate.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const DUMPS = join(PROJECT, 'data/demo/dumps');
const INDEX = join(PROJECT, 'data/demo/index');
const STAMP = join(INDEX, 'built-from');
/** What decides the bytes of the demo index: the generator, the compiler, and the shapes and records they write. */
const SOURCES = ['build-index', 'src/index', 'src/genome', 'src/release'];

/**
 * The folder of the embedded demo index, built if it is not there or was built by another state of the sources.
 * @param progress told of the build, when there is one
 */
export async function ensureDemoIndex(progress: BuildProgress): Promise<string> {
  const sources = await hashOfSources();
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === sources) return INDEX;
  await rm(DUMPS, { recursive: true, force: true });
  await rm(INDEX, { recursive: true, force: true });
  await generateDemo(DUMPS);
  await buildRelease([DUMPS], INDEX, progress);
  await writeFile(STAMP, sources);
  return INDEX;
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const names = (await readdir(join(PROJECT, folder), { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
    for (const name of names) hash.update(name).update(await readFile(join(PROJECT, folder, name)));
  }
  return hash.digest('hex');
}
