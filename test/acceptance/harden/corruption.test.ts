/** A short run with damaged indexes. `npm run harden -- --only corruption` is the long one. */
import { test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { corruption } from './corruption.ts';
import { expectNoFault } from './no-fault.ts';

test('damage never leads to a wrong answer', async () => {
  await expectNoFault(async (log) =>
    corruption({
      seed: 20_261_122,
      count: 200,
      index: await demoIndex(),
      log,
    }),
  );
}, 120_000);
