import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { removeAbandoned, workFolder } from '../../build-index/output/abandoned.ts';
import { testFolder } from '../compile/compiled-service.ts';

test('only work folders of processes that have ended are removed', async () => {
  const folder = await testFolder();
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  await mkdir(join(folder, `.building-${ended}-left`));
  await mkdir(join(folder, `.scratch-${ended}-left`));
  await mkdir(join(folder, '115-release'));
  const mine = basename(await workFolder(folder, 'building'));
  await removeAbandoned(folder);
  expect((await readdir(folder)).sort()).toEqual([mine, '115-release'].sort());
});
