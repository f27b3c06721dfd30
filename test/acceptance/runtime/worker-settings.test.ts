/** What wrangler.toml says to the Worker beside its stores. */
import type { Readable } from 'node:stream';
import { Miniflare } from 'miniflare';
import { beforeAll, expect, test } from 'vitest';
import { bundleWorker, type WorkerBundle } from '../../../cli/serve/worker-bundle.ts';

let bundle: WorkerBundle;
beforeAll(async () => {
  bundle = await bundleWorker();
});

function worker(bindings: Record<string, string>, limited: boolean): Miniflare {
  const { modules, compatibilityDate, bucket, namespace } = bundle;
  return new Miniflare({
    compatibilityDate,
    r2Buckets: [bucket],
    kvNamespaces: [namespace],
    bindings,
    ...(limited ? { ratelimits: { RATE_LIMITER: { namespace_id: '1', simple: { limit: 2, period: 60 } } } } : {}),
    modules,
    // What it complains of on its way out is the point of these tests.
    handleRuntimeStdio: (output: Readable, errors: Readable) => void [output, errors].map((each) => each.resume()),
  });
}

test('the limit of requests is that of the binding, in the headers of the variable', async () => {
  const miniflare = worker({ RATE_LIMIT: '2/60' }, true);
  try {
    const ask = (address: string) =>
      miniflare.dispatchFetch('http://localhost/rest/nosuch', { headers: { 'cf-connecting-ip': address } });
    const told = [];
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '192.0.2.1']) {
      const { status, headers } = await ask(address);
      told.push([
        status,
        headers.get('x-ratelimit-limit'),
        headers.get('x-ratelimit-remaining'),
        headers.has('retry-after'),
      ]);
    }
    expect(told).toEqual([
      [404, '2', '1', false],
      [404, '2', '0', false],
      [429, '2', '0', true],
      [404, '2', '1', false],
    ]);
  } finally {
    await miniflare.dispose();
  }
});

test.each([
  ['a limit without its binding', { RATE_LIMIT: '2/60' }, false],
  ['a binding without its limit', {}, true],
] as [string, Record<string, string>, boolean][])('nothing is answered with %s', async (_, bindings, limited) => {
  const miniflare = worker(bindings, limited);
  try {
    const failed = await miniflare.dispatchFetch('http://localhost/rest/info/ping');
    expect([failed.status, await failed.text()]).toEqual([
      500,
      expect.stringContaining('RATE_LIMIT and the binding RATE_LIMITER go together'),
    ]);
  } finally {
    await miniflare.dispose();
  }
});

test.each([
  ['a limit of requests', { RATE_LIMIT: 'many' }],
  ['a patience', { PATIENCE: '{"attempts": 0}' }],
  ['a time', { POINTER_SECONDS: 'soon' }],
  ['limits of operations', { LIMITS: '{"GET /nosuch": {"items": 1}}' }],
] as [string, Record<string, string>][])('the script does not start with %s that is none', async (_, bindings) => {
  const miniflare = worker(bindings, true);
  try {
    await expect(miniflare.ready).rejects.toThrow();
  } finally {
    await miniflare.dispose().catch(() => {});
  }
});
