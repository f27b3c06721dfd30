/**
 * Measures the CPU time of workerd for a GET with its blocks in memory, and for a 304, on the demo index. The time is
 * that of the whole process: all threads, including HTTP and Miniflare's Worker in front. Each request has a parameter
 * of its own, so that no finished answer is sent again; with --again the address recurs.
 *
 *   npm run bench-warm -- [--requests 4000] [--port 8799] [--index DIR …] [--path PATH …] [--again]
 */
import { Command } from 'commander';
import { BuildBar } from '../cli/build-bar.ts';
import { runCommand } from '../cli/run-command.ts';
import { ensureDemoIndex } from '../cli/demo-index.ts';
import { ServeError } from '../cli/operator-error.ts';
import { serveWithWorkerd } from '../cli/serve/workerd-runtime.ts';
import { newAddress } from './load/new-address.ts';
import { percentile } from './operations/measurement.ts';
import { cpuMilliseconds, workerdProcess } from './processes.ts';

const GENE = 'DEMOAG00000000001';
const PATHS = [
  '/info/ping',
  `/lookup/id/${GENE}`,
  `/lookup/id/${GENE}?expand=1`,
  `/sequence/id/${GENE}`,
  '/overlap/region/fictomys_demonstrans/1:1-100000?feature=gene',
  '/vep/fictomys_demonstrans/region/1:8212-8212:1/A',
];
const BATCHES = 5;

const {
  requests,
  port,
  index: chosen,
  path: paths,
  again,
} = new Command('bench-warm')
  .option('--requests <n>', 'requests of each kind in a batch', Number, 4000)
  .option('--port <n>', 'a free port', Number, 8799)
  .option('--index <dirs...>', 'index folders (default: that of the demo)')
  .option('--path <paths...>', 'only these requests', PATHS)
  .option('--again', 'ask for the same addresses again and again; by default each gets another number as parameter')
  .parse()
  .opts<{ requests: number; port: number; index?: string[]; path: string[]; again?: true }>();
await runCommand('bench-warm', async () => {
  const bar = new BuildBar();
  const indexes = chosen ?? [await ensureDemoIndex(bar).finally(() => bar.stop())];
  for (const index of indexes) {
    if (indexes.length > 1) console.log(index);
    const { url, stop } = await serveWithWorkerd({ index, port, host: '127.0.0.1' });
    try {
      for (const path of paths) {
        const etag = (await get(url + path)).headers.get('etag');
        await measure(url, path, {});
        if (etag) await measure(url, path, { 'if-none-match': etag });
      }
    } finally {
      await stop();
    }
  }
});

async function measure(url: string, path: string, headers: Record<string, string>): Promise<void> {
  const pid = workerdProcess();
  const means: number[] = [];
  let last = await get(url + path, headers);
  for (let batch = 0; batch < BATCHES; batch++) {
    const before = cpuMilliseconds(pid);
    for (let each = 0; each < requests; each++) last = await get(url + (again ? path : newAddress(path)), headers);
    means.push((cpuMilliseconds(pid) - before) / requests);
  }
  const reads = /(\d+) reads/.exec(last.headers.get('server-timing') ?? '')?.[1] ?? '0';
  console.log(
    `${path.padEnd(70)} ${last.status}  ${Math.min(...means).toFixed(3)} ms of CPU (median ` +
      `${percentile(means, 0.5).toFixed(3)}), ` +
      `${reads} reads of the store`,
  );
}

async function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(address, {
    headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
  });
  await response.arrayBuffer();
  if (response.status >= 400) throw new ServeError(`${address}: ${response.status}`);
  return response;
}
