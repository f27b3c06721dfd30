import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/support/seed.ts'],
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/runtime/demo-index.ts'],
    // Runtime tests start Deno and workerd and compile an index first.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
