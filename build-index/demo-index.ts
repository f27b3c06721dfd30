import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRelease, type BuildProgress } from './units/build-release.ts';
import { generateDemo } from './demo/generate.ts';
import { removeAbandoned, workFolder } from './output/abandoned.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const DEMO = join(PROJECT, 'data/demo');
const INDEX = join(DEMO, 'index');
const STAMP = 'built-from';
/** What decides the bytes of the demo index: the generator, the compiler, and the shapes and records they write. */
const SOURCES = ['build-index', 'src/index', 'src/compara', 'src/genome', 'src/names', 'src/operation', 'src/release', 'src/terms', 'src/variants'];

/**
 * The folder of the embedded demo index, built if it is not there or was built by another state of the sources. Processes
 * that find it missing at the same time each build one; the first to finish puts its own in place.
 * @param progress told of the build, when there is one
 */
export async function ensureDemoIndex(progress: BuildProgress): Promise<string> {
  const sources = await hashOfSources();
  if (await isBuiltFrom(sources)) return INDEX;
  await removeAbandoned(DEMO);
  const work = await workFolder(DEMO, 'building');
  try {
    await generateDemo(join(work, 'dumps'));
    await buildRelease([join(work, 'dumps')], join(work, 'index'), progress, { vcfConfig: join(work, 'dumps/vcf/vcf_config.json') });
    await writeFile(join(work, 'index', STAMP), sources);
    if (!(await isBuiltFrom(sources))) for (const name of ['dumps', 'index']) await replace(join(work, name), join(DEMO, name));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return INDEX;
}

async function isBuiltFrom(sources: string): Promise<boolean> {
  return (await readFile(join(INDEX, STAMP), 'utf8').catch(() => '')) === sources;
}

async function replace(made: string, place: string): Promise<void> {
  await rm(place, { recursive: true, force: true });
  await rename(made, place).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was a moment faster; what it put there is the same.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const names = (await readdir(join(PROJECT, folder), { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
    for (const name of names) hash.update(name).update(await readFile(join(PROJECT, folder, name)));
  }
  return hash.digest('hex');
}
