/** Settings of memory and of V8 for a process that serves, which an operator may replace. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PROJECT } from '../../../cli/installation.ts';
import { startDeno } from '../../../cli/serve/deno-process.ts';
import { ServeError } from '../../../cli/operator-error.ts';
import { demoIndex } from '../../support/demo-index.ts';

const FLAGS = [
  '--heap-growing-percent=15',
  '--max-semi-space-size=8',
  '--invocation-count-for-maglev=200',
  '--invocation-count-for-turbofan=800',
].join(',');
const SETTINGS = ['MALLOC_ARENA_MAX=1', 'MALLOC_MMAP_THRESHOLD_=1048576', `DENO_V8_FLAGS=${FLAGS}`];
const isLinux = process.platform === 'linux';

test.skipIf(!isLinux).each<[string, Record<string, string>, string[]]>([
  ['are set', {}, SETTINGS],
  [
    'come before those of the operator, of which the last counts',
    {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '2097152',
      DENO_V8_FLAGS: '--stack-size=900,--heap-growing-percent=50',
    },
    [
      'MALLOC_ARENA_MAX=2',
      'MALLOC_MMAP_THRESHOLD_=2097152',
      `DENO_V8_FLAGS=${FLAGS},--stack-size=900,--heap-growing-percent=50`,
    ],
  ],
])(`settings of memory %s${isLinux ? '' : ' (needs /proc)'}`, async (_, variables, expected) => {
  for (const name of ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'DENO_V8_FLAGS']) vi.stubEnv(name, variables[name]);
  const { url, pid, stop } = await startDeno({ index: await demoIndex(), port: 0, host: '127.0.0.1' });
  try {
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
    expect(environment).toEqual(expect.arrayContaining(expected));
    expect((await fetch(`${url}/info/ping`)).status).toBe(200);
  } finally {
    await stop();
  }
});

test('the image has the same settings', async () => {
  const words = (await readFile(join(PROJECT, 'deploy/Containerfile'), 'utf8')).split(/\s+/);
  expect(words).toEqual(expect.arrayContaining(SETTINGS));
});

test('a flag that V8 lacks ends in a sentence that names the variable', async () => {
  vi.stubEnv('DENO_V8_FLAGS', '--nonsense=3');
  await expect(startDeno({ index: await demoIndex(), port: 0, host: '127.0.0.1' })).rejects.toThrow(
    new ServeError("V8 did not recognize flag '--nonsense=3'; the environment variable DENO_V8_FLAGS sets flags of V8"),
  );
});
