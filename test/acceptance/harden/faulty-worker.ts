/**
 * Runs in workerd, in place of the Worker: hands every request to a copy of the Worker whose R2 and KV fail at random.
 * POST /faults sets the shares of reads that fail; POST /lives?n=1 goes to the next copy, which has read nothing yet.
 * The text of this file is the module, without its types: it imports nothing of the project.
 */
interface Worker {
  fetch(request: Request, env: object, context: object): Promise<Response>;
}

interface Bucket {
  get(key: string, options?: { range?: { length?: number } }): Promise<Found | null>;
}

interface Found {
  size: number;
  body: ReadableStream<Uint8Array>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface Namespace {
  get(key: string, options: { type: 'stream' | 'arrayBuffer' }): Promise<ReadableStream | ArrayBuffer | null>;
}

/** Shares of reads: errors, reads without an answer, too few bytes, a changed byte, late answers. */
const rates = { fails: 0, stalls: 0, short: 0, wrong: 0, late: 0 };
const LATE = 100;
const copies: Promise<{ default: Worker }>[] = [];
let [life, state] = [0, 1];

/** Mulberry32, since random choices depend on a seed. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function draw(): keyof typeof rates | null {
  let left = random();
  for (const [kind, rate] of Object.entries(rates)) if ((left -= rate) < 0) return kind as keyof typeof rates;
  return null;
}

function damaged(bytes: ArrayBuffer, kind: string | null): ArrayBuffer {
  if (kind === 'short') return bytes.slice(0, Math.floor(random() * bytes.byteLength));
  if (kind !== 'wrong' || bytes.byteLength === 0) return bytes;
  const copy = new Uint8Array(bytes.slice(0));
  const at = Math.floor(random() * copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  return copy.buffer;
}

async function before(kind: string | null): Promise<void> {
  if (kind === 'fails') throw new Error('get: We encountered an internal error. Please try again. (10001)');
  if (kind === 'stalls') await new Promise(() => {});
  if (kind === 'late') await new Promise((over) => setTimeout(over, random() * LATE));
}

const faultyBucket = (bucket: Bucket): Bucket => ({
  async get(key, options) {
    const kind = draw();
    await before(kind);
    const found = await bucket.get(key, options);
    return (
      found && {
        size: found.size,
        body: found.body,
        arrayBuffer: async () => damaged(await found.arrayBuffer(), kind),
      }
    );
  },
});

const faultyNamespace = (namespace: Namespace): Namespace => ({
  async get(key, options) {
    const kind = draw();
    await before(kind);
    const found = await namespace.get(key, { ...options, type: 'arrayBuffer' });
    if (!(found instanceof ArrayBuffer)) return null;
    const bytes = damaged(found, kind);
    return options.type === 'stream' ? new Response(bytes).body : bytes;
  },
});

/** The cache of the location is empty and keeps nothing, so that all reads reach the bucket. */
Object.defineProperty(globalThis, 'caches', {
  value: { default: { match: async () => undefined, put: async () => {} } },
});

export default {
  async fetch(request: Request, env: { INDEX: Bucket; RELEASES: Namespace }, context: object): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/faults') {
      state = Number(searchParams.get('seed') ?? state);
      for (const kind of Object.keys(rates)) rates[kind as keyof typeof rates] = Number(searchParams.get(kind) ?? 0);
      return new Response();
    }
    if (pathname === '/lives') {
      life++;
      return new Response();
    }
    const name = `./life-${life}.js`;
    const { default: worker } = await (copies[life] ??= import(name));
    return worker.fetch(
      request,
      { ...env, INDEX: faultyBucket(env.INDEX), RELEASES: faultyNamespace(env.RELEASES) },
      context,
    );
  },
};
