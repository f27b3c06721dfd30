/** The settings of wrangler.toml for the Worker, other than its stores. */
import type { Readable } from 'node:stream';
import { Miniflare } from 'miniflare';
import { beforeAll, expect, test } from 'vitest';
import { bundleWorker, type WorkerBundle } from '../../../cli/serve/worker-bundle.ts';

let bundle: WorkerBundle;
beforeAll(async () => {
  bundle = await bundleWorker();
});

function worker(bindings: Record<string, string>, limited: boolean): Miniflare {
  const { modules, compatibilityDate, compatibilityFlags, bucket, namespace } = bundle;
  return new Miniflare({
    compatibilityDate,
    compatibilityFlags,
    r2Buckets: [bucket],
    kvNamespaces: [namespace],
    bindings,
    ...(limited ? { ratelimits: { RATE_LIMITER: { namespace_id: '1', simple: { limit: 2, period: 60 } } } } : {}),
    modules,
    // The Worker's error output is expected in these tests.
    handleRuntimeStdio: (output: Readable, errors: Readable) => void [output, errors].map((each) => each.resume()),
  });
}

test('the script takes one byte per character in memory, as V8 stores texts of Latin-1 letters', () => {
  expect(bundle.script.match(/.{0,40}[^\0-\xff].{0,40}/g)).toBeNull();
});

test('the binding limits requests, and the headers show the limit of the variable', async () => {
  const miniflare = worker({ RATE_LIMIT: '2/60' }, true);
  try {
    const ask = (address: string) =>
      miniflare.dispatchFetch('http://localhost/rest/nosuch', { headers: { 'cf-connecting-ip': address } });
    const seen = [];
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '192.0.2.1']) {
      const { status, headers } = await ask(address);
      seen.push([
        status,
        headers.get('x-ratelimit-limit'),
        headers.get('x-ratelimit-remaining'),
        headers.has('retry-after'),
      ]);
    }
    expect(seen).toEqual([
      [404, '2', '1', false],
      [404, '2', '0', false],
      [429, '2', '0', true],
      [404, '2', '1', false],
    ]);
  } finally {
    await miniflare.dispose();
  }
});

test.each<[string, Record<string, string>, boolean]>([
  ['a limit without its binding', { RATE_LIMIT: '2/60' }, false],
  ['a binding without its limit', {}, true],
])('the Worker answers 500 with %s', async (_, bindings, limited) => {
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

test.each<[string, Record<string, string>]>([
  ['rate limit', { RATE_LIMIT: 'many' }],
  ['patience', { PATIENCE: '{"attempts": 0}' }],
  ['base path', { BASE: 'rest' }],
  ['pointer time', { POINTER_SECONDS: 'soon' }],
  ['limits of operations', { LIMITS: '{"GET /nosuch": {"items": 1}}' }],
])('the script does not start with an invalid %s', async (_, bindings) => {
  const miniflare = worker(bindings, true);
  try {
    await expect(miniflare.ready).rejects.toThrow();
  } finally {
    await miniflare.dispose().catch(() => {});
  }
});
