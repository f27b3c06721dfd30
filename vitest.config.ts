import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/support/seed.ts'],
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/runtime/demo-index.ts'],
    // As many files at once as there are cores: many wait for programs that they start.
    maxWorkers: '100%',
    // Runtime tests start Deno and workerd and compile an index first.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
