/** `npm start`: builds the embedded demo index when it is not there, serves it and names a few addresses to try. */
import { Command } from 'commander';
import { BuildBar } from './build-bar.ts';
import { runCommand } from './command.ts';
import { ensureDemoIndex } from './demo-index.ts';
import { portNumber, serveIndex, untilEnded } from './serve.ts';

const EXAMPLES = [
  '/info/species?content-type=application/json',
  '/lookup/symbol/demo_mouse/DEMSEL1?expand=1;content-type=application/json',
  '/sequence/id/DEMOAP00000000048?content-type=text/x-fasta',
  '/sequence/region/demo_fish/MT:9600..100:1?content-type=text/plain',
  '/overlap/region/demo_mouse/1:1-30000?feature=gene;content-type=text/x-gff3',
  '/xrefs/symbol/demo_mouse/DEMPRT1L1?content-type=application/json',
];

const command = new Command('start')
  .description('Serves the embedded demo data (fictional species).')
  .option('--port <number>', 'port on 127.0.0.1', portNumber, 8787)
  .parse();

await runCommand('start', async () => {
  const bar = new BuildBar();
  const index = await ensureDemoIndex(bar).finally(() => bar.stop());
  const served = await serveIndex({ index, port: command.opts<{ port: number }>().port, host: '127.0.0.1', runtime: 'deno' });
  console.log('Fictional demo data; try:');
  for (const example of EXAMPLES) console.log(`  ${served.url}${example}`);
  process.exitCode = await untilEnded(served);
});
