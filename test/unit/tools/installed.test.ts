import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/test-folder.ts';

const folder = await testFolder();

test('npm start says what to do before the packages are installed', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  expect([scripts.prestart, scripts.preserve, scripts['prebuild-index']]).toEqual(
    Array.from({ length: 3 }, () => 'node tools/installed.mjs'),
  );
  await mkdir(join(folder, 'tools'));
  await copyFile('tools/installed.mjs', join(folder, 'tools/installed.mjs'));
  const check = (cwd: string) => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/installed.mjs'], { cwd, encoding: 'utf8' });
    return { status, stderr };
  };
  expect(check(folder)).toEqual({ status: 1, stderr: 'The packages are not installed. Run: npm ci\n' });
  expect(check('.')).toEqual({ status: 0, stderr: '' });
});
