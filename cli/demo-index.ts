import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRelease, type BuildProgress } from '../build-index/units/build-release.ts';
import { generateDemo } from '../data/fictional/demo.ts';
import { demoFolder, MODULE_EXTENSION, PROJECT } from './installation.ts';
import { removeAbandoned, workFolder } from '../build-index/output/work-folder.ts';

const DEMO = demoFolder();
const INDEX = join(DEMO, 'index');
const STAMP = 'built-from';
/** Folders whose code decides the bytes of the demo index. The service is one, since it chooses the examples. */
const SOURCES = ['build-index', 'data/fictional', 'src'];

/**
 * Returns the folder of the demo index. Builds the index if it is missing or was built from other sources. Processes
 * that find it missing at the same time each build one, and the first to finish moves its own into place.
 * @param note gets a sentence before a build starts
 */
export async function ensureDemoIndex(
  progress: BuildProgress,
  note: (sentence: string) => void = () => {},
): Promise<string> {
  const sources = await hashOfSources();
  if (await isBuiltFrom(sources)) return INDEX;
  note('Building the index of the demo data. This takes less than a minute, and only the first time.');
  await mkdir(DEMO, { recursive: true });
  await removeAbandoned(DEMO);
  const work = await workFolder(DEMO, 'building');
  try {
    await generateDemo(join(work, 'dumps'));
    await buildRelease([join(work, 'dumps')], join(work, 'index'), progress, {
      vcfConfig: join(work, 'dumps/vcf/vcf_config.json'),
    });
    await writeFile(join(work, 'index', STAMP), sources);
    if (!(await isBuiltFrom(sources)))
      for (const name of ['dumps', 'index'])
        await replace(join(work, name), join(DEMO, name), join(work, `old-${name}`));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return INDEX;
}

async function isBuiltFrom(sources: string): Promise<boolean> {
  return (await readFile(join(INDEX, STAMP), 'utf8').catch(() => '')) === sources;
}

/** Moves the old folder aside, then the new one into place. Readers never see a folder that is partly removed. */
async function replace(made: string, place: string, aside: string): Promise<void> {
  await rename(place, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, place).catch(async (error: NodeJS.ErrnoException) => {
    // Another process has just moved an equal folder into place.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const names = (await readdir(join(PROJECT, folder), { recursive: true }))
      .filter((name) => name.endsWith(MODULE_EXTENSION))
      .sort();
    for (const name of names) hash.update(name).update(await readFile(join(PROJECT, folder, name)));
  }
  return hash.digest('hex');
}
