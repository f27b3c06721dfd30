/** What Cloudflare lets a Worker cost: its script's size. `npm run bench-worker` measures its start. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleWorker } from '../../build-index/serve/worker-bundle.ts';

test('the script has less than 1 MiB when compressed', async () => {
  const { script } = await bundleWorker();
  expect(gzipSync(script).byteLength).toBeLessThan(1024 * 1024);
});
