/** A release that is removed from the served folder: no wrong answers, and all answers again when it is back. */
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWithDeno } from '../../../cli/serve/deno-runtime.ts';
import { present } from '../../../src/checked.ts';
import { decodeRoot } from '../../../src/release/root.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { AppInProcess, logged, rightAnswers } from './app-in-process.ts';
import { loadRequests } from './load-requests.ts';

let folder: string;
let index: string;
let objects: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genomic-edge-removed-'));
  index = join(folder, 'index');
  await cp(await demoIndex(), index, { recursive: true });
  objects = join(index, decodeRoot(await readFile(join(index, 'current'))).manifest.id);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `body` while the objects of the release are missing. */
async function withoutObjects<T>(body: () => Promise<T>): Promise<T> {
  const elsewhere = join(folder, 'removed');
  await rename(objects, elsewhere);
  return body().finally(() => rename(elsewhere, objects));
}

test('every request gets its right answer or a 503, and its right answer when the objects are back', async () => {
  const mix = await loadRequests([index], 20_261_124, 3, () => {});
  const right = await rightAnswers(new LocalFolder(index), mix);
  // Files that are open outlive their removal, so only one is.
  const app = new AppInProcess(new LocalFolder(index, 1));
  const { result: without, log } = await logged(() =>
    withoutObjects(async () => {
      const answers = [];
      for (const { request, sum } of right) answers.push({ request, sum, answer: await app.ask(request) });
      return answers;
    }),
  );
  const refused = without.filter(({ answer }) => answer.status !== 200);
  expect(refused.length).toBeGreaterThan(100);
  for (const { request, answer } of refused) {
    expect([answer.status, Number(answer.retryAfter) > 0], request.path).toEqual([503, true]);
    expect(answer.text, request.path).toContain('The data behind this service is missing or damaged at the moment');
  }
  expect(log).toContain(`is not in ${index}`);
  for (const { request, sum, answer } of without)
    if (answer.status === 200 && answer.sum !== null && sum !== null) expect(answer.sum, request.path).toBe(sum);

  for (const { request, sum } of right) {
    const answer = await app.ask(request);
    expect(answer.status, request.path).toBe(200);
    if (sum !== null) expect(answer.sum, request.path).toBe(sum);
  }
}, 120_000);

test.runIf(process.platform === 'linux')(
  'processes that cannot be replaced, because the release is gone, go on answering',
  async () => {
    const served = await serveWithDeno({ index, port: 0, host: '127.0.0.1' });
    const pids = present(served.pids, 'the processes');
    const species = () =>
      fetch(`${served.url}/info/species`).then(async (answer) => [answer.status, await answer.text()]);
    try {
      const [before, answer] = [pids(), await species()];
      await withoutObjects(async () => {
        await rename(join(index, 'current'), join(folder, 'current'));
        await logged(async () => served.restart?.());
        expect(pids()).toEqual(before);
        expect(await species()).toEqual(answer);
        await rename(join(folder, 'current'), join(index, 'current'));
      });
      await served.restart?.();
      expect(pids()).not.toEqual(before);
      expect(await species()).toEqual(answer);
    } finally {
      await served.stop();
    }
  },
);
