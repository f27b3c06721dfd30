/** Dumps are fetched completely from a mirror in spite of faults of network and server, and a build reads them. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { generateDemo } from '../../../../data/fictional/demo.ts';
import { fetchRelease, type FetchOptions } from '../../../../cli/fetch/fetch-release.ts';
import { FetchError } from '../../../../cli/operator-error.ts';
import { compileAndServe } from '../../../support/compiled-service.ts';
import { silent } from '../publish/invented-release.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { checksumsOf, md5sOf, siteOf, startMirror, type MirrorServer } from './mirror-server.ts';
import { get, present } from '../../../../src/checked.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const SPECIES = 'fictomys_demonstrans';
const CORE = `release-115/mysql/${SPECIES}_core_115_1`;
const DNA = `${CORE}/dna.txt.gz`;

let folder: string;
let mirror: MirrorServer;
let outs = 0;

beforeAll(async () => {
  folder = await testFolder();
  const dumps = join(folder, 'demo');
  await generateDemo(dumps, { scale: 0.1 });
  mirror = await startMirror(await siteOf(dumps, 115));
  // The same databases without fetching, for comparison.
  await mkdir(join(folder, 'same/multi'), { recursive: true });
  for (const name of [SPECIES, 'multi/taxonomy']) await rename(join(dumps, name), join(folder, 'same', name));
});

afterEach(() => {
  mirror.fault = () => null;
  mirror.sent.clear();
  mirror.requests.length = 0;
});

afterAll(() => mirror.stop());

/** A new folder for dumps. */
const newOut = () => join(folder, `out-${++outs}`);

/** The output of the command, and its error if it fails. */
async function run(wish: Partial<FetchOptions>): Promise<{ out: string; notes: string[]; error: string | null }> {
  const notes: string[] = [];
  const progress = { ...silent, note: (sentence: string) => void notes.push(sentence) };
  try {
    const lines = await fetchRelease(
      {
        release: 115,
        species: [],
        groups: ['core'],
        out: folder,
        mirror: mirror.url,
        downloads: 4,
        retryAfter: 1,
        ...wish,
      },
      progress,
      new AbortController().signal,
    );
    return { out: lines.join('\n'), notes, error: null };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { out: '', notes, error: error.message };
  }
}

const fetchCore = (out: string, wish: Partial<FetchOptions> = {}) => run({ species: [SPECIES], out, ...wish });
const FETCHED = { notes: [], error: null };
const bytesSent = () =>
  [...mirror.sent].filter(([path]) => path.endsWith('.gz')).reduce((sum, [, bytes]) => sum + bytes, 0);

test('fetches the files that a build reads once, and the index is the same as from the dumps', async () => {
  const out = newOut();
  const groups = ['core', 'variation', 'funcgen', 'taxonomy'];
  const planned = await fetchCore(out, { groups, dryRun: true });
  expect(planned).toMatchObject(FETCHED);
  expect(planned.out).toMatch(/^ {2} +\d+\.\d MB {2}dna\.txt\.gz$/m);
  expect(bytesSent()).toBe(0);
  await expect(readdir(out)).rejects.toThrow('ENOENT');

  const fetched = await fetchCore(out, { groups });
  expect(fetched).toMatchObject(FETCHED);
  const databases = await readdir(join(out, 'release-115/mysql'));
  expect(databases.sort()).toEqual([
    `${SPECIES}_core_115_1`,
    `${SPECIES}_funcgen_115_1`,
    `${SPECIES}_variation_115_1`,
    'ncbi_taxonomy_115',
  ]);
  const files = await readdir(join(out, CORE));
  expect(files).toContain('CHECKSUMS');
  expect(files).not.toContain('unread_table.txt.gz');
  expect(files.filter((name) => name.includes('.part'))).toEqual([]);
  expect(planned.out).toContain(
    `Release 115: ${present(/(\d+ files \(.*\)) downloaded/.exec(fetched.out), 'a match')[1]} would be downloaded.`,
  );

  mirror.sent.clear();
  const again = await fetchCore(out, { groups });
  expect(again).toMatchObject(FETCHED);
  expect(again.out).toContain('already');
  expect(bytesSent()).toBe(0);

  const service = await compileAndServe([join(out, 'release-115/mysql')], join(folder, 'index'));
  const { id } = await buildRelease([join(folder, 'same')], join(folder, 'index-same'), silentProgress);
  expect(service.id).toBe(id);
  expect(await service.get('/info/assembly/fictomys_demonstrans')).toMatchObject({
    status: 200,
    body: { top_level_region: expect.arrayContaining([expect.objectContaining({ name: '1' })]) },
  });
});

test('continues a file after connection errors, within a run and in the next one', async () => {
  const { length } = get(mirror.files, DNA);
  const out = newOut();
  let breaks = 0;
  mirror.fault = (path) =>
    path === DNA && ++breaks <= 3 ? { breakAfter: Math.floor(length / 5) } : path === DNA ? { status: 403 } : null;
  const broken = await fetchCore(out);
  expect(broken).toMatchObject({ error: `${mirror.url}/${DNA} cannot be read: the server answers with status 403` });
  // The run ends while files are on their way, so the client may not have all that the server has sent.
  const whole = new Set(await readdir(join(out, CORE)));
  mirror.fault = () => null;
  expect(await fetchCore(out)).toMatchObject(FETCHED);
  expect(mirror.sent.get(DNA)).toBe(length);
  expect(await readFile(join(out, DNA))).toEqual(mirror.files.get(DNA));
  const wholeFirst = [...mirror.sent].filter(([path]) => path.startsWith(CORE) && whole.has(basename(path)));
  expect(wholeFirst.length).toBeGreaterThan(2);
  for (const [path, bytes] of wholeFirst)
    if (path.endsWith('.gz')) expect(bytes, path).toBe(get(mirror.files, path).length);
});

test('does not continue a file that has changed on the mirror', async () => {
  const out = newOut();
  const before = get(mirror.files, DNA);
  mirror.fault = (path, { headers }) =>
    path === DNA ? (headers.range ? { status: 403 } : { breakAfter: 1000 }) : null;
  expect((await fetchCore(out)).error).toContain('status 403');
  mirror.fault = () => null;
  const changed = Buffer.concat([before, before]);
  try {
    publish(DNA, changed);
    expect(await fetchCore(out)).toMatchObject(FETCHED);
    expect(await readFile(join(out, DNA))).toEqual(changed);
  } finally {
    publish(DNA, before);
  }
});

function publish(path: string, bytes: Buffer): void {
  mirror.files.set(path, bytes);
  mirror.files.set(`${CORE}/CHECKSUMS`, Buffer.from(checksumsOf(mirror.files, CORE)));
}

test('fetches a file with a wrong checksum once more, then rejects it; replaces a damaged file on disk', async () => {
  const out = newOut();
  const good = get(mirror.files, DNA);
  const bad = Buffer.from(good);
  bad.writeUInt8(bad.readUInt8(good.length >> 1) ^ 1, good.length >> 1);
  mirror.fault = (path) => (path === DNA ? { body: bad } : null);
  expect(await fetchCore(out)).toMatchObject({
    error: expect.stringContaining(`${DNA} does not have the checksum that the mirror lists (2 downloads)`),
  });
  expect(mirror.requests.filter((each) => each === `GET ${DNA}`)).toHaveLength(2);
  let wrong = 1;
  mirror.fault = (path) => (path === DNA && wrong-- > 0 ? { body: bad } : null);
  expect(await fetchCore(out)).toMatchObject(FETCHED);
  expect(await readFile(join(out, DNA))).toEqual(good);

  await writeFile(join(out, DNA), bad);
  mirror.fault = () => null;
  mirror.sent.clear();
  expect(await fetchCore(out)).toMatchObject({ out: expect.stringContaining('Release 115: 1 file (') });
  expect(bytesSent()).toBe(good.length);
});

test('survives servers with wrong lengths, without ranges, or with occasional errors', async () => {
  const good = get(mirror.files, DNA);
  const long = Buffer.concat([good, Buffer.alloc(5000)]);
  mirror.fault = (path) => (path === DNA ? { body: long } : null);
  expect(await fetchCore(newOut())).toMatchObject({
    error: expect.stringMatching(/dna\.txt\.gz would be \d+ bytes long, which contradicts the mirror's checksums/),
  });
  mirror.fault = (path) => (path === DNA ? { body: good.subarray(0, 5000) } : null);
  expect((await fetchCore(newOut())).error).toMatch(/dna\.txt\.gz would be 5000 bytes long/);

  const out = newOut();
  const faults = [{ status: 503 }, { breakAfter: 3000 }, 'no ranges' as const];
  mirror.fault = (path) => (path === DNA ? (faults.shift() ?? null) : null);
  expect(await fetchCore(out)).toMatchObject(FETCHED);
  expect(await readFile(join(out, DNA))).toEqual(good);
});

test('supports mirrors with MD5 sums, and without checksums', async () => {
  const list = get(mirror.files, `${CORE}/CHECKSUMS`);
  try {
    mirror.files.delete(`${CORE}/CHECKSUMS`);
    const bare = newOut();
    expect(await fetchCore(bare)).toMatchObject({
      error: null,
      notes: [expect.stringContaining('lists no checksums')],
    });
    expect(await readFile(join(bare, DNA))).toEqual(mirror.files.get(DNA));
    mirror.sent.clear();
    expect((await fetchCore(bare)).out).toContain('already');
    expect(bytesSent()).toBe(0);

    mirror.files.set(`${CORE}/MD5SUM`, Buffer.from(md5sOf(mirror.files, CORE)));
    const out = newOut();
    mirror.fault = (path) => (path === DNA ? { body: Buffer.from(get(mirror.files, DNA)).reverse() } : null);
    expect((await fetchCore(out)).error).toContain('does not have the checksum that the mirror lists');
    mirror.fault = () => null;
    expect(await fetchCore(out)).toMatchObject(FETCHED);
  } finally {
    mirror.files.delete(`${CORE}/MD5SUM`);
    mirror.files.set(`${CORE}/CHECKSUMS`, list);
  }
});

test('says at once when the list of databases is tried again', async () => {
  let listings = 0;
  mirror.fault = (path) => (path === 'release-115/mysql/' && ++listings <= 2 ? { status: 503 } : null);
  const list = `${mirror.url}/release-115/mysql/`;
  expect(await run({ out: newOut(), species: [SPECIES], dryRun: true })).toMatchObject({
    error: null,
    notes: [`Trying up to 5 times more: ${list} cannot be read: the server answers with status 503`],
  });
  expect(listings).toBe(3);
  mirror.fault = () => null;
});

test('reports in one line what does not exist, and what does', async () => {
  const out = newOut();
  const errorOf = async (wish: Partial<FetchOptions>) => (await run({ out, ...wish })).error;
  expect(await errorOf({ species: ['fictomys_demonstrant'] })).toBe(
    "Release 115 has no species 'fictomys_demonstrant'; similar names are fictomys_demonstrans, fictomys_parvus",
  );
  expect(await errorOf({ species: ['homo_sapiens'] })).toMatch(
    /^Release 115 has no species 'homo_sapiens'; it has 4 species, such as [a-z_, ]+$/,
  );
  expect(await errorOf({ release: 114, species: [SPECIES] })).toBe(
    `${mirror.url}/ has no databases of release 114; it has release 115`,
  );
  expect(await errorOf({ species: [] })).toBe(
    '--groups core needs a species: add --species NAME, such as saccharomyces_cerevisiae',
  );
  expect(await errorOf({ mirror: 'rsync://ftp.ensembl.org/ensembl/pub', species: [SPECIES] })).toContain(
    "not 'rsync://ftp.ensembl.org/ensembl/pub'",
  );
  expect(await run({ out, species: ['Fictomys parvus'], groups: ['core', 'rnaseq'], dryRun: true })).toMatchObject({
    error: null,
    notes: ['Release 115 has no rnaseq database of fictomys_parvus.'],
  });
  await expect(readdir(out)).rejects.toThrow('ENOENT');
});

test('fetches from a division of Ensembl Genomes, with two release numbers in database names', async () => {
  const database = 'fictomyces_demonstrans_core_62_115_1';
  const place = `release-62/fungi/mysql/${database}`;
  const sql = get(mirror.files, `${CORE}/${SPECIES}_core_115_1.sql.gz`);
  const files: [string, Buffer][] = [
    [`${place}/${database}.sql.gz`, sql],
    [`${place}/dna.txt.gz`, get(mirror.files, DNA)],
  ];
  for (const [path, bytes] of files) mirror.files.set(path, bytes);
  mirror.files.set(`${place}/CHECKSUMS`, Buffer.from(checksumsOf(mirror.files, place)));
  try {
    const out = newOut();
    const wish = { release: 62, species: ['fictomyces_demonstrans'], out };
    expect((await run(wish)).error).toBe(
      `${mirror.url}/release-62/mysql/ does not exist, but the release has divisions: add --division, one of fungi`,
    );
    expect(await run({ ...wish, division: 'fungi' })).toMatchObject(FETCHED);
    expect(await readFile(join(out, place, 'dna.txt.gz'))).toEqual(mirror.files.get(DNA));
  } finally {
    for (const path of [...mirror.files.keys()]) if (path.startsWith('release-62/')) mirror.files.delete(path);
  }
});

test('fails in one line, which names the valid groups', async () => {
  const command = (...options: string[]) =>
    new Promise<{ code: number; err: string }>((settle) =>
      execFile(
        process.execPath,
        ['cli/genomic-edge.ts', 'fetch', '--mirror', mirror.url, '--out', newOut(), ...options],
        { cwd: PROJECT, env: { ...process.env, NO_PROXY: '127.0.0.1' } },
        (error, _, err) => settle({ code: Number(error?.code ?? 0), err }),
      ),
    );
  const [unknown, wrong] = await Promise.all([
    command('--release', '115', '--species', 'x'),
    command('--release', '115', '--groups', 'metadata'),
  ]);
  expect(unknown).toEqual({
    code: 1,
    err: expect.stringMatching(/^genomic-edge fetch: Release 115 has no species 'x'; .*\n$/),
  });
  expect(wrong).toEqual({
    code: 1,
    err: expect.stringContaining(
      'Allowed choices are core, otherfeatures, cdna, rnaseq, variation, funcgen, ' +
        'compara, ontology, taxonomy, stable_ids, ancestral',
    ),
  });
});
