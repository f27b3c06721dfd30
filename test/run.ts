/**
 * `npm test` runs every test; `npm run test:unit`, `test:integration` and `test:acceptance` run one tier. Vitest gets
 * all other arguments. The last line is `N passed, N failed`. A test whose tools or data are missing on this machine is
 * listed as skipped and not counted as passed. With `--check`, `npm run check` runs as well and counts as one test.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: TestResult[] }[];
}

interface TestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}

const TIERS = ['unit', 'integration', 'acceptance'];

const args = process.argv.slice(2);
// Next to the tests, which at first compile the demo index and leave a core idle.
const checking = args.includes('--check') ? check() : null;

const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-test-'));
const reportFile = join(folder, 'report.json');
await run(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportFile}`,
  ...args.filter((arg) => arg !== '--check').flatMap((arg) => (TIERS.includes(arg) ? ['--project', arg] : [arg])),
);
const checks = checking ? [await checking] : [];
const report: Report | null = JSON.parse(await readFile(reportFile, 'utf8').catch(() => 'null'));
await rm(folder, { recursive: true, force: true });
const files = report?.testResults ?? [];

// A file that fails while it loads counts as one failed test.
const brokenFiles = files.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
);
for (const { status, fullName } of files.flatMap(({ assertionResults }) => assertionResults))
  if (status === 'skipped' || status === 'pending') console.log(`skipped: ${fullName}`);
// After the skipped ones, so that the end of a log says what failed.
for (const { name } of brokenFiles) console.log(`failed before its tests: ${name}`);
for (const { name, assertionResults } of files)
  for (const { fullName, failureMessages } of assertionResults.filter(({ status }) => status === 'failed'))
    console.log(`failed: ${relative('.', name)}: ${fullName}\n${failureMessages.join('\n')}`);
if (!report) console.log('failed: Vitest wrote no report');
if (checks.includes(false)) console.log('failed: npm run check');

const passed = (report?.numPassedTests ?? 0) + checks.filter((holds) => holds).length;
const failed =
  (report?.numFailedTests ?? 0) + brokenFiles.length + (report ? 0 : 1) + checks.filter((holds) => !holds).length;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Prints what the checks say when they are done. @returns whether all passed */
async function check(): Promise<boolean> {
  const child = spawn(process.execPath, ['tools/check.ts'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const code = await new Promise<number | null>((settle) => child.once('close', settle));
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

function run(script: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
  return new Promise((settle) => child.once('close', (code) => settle(code ?? 1)));
}
