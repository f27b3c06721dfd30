/**
 * The embedded demo index, for tests. As Vitest's global setup it is built once, before test files run side by side.
 */
import { ensureDemoIndex } from '../../cli/demo-index.ts';
import { silentProgress } from './silent-progress.ts';
import { shownOperations } from '../../tools/shown-operations.ts';

/** The folder; built when it is missing or stale. */
export function demoIndex(): Promise<string> {
  return ensureDemoIndex(silentProgress);
}

/** The operations of the catalogue with their examples on the demo index. */
export async function demoOperations() {
  return shownOperations(await demoIndex());
}

export async function setup(): Promise<void> {
  try {
    await demoIndex();
  } catch (error) {
    // Tests that need it fail with the reason; the others need not.
    console.error('The demo index cannot be built:', error);
  }
}
