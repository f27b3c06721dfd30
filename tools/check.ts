/**
 * `npm run check`: types, format and lint (Biome), unused files, exports and dependencies (knip), lines over 120
 * columns, habits of writing and links. Runs all checks, and exits with 1 if any failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { longLines } from './long-lines.ts';
import { checkProse } from './prose.ts';

const failed: string[] = [];
for (const [name, passes] of [
  ['types', () => succeeds('typescript/bin/tsc', '--noEmit')],
  ['types of page scripts', () => succeeds('typescript/bin/tsc', '--noEmit', '-p', 'src/pages/client')],
  [
    'format and lint',
    () => succeeds('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--diagnostic-level=warn', '.'),
  ],
  ['unused code', () => succeeds('knip/bin/knip.js', '--no-progress')],
  ['long lines', noLongLines],
  ['prose', checkProse],
] as const) {
  if (!(await passes())) failed.push(name);
}
console.log(failed.length === 0 ? 'all checks passed' : `failed checks: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs a program of node_modules. */
function succeeds(script: string, ...args: string[]): boolean {
  return spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: 'inherit' }).status === 0;
}

async function noLongLines(): Promise<boolean> {
  const tracked = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).stdout.split('\0');
  const lines = await longLines(tracked.filter((path) => path !== '' && existsSync(path)));
  for (const line of lines) console.log(line);
  return lines.length === 0;
}
