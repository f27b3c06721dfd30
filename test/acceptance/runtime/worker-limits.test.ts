/**
 * The script as wrangler bundles it: within the size that Cloudflare allows, and nothing added to every call. `npm run
 * bench-worker` measures its start.
 */
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { bundleWorker } from '../../../cli/serve/worker-bundle.ts';

let script: string;
beforeAll(async () => {
  ({ script } = await bundleWorker());
});

test('the script has less than 1 MiB when compressed', () => {
  expect(gzipSync(script).byteLength).toBeLessThan(1024 * 1024);
});

test('a function that is made for a request is not named anew', () => {
  expect(script).toMatch(/\basync function answerWithMemory\(/);
  expect(script).not.toMatch(/\b__name\(/);
});
