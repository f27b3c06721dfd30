import { Command } from 'commander';
import { BuildBar } from '../build-bar.ts';
import { ensureDemoIndex } from '../demo-index.ts';
import { runCommand } from '../run-command.ts';
import { portNumber, serveIndex, untilEnded } from '../serve/serve-index.ts';

const EXAMPLES = [
  '/info/species?content-type=application/json',
  '/lookup/symbol/demo_mouse/DEMSEL1?expand=1;content-type=application/json',
  '/sequence/id/DEMOAP00000000048?content-type=text/x-fasta',
  '/sequence/region/demo_fish/MT:9600..100:1?content-type=text/plain',
  '/overlap/region/demo_mouse/1:1-30000?feature=gene;content-type=text/x-gff3',
  '/xrefs/symbol/demo_mouse/DEMPRT1L1?content-type=application/json',
];

export const command = new Command('start')
  .description(
    'Serves the demo data (fictional species) with Deno. The first start builds their index, which takes less than a ' +
      'minute.',
  )
  .option('--port <number>', 'port on 127.0.0.1; 0 for a free one', portNumber, 8787)
  .addHelpText('after', '\nExample:\n  $ genomic-edge start --port 8080')
  .action(({ port }: { port: number }) =>
    runCommand('genomic-edge start', async () => {
      const bar = new BuildBar();
      const index = await ensureDemoIndex(bar, console.error).finally(() => bar.stop());
      const served = await serveIndex({ index, port, host: '127.0.0.1', runtime: 'deno' });
      console.log(`Serving at ${served.url}`);
      console.log(`A page about each operation: ${new URL('/', served.url).href}`);
      console.log('These are fictional demo data. Try:');
      for (const example of EXAMPLES) console.log(`  ${served.url}${example}`);
      process.exitCode = await untilEnded(served);
    }),
  );
