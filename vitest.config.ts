import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const setupFiles = ['test/support/seed.ts', 'test/support/after-file.ts'];
const setupOfBuilds = [...setupFiles, 'test/support/one-thread.ts'];

// Tests start commands of this project some hundred times. Node keeps what it compiled, which saves each half a second.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node-compile');

// Node runs TypeScript as it is. Vite's own loader takes twice as long, and its result cannot be kept.
const experimental = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    // As many files at once as there are cores: many wait for programs that they start.
    maxWorkers: '100%',
    projects: [
      {
        // No processes, no compiled data. Files share a worker's modules, which saves most of their start-up time.
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles,
          experimental,
          pool: 'threads',
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        // Compiled data: the demo index and small releases that a test compiles with DuckDB. Files share modules as
        // well.
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          setupFiles: setupOfBuilds,
          experimental,
          isolate: false,
          globalSetup: ['test/support/demo-index.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Runtimes, browsers, clients and commands, in processes of their own; the replay of recorded exchanges. Files
        // share modules too: to load those of Miniflare and of the build takes seconds.
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          setupFiles: setupOfBuilds,
          experimental,
          isolate: false,
          globalSetup: ['test/support/demo-index.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
