/**
 * CPU time that workerd spends on a GET whose blocks are in memory, of the demo index, and on a 304 of it. The whole process counts:
 * all its threads, and its handling of HTTP and, locally, of Miniflare's Worker in front.
 *
 *   npm run bench-warm -- [--requests 4000] [--port 8799]
 */
import { Command } from 'commander';
import { BuildBar } from '../build-index/build-bar.ts';
import { ensureDemoIndex } from '../build-index/demo-index.ts';
import { serveWithWorkerd } from '../build-index/serve/workerd-runtime.ts';
import { cpuMilliseconds, workerdProcess } from './workerd-cpu.ts';

const GENE = 'DEMOAG00000000001';
const PATHS = ['/info/ping', `/lookup/id/${GENE}`, `/lookup/id/${GENE}?expand=1`, `/sequence/id/${GENE}`, '/overlap/region/fictomys_demonstrans/1:1-100000?feature=gene'];
const BATCHES = 5;

const { requests, port } = new Command('bench-warm')
  .option('--requests <n>', 'requests of each kind in a batch', Number, 4000).option('--port <n>', 'a free port', Number, 8799)
  .parse().opts<{ requests: number; port: number }>();
const bar = new BuildBar();
const index = await ensureDemoIndex(bar).finally(() => bar.stop());
const { url, stop } = await serveWithWorkerd({ index, port, host: '127.0.0.1' });
try {
  for (const path of PATHS) {
    const etag = (await get(path)).headers.get('etag');
    await measure(path, {});
    if (etag) await measure(path, { 'if-none-match': etag });
  }
} finally {
  await stop();
}

async function measure(path: string, headers: Record<string, string>): Promise<void> {
  const pid = await workerdProcess();
  const means: number[] = [];
  let last = await get(path, headers);
  for (let batch = 0; batch < BATCHES; batch++) {
    const before = await cpuMilliseconds(pid);
    for (let each = 0; each < requests; each++) last = await get(path, headers);
    means.push(((await cpuMilliseconds(pid)) - before) / requests);
  }
  const reads = /(\d+) reads/.exec(last.headers.get('server-timing') ?? '')?.[1] ?? '0';
  console.log(`${path.padEnd(70)} ${last.status}  ${Math.min(...means).toFixed(3)} ms of CPU, ${reads} reads of the store`);
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url + path, { headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers } });
  await response.arrayBuffer();
  if (response.status >= 400) throw new Error(`${path}: ${response.status}`);
  return response;
}
