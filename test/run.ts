/**
 * `npm test`: checks the types, then runs every test, and ends with one line, `N passed, N failed`. A test that lacks
 * what it needs on this machine says so and counts as skipped, never as passed.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

const require = createRequire(import.meta.url);
const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-test-'));
const reportFile = join(folder, 'report.json');

const typesHold = await run('typescript', 'bin/tsc', ['--noEmit']) === 0;
await run('vitest', 'vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...process.argv.slice(2)]);
const report = JSON.parse(await readFile(reportFile, 'utf8').catch(() => 'null')) as Report | null;
await rm(folder, { recursive: true, force: true });

// A file that fails before its first test has no failed test to count.
const brokenFiles = report?.testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed')) ?? [];
for (const { name } of brokenFiles) console.log(`failed before its tests: ${name}`);
for (const { assertionResults } of report?.testResults ?? []) {
  for (const { status, fullName } of assertionResults) if (status === 'skipped' || status === 'pending') console.log(`skipped: ${fullName}`);
}
if (!typesHold) console.log('failed: the types do not hold (npm run typecheck)');
if (!report) console.log('failed: the test runner gave no report');
const failed = (report?.numFailedTests ?? 0) + brokenFiles.length + (typesHold ? 0 : 1) + (report ? 0 : 1);
const passed = (report?.numPassedTests ?? 0) + (typesHold ? 1 : 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function run(name: string, script: string, args: string[]): Promise<number> {
  const path = join(dirname(require.resolve(`${name}/package.json`)), script);
  const child = spawn(process.execPath, [path, ...args], { stdio: 'inherit' });
  return new Promise((settle) => child.once('close', (code) => settle(code ?? 1)));
}
