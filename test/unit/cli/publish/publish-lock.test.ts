/** One publisher at a time, whether or not the one before came to its end. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderTarget } from '../../../../cli/publish/folder-target.ts';
import { PublishLock } from '../../../../cli/publish/publish-lock.ts';
import type { Cell } from '../../../../cli/publish/target.ts';
import { testFolder } from '../../../support/test-folder.ts';

const TIMES = { renewal: 40, patience: 400 };
const folder = await testFolder();
let places = 0;
const freshLock = () => new FolderTarget(join(folder, String(++places))).lock;
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const hold = (
  lock: Cell,
  body: (signal: AbortSignal, check: () => Promise<void>) => Promise<void>,
  notes: string[] = [],
) => PublishLock.hold(lock, body, (note) => notes.push(note), TIMES);

test('is refused while its holder is alive, and free when that one is done, well or not', async () => {
  const lock = freshLock();
  await hold(lock, async () => {
    const notes: string[] = [];
    await expect(hold(lock, async () => expect.unreachable(), notes)).rejects.toThrow(
      /^another publisher is at work on this target \(process \d+ on .+, since 20/,
    );
    expect(notes[0]).toMatch(/^Another publisher has the lock .* to see whether it is alive\.$/);
  });
  await expect(hold(lock, async () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
  await hold(lock, async () => {});
  expect(await lock.read()).toBeNull();
});

test('of a process of this machine that is gone is taken over at once', async () => {
  const lock = freshLock();
  await lock.write(bytes({ token: 'x', host: hostname(), process: 2 ** 22 + 1, since: '', renewals: 0 }), null);
  const notes: string[] = [];
  let ran = false;
  await hold(lock, async () => void (ran = true), notes);
  expect([ran, notes]).toEqual([true, []]);
});

test.each([
  ['of another machine', { token: 'x', host: 'elsewhere', process: 1, since: 'long ago', renewals: 3 }],
  ['that cannot be read', 'nonsense'],
])('that nobody renews, %s, is taken over after a while', async (_, content) => {
  const lock = freshLock();
  await lock.write(bytes(content), null);
  const notes: string[] = [];
  let ran = false;
  await hold(lock, async () => void (ran = true), notes);
  expect([ran, notes.length]).toEqual([true, 1]);
});

test('that was taken away stops its holder before the pointer, and stays with its new one', async () => {
  const lock = freshLock();
  const theirs = bytes({ token: 'theirs', host: 'elsewhere', process: 1, since: '', renewals: 0 });
  await expect(
    hold(lock, async (_, check) => {
      await lock.remove();
      await lock.write(theirs, null);
      await check();
    }),
  ).rejects.toThrow('the lock was lost to another publisher');
  expect(Buffer.from((await lock.read())!.bytes)).toEqual(Buffer.from(theirs));
});

test('is had by one of many that ask at once', async () => {
  const lock = freshLock();
  let at = 0;
  let most = 0;
  const ran = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      hold(lock, async () => {
        most = Math.max(most, ++at);
        await new Promise((later) => setTimeout(later, 600));
        at--;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(ran.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
