/**
 * The service as a Cloudflare Worker: objects in R2, the root of the current release in KV (bindings in wrangler.toml).
 */
import { env as bindings, waitUntil } from 'cloudflare:workers';
import { createApp } from './app.ts';
import { operations } from './catalogue/catalogue.ts';
import { notOffered } from './catalogue/not-offered.ts';
import { LOG_REQUESTS, writeLog } from './http/observation.ts';
import { CloudflareRateLimiter, readRateLimit, type RateLimitBinding, type RateLimiter } from './http/rate-limit.ts';
import { withLimits } from './operation/limits.ts';
import { Releases } from './release/releases.ts';
import { ByteCache } from './store/byte-cache.ts';
import { cloudflareStores } from './store/cloudflare-stores.ts';
import type { ResponseCache } from './store/edge-cache-store.ts';
import { MEMORY_OF_ANSWERS } from './memory-budget.ts';
import { RETRY_POLICY, readRetryPolicy } from './store/retry-policy.ts';
import { RetryingStore } from './store/retrying-store.ts';
import './worker-kernels.ts';

export interface Env {
  /** The index objects. */
  INDEX: R2Bucket;
  /** The root document of the current release. */
  RELEASES: KVNamespace;
  /** Which upload of the script this is; Miniflare has none. */
  VERSION?: WorkerVersionMetadata;
  /**
   * Counts requests by client and location; RATE_LIMIT says what it is set to: '1000/60'. With neither of them nobody
   * is held back; one alone is a mistake, and nothing is answered.
   */
  RATE_LIMITER?: RateLimitBinding;
  RATE_LIMIT?: string;
  /** Limits of operations other than those of the catalogue: src/operation/limits.ts. */
  LIMITS?: string;
  /** How long, and how often, the store is asked: src/store/retry-policy.ts. */
  PATIENCE?: string;
  /** 'requests' logs every request that reaches the Worker, as JSON. */
  LOG?: string;
  /** Seconds for which an isolate takes the pointer as read; 60 without it. */
  POINTER_SECONDS?: string;
}

/** Bindings stay the same for as long as the isolate lives; what was read through them is worth keeping as long. */
interface Service {
  releases: Releases;
  limiter: RateLimiter | null;
  edition: string;
  logs: boolean;
}
let service: Service | null = null;

// Made while the script loads, which counts towards no request: some 2 ms of CPU that the first one, who has 10, does
// not spend. Wrong variables, too, end the upload of the script rather than every request.
const { LIMITS, RATE_LIMIT, PATIENCE, POINTER_SECONDS = '60' } = bindings as Partial<Env>;
const retryPolicy = PATIENCE ? readRetryPolicy(PATIENCE) : RETRY_POLICY;
const rateLimit = RATE_LIMIT ? readRateLimit(RATE_LIMIT) : null;
if (!/^[1-9]\d*$/.test(POINTER_SECONDS))
  throw new Error(`POINTER_SECONDS is a whole number of seconds, not '${POINTER_SECONDS}'`);
const app = createApp({
  operations: LIMITS ? withLimits(operations, LIMITS) : operations,
  notOffered,
  memory: MEMORY_OF_ANSWERS,
  openRelease: (name) => service!.releases.open(name),
  get edition() {
    return service!.edition;
  },
  get limiter() {
    return service!.limiter;
  },
  log: (entry) => {
    if (service!.logs) writeLog(entry);
  },
});

export default {
  fetch(request, env) {
    service ??= start(env);
    return app.fetch(request, { client: request.headers.get('cf-connecting-ip') ?? undefined });
  },
} satisfies ExportedHandler<Env>;

function start(env: Env): Service {
  // The types of the Web platform do not know Cloudflare's default cache.
  const { default: edgeCache } = caches as unknown as { default: ResponseCache };
  const store = new RetryingStore(cloudflareStores(env.INDEX, env.RELEASES, edgeCache, waitUntil), retryPolicy);
  return {
    releases: new Releases(store, new ByteCache(), { maxAge: Number(POINTER_SECONDS) * 1000 }),
    limiter: limiterOf(env),
    edition: env.VERSION?.id ?? '',
    logs: env.LOG === LOG_REQUESTS,
  };
}

/** Throws an Error where only half of a limit is set: the operator believes in one that there is not. */
function limiterOf({ RATE_LIMITER }: Env): RateLimiter | null {
  if (!rateLimit !== !RATE_LIMITER)
    throw new Error(
      'RATE_LIMIT and the binding RATE_LIMITER go together: the variable says what the binding is set to',
    );
  return RATE_LIMITER && rateLimit ? new CloudflareRateLimiter(RATE_LIMITER, rateLimit) : null;
}
