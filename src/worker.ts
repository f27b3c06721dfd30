/**
 * The service as a Cloudflare Worker: objects in R2, the root of the current release in KV (bindings in wrangler.toml).
 */
import { env as bindings, waitUntil } from 'cloudflare:workers';
import { createApp } from './app.ts';
import { present } from './checked.ts';
import { operations } from './catalogue/catalogue.ts';
import { notOffered } from './catalogue/not-offered.ts';
import { LOG_REQUESTS, writeLog } from './http/observation.ts';
import { CloudflareRateLimiter, readRateLimit, type RateLimitBinding, type RateLimiter } from './http/rate-limit.ts';
import { readBasePath } from './http/request-target.ts';
import { withLimits } from './operation/limits.ts';
import { Releases } from './release/releases.ts';
import { ByteCache } from './store/byte-cache.ts';
import { cloudflareStores } from './store/cloudflare-stores.ts';
import type { ResponseCache } from './store/edge-cache-store.ts';
import { KEPT_ANSWER_BYTES, MEMORY_OF_ANSWERS } from './memory-budget.ts';
import { RETRY_POLICY, readRetryPolicy } from './store/retry-policy.ts';
import { RetryingStore } from './store/retrying-store.ts';
import { warmUp } from './warm-up/warm-up.ts';
import './worker-kernels.ts';

export interface Env {
  /** The index objects. */
  INDEX: R2Bucket;
  /** The root document of the current release. */
  RELEASES: KVNamespace;
  /** Version of the uploaded script; Miniflare has none. */
  VERSION?: WorkerVersionMetadata;
  /**
   * Counts requests by client and location. RATE_LIMIT states the limit of this binding, such as '1000/60'. Without
   * both, requests are not limited. Only one of them is an error, and no request is answered.
   */
  RATE_LIMITER?: RateLimitBinding;
  RATE_LIMIT?: string;
  /** The only path of the service, such as '/'; by default /rest and the root. */
  BASE?: string;
  /** Limits of operations that replace those of the catalogue: src/operation/limits.ts. */
  LIMITS?: string;
  /** Timeouts and retries of the store: src/store/retry-policy.ts. */
  PATIENCE?: string;
  /** 'requests' logs every request that reaches the Worker, as JSON. */
  LOG?: string;
  /** Seconds after which an isolate reads the pointer to the current release again; default 60. */
  POINTER_SECONDS?: string;
}

/** State of an isolate. Its bindings never change, so what was read through them stays valid. */
interface Service {
  releases: Releases;
  limiter: RateLimiter | null;
  edition: string;
  logs: boolean;
}
let service: Service | null = null;

// Created while the script loads, which counts towards no request: this takes about 2 ms of CPU, and the first request
// has 10. An invalid variable makes the upload of the script fail instead of every request.
const { BASE, LIMITS, RATE_LIMIT, PATIENCE, POINTER_SECONDS = '60' } = bindings as Partial<Env>;
const retryPolicy = PATIENCE ? readRetryPolicy(PATIENCE) : RETRY_POLICY;
const rateLimit = RATE_LIMIT ? readRateLimit(RATE_LIMIT) : null;
if (!/^[1-9]\d*$/.test(POINTER_SECONDS))
  throw new Error(`POINTER_SECONDS must be a whole number of at least 1, not '${POINTER_SECONDS}'`);
const app = createApp({
  operations: LIMITS ? withLimits(operations, LIMITS) : operations,
  basePath: BASE ? readBasePath(BASE) : undefined,
  notOffered,
  memory: MEMORY_OF_ANSWERS,
  answerBytes: KEPT_ANSWER_BYTES,
  openRelease: (name) => started().releases.open(name),
  get edition() {
    return started().edition;
  },
  get limiter() {
    return started().limiter;
  },
  log: (entry) => {
    if (started().logs) writeLog(entry);
  },
});

// Not awaited, so that nothing keeps the script from loading. Without it, only the first request is slower.
void warmUp(operations).catch(() => {});

export default {
  fetch(request, env) {
    service ??= start(env);
    return app.fetch(request, { client: request.headers.get('cf-connecting-ip') ?? undefined });
  },
} satisfies ExportedHandler<Env>;

/** The state of the isolate, which the first request creates. */
function started(): Service {
  return present(service, 'the service');
}

function start(env: Env): Service {
  // The types of the Web platform lack Cloudflare's default cache.
  const { default: edgeCache } = caches as unknown as { default: ResponseCache };
  const store = new RetryingStore(cloudflareStores(env.INDEX, env.RELEASES, edgeCache, waitUntil), retryPolicy);
  return {
    releases: new Releases(store, new ByteCache(), { maxAge: Number(POINTER_SECONDS) * 1000 }),
    limiter: limiterOf(env),
    edition: env.VERSION?.id ?? '',
    logs: env.LOG === LOG_REQUESTS,
  };
}

/** Throws an Error if only one half of a rate limit is set: the operator would believe that requests are limited. */
function limiterOf({ RATE_LIMITER }: Env): RateLimiter | null {
  if (!rateLimit !== !RATE_LIMITER)
    throw new Error(
      'RATE_LIMIT and the binding RATE_LIMITER go together: the variable must state the limit of the binding',
    );
  return RATE_LIMITER && rateLimit ? new CloudflareRateLimiter(RATE_LIMITER, rateLimit) : null;
}
