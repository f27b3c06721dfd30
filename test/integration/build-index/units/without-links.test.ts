/** Builds on file systems without hard links. */
import files, { readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { filesBelow, writeFictionalDumps } from '../../../support/fictional-dumps.ts';

const folder = await testFolder();
const dumps = join(folder, 'dumps');
await writeFictionalDumps(dumps);
await buildRelease([dumps], join(folder, 'with'), silentProgress);

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test.each(['EPERM', 'ENOTSUP'])('a build gives the same release if hard links fail with %s', async (code) => {
  const link = vi.spyOn(files, 'link').mockRejectedValue(Object.assign(new Error(`${code}: no links here`), { code }));
  syncBuiltinESMExports();
  const index = join(folder, code);
  await buildRelease([dumps], index, silentProgress);
  expect(link).toHaveBeenCalled();
  expect(await filesBelow(index)).toEqual(await filesBelow(join(folder, 'with')));
  expect(await readdir(index)).not.toContain('.build');
});
