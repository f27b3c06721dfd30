/**
 * Work after the tests of a file. Files share the modules of their worker, so a hook that a shared module registers
 * while it loads would only run after the first file. Vitest loads this setup file for each test file again.
 */
import { afterAll, vi } from 'vitest';
import { endOfFile } from './end-of-file.ts';

afterAll(async () => {
  await endOfFile();
  vi.unstubAllEnvs();
});
