import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

// Asked for while the test file is read: within a hook or a test it would come too late to be heard.
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A folder for one test file, removed after its tests. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-test-'));
  folders.push(folder);
  return folder;
}
