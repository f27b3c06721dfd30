/** The comparison of two commits, which starts both by itself. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROJECT } from '../../../cli/installation.ts';
import { demoIndex } from '../../support/demo-index.ts';

const run = promisify(execFile);

async function bench(...args: string[]) {
  const settled = await run(process.execPath, ['bench/load.ts', ...args], { cwd: PROJECT }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return { stdout: settled.stdout, stderr: settled.stderr };
}

test('compares a commit with the working tree, and leaves no checkout behind', { timeout: 120_000 }, async () => {
  const { stdout, stderr } = await bench(
    ...['--index', await demoIndex(), '--commits', 'HEAD', '.', '--rounds', '2', '--seconds', '0.05'],
  );
  expect(stderr).toBe('');
  // Requests per second of both, their ratio and its interval, the same of the CPU time, no failed answer. Figures of
  // slow machines have decimals.
  const compared = / +[\d.]+ +[\d.]+ +\d+\.\d+ +[\d.]+-[\d.]+/.source;
  const row = new RegExp(`^lookup/id(?:${compared}){2} +0, 0$`, 'm');
  expect(stdout).toMatch(row);
  expect(stdout).toMatch(/^geometric mean of the ratios: \d+\.\d+$/m);
  expect((await run('git', ['worktree', 'list'], { cwd: PROJECT })).stdout).not.toContain('/checkout ');
});

test('says what is missing or wrong', async () => {
  expect((await bench()).stderr).toBe('bench: give --url, or --index with --commits\n');
  expect((await bench('--commits', 'HEAD', '.')).stderr).toContain('needs --index');
  expect((await bench('--index', '.', '--commits', 'no-such-commit', '.')).stderr).toContain(
    'git has no commit no-such-commit',
  );
});
