/**
 * Faults of the store under random, concurrent requests. Every answer is right, or a 503 with Retry-After. Few are 503
 * if few reads fail. Cached data is served while the store is down. The service recovers without a restart. A stalled
 * read does not delay other requests. Times are a tenth of the usual.
 */
import { Random } from '../../../data/fictional/random.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { RetryingStore } from '../../../src/store/retrying-store.ts';
import { RETRY_POLICY } from '../../../src/store/retry-policy.ts';
import { AppInProcess, logged, rightAnswers, type Answer } from './app-in-process.ts';
import { FaultyStore, NO_FAULTS, type FaultRates } from './faulty-store.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { loadRequests, triedFor, type LoadRequest } from './load-requests.ts';
import { at, last } from '../../../src/checked.ts';

const REQUESTS = 20_000;
const AT_A_TIME = 8;
/** Requests that a service answers before it is restarted with an empty cache. */
const IN_A_LIFE = 25;
const TENTH = {
  attempts: RETRY_POLICY.attempts,
  limit: RETRY_POLICY.limit / 10,
  hedge: RETRY_POLICY.hedge / 10,
  pause: RETRY_POLICY.pause / 10,
};

/** Share of faulty reads, evenly of the four kinds, and the maximum share of 503 answers. */
const LEVELS: [faulty: number, refused: number][] = [
  [0.01, 0],
  [0.05, 0.005],
  [0.2, 0.1],
  [0.6, 0.9],
];

interface Known {
  request: LoadRequest;
  sum: number | null;
}

/** @param count number of requests */
export async function faults({ seed, count = REQUESTS, index, signal, log }: HardenOptions): Promise<Figure[]> {
  const folder = new LocalFolder(index);
  const known = await rightAnswers(folder, await loadRequests([index], seed, triedFor(count), () => {}));
  const random = new Random(seed).fork('faults');
  const figures: Figure[] = [];
  try {
    for (const [faulty, most] of LEVELS) {
      if (!signal?.aborted)
        figures.push(...(await atLevel(folder, known, random, faulty, most, Math.ceil(count / LEVELS.length), log)));
    }
    figures.push(...(await downAndUp(folder, known, random, log)), ...(await oneStalls(folder, known, random)));
  } finally {
    await folder.close();
  }
  return figures;
}

async function atLevel(
  folder: LocalFolder,
  known: readonly Known[],
  random: Random,
  faulty: number,
  most: number,
  count: number,
  log: (line: string) => void,
): Promise<Figure[]> {
  const each = faulty / 4;
  const store = new FaultyStore(folder, random, {
    fails: each,
    stalls: each,
    short: each,
    late: each,
  } satisfies FaultRates);
  // The retry allowance outlives the services, unlike that of an isolate, so it is at the level of a long run.
  const retrying = new RetryingStore(store, TENTH, () => random.next());
  const tally = { right: 0, refused: 0, brokenOff: 0, wrong: 0 };
  let sent = 0;
  const client = async () => {
    while (sent < count) {
      const app = new AppInProcess(retrying);
      for (let life = 0; life < IN_A_LIFE && sent < count; life++) {
        sent++;
        const { request, sum } = random.pick(known);
        const answer = await app.ask(request);
        const outcome = judge(answer, sum);
        tally[outcome]++;
        if (outcome === 'wrong')
          log(
            `wrong with ${faulty * 100} % of faults: ${request.method} ${request.path}: ${answer.status} ` +
              `${answer.text.slice(0, 200)}`,
          );
      }
    }
  };
  await logged(() => Promise.all(Array.from({ length: AT_A_TIME }, client)));
  const name = `faults: with ${faulty * 100} % of reads faulty`;
  const lost = (tally.refused + tally.brokenOff) / sent;
  return [
    {
      name: `${name}, answers that are wrong or neither 200 nor 503 with Retry-After`,
      value: tally.wrong,
      limit: '0',
      ok: tally.wrong === 0,
    },
    {
      name: `${name}, answers that are 503 or broken off`,
      value: `${(lost * 100).toFixed(2)} %`,
      limit: `≤ ${most * 100} %`,
      ok: lost <= most,
    },
  ];
}

function judge({ status, sum, retryAfter }: Answer, right: number | null): 'right' | 'refused' | 'brokenOff' | 'wrong' {
  if (status === 503) return retryAfter === null ? 'wrong' : 'refused';
  if (status !== 200) return 'wrong';
  return sum === null ? 'brokenOff' : right === null || sum === right ? 'right' : 'wrong';
}

async function downAndUp(
  folder: LocalFolder,
  known: readonly Known[],
  random: Random,
  log: (line: string) => void,
): Promise<Figure[]> {
  const store = new FaultyStore(folder, random, NO_FAULTS);
  const app = new AppInProcess(new RetryingStore(store, TENTH, () => random.next()));
  const [warm, cold] = [
    known.filter(({ sum }) => sum !== null).slice(0, 40),
    new AppInProcess(new RetryingStore(store, TENTH, () => random.next())),
  ];
  const rightOf = async (service: AppInProcess) => {
    let right = 0;
    for (const { request, sum } of warm) {
      const answer = await service.ask(request);
      if (judge(answer, sum) === 'right') right++;
      else log(`${request.path} while the store was down: ${answer.status}`);
    }
    return right;
  };
  await rightOf(app);
  store.rates = { ...NO_FAULTS, fails: 1 };
  const cached = await rightOf(app);
  let refused = 0;
  await logged(async () => {
    for (const { request } of warm) if (judge(await cold.ask(request), null) === 'refused') refused++;
  });
  store.rates = NO_FAULTS;
  const back = await rightOf(cold);
  return [
    {
      name: 'faults: the store down, cached answers that are given',
      value: cached,
      limit: `${warm.length}`,
      ok: cached === warm.length,
    },
    {
      name: 'faults: the store down, requests to a new process that are 503 with Retry-After',
      value: refused,
      limit: `${warm.length}`,
      ok: refused === warm.length,
    },
    {
      name: 'faults: the store back, the same requests answered without a restart',
      value: back,
      limit: `${warm.length}`,
      ok: back === warm.length,
    },
  ];
}

/** One request with stalled reads, among other requests to the same service. */
async function oneStalls(folder: LocalFolder, known: readonly Known[], random: Random): Promise<Figure[]> {
  const store = new FaultyStore(folder, random, NO_FAULTS);
  const app = new AppInProcess(new RetryingStore(store, { attempts: 1, limit: 120_000, hedge: 120_000, pause: 0 }));
  const asked = known.filter(({ sum }) => sum !== null);
  // The root is cached, but nothing else that the stalled request needs.
  await app.ask({ ...at(asked, 0).request, path: '/rest/info/ready', method: 'GET', body: null });
  store.rates = { ...NO_FAULTS, stalls: 1 };
  let ended = false;
  const stalled = app.ask(last(asked).request).finally(() => (ended = true));
  await new Promise((turned) => setTimeout(turned, 5));
  store.rates = NO_FAULTS;
  let right = 0;
  for (const { request, sum } of asked) if (judge(await app.ask(request), sum) === 'right') right++;
  const meanwhile = !ended;
  store.letGo();
  await logged(() => stalled);
  return [
    {
      name: 'faults: one request stalled, others answered meanwhile',
      value: meanwhile ? right : 'it did not stall',
      limit: `${asked.length}`,
      ok: meanwhile && right === asked.length,
    },
  ];
}
