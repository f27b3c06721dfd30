/** Bad input: sends random requests to a running service, and judges each answer (judge.ts). */
import { present } from '../../../src/checked.ts';
import { serveIndex, type Runtime } from '../../../cli/serve/serve-index.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { FAULT_NAMES, FAULTS, judge, type Fault, type FaultName, type Rules } from './judge.ts';
import { requestNumber } from './mutate.ts';
import { requestOf, shownRequest } from './request.ts';
import { Sender, type Answer } from './send.ts';
import { validRequests, type ValidRequests } from './valid-requests.ts';

export interface FuzzOptions extends HardenOptions {
  runtime: Runtime;
  /** A running service of the same index. Without it, a service is started. */
  url?: string;
  /** Sends only this request of the seed. */
  only?: number;
  port?: number;
  rules?: Rules;
}

export const RULES: Rules = { slowest: 2_000, largest: 32 * 1024 * 1024 };

/** Maximum of concurrent requests, and milliseconds after which a request times out. */
const CONNECTIONS = 8;
const GIVE_UP = 10_000;
/** Maximum of failures of each kind that are shown. */
const SHOWN = 20;

/** Sends requests 0 to `count` - 1 of the seed, and compares the answers to valid requests before and after. */
export async function fuzz(options: FuzzOptions): Promise<Figure[]> {
  const { runtime, index, url, port = 0 } = options;
  const valid = await validRequests(index);
  const served = url === undefined ? await serveIndex({ index, port, host: '127.0.0.1', runtime }) : null;
  const sender = new Sender(served?.url ?? present(url, 'url'), { connections: CONNECTIONS, giveUp: GIVE_UP });
  try {
    return await run(options, valid, sender);
  } finally {
    await sender.close();
    await served?.stop();
  }
}

async function run(
  { seed, count = 200_000, only, runtime, signal, log, rules = RULES }: FuzzOptions,
  valid: ValidRequests,
  sender: Sender,
): Promise<Figure[]> {
  const seen = new Tally(
    log,
    (number) => `npm run harden -- --only fuzz --runtime ${runtime} --seed ${seed} --request ${number}`,
  );
  const before = await answersOf(valid, sender, 'before');
  const suspects: number[] = [];
  const began = performance.now();
  const rate = (requests: number) => `${((requests / (performance.now() - began)) * 1000).toFixed(0)} requests/s`;
  let next = only ?? 0;
  const end = only === undefined ? count : only + 1;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < end && !signal?.aborted) {
        const number = next++;
        const request = requestNumber(number, seed, valid);
        const answer = await sender.send(request);
        if (only !== undefined)
          log(
            `${shownRequest(request)}\n${answer.status} ${answer.size} bytes, ${answer.ms.toFixed(0)} ms\n` +
              `${answer.text.slice(0, 2000)}${answer.remark ?? ''}`,
          );
        const faults = judge(request, answer, rules);
        // It may have waited for other requests, so it is sent again alone.
        if (faults.some(isOfTime)) suspects.push(number);
        seen.add(
          number,
          answer,
          faults.filter((fault) => !isOfTime(fault)),
          shownRequest(request),
        );
        if (number > 0 && number % 20_000 === 0) log(`${runtime}: ${number} requests, ${rate(number)}`);
      }
    }),
  );
  const measured = rate(next - (only ?? 0));
  for (const number of suspects) {
    const request = requestNumber(number, seed, valid);
    const faults = judge(request, await sender.send(request), rules).filter(isOfTime);
    seen.addFaults(number, faults, shownRequest(request));
  }
  const changed = only === undefined ? changedAnswers(before, await answersOf(valid, sender, 'after')) : [];
  for (const each of changed) log(`${runtime}: after the run ${each} is answered differently`);
  return seen.figures(`bad input, ${runtime}: `, rules, measured, changed.length);
}

function isOfTime({ name }: Fault): boolean {
  return name === 'slow' || name === 'no answer';
}

/** Counts of a run. */
class Tally {
  readonly #log: (line: string) => void;
  readonly #replay: (number: number) => string;
  readonly #faults = new Map<FaultName, number>();
  readonly #statuses = new Map<string, number>();
  #byRuntime = 0;
  #largest = { size: 0, shown: '' };

  constructor(log: (line: string) => void, replay: (number: number) => string) {
    this.#log = log;
    this.#replay = replay;
  }

  add(number: number, answer: Answer, faults: readonly Fault[], shown: string): void {
    const status = `${answer.status || 'none'}${answer.byRuntime && answer.status ? ' by the runtime' : ''}`;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (answer.byRuntime) this.#byRuntime++;
    if (answer.size > this.#largest.size) this.#largest = { size: answer.size, shown };
    this.addFaults(number, faults, shown);
  }

  addFaults(number: number, faults: readonly Fault[], shown: string): void {
    for (const { name, seen } of faults) {
      const times = (this.#faults.get(name) ?? 0) + 1;
      this.#faults.set(name, times);
      if (times <= SHOWN) this.#log(`${name}: ${seen}\n  ${shown}\n  ${this.#replay(number)}`);
    }
  }

  figures(prefix: string, { slowest, largest }: Rules, rate: string, changed: number): Figure[] {
    const sent = [...this.#statuses.values()].reduce((sum, each) => sum + each, 0);
    const statuses = [...this.#statuses]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ');
    this.#log(
      `${prefix}${sent} requests, ${rate}; ${statuses}\n  largest answer ${this.#largest.size} bytes: ` +
        `${this.#largest.shown}`,
    );
    const limits: Partial<Record<FaultName, string>> = { slow: `${slowest} ms`, large: `${largest / 1024 / 1024} MB` };
    return [
      { name: `${prefix}requests`, value: `${sent} (${rate})`, limit: '', ok: sent > 0 },
      {
        name: `${prefix}of them rejected by the runtime itself as invalid HTTP`,
        value: this.#byRuntime,
        limit: '',
        ok: true,
      },
      ...FAULT_NAMES.map((name): Figure => {
        const times = this.#faults.get(name) ?? 0;
        return {
          name: prefix + FAULTS[name],
          value: times,
          limit: `0${limits[name] ? ` over ${limits[name]}` : ''}`,
          ok: times === 0,
        };
      }),
      {
        name: `${prefix}valid requests answered differently afterwards`,
        value: changed,
        limit: '0',
        ok: changed === 0,
      },
    ];
  }
}

/**
 * The answers of the service to each valid request.
 * @param time a parameter that no operation has: an answer that was kept would not show what the run has changed
 */
async function answersOf(valid: ValidRequests, sender: Sender, time: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { operation, draft } of valid.requests) {
    if (operation.uncached) continue;
    const request = draft();
    if (request.method === 'GET') request.query.push(['fuzz', time]);
    const { status, text } = await sender.send(requestOf(request));
    answers.set(`${operation.method} ${operation.path}`, `${status} ${text}`);
  }
  return answers;
}

function changedAnswers(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before]
    .filter(([name, answer]) => after.get(name) !== answer || !answer.startsWith('200 '))
    .map(([name]) => name);
}
