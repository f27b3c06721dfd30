/**
 * Measures how costs grow with the size of the data: generates data of several scales, measures the build of an index
 * for each, and measures every operation on all indexes. Each step is a separate command, which prints its table.
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
  .requiredOption('--out <dir>', 'folder for data and indexes; existing data are reused, indexes are built again')
  .argument('[options...]', 'options of bench-operations, after --')
  .parse();

await runCommand('bench-scales', async () => {
  const { scale, out } = command.opts<{ scale: string[]; out: string }>();
  const scales = scale.map(Number);
  if (scales.some((each, place) => !(each > (scales[place - 1] ?? 0))))
    throw new DumpError(`--scale takes ascending numbers, not ${scale.join(' ')}`);
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
  // The mark exists if the data are complete.
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

/** Throws ServeError if the command fails. The command has then printed the reason. */
async function run(name: keyof typeof PROGRAMS, options: readonly string[]): Promise<void> {
  const [program, ...words] = PROGRAMS[name];
  const script = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [script, ...words, ...options], { stdio: 'inherit' });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new ServeError(`${name} ended with ${status === null ? 'a signal' : `status ${status}`}`);
}
