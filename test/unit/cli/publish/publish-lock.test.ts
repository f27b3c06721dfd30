import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FolderTarget } from '../../../../cli/publish/folder-target.ts';
import { PublishLock } from '../../../../cli/publish/publish-lock.ts';
import type { Cell } from '../../../../cli/publish/target.ts';
import { present } from '../../../../src/checked.ts';
import { testFolder } from '../../../support/test-folder.ts';

/** Milliseconds. `patience` must exceed the pauses of a busy machine. */
const TIMES = { renewal: 30, patience: 300 };
const folder = await testFolder();
let places = 0;
const freshLock = () => new FolderTarget(join(folder, String(++places))).lock;
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const hold = (
  lock: Cell,
  body: (signal: AbortSignal, check: () => Promise<void>) => Promise<void>,
  notes: string[] = [],
) => PublishLock.hold(lock, body, (note) => notes.push(note), TIMES);

// The tests mostly wait, so they run at the same time.
describe.concurrent('the lock of a target', () => {
  test('is not available while its holder is alive, and is released when the holder ends or fails', async () => {
    const lock = freshLock();
    await hold(lock, async () => {
      const notes: string[] = [];
      await expect(hold(lock, async () => expect.unreachable(), notes)).rejects.toThrow(
        /^another publisher is at work on this target \(process \d+ on .+, since 20/,
      );
      expect(notes[0]).toMatch(/^Another publisher has the lock .* to see whether it is alive\.$/);
    });
    await expect(hold(lock, async () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
    await hold(lock, async () => {});
    expect(await lock.read()).toBeNull();
  });

  test('is taken over at once from a process of this machine that has ended', async () => {
    const lock = freshLock();
    await lock.write(bytes({ token: 'x', host: hostname(), process: 2 ** 22 + 1, since: '', renewals: 0 }), null);
    const notes: string[] = [];
    let ran = false;
    await hold(lock, async () => void (ran = true), notes);
    expect([ran, notes]).toEqual([true, []]);
  });

  test.each([
    ['belongs to another machine', { token: 'x', host: 'elsewhere', process: 1, since: 'long ago', renewals: 3 }],
    ['cannot be parsed', 'nonsense'],
  ])('is taken over after a wait if it %s and is not renewed', async (_, content) => {
    const lock = freshLock();
    await lock.write(bytes(content), null);
    const notes: string[] = [];
    let ran = false;
    await hold(lock, async () => void (ran = true), notes);
    expect([ran, notes.length]).toEqual([true, 1]);
  });

  test('stops a holder that has lost it, and stays with the new holder', async () => {
    const lock = freshLock();
    const theirs = bytes({ token: 'theirs', host: 'elsewhere', process: 1, since: '', renewals: 0 });
    await expect(
      hold(lock, async (_, check) => {
        await lock.remove();
        await lock.write(theirs, null);
        await check();
      }),
    ).rejects.toThrow('the lock was lost to another publisher');
    expect(Buffer.from(present(await lock.read(), 'the lock').bytes)).toEqual(Buffer.from(theirs));
  });

  test('is given to one of several publishers that start at the same time', async () => {
    const lock = freshLock();
    let holders = 0;
    let most = 0;
    const ran = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        hold(lock, async () => {
          most = Math.max(most, ++holders);
          await new Promise((later) => setTimeout(later, 2 * TIMES.patience));
          holders--;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(ran.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
