/**
 * Measures the cost of every operation on one or more built indexes, smallest first, as Markdown: reads of the store,
 * bytes, CPU time and response time, cold and warm, and whether reads grow with the index. Linux only, because of CPU
 * times.
 *
 *   npm run bench-operations -- --index DIR [DIR …] [--runtime workerd|deno|both|none] [--cost] [--docs] [--json FILE]
 */
import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { count, runCommand } from '../../cli/run-command.ts';
import { ServeError } from '../../cli/operator-error.ts';
import { checkIndex } from '../../cli/serve/workerd-runtime.ts';
import { last } from '../../src/checked.ts';
import { machine, writeSection } from '../performance-page.ts';
import { chosenOperations } from './requests.ts';
import { BROKEN } from './flatness.ts';
import { measureIndex } from './measure.ts';
import type { IndexMeasurement } from './measurement.ts';
import {
  costTable,
  CPU_TARGET,
  exceedsTarget,
  indexTable,
  readsTable,
  rowsOf,
  timesHeading,
  timesTable,
  verdictsOf,
} from './report.ts';
import { RUNTIMES, type Runtime } from './runtimes.ts';

interface Options {
  index: string[];
  runtime: Runtime | 'both' | 'none';
  requests: number;
  samples: number;
  seconds: number;
  instances: number;
  only?: string;
  cost?: boolean;
  docs?: boolean;
  json?: string;
}

const command = new Command('bench-operations')
  .description('Measures every operation of the catalogue on built indexes.')
  .requiredOption('--index <dirs...>', 'folders that build-index wrote, the smallest first')
  .addOption(
    new Option('--runtime <name>', 'where times are taken').choices([...RUNTIMES, 'both', 'none']).default('workerd'),
  )
  .option('--requests <n>', 'different requests of each operation', count(1000), 24)
  .option('--samples <n>', 'timed warm requests of each operation, after 100 without timing', count(100_000), 500)
  .option('--seconds <n>', 'maximum time for these; slow operations get fewer requests', seconds, 3)
  .option(
    '--instances <n>',
    'instances of the service for each operation; the first request of each is a cold one',
    count(99),
    5,
  )
  .option('--only <text>', 'only operations whose method and path contain the text, such as "GET /lookup"')
  .option('--cost', 'also prints dollars per million requests to the last index')
  .option('--docs', 'also writes the tables into docs/performance-operations.md')
  .option('--json <file>', 'also writes all figures as JSON')
  .parse();

await runCommand('bench-operations', async () => {
  const {
    index,
    runtime,
    requests,
    samples,
    seconds: maxSeconds,
    instances,
    only = '',
    cost,
    docs,
    json,
  } = command.opts<Options>();
  const runtimes = runtime === 'both' ? RUNTIMES : runtime === 'none' ? [] : [runtime];
  const chosen = chosenOperations(only);
  if (cost && !runtimes.includes('workerd'))
    throw new ServeError('--cost needs the CPU times of workerd: add --runtime workerd');
  // Checks all indexes before the first measurement, which takes minutes.
  for (const folder of index) await checkIndex(folder);
  const measured: IndexMeasurement[] = [];
  const effort = { requests, runtimes, instances, times: { samples, seconds: maxSeconds } };
  for (const folder of index)
    measured.push(await measureIndex(folder, chosen, effort, (step) => showStatus(`${folder}: ${step}`)));
  showStatus('');
  const report = [
    machine(),
    indexTable(measured),
    readsTable(measured),
    ...runtimes.flatMap((each) => [timesHeading(measured, each, samples), timesTable(measured, each)]),
    ...(cost ? [`Dollars per million requests to the last index:`, costTable(last(measured))] : []),
  ].join('\n\n');
  console.log(report);
  if (docs) await writeSection('bench-operations', report);
  if (json) await writeFile(json, `${JSON.stringify({ machine: machine(), indexes: measured }, null, 1)}\n`);
  judge(measured);
});

/** Lists operations that miss their targets. Growing reads set the exit status to 1. */
function judge(measured: readonly IndexMeasurement[]): void {
  const verdicts = verdictsOf(measured);
  const rows = rowsOf(measured);
  for (const broken of BROKEN)
    complain(
      `From the smallest to the largest index, ${broken}`,
      rows.filter((_, each) => verdicts[each] === broken),
    );
  complain(`CPU in workerd, p99 from the first request on, ${CPU_TARGET} ms or more`, rows.filter(exceedsTarget));
  if (verdicts.some((verdict) => BROKEN.includes(verdict))) process.exitCode = 1;
}

function complain(problem: string, rows: ReturnType<typeof rowsOf>): void {
  if (rows.length > 0) console.error(`${problem}: ${rows.map(({ operation }) => operation).join(', ')}`);
}

/** Replaces the status line of a terminal. */
function showStatus(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function seconds(text: string): number {
  const number = Number(text);
  if (!(number > 0 && number <= 3600)) throw new InvalidArgumentError('it must be a number of seconds, up to 3600');
  return number;
}
