import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScoreWindows } from '../../../../../build-index/compile/scores/score-windows.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'score-windows-'));
});
afterEach(() => rm(folder, { recursive: true }));

const row = (position: number) => ({ position, reference: 'A', alternative: 'C', values: { raw: 0.5, phred: 1 } });

describe('windows of scores', () => {
  it('takes a row without a promise, unless it opens a file', async () => {
    const windows = new ScoreWindows(folder, 'cadd');
    expect(windows.add(0, row(5))).toBeInstanceOf(Promise);
    await windows.endFile();
    await windows.add(0, row(5));
    expect(windows.add(0, row(6))).toBe(undefined);
    expect(windows.add(0, row(4))).toBe('comes after position 6 of its chromosome');
    expect(await windows.add(1, row(1))).toBe(undefined);
    expect(await windows.add(0, row(7))).toBe('comes back to a chromosome after another one');
    await windows.close();
  });

  it.skipIf(process.platform !== 'linux')('leaves no file open after the table failed', async () => {
    const windows = new ScoreWindows(folder, 'cadd');
    for (let position = 1; position < 5000; position += 10) await windows.add(0, row(position));
    await windows.endFile();
    const fail = () => {
      throw new Error('no space left');
    };
    await expect(windows.write({ add: fail, addAll: fail })).rejects.toThrow('no space left');
    expect(await openFiles()).toEqual([]);
  });
});

async function openFiles(): Promise<string[]> {
  const paths = (await readdir('/proc/self/fd')).map((each) => readlink(`/proc/self/fd/${each}`).catch(() => ''));
  return (await Promise.all(paths)).filter((path) => path.startsWith(folder));
}
