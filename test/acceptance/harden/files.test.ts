/** A short run of files from strangers: `npm run harden -- --only files` is the long one. */
import { expect, test } from 'vitest';
import { Random } from '../../../data/fictional/random.ts';
import { at } from '../../../src/checked.ts';
import { FILE_INPUTS } from './file-inputs.ts';
import { files, timeAlone } from './files.ts';
import { mutatedFile } from './mutate-file.ts';
import { expectNoFault } from './no-fault.ts';

test('case n of a seed is always the same', () => {
  const made = () => FILE_INPUTS.map((each, number) => mutatedFile(each, '/canary', new Random(number)));
  expect(made()).toEqual(made());
  expect(at(made(), 0).equals(mutatedFile(at(FILE_INPUTS, 0), '/canary', new Random(99)))).toBe(false);
});

test('changed files of every format end in a build or in one sentence, and leave nothing behind', async () => {
  const options = { seed: 20_261_123, count: 4 * FILE_INPUTS.length, index: '' };
  await expectNoFault((log) => files({ ...options, log }));
}, 180_000);

test('a build that other work delays is not slow', () => {
  expect(timeAlone({ ms: 40_000, computed: 6_500 })).toBe(6_500);
  expect(timeAlone({ ms: 40_000, computed: 70_000 })).toBe(40_000);
});
