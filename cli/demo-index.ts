import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GENOME_TABLES } from '../build-index/genome-files/genome-folders.ts';
import { type GenomeSpec, NO_FILES } from '../build-index/genome-files/genome-spec.ts';
import { buildRelease, type BuildProgress } from '../build-index/units/build-release.ts';
import { generateDemo } from '../data/fictional/demo.ts';
import { demoFolder, MODULE_EXTENSION, PROJECT } from './installation.ts';
import { removeAbandoned, workFolder } from '../build-index/output/work-folder.ts';

const DEMO = demoFolder();
const STAMP = 'built-from';
/** Folders whose code decides the bytes of the demo index. The service is one, since it chooses the examples. */
const SOURCES = ['build-index', 'data/fictional', 'src'];
/** The real genomes of data/genomes. */
const GENOMES = join(PROJECT, 'data/genomes');
/** Genes of them that pages show first. */
const SAMPLES: Readonly<Record<string, Pick<GenomeSpec, 'sample'>>> = {
  'NC_000932.gb.gz': { sample: { gene: 'ArthCp030', name: 'rbcL' } },
  'NC_001422.gb.gz': { sample: { gene: 'gene-NP_040703', name: 'gene-NP_040703' } },
};

/**
 * Returns the folder of the demo index. Builds the index if it is missing or was built from other sources. Processes
 * that find it missing at the same time each build one, and the first to finish moves its own into place.
 * @param note gets a sentence before a build starts
 */
export async function ensureDemoIndex(progress: BuildProgress, note: Note = () => {}): Promise<string> {
  return ensure('index', await hashOfSources(), progress, note, async (work) => {
    await generateDemo(join(work, 'dumps'));
    await buildDemo(work, progress);
    return ['dumps'];
  });
}

/** As ensureDemoIndex, with the real genomes of data/genomes in addition to the fictional ones. */
export async function ensureStartIndex(progress: BuildProgress, note: Note = () => {}): Promise<string> {
  const files = (await readdir(GENOMES)).filter((name) => name.endsWith('.gb.gz')).sort();
  const hash = createHash('sha256').update(await hashOfSources());
  for (const name of files) hash.update(name).update(await readFile(join(GENOMES, name)));
  return ensure('start', hash.digest('hex'), progress, note, async (work) => {
    await generateDemo(join(work, 'dumps'));
    await buildDemo(
      work,
      progress,
      files.map((name) => ({ ...NO_FILES, flat: [join(GENOMES, name)], ...SAMPLES[name] })),
    );
    // The tables of the real genomes, which no later build needs.
    await rm(join(work, 'index', GENOME_TABLES), { recursive: true });
    return [];
  });
}

type Note = (sentence: string) => void;

async function buildDemo(work: string, progress: BuildProgress, genomes: readonly GenomeSpec[] = []): Promise<void> {
  await buildRelease([join(work, 'dumps')], join(work, 'index'), progress, {
    vcfConfig: join(work, 'dumps/vcf/vcf_config.json'),
    genomes,
  });
}

/**
 * @param name of the index folder below that of the demo
 * @param sources hash of all that decides its bytes
 * @param make makes the folder `index` in a work folder, and returns the names of others to keep
 */
async function ensure(
  name: string,
  sources: string,
  progress: BuildProgress,
  note: Note,
  make: (work: string, progress: BuildProgress) => Promise<string[]>,
): Promise<string> {
  const index = join(DEMO, name);
  if (await isBuiltFrom(index, sources)) return index;
  note('Building the index of the demo data. This takes less than a minute, and only the first time.');
  await mkdir(DEMO, { recursive: true });
  await removeAbandoned(DEMO);
  const work = await workFolder(DEMO, 'building');
  try {
    const others = await make(work, progress);
    await writeFile(join(work, 'index', STAMP), sources);
    if (!(await isBuiltFrom(index, sources))) {
      for (const other of others) await replace(join(work, other), join(DEMO, other), join(work, `old-${other}`));
      await replace(join(work, 'index'), index, join(work, `old-${name}`));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return index;
}

async function isBuiltFrom(index: string, sources: string): Promise<boolean> {
  return (await readFile(join(index, STAMP), 'utf8').catch(() => '')) === sources;
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
