/** The command that measures how costs grow with scale, in miniature. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { testFolder } from '../../support/test-folder.ts';

const COMMAND = fileURLToPath(new URL('../../../bench/scales.ts', import.meta.url));

function scales(...options: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [COMMAND, ...options], { encoding: 'utf8' });
}

test('the command makes data once, builds and weighs indexes, and measures every operation', async () => {
  const out = await testFolder();
  const measure = (...options: string[]) =>
    scales('--scale', '0.1', '--out', out, '--', '--runtime', 'none', '--requests', '1', ...options);
  const [first, second] = [measure(), measure('--only', 'GET /lookup')];
  expect([first.status, second.status], first.stderr + second.stderr).toEqual([0, 0]);
  expect([first, second].map(({ stdout }) => stdout.includes('The data are in'))).toEqual([true, false]);
  const lookups = operations.filter(({ method, path }) => `${method} ${path}`.startsWith('GET /lookup'));
  for (const [{ stdout }, measured] of [
    [first, operations.length],
    [second, lookups.length],
  ] as const) {
    expect(stdout).toMatch(/^\| dumps-0\.1 \| [\d.]+ \|/m);
    expect(stdout).toMatch(new RegExp(`^\\| index-0\\.1 \\| [\\d.]+ \\| [\\d.]+ \\| ${measured} \\|`, 'm'));
    expect(stdout.match(/^\| (GET|POST) /gm)).toHaveLength(measured);
  }
}, 120_000);

test.each([
  [['2', '1'], 'takes ascending numbers, not 2 1'],
  [['some'], 'takes ascending numbers, not some'],
  [['0.15'], 'from 0.1 to 250 in steps of 0.1, not 0.15'],
])('the command rejects the scales %j', async (scale, said) => {
  const { status, stderr } = scales('--scale', ...scale, '--out', await testFolder());
  expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
});
