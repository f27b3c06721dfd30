import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning, removeAbandoned, workFolder } from '../../../../build-index/output/work-folder.ts';
import { testFolder } from '../../../support/compiled-service.ts';

test('removes only work folders of processes of this machine that have ended', async () => {
  const folder = await testFolder();
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  const mine = basename(await workFolder(folder, 'building'));
  const left = mine.replace(`-${process.pid}-`, `-${ended}-`);
  const elsewhere = `.building-another.machine-${ended}-left`;
  for (const name of [left, left.replace('building', 'scratch'), elsewhere, '115-release'])
    await mkdir(join(folder, name));
  await removeAbandoned(folder);
  expect((await readdir(folder)).sort()).toEqual([mine, elsewhere, '115-release'].sort());
});

test.skipIf(process.platform !== 'linux')(
  'a killed process counts as ended before its parent waits for it',
  async () => {
    // The shell becomes `sleep`, which does not wait for the child that the shell started.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const zombie = Number(await new Promise((settle) => parent.stdout.once('data', settle)));
      expect(zombie).toBeGreaterThan(0);
      await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8'), { timeout: 10_000 }).toBe('sleep\n');
      expect(isRunning(zombie)).toBe(true);
      process.kill(zombie, 'SIGKILL');
      await expect.poll(() => isRunning(zombie), { timeout: 10_000 }).toBe(false);
      expect(process.kill(zombie, 0), 'signals still reach it').toBe(true);
    } finally {
      parent.kill();
    }
  },
);
