import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { ServeError } from '../operator-error.ts';
import { count, runCommand } from '../run-command.ts';
import { basePathOption, portNumber, runService, type Runtime } from '../serve/serve-index.ts';
import type { ServeOptions } from '../serve/served-index.ts';

export const command = new Command('serve')
  .description('Serves a built index as an Ensembl REST service.')
  .requiredOption('--index <dir>', 'index folder; with Deno also its URL')
  .option('--port <number>', 'port to listen on; 0 for a free one', portNumber, 8787)
  .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
  .option(
    '--base <path>',
    'the only path of the operations, such as / (default: /rest, and the root as well)',
    basePathOption,
  )
  .addOption(new Option('--runtime <name>', 'runtime of the service').choices(['deno', 'workerd']).default('deno'))
  .option(
    '--processes <number>',
    'processes that share the port (Deno on Linux; default: one for each core)',
    count(256),
  )
  .option(
    '--cache <MB>',
    'megabytes of decoded blocks and kept answers that all processes keep together (Deno; default: 256)',
  )
  .option('--rate-limit <requests/seconds>', 'limit of each client, such as 55000/3600 (Deno; default: none)')
  .option('--behind-proxy', 'identify clients by the last address in X-Forwarded-For (Deno)')
  .option('--limits <json>', 'limits of operations, such as \'{"POST /lookup/id": {"items": 100}}\' (Deno)')
  .option('--patience <json>', 'attempts and time limits (ms) of index reads, such as \'{"attempts": 5}\' (Deno)')
  .option(
    '--edition <name>',
    'name of the software in ETags; give all instances behind one address the same (Deno; default: time of the start)',
  )
  .option('--log', 'write a line of JSON for every request (Deno)')
  .addHelpText('after', '\nExample:\n  $ genomic-edge serve --index index --port 8080 --rate-limit 55000/3600')
  .action((options: ServeOptions & { runtime: Runtime }) =>
    runCommand('genomic-edge serve', async () => {
      const { runtime, processes, cache, rateLimit, behindProxy, limits, patience, log, edition } = options;
      const denoOptions = {
        '--processes': processes,
        '--cache': cache,
        '--rate-limit': rateLimit,
        '--behind-proxy': behindProxy,
        '--limits': limits,
        '--patience': patience,
        '--edition': edition,
        '--log': log,
      };
      const given = Object.entries(denoOptions).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      if (runtime === 'workerd' && given.length > 0)
        throw new ServeError(
          `${given.join(', ')}: not with --runtime workerd, because a Worker takes its settings from wrangler.toml`,
        );
      const byDefault = runtime === 'deno' && process.platform === 'linux' ? availableParallelism() : 1;
      process.exitCode = await runService(
        { processes: byDefault, ...options, note: (sentence) => console.error(sentence) },
        ({ url }) => console.log(`Serving at ${url}`),
      );
    }),
  );
