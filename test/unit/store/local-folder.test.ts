import { mkdir, mkdtemp, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { StoreError } from '../../../src/store/store.ts';

let parent: string;
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'local-folder-'));
  folder = join(parent, 'index');
  await mkdir(join(folder, 'release'), { recursive: true });
  await writeFile(join(parent, 'secret'), 'secret');
  await writeFile(join(folder, 'current'), 'value');
  for (let each = 0; each < 20; each++)
    await writeFile(
      join(folder, 'release', `${each}.bin`),
      Uint8Array.from({ length: 100 }, (_, at) => at + each),
    );
});

afterAll(() => rm(parent, { recursive: true }));

/** Number of open files of the folder in this process on Linux; 0 elsewhere. */
async function openFiles(): Promise<number> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
}

test('reads ranges from any number of files and keeps few of them open', async () => {
  const store = new LocalFolder(folder, 3);
  const reads = Array.from({ length: 200 }, (_, each) => ({
    object: `release/${each % 20}.bin`,
    offset: each % 50,
    length: 3,
  }));
  const read = await Promise.all(reads.map((range) => store.read(range)));
  expect(read.map(([first]) => first)).toEqual(reads.map(({ offset }, each) => offset + (each % 20)));
  for (const range of reads) await store.read(range);
  await vi.waitFor(async () => expect(await openFiles()).toBeLessThanOrEqual(3));
  await store.close();
  expect(await store.read({ object: 'release/1.bin', offset: 0, length: 1 })).toEqual(Uint8Array.of(1));
  await store.close();
});

test('reads values from files, and returns null for a missing file', async () => {
  const store = new LocalFolder(folder);
  expect(await store.value('current')).toEqual(new TextEncoder().encode('value'));
  expect(await store.value('current', { first: 3 })).toEqual(new TextEncoder().encode('val'));
  expect(await store.value('other')).toBeNull();
  expect(await store.value('other', { first: 3 })).toBeNull();
  expect(await new LocalFolder(join(parent, 'nowhere')).value('current')).toBeNull();
});

test('rejects a missing object and a range after its end', async () => {
  const store = new LocalFolder(folder);
  await expect(store.read({ object: 'release/none.bin', offset: 0, length: 1 })).rejects.toThrow(
    /^release\/none.bin is not in /,
  );
  await expect(store.read({ object: 'release/1.bin', offset: 98, length: 3 })).rejects.toThrow(
    'release/1.bin ends before byte 101',
  );
  await expect(store.read({ object: 'release', offset: 0, length: 1 })).rejects.toThrow(StoreError);
  await writeFile(join(folder, 'late.bin'), 'x');
  expect(await store.read({ object: 'late.bin', offset: 0, length: 1 })).toEqual(Uint8Array.of(120));
  await store.close();
});

test.each([
  '../secret',
  'release/../../secret',
  '/etc/passwd',
  '',
  '.',
  'release//1.bin',
  'release\\..\\secret',
  'a\0b',
])('rejects the name %j', async (name) => {
  const store = new LocalFolder(folder);
  await expect(store.read({ object: name, offset: 0, length: 1 })).rejects.toThrow('is not an object name');
  await expect(store.value(name)).rejects.toThrow(StoreError);
});

test('finds a replaced object after a fresh read, or after a range beyond its end', async () => {
  const store = new LocalFolder(folder);
  const replace = async (text: string) => {
    await writeFile(join(folder, 'replaced.new'), text);
    await rename(join(folder, 'replaced.new'), join(folder, 'replaced.bin'));
  };
  const read = (length: number, fresh = false) =>
    store
      .read({ object: 'replaced.bin', offset: 0, length }, { fresh })
      .then((bytes) => new TextDecoder().decode(bytes));
  await replace('bad');
  expect(await read(3)).toBe('bad');
  await replace('good');
  expect(await read(3)).toBe('bad');
  expect(await read(3, true)).toBe('goo');
  await expect(read(5)).rejects.toThrow('replaced.bin ends before byte 5');
  await replace('longer');
  expect(await read(5)).toBe('longe');
  await vi.waitFor(async () => expect(await openFiles()).toBeLessThanOrEqual(1));
  await store.close();
});
