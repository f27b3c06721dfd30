/**
 * All figures that tell how costs grow, by one command: makes data of some scales, builds an index of each and weighs
 * that, and measures every operation on all of them. Each step is a command of its own, which prints its table.
 *
 *   npm run bench-scales -- --scale 1 25 250 --out DIR [-- options of bench-operations]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runCommand } from '../cli/run-command.ts';
import { DumpError } from '../build-index/dump/dump-error.ts';
import { ServeError } from '../cli/operator-error.ts';

const PROGRAMS = {
  'make-data': ['../cli/genomic-edge.ts', 'data'],
  'bench-build': ['build.ts'],
  'bench-operations': ['operations/cli.ts'],
} as const;

const command = new Command('bench-scales')
  .description('Makes data of several scales, builds them and measures every operation on all of them.')
  .requiredOption('--scale <megabases...>', 'as make-data takes it, the smallest first')
  .requiredOption(
    '--out <dir>',
    'where data and indexes stand: data that are there already are taken, indexes are built anew',
  )
  .argument('[options...]', 'for bench-operations, behind --')
  .parse();

await runCommand('bench-scales', async () => {
  const { scale, out } = command.opts<{ scale: string[]; out: string }>();
  const scales = scale.map(Number);
  if (scales.some((each, place) => !(each > (scales[place - 1] ?? 0))))
    throw new DumpError(`--scale takes numbers that ascend, not ${scale.join(' ')}`);
  const indexes: string[] = [];
  for (const each of scales) {
    const [dumps, index] = [join(out, `dumps-${each}`), join(out, `index-${each}`)];
    await makeOnce(each, dumps);
    await rm(index, { recursive: true, force: true });
    await run('bench-build', ['--dumps', dumps, '--vcf', join(dumps, 'vcf', 'vcf_config.json'), '--out', index]);
    indexes.push(index);
  }
  await run('bench-operations', ['--index', ...indexes, ...command.args]);
});

async function makeOnce(scale: number, dumps: string): Promise<void> {
  // Stands where they are whole.
  const mark = `${dumps}.made`;
  if (
    await access(mark).then(
      () => true,
      () => false,
    )
  )
    return;
  await mkdir(dumps, { recursive: true });
  await run('make-data', ['--scale', String(scale), '--out', dumps]);
  await writeFile(mark, '');
}

/** Throws ServeError where it ends with another status than 0: it has told why. */
async function run(name: keyof typeof PROGRAMS, options: readonly string[]): Promise<void> {
  const [program, ...words] = PROGRAMS[name];
  const script = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [script, ...words, ...options], { stdio: 'inherit' });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new ServeError(`${name} ended with ${status === null ? 'a signal' : `status ${status}`}`);
}
