/** Builds on file systems without hard links. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { filesBelow, writeFictionalDumps } from '../../../support/fictional-dumps.ts';

const refused: { code: string | null; times: number } = vi.hoisted(() => ({ code: null, times: 0 }));
vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof import('node:fs/promises')>();
  return {
    ...files,
    link: async (from: string, to: string) => {
      if (refused.code === null) return files.link(from, to);
      refused.times++;
      throw Object.assign(new Error(`${refused.code}: no links here`), { code: refused.code });
    },
  };
});

const folder = await testFolder();
const dumps = join(folder, 'dumps');
await writeFictionalDumps(dumps);
await buildRelease([dumps], join(folder, 'with'), silentProgress);

test.each(['EPERM', 'ENOTSUP'])('a build gives the same release if hard links fail with %s', async (code) => {
  [refused.code, refused.times] = [code, 0];
  const index = join(folder, code);
  await buildRelease([dumps], index, silentProgress);
  expect(refused.times).toBeGreaterThan(0);
  expect(await filesBelow(index)).toEqual(await filesBelow(join(folder, 'with')));
  expect(await readdir(index)).not.toContain('.build');
});
