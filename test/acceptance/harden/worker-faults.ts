/**
 * Faults of R2 and KV inside workerd, below the Worker: errors, reads without an answer, too few bytes, wrong bytes.
 * Every answer must be right, or a 503 with Retry-After, or break off. The Worker recovers without a restart.
 */
import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import { fileURLToPath } from 'node:url';
import type { ModuleDefinition } from 'miniflare';
import { at } from '../../../src/checked.ts';
import { Random } from '../../../data/fictional/random.ts';
import { serveWithWorkerd } from '../../../cli/serve/workerd-runtime.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { loadRequests, sumOf, triedFor, type LoadRequest } from './load-requests.ts';

const REQUESTS = 4_000;
const AT_A_TIME = 8;
/** Copies of the Worker. A copy that has warmed up reads little, so that faults rarely strike. */
const LIVES = 24;
/** Requests of the warm Worker while the bucket is down. */
const WARM = 40;
const PATIENCE = JSON.stringify({ attempts: 3, limit: 2_000, hedge: 200, pause: 20 });

type Rates = Partial<Record<'fails' | 'stalls' | 'short' | 'wrong' | 'late', number>>;

const LEVELS: [name: string, rates: Rates][] = [
  ['5 % of reads fail in each of five ways', { fails: 0.01, stalls: 0.01, short: 0.01, wrong: 0.01, late: 0.01 }],
  ['20 % of reads', { fails: 0.04, stalls: 0.04, short: 0.04, wrong: 0.04, late: 0.04 }],
  ['60 % of reads', { fails: 0.12, stalls: 0.12, short: 0.12, wrong: 0.12, late: 0.12 }],
  ['all reads have a wrong byte', { wrong: 1 }],
  ['all reads are short', { short: 1 }],
];

interface Known {
  request: LoadRequest;
  /** Null for an answer that changes with time. */
  sum: number | null;
}

interface Asked {
  status: number;
  /** Null if the body broke off. */
  sum: number | null;
  retryAfter: string | null;
}

export async function workerFaults({ seed, count = REQUESTS, index, signal, log }: HardenOptions): Promise<Figure[]> {
  const mix = await loadRequests([index], seed, triedFor(count), () => {});
  const random = new Random(seed).fork('worker faults');
  const served = await serveWithWorkerd({
    index,
    port: 0,
    host: '127.0.0.1',
    variables: { PATIENCE },
    wrap: withFaults,
  });
  const { origin } = new URL(served.url);
  const post = async (path: string) => void (await fetch(origin + path, { method: 'POST' })).body?.cancel();
  const setRates = (rates: Rates) =>
    post(`/faults?${new URLSearchParams(Object.entries(rates).map(([kind, rate]) => [kind, String(rate)]))}`);
  try {
    await post(`/faults?seed=${seed}`);
    const known: Known[] = [];
    for (const request of mix.flat()) {
      const { status, sum } = await ask(origin, request);
      if (status === 200) known.push({ request, sum: request.sums && sum });
      else log(`worker faults: ${request.method} ${request.path} is answered ${status} from a sound index`);
    }
    const checked = known.filter(({ sum }) => sum !== null);
    const figures: Figure[] = [];
    for (const [name, rates] of LEVELS) {
      if (signal?.aborted) break;
      const tally = { right: 0, refused: 0, broken: 0, wrong: 0 };
      const perLevel = Math.ceil(count / LEVELS.length);
      const perLife = Math.ceil(perLevel / 4);
      for (let life = 0; life < 4; life++) {
        await post('/lives');
        await setRates(rates);
        let sent = 0;
        await Promise.all(
          Array.from({ length: AT_A_TIME }, async () => {
            while (sent++ < perLife) {
              const each = random.pick(known);
              const answer = await ask(origin, each.request);
              const outcome = judge(answer, each.sum);
              tally[outcome]++;
              if (outcome === 'wrong')
                log(`worker faults: ${name}: ${each.request.method} ${each.request.path}: ${answer.status}`);
            }
          }),
        );
      }
      await setRates({});
      log(`worker faults: ${name}: ${JSON.stringify(tally)}`);
      figures.push({
        name: `worker faults: ${name}: answers that are wrong, or neither 200 nor 503 with Retry-After`,
        value: tally.wrong,
        limit: '0',
        ok: tally.wrong === 0,
      });
      // A root that was read with a wrong byte in a genome gives a 503 when that genome is first used.
      const { right } = await outcomes(origin, checked.slice(0, WARM), log, true);
      figures.push(all(`worker faults: ${name}: right answers afterwards`, right, Math.min(WARM, checked.length)));
    }
    figures.push(...(await down(origin, checked.slice(0, WARM), post, setRates, log)));
    return figures;
  } finally {
    await served.stop();
  }
}

/** A warm Worker and one without anything in memory while all reads fail, and afterwards. */
async function down(
  origin: string,
  asked: readonly Known[],
  post: (path: string) => Promise<void>,
  setRates: (rates: Rates) => Promise<void>,
  log: (line: string) => void,
): Promise<Figure[]> {
  await setRates({ fails: 1 });
  const { right: cached } = await outcomes(origin, asked, log);
  await post('/lives');
  const { refused } = await outcomes(origin, asked, log);
  await setRates({});
  const { right } = await outcomes(origin, asked, log);
  return [
    all('worker faults: R2 and KV down: answers from memory', cached, asked.length),
    all('worker faults: R2 and KV down: 503 with Retry-After of an isolate without data', refused, asked.length),
    all('worker faults: R2 and KV back: right answers without a restart', right, asked.length),
  ];
}

async function outcomes(
  origin: string,
  asked: readonly Known[],
  log: (line: string) => void,
  asksAgain = false,
): Promise<{ right: number; refused: number }> {
  const counts = { right: 0, refused: 0, broken: 0, wrong: 0 };
  for (const { request, sum } of asked) {
    let answer = await ask(origin, request);
    if (asksAgain && answer.status === 503) answer = await ask(origin, request);
    const outcome = judge(answer, sum);
    counts[outcome]++;
    if (outcome === 'wrong') log(`worker faults: ${request.method} ${request.path}: ${answer.status}`);
  }
  return counts;
}

function all(name: string, value: number, of: number): Figure {
  return { name, value, limit: String(of), ok: of > 0 && value === of };
}

function judge({ status, sum, retryAfter }: Asked, right: number | null): 'right' | 'refused' | 'broken' | 'wrong' {
  if (status === 503) return retryAfter === null ? 'wrong' : 'refused';
  if (status !== 200) return 'wrong';
  return sum === null ? 'broken' : right === null || sum === right ? 'right' : 'wrong';
}

async function ask(origin: string, { method, path, headers, body }: LoadRequest): Promise<Asked> {
  const response = await fetch(origin + path, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity', connection: 'close' },
    body,
  });
  const bytes = await response.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  return { status: response.status, sum: bytes && sumOf(bytes), retryAfter: response.headers.get('retry-after') };
}

async function withFaults(modules: readonly ModuleDefinition[]): Promise<ModuleDefinition[]> {
  const source = await readFile(fileURLToPath(new URL('faulty-worker.ts', import.meta.url)), 'utf8');
  const worker = at(modules, 0);
  return [
    { type: 'ESModule', path: 'faulty.js', contents: (await transform(source, { loader: 'ts' })).code },
    ...Array.from({ length: LIVES }, (_, life) => ({ ...worker, path: `life-${life}.js` })),
    ...modules.slice(1),
  ];
}
