import { expect, test } from 'vitest';
import { staleFiles } from '../../../tools/generated-file.ts';
import { generatedFiles } from '../../../tools/generated-files.ts';
import { kernelFiles } from '../../../tools/kernels.ts';
import { warmUpRelease } from '../../../tools/warm-up-release.ts';

test('generated files are up to date', async () => {
  const stale = await staleFiles([...(await kernelFiles()), await warmUpRelease(), ...(await generatedFiles())]);
  expect(
    stale.map(({ path }) => path),
    'out of date; run `npm run generate` and commit the result',
  ).toEqual([]);
});
