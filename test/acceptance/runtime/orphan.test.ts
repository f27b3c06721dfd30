import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';

const START = new URL('../../../cli/serve/deno-process.ts', import.meta.url).href;

test('a single process of Deno ends with the process that started it, also before that handles signals', async () => {
  const options = JSON.stringify({ index: await demoIndex(), port: 0, host: '127.0.0.1' });
  const script = `const { startDeno } = await import('${START}'); console.log((await startDeno(${options})).url);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url]: string[] = await once(createInterface({ input: starter.stdout }), 'line');
  expect((await fetch(`${url}/info/ping`)).status).toBe(200);
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  const isGone = () =>
    fetch(`${url}/info/ping`).then(
      () => false,
      () => true,
    );
  for (let attempt = 0; attempt < 100 && !(await isGone()); attempt++) await sleep(100);
  expect(await isGone()).toBe(true);
});
