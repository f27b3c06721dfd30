/** The embedded demo index. Vitest's global setup builds it once, before test files run in parallel. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDemoIndex, ensureStartIndex } from '../../cli/demo-index.ts';
import { silentProgress } from './silent-progress.ts';
import { shownOperations } from '../../tools/shown-operations.ts';

/** The folder of the demo index. Builds the index if it is missing or stale. */
export function demoIndex(): Promise<string> {
  return ensureDemoIndex(silentProgress);
}

/** The folder of the index that `npm start` serves. */
export function startIndex(): Promise<string> {
  return ensureStartIndex(silentProgress);
}

/** The operations of the catalogue with their examples on the demo index. */
export async function demoOperations() {
  return shownOperations(await demoIndex());
}

/** Also makes a folder for what several files share, and gives back the removal of it. */
export async function setup(): Promise<() => Promise<void>> {
  const shared = (process.env.FOLDER_OF_RUN ??= await mkdtemp(join(tmpdir(), 'genomic-edge-run-')));
  try {
    await demoIndex();
  } catch (error) {
    // Only the tests that need the index fail.
    console.error('The demo index cannot be built:', error);
  }
  return () => rm(shared, { recursive: true, force: true });
}
