/**
 * Measures how many requests per second a running server answers, by kind of request. URLs are made from the species,
 * regions and genes that the server returns, so it works with any index. Requests go round-robin through the URLs.
 *
 *   npm run bench -- --url http://127.0.0.1:8787/rest [--seconds 5] [--connections 4] [--species NAME]
 */
import { Command, InvalidArgumentError } from 'commander';
import { Agent, request } from 'node:http';
import { at } from '../src/checked.ts';
import { runCommand } from '../cli/run-command.ts';
import { ServeError } from '../cli/operator-error.ts';
import { percentile } from './operations/measurement.ts';

interface Kind {
  name: string;
  paths: string[];
}

const options = new Command('bench')
  .requiredOption('--url <url>', 'a service on this machine, including /rest', localService)
  .option('--seconds <n>', 'duration of each kind', Number, 5)
  .option('--connections <n>', 'number of concurrent requests', Number, 4)
  .option('--species <name>', 'species of the requests; default: the first with genes')
  .parse()
  .opts<{ url: URL; seconds: number; connections: number; species?: string }>();

const base = options.url;
const agent = new Agent({ keepAlive: true, maxSockets: options.connections });

await runCommand('bench', async () => {
  console.log(
    `${'kind'.padEnd(26)}${'urls'.padStart(6)}${'req/s'.padStart(10)}` +
      `${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'not 200'.padStart(9)}`,
  );
  for (const { name, paths } of await kinds()) {
    if (paths.length === 0) continue;
    await ask(paths, 1);
    const { times, seconds, bad } = await ask(paths, options.seconds);
    const shown = (share: number) => percentile(times, share).toFixed(2).padStart(9);
    console.log(
      name.padEnd(26) +
        String(paths.length).padStart(6) +
        (times.length / seconds).toFixed(0).padStart(10) +
        shown(0.5) +
        shown(0.99) +
        String(bad).padStart(9),
    );
  }
});
agent.destroy();

/** Rejects servers on other machines, which the benchmark must not load. */
function localService(text: string): URL {
  if (!URL.canParse(text)) throw new InvalidArgumentError('it must be a URL such as http://127.0.0.1:8787/rest');
  const url = new URL(text);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
    throw new InvalidArgumentError('only servers on this machine are allowed');
  return url;
}

async function kinds(): Promise<Kind[]> {
  const { species } = await json<{ species: { name: string }[] }>('/info/species');
  for (const { name } of options.species ? [{ name: options.species }] : species) {
    const regions = (await json<{ top_level_region: { name: string; length: number }[] }>(`/info/assembly/${name}`))
      .top_level_region;
    const windows = regions
      .flatMap(({ name: region, length }) =>
        spread(length, 100_000).map((start) => `${region}:${start}-${Math.min(length, start + 99_999)}`),
      )
      .slice(0, 400);
    const genes: { id: string; canonical_transcript: string | null; external_name?: string | null }[] = [];
    for (const window of windows)
      genes.push(...(await json<typeof genes>(`/overlap/region/${name}/${window}?feature=gene`)));
    if (genes.length === 0) continue;
    const transcripts = genes.flatMap((gene) => gene.canonical_transcript?.replace(/\.\d+$/, '') ?? []);
    return [
      { name: 'lookup/id', paths: genes.map(({ id }) => `/lookup/id/${id}`) },
      { name: 'lookup/id?expand=1', paths: genes.map(({ id }) => `/lookup/id/${id}?expand=1`) },
      {
        name: 'lookup/symbol',
        paths: genes.flatMap((gene) => (gene.external_name ? [`/lookup/symbol/${name}/${gene.external_name}`] : [])),
      },
      { name: 'sequence/id?type=cdna', paths: transcripts.map((id) => `/sequence/id/${id}?type=cdna`) },
      {
        name: 'sequence/region 1 kb',
        paths: windows.map(
          (window) =>
            `/sequence/region/${name}/` +
            `${window.replace(/(\d+)-\d+$/, (_, start) => `${start}..${Number(start) + 999}`)}:1`,
        ),
      },
      {
        name: 'overlap/region 100 kb',
        paths: windows.map((window) => `/overlap/region/${name}/${window}?feature=gene`),
      },
      { name: 'xrefs/id', paths: genes.map(({ id }) => `/xrefs/id/${id}`) },
    ];
  }
  throw new ServeError('no species of this server has genes');
}

/** Starts of windows that cover a region. */
function spread(length: number, step: number): number[] {
  return Array.from({ length: Math.max(1, Math.floor(length / step)) }, (_, each) => 1 + each * step);
}

async function ask(paths: string[], seconds: number): Promise<{ times: number[]; seconds: number; bad: number }> {
  const times: number[] = [];
  let [next, bad] = [0, 0];
  const began = performance.now();
  const worker = async () => {
    while (performance.now() - began < seconds * 1000) {
      const sent = performance.now();
      if ((await get(at(paths, next++ % paths.length))).status !== 200) bad++;
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
  return { times, seconds: (performance.now() - began) / 1000, bad };
}

async function json<T>(path: string): Promise<T> {
  const { status, body } = await get(path);
  if (status !== 200) throw new ServeError(`${path} returns ${status}: ${body.slice(0, 200)}`);
  return JSON.parse(body);
}

function get(path: string): Promise<{ status: number; body: string }> {
  return new Promise((settle, fail) => {
    const reject = (error: NodeJS.ErrnoException) =>
      fail(new ServeError(`no answer from ${base.href}: ${error.message || error.code}`));
    const sent = request(
      base.href.replace(/\/$/, '') + path,
      { agent, headers: { 'Content-Type': 'application/json' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => settle({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
