import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from './end-of-file.ts';

/** A folder for one test file, removed after its tests. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-test-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
