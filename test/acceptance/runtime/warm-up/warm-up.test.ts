/** The warm-up of a Worker's script, within the limits of workerd. */
import type { Readable } from 'node:stream';
import { Miniflare } from 'miniflare';
import { expect, test } from 'vitest';
import { bundleWorker } from '../../../../cli/serve/worker-bundle.ts';
import { WARM_UP_PATHS } from '../../../../src/warm-up/warm-up.ts';

test('each request of the warm-up gets as far as its response, and nothing is logged', async () => {
  const { modules, compatibilityDate, compatibilityFlags } = await bundleWorker(
    'test/acceptance/runtime/warm-up/worker.ts',
  );
  const logged: string[] = [];
  const miniflare = new Miniflare({
    modules,
    compatibilityDate,
    compatibilityFlags,
    handleRuntimeStdio: (output: Readable, errors: Readable) => {
      for (const stream of [output, errors]) stream.on('data', (text: Buffer) => void logged.push(String(text)));
    },
  });
  try {
    const response = await miniflare.dispatchFetch('http://localhost/');
    const reasons = (await response.json()) as string[];
    expect(reasons).toHaveLength(WARM_UP_PATHS.length);
    for (const reason of reasons)
      expect(reason).toMatch(/^Error: Disallowed operation called within global scope.*\n.* at textResponse\d* /s);
  } finally {
    await miniflare.dispose();
  }
  expect(logged).toEqual([]);
});
