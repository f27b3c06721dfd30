/**
 * Measures how many requests per second a server answers, by kind of request, or compares two servers or two commits.
 * URLs are made from the species, regions and genes that the server returns, so it works with any index. Requests go
 * round-robin through the URLs. Each has a parameter of its own, so that no finished answer is sent again; with --again
 * addresses recur.
 *
 *   npm run bench -- --url http://127.0.0.1:8787/rest [--seconds 5] [--connections 4] [--species NAME]
 *   npm run bench -- --url http://127.0.0.1:8787/rest --against http://127.0.0.1:3000
 *   npm run bench -- --index index --commits main . [--processes 1]
 *   npm run bench -- --url http://127.0.0.1:8787/rest --path /info/ping
 *
 * A comparison asks both in turn, round by round. A ratio is the median of all rounds, with its 95 % confidence
 * interval. `.` is this folder with its changes.
 */
import { Command, InvalidArgumentError } from 'commander';
import { at, present } from '../src/checked.ts';
import { count, runCommand } from '../cli/run-command.ts';
import { ServeError } from '../cli/operator-error.ts';
import { percentile } from './operations/measurement.ts';
import { kindsOf, type Kind } from './load/kinds.ts';
import { pairedRatio } from './load/paired-ratio.ts';
import { Sender } from './load/sender.ts';
import { serveCommit, type ServedCommit } from './load/served-commit.ts';
import { cpuClock, processTree } from './processes.ts';

const EXAMPLES = `
One of --url and --commits is needed:
  npm run bench -- --url http://127.0.0.1:8787/rest                                     one server
  npm run bench -- --url http://127.0.0.1:8787/rest --against http://127.0.0.1:3000     two servers in turn
  npm run bench -- --index index --commits main .                                       two commits in turn
  npm run bench -- --index index --commits main . --path /info/ping                     the same for one request

A comparison prints the median ratio of all rounds, first to second, with its 95 % confidence interval: above 1, the
first answers more requests. With --commits it also prints the CPU time of a request: above 1, the first takes more.`;

const options = new Command('bench')
  .description('Measures a server of the dialect on this machine, or compares two servers or two commits in turn.')
  .option('--url <url>', 'a service on this machine, including /rest', localService)
  .option('--against <url>', 'another server of the dialect on this machine, to compare with', localService)
  .option('--index <dir>', 'the index that commits serve')
  .option('--commits <revisions...>', 'two commits to compare')
  .option('--processes <n>', 'processes of each commit', count(256), 1)
  .option('--rounds <n>', 'rounds of a comparison', count(1000), 9)
  .option('--seconds <n>', 'duration of each kind, or of a round', Number)
  .option('--connections <n>', 'number of concurrent requests', count(1000), 4)
  .option(
    '--again',
    'ask for the same addresses again and again; by default each gets another number as parameter',
    false,
  )
  .option('--species <name>', 'species of the requests; default: the first with genes')
  .option('--path <paths...>', 'paths with their query, such as /info/ping, each instead of the kinds')
  .addHelpText('after', EXAMPLES)
  .parse()
  .opts<{
    url?: URL;
    against?: URL;
    index?: string;
    commits?: string[];
    processes: number;
    rounds: number;
    seconds?: number;
    connections: number;
    again: boolean;
    species?: string;
    path?: string[];
  }>();

await runCommand('bench', async () => {
  const { url, against, index, commits } = options;
  if (commits) {
    if (index === undefined || commits.length !== 2 || url)
      throw new ServeError('--commits takes two commits and needs --index, without --url');
    await compareCommits(commits, index);
  } else if (!url) throw new ServeError('give --url, or --index with --commits');
  else if (against) await withSenders([url, against], (servers) => compare(servers, null));
  else await withSenders([url], ([server]) => measure(present(server, 'the server')));
});

async function measure(server: Sender): Promise<void> {
  printRow('kind', ['urls', 'req/s', 'MB/s', 'p50 ms', 'p99 ms', 'not 200']);
  for (const { name, paths } of await kinds(server)) {
    await server.load(paths, 1);
    const { times, seconds, bytes, bad } = await server.load(paths, options.seconds ?? 5);
    const shown = (share: number) => percentile(times, share).toFixed(2);
    printRow(name, [
      ...[String(paths.length), rate(times.length / seconds), rate(bytes / 1e6 / seconds)],
      ...[shown(0.5), shown(0.99), String(bad)],
    ]);
  }
}

/** The kinds that the server has data for, or the paths of the command line. */
async function kinds(server: Sender): Promise<Kind[]> {
  const { path, species } = options;
  return path ? path.map((each) => ({ name: each, paths: [each] })) : kindsOf(server, species);
}

async function compareCommits(commits: readonly string[], index: string): Promise<void> {
  const served: ServedCommit[] = [];
  try {
    for (const commit of commits) served.push(await serveCommit(commit, index, options.processes));
    await withSenders(
      served.map(({ url }) => url),
      (servers) =>
        compare(
          servers,
          served.map(({ pid }) => pid),
        ),
    );
  } finally {
    for (const each of served) await each.stop();
  }
}

/**
 * @param servers two
 * @param pids of the processes that started the servers, whose CPU time is then compared as well
 */
async function compare(servers: readonly Sender[], pids: readonly number[] | null): Promise<void> {
  const cpuHeads = pids ? ['CPU µs', 'CPU µs', 'ratio', '95 %'] : [];
  printRow('kind', ['req/s', 'req/s', 'ratio', '95 %', ...cpuHeads, 'not 200']);
  const ratios: number[] = [];
  for (const kind of await kinds(at(servers, 0))) {
    const [ours, theirs] = await rounds(kind, servers, pids);
    const ratio = pairedRatio(ours.rates, theirs.rates);
    ratios.push(ratio.median);
    const cells = [
      rate(middle(ours.rates)),
      rate(middle(theirs.rates)),
      ratio.median.toFixed(2),
      `${ratio.low.toFixed(2)}-${ratio.high.toFixed(2)}`,
    ];
    if (pids) {
      const cpu = pairedRatio(ours.cpu, theirs.cpu);
      cells.push(
        middle(ours.cpu).toFixed(0),
        middle(theirs.cpu).toFixed(0),
        cpu.median.toFixed(2),
        `${cpu.low.toFixed(2)}-${cpu.high.toFixed(2)}`,
      );
    }
    printRow(kind.name, [...cells, `${ours.bad}, ${theirs.bad}`]);
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(`geometric mean of the ratios: ${mean.toFixed(2)}`);
}

/** Of each round: requests per second, and CPU microseconds of a request. */
interface Rounds {
  rates: number[];
  cpu: number[];
  bad: number;
}

/** Asks two servers in turn, after up to a second each that is not counted. Each begins every other round. */
async function rounds(
  { paths }: Kind,
  servers: readonly Sender[],
  pids: readonly number[] | null,
): Promise<[Rounds, Rounds]> {
  const { seconds = 1 } = options;
  const results: [Rounds, Rounds] = [
    { rates: [], cpu: [], bad: 0 },
    { rates: [], cpu: [], bad: 0 },
  ];
  for (const server of servers) await server.load(paths, Math.min(1, seconds));
  for (let round = 0; round < options.rounds; round++) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const clock = pids ? clockOf(at(pids, which)) : () => 0;
      const before = clock();
      const { times, seconds: elapsed, bad } = await at(servers, which).load(paths, seconds);
      const result = results[which];
      result.rates.push(times.length / elapsed);
      result.cpu.push(((clock() - before) * 1000) / times.length);
      result.bad += bad;
    }
  }
  return results;
}

/** CPU milliseconds of a process and its descendants. */
function clockOf(root: number): () => number {
  const clocks = processTree(root).map(cpuClock);
  return () => clocks.reduce((sum, clock) => sum + clock(), 0);
}

async function withSenders(urls: readonly URL[], use: (senders: Sender[]) => Promise<void>): Promise<void> {
  const senders = urls.map((url) => new Sender(url, options.connections, options.again));
  try {
    await use(senders);
  } finally {
    for (const sender of senders) await sender.close();
  }
}

function rate(perSecond: number): string {
  return perSecond.toFixed(perSecond < 100 ? 1 : 0);
}

function middle(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(11)).join(''));
}

/** Rejects servers on other machines, which the benchmark must not load. */
function localService(text: string): URL {
  if (!URL.canParse(text)) throw new InvalidArgumentError('it must be a URL such as http://127.0.0.1:8787/rest');
  const url = new URL(text);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
    throw new InvalidArgumentError('only servers on this machine are allowed');
  return url;
}
