/** The bundled script of the Worker is within Cloudflare's size limit. `npm run bench-worker` measures its start. */
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { bundleWorker } from '../../../cli/serve/worker-bundle.ts';

let script: string;
beforeAll(async () => {
  ({ script } = await bundleWorker());
});

test('the script is smaller than 1 MiB when compressed', () => {
  expect(gzipSync(script).byteLength).toBeLessThan(1024 * 1024);
});

test('the bundler adds no __name calls, which would run for every function of a request', () => {
  expect(script).toMatch(/\basync function answerWithMemory\(/);
  expect(script).not.toMatch(/\b__name\(/);
});
