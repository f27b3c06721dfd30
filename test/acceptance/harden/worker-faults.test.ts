/** A short run of faults inside workerd: `npm run harden -- --only worker-faults` is the long one. */
import { test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { workerFaults } from './worker-faults.ts';
import { expectNoFault } from './no-fault.ts';

test('faults of R2 and KV inside workerd never lead to wrong answers, and the Worker recovers', async () => {
  await expectNoFault(async (log) =>
    workerFaults({
      seed: 20_261_124,
      count: 200,
      index: await demoIndex(),
      log,
    }),
  );
}, 180_000);
