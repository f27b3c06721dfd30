/**
 * CPU time of the first request of a process of workerd, for every operation, as Markdown: code that has only been called while the script was loaded, the first connection to the
 * store, the root and all else are in it. Linux only.
 *
 *   npm run bench-first -- --index DIR [--rounds 3] [--only TEXT]
 */
import { Agent } from 'node:http';
import { setTimeout as passed } from 'node:timers/promises';
import { Command } from 'commander';
import { count, runCommand } from '../build-index/command.ts';
import { checkIndex } from '../build-index/serve/workerd-runtime.ts';
import { machine } from './machine.ts';
import { markdownTable } from './markdown-table.ts';
import { chosenOperations } from './operations/chosen-operations.ts';
import { drawRequests } from './operations/drawn-requests.ts';
import { CPU_TARGET } from './operations/report.ts';
import type { MeasuredRequest } from './operations/requests.ts';
import { Workers, type RunningService } from './operations/runtimes.ts';
import { answered } from './operations/time-requests.ts';
import { percentile } from './percentile.ts';
import { cpuMilliseconds } from './process-accounting.ts';

/** Without anything to do for so long a process has loaded its script. */
const QUIET_MS = 30;

const command = new Command('bench-first')
  .description('Measures the first request of a process, for every operation of the catalogue.')
  .requiredOption('--index <dir>', 'folder that build-index wrote')
  .option('--rounds <n>', 'processes for each operation, each asked another request of it', count(100), 3)
  .option('--only <text>', 'operations whose name holds the text, as in "GET /lookup"')
  .parse();

await runCommand('bench-first', async () => {
  const { index, rounds, only = '' } = command.opts<{ index: string; rounds: number; only?: string }>();
  const chosen = chosenOperations(only);
  await checkIndex(index);
  const { requests } = await drawRequests(index, chosen, rounds);
  const asked = requests.filter((each) => each.requests.length > 0);
  const [firsts, loads] = [new Map(asked.map(({ operation }) => [operation, [] as number[]])), [] as number[]];
  const workers = await Workers.of(index);
  try {
    // By turns, so that a minute in which the machine is slow does not fall on one operation.
    for (let round = 0; round < rounds; round++) {
      for (const { operation, requests: some } of asked) {
        const service = await workers.start();
        try {
          loads.push(await quiet(service));
          firsts.get(operation)!.push(await first(service, some[round % some.length]!));
        } finally {
          await service.stop();
        }
      }
    }
  } finally {
    await workers.stop();
  }
  console.log(report(firsts, loads));
});

/** Waits until a process has nothing to do, and returns what CPU time it has taken by then. */
async function quiet({ pid }: RunningService): Promise<number> {
  for (let before = cpuMilliseconds(pid); ; ) {
    await passed(QUIET_MS);
    const now = cpuMilliseconds(pid);
    if (now === before) return now;
    before = now;
  }
}

async function first(service: RunningService, request: MeasuredRequest): Promise<number> {
  const agent = new Agent();
  const before = cpuMilliseconds(service.pid);
  try {
    await answered(service, agent, request, 'warm');
    return cpuMilliseconds(service.pid) - before;
  } finally {
    agent.destroy();
  }
}

function report(firsts: ReadonlyMap<string, readonly number[]>, loads: readonly number[]): string {
  const digits = (value: number) => value.toFixed(1);
  const all = [...firsts.values()].flat();
  const slow = [...firsts].filter(([, some]) => Math.min(...some) >= CPU_TARGET).map(([operation]) => operation);
  return [
    machine(),
    `First requests of ${all.length} processes, CPU ms: median ${digits(percentile(all, 0.5))}, 90th percentile ${digits(percentile(all, 0.9))}, 99th ${digits(percentile(all, 0.99))}. `
    + `Until they are loaded: median ${digits(percentile(loads, 0.5))}. Operations that always take ${CPU_TARGET} or more: ${slow.join(', ') || 'none'}.`,
    markdownTable(['operation', 'least', 'median', 'most'], [...firsts].map(([operation, some]) => [operation, digits(Math.min(...some)), digits(percentile(some, 0.5)), digits(Math.max(...some))])),
  ].join('\n\n');
}
