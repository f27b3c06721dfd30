import { expect, test } from 'vitest';
import { staleFiles } from '../../../tools/generated-file.ts';
import { generatedFiles } from '../../../tools/generated-files.ts';
import { kernelFiles } from '../../../tools/kernels.ts';
import { rehearsalRelease } from '../../../tools/rehearsal-release.ts';

test('generated files are up to date', async () => {
  const stale = await staleFiles([...(await kernelFiles()), await rehearsalRelease(), ...(await generatedFiles())]);
  expect(
    stale.map(({ path }) => path),
    'out of date; run `npm run generate` and commit the result',
  ).toEqual([]);
});
