import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

// Registered while the test file loads: Vitest ignores hooks that a running hook or test registers.
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A folder for one test file, removed after its tests. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-test-'));
  folders.push(folder);
  return folder;
}
