/**
 * Measures the CPU time of workerd for linkage of one variant with a window of 500 kb: about 5,000 fictional variants
 * of 2,504 samples. The free plan of Workers allows 10 ms per request. `npm run bench-ld-window`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/run-command.ts';
import { ServeError } from '../cli/operator-error.ts';
import { serveWithWorkerd } from '../cli/serve/workerd-runtime.ts';
import { at } from '../src/checked.ts';
import { buildMinimalIndex, MADE_CHROMOSOME, makeFile, POPULATION, SPECIES } from './linkage-index.ts';
import { cpuMilliseconds, workerdProcess } from './processes.ts';

const SIZE = '2504x10000';
const WARM_UP = 5;
const REQUESTS = 100;

await runCommand('bench-ld-window', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-ld-window-'));
  try {
    const vcf = join(folder, 'made.vcf.gz');
    const sites = await makeFile(vcf, SIZE);
    const middle = at(sites, sites.length >> 1);
    await buildMinimalIndex(vcf, [MADE_CHROMOSOME], join(folder, 'index'), {
      name: middle.id,
      position: middle.position,
    });
    const inWindow = sites.filter(({ position }) => Math.abs(position - middle.position) <= 250_000).length;
    const served = await serveWithWorkerd({ index: join(folder, 'index'), port: 0, host: '127.0.0.1' });
    try {
      const url = `${served.url}/ld/${SPECIES}/${middle.id}/${POPULATION}?content-type=application/json`;
      const ask = async () => {
        const response = await fetch(url);
        if (!response.ok) throw new ServeError(await response.text());
        const pairs: unknown[] = await response.json();
        return pairs.length;
      };
      const pid = workerdProcess();
      let before = cpuMilliseconds(pid);
      const pairs = await ask();
      console.log(`${inWindow} variants in the window, ${pairs} pairs`);
      console.log(
        `first request: ${cpuMilliseconds(pid) - before} ms of CPU, including reads, compilation and the root`,
      );
      for (let each = 0; each < WARM_UP; each++) await ask();
      before = cpuMilliseconds(pid);
      for (let each = 0; each < REQUESTS; each++) await ask();
      console.log(
        `later requests: ${((cpuMilliseconds(pid) - before) / REQUESTS).toFixed(2)} ms of CPU each, all threads`,
      );
    } finally {
      await served.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
