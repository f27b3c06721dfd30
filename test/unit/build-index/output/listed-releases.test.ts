import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listedReleases, listRelease } from '../../../../build-index/output/listed-releases.ts';
import { at } from '../../../../src/checked.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genomic-edge-listed-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function build(id: string, version: number, rootBytes = 10): Promise<void> {
  await mkdir(join(folder, id), { recursive: true });
  await writeFile(join(folder, id, 'root'), new Uint8Array(rootBytes));
  await listRelease(folder, { id, version, rootBytes });
}

const ids = async () => (await listedReleases(folder)).map(({ id }) => id);

test('lists releases in the order of their last build', async () => {
  expect(await listedReleases(folder)).toEqual([]);
  await build('114-a', 114);
  await build('115-b', 115);
  const { published } = at(await listedReleases(folder), 0);
  await build('114-a', 114);
  expect(await ids()).toEqual(['115-b', '114-a']);
  expect((await listedReleases(folder))[1]).toEqual({ id: '114-a', version: 114, rootBytes: 10, published });
  expect((await readdir(folder)).sort()).toEqual(['114-a', '115-b', 'releases']);
});

test('leaves out a release whose folder is missing or whose root is truncated', async () => {
  await build('113-a', 113);
  await build('114-b', 114);
  await writeFile(join(folder, '114-b', 'root'), 'half');
  await rm(join(folder, '113-a'), { recursive: true });
  expect(await ids()).toEqual([]);
});

test('fails rather than overwrite a list that cannot be parsed', async () => {
  await writeFile(join(folder, 'releases'), 'what');
  await expect(build('115-b', 115)).rejects.toThrow("the value 'releases' is not a list of releases");
});
