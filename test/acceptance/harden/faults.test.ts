/**
 * A short run of store faults. `npm run harden -- --only faults` is the long one. Single retries are tested in
 * test/unit/store/retrying-store.test.ts.
 */
import { test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { faults } from './faults.ts';
import { expectNoFault } from './no-fault.ts';

test('faults of the store never lead to wrong answers, and rarely reach the client', async () => {
  await expectNoFault(async (log) =>
    faults({
      seed: 20_261_122,
      count: 400,
      index: await demoIndex(),
      log,
    }),
  );
}, 120_000);
