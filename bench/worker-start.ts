/** Measures the size of the Worker's script and its CPU time at startup in workerd. `npm run bench-worker` */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { at } from '../src/checked.ts';
import { runCommand } from '../cli/run-command.ts';
import { bundleWorker } from '../cli/serve/worker-bundle.ts';

await runCommand('bench-worker', async () => {
  const { script } = await bundleWorker();
  console.log(`script: ${(gzipSync(script).byteLength / 1024).toFixed(0)} KiB gzip`);
  for (let round = 0; round < 3; round++) console.log(`start: ${(await startupMilliseconds()).toFixed(1)} ms`);
});

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  /** Microseconds. */
  timeDeltas: number[];
}

/** CPU time from loading the script to the end of its top level, from wrangler's CPU profile of workerd. */
async function startupMilliseconds(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-startup-'));
  try {
    const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js');
    const outfile = join(folder, 'startup.cpuprofile');
    await promisify(execFile)(process.execPath, [wrangler, 'check', 'startup', '--outfile', outfile], {
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: join(folder, 'logs') },
    });
    const { nodes, samples, timeDeltas }: CpuProfile = JSON.parse(await readFile(outfile, 'utf8'));
    const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id));
    return samples.reduce((sum, node, each) => sum + (idle.has(node) ? 0 : at(timeDeltas, each)), 0) / 1000;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
