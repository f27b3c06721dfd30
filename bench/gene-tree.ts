/**
 * Measures the CPU time of workerd for one large fictional gene tree in each format, and the memory of its process.
 *
 *   npm run bench-tree -- [--members 2000] [--rounds 20]
 *
 * Linux only: it reads /proc.
 */
import { Command } from 'commander';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/run-command.ts';
import { buildRelease } from '../build-index/units/build-release.ts';
import { generateDemo } from '../data/fictional/demo.ts';
import { LARGE_FAMILY, writeLargeFamily } from './large-family.ts';
import { ServeError } from '../cli/operator-error.ts';
import { serveWithWorkerd } from '../cli/serve/workerd-runtime.ts';
import { silentProgress } from '../test/support/silent-progress.ts';
import { cpuMilliseconds, residentBytes, workerdProcess } from './processes.ts';

const FORMATS: [query: string, type: string][] = [
  ['aligned=1;sequence=protein', 'application/json'],
  ['aligned=1;cigar_line=1', 'application/json'],
  ['aligned=1;sequence=protein', 'text/x-phyloxml+xml'],
  ['', 'text/x-nh'],
  ['', 'text/x-orthoxml+xml'],
  ['prune_species=fictomys_7;prune_species=fictomys_8;aligned=1', 'application/json'],
];

const { members, rounds, port } = new Command('bench-tree')
  .option('--members <n>', 'genes of the tree', Number, 2000)
  .option('--rounds <n>', 'requests of each kind', Number, 20)
  .option('--port <n>', 'a free port', Number, 8799)
  .parse()
  .opts<{ members: number; rounds: number; port: number }>();
await runCommand('bench-tree', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gene-tree-bench-'));
  try {
    // A release needs genomes. The family replaces the compara database of the demo.
    await generateDemo(join(folder, 'dumps'), { scale: 0.1 });
    writeLargeFamily(join(folder, 'dumps', 'multi', 'compara'), members);
    await buildRelease([join(folder, 'dumps')], join(folder, 'index'), silentProgress);
    const { url, stop } = await serveWithWorkerd({ index: join(folder, 'index'), port, host: '127.0.0.1' });
    try {
      for (const [query, type] of FORMATS) await measure(`${url}/genetree/id/${LARGE_FAMILY}?${query}`, type);
    } finally {
      await stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function measure(address: string, type: string): Promise<void> {
  const ask = async () => {
    const response = await fetch(address, { headers: { 'content-type': type, 'accept-encoding': 'identity' } });
    if (!response.ok) throw new ServeError(await response.text());
    return (await response.arrayBuffer()).byteLength;
  };
  const pid = workerdProcess();
  const before = cpuMilliseconds(pid);
  const bytes = await ask();
  const first = cpuMilliseconds(pid) - before;
  const used: number[] = [];
  for (let batch = 0; batch < 4; batch++) {
    const start = cpuMilliseconds(pid);
    for (let round = 0; round < rounds / 4; round++) await ask();
    used.push((cpuMilliseconds(pid) - start) / Math.ceil(rounds / 4));
  }
  console.log(
    `${type.padEnd(21)} ${(bytes / 1e6).toFixed(2).padStart(6)} MB  ` +
      `first ${first.toFixed(0).padStart(4)} ms  then ${Math.min(...used)
        .toFixed(0)
        .padStart(4)} ms  RSS ${(residentBytes([pid]) / 2 ** 20).toFixed(0)} MiB  ${address.split('?')[1]}`,
  );
}
