/** The measurement of first requests in miniature: a process for each, whose loading counts apart from its request. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { demoIndex } from '../runtime/demo-index.ts';

const run = async (...options: string[]) => promisify(execFile)(process.execPath, ['bench/first-requests.ts', ...options]);

test('tells the CPU time of first requests, and that of loading', async () => {
  const { stdout } = await run('--index', await demoIndex(), '--rounds', '2', '--only', 'GET /info/ping');
  const [, median, most, loading] = /median ([\d.]+), .*99th (\d+\.\d)\. Until they are loaded: median (\d+\.\d)/.exec(stdout)!.map(Number) as [number, number, number, number];
  expect(stdout).toContain('First requests of 2 processes');
  expect(median).toBeGreaterThan(0);
  expect(most).toBeGreaterThanOrEqual(median);
  // What is done while the script loads is not done by the request.
  expect(loading).toBeGreaterThan(5 * median);
  expect(stdout.match(/^\| GET .*$/gm)).toHaveLength(1);
}, 60_000);

test('says which operations there are none of', async () => {
  await expect(run('--index', await demoIndex(), '--only', 'GET /nothing')).rejects.toThrow(/No operation of the catalogue holds 'GET \/nothing'/);
}, 60_000);
