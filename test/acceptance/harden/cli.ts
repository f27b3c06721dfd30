/**
 * `npm run harden`: measures every figure of docs/reliability.md on this machine. The exit code is 1 if one of them
 * exceeds its limit.
 *
 *   npm run harden -- [--only fuzz,load,…] [--short] [--seed N] [--count N] [--minutes N] [--runtime deno|workerd]
 *   [--processes N] [--index DIR] [--out FILE]
 *   npm run harden -- --only fuzz --runtime deno --seed 1 --request 8254      sends one request of a run again and
 *   shows it
 */
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ensureDemoIndex } from '../../../cli/demo-index.ts';
import type { Runtime } from '../../../cli/serve/serve-index.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import type { Figure } from './figure.ts';
import { PIECES, type PieceName } from './pieces.ts';
import { figureTable } from './table.ts';
import { at } from '../../../src/checked.ts';

const isPiece = (name: string): name is PieceName => Object.hasOwn(PIECES, name);
const names = Object.keys(PIECES).filter(isPiece);
const number = (text: string): number => {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
};
const listOfPieces = (text: string): PieceName[] =>
  text.split(',').map((name) => {
    if (!isPiece(name)) throw new InvalidArgumentError(`The pieces are ${names.join(', ')}.`);
    return name;
  });

const options = new Command('harden')
  .description('Measures the service under bad input, damage, faults and load (docs/reliability.md).')
  .option('--only <pieces>', `some of ${names.join(',')}`, listOfPieces)
  .option('--short', 'what runs in CI: less of everything')
  .option('--seed <n>', 'decides every random choice', number, 1)
  .option('--count <n>', 'requests or cases, where a piece counts them', number)
  .option('--minutes <n>', 'how long to load, where a piece measures over time', number)
  .addOption(new Option('--runtime <name>', 'only this one, where a piece runs on both').choices(['deno', 'workerd']))
  .option('--processes <n>', 'only so many, where a piece runs with one and two', number)
  .option('--request <n>', 'only this request of the fuzzer or case of files, shown with its answer', number)
  .option('--index <dir>', 'a built index; the demo without it')
  .option('--out <file>', 'write log and table there, too')
  .parse()
  .opts<{
    only?: PieceName[];
    short?: true;
    seed: number;
    count?: number;
    minutes?: number;
    runtime?: Runtime;
    processes?: number;
    request?: number;
    index?: string;
    out?: string;
  }>();

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
const writes: Promise<void>[] = [];
const log = (line: string): void => {
  console.log(line);
  const { out } = options;
  if (out) writes.push((writes.at(-1) ?? Promise.resolve()).then(() => appendFile(out, `${line}\n`)));
};

log(
  `${new Date().toISOString()}  ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ` +
    `${(totalmem() / 2 ** 30).toFixed(0)} GB; npm run harden -- ${process.argv.slice(2).join(' ')}`,
);
// A copy, since pieces publish into it and the demo may be rebuilt meanwhile.
const work = await mkdtemp(join(tmpdir(), 'genomic-edge-harden-'));
const figures: Figure[] = [];
try {
  const index = join(work, 'index');
  await cp(options.index ?? (await ensureDemoIndex(silentProgress)), index, { recursive: true });
  for (const name of options.only ?? names) {
    if (interrupted.signal.aborted) break;
    log(`${name} …`);
    const began = performance.now();
    figures.push(
      ...(await PIECES[name]({ ...options, index, signal: interrupted.signal, log }).catch((error: Error): Figure[] => {
        log(`${name} failed: ${error.stack ?? error.message}`);
        return [{ name, value: at(error.message.split('\n', 1), 0), limit: 'can be measured', ok: false }];
      })),
    );
    log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
log(`\n${figureTable(figures)}`);
await writes.at(-1);
process.exitCode = figures.length > 0 && figures.every(({ ok }) => ok) && !interrupted.signal.aborted ? 0 : 1;
