/** A short run of hostile uploads on both runtimes: `npm run harden -- --only uploads` is the long one. */
import { test } from 'vitest';
import type { Runtime } from '../../../cli/serve/serve-index.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { uploads } from './uploads.ts';
import { expectNoFault } from './no-fault.ts';

test.each<[Runtime, number]>([
  ['deno', 40],
  ['workerd', 8],
])(
  'hostile uploads on %s end as documented, while others are served and memory stays flat',
  async (runtime, crowd) => {
    // A machine that is busy with other tests may be slow, but must not hang.
    await expectNoFault(async (log) =>
      uploads({
        ...{ runtime, crowd, each: 1, lasts: 300, slowest: 20_000, seed: 1 },
        index: await demoIndex(),
        log,
      }),
    );
  },
  180_000,
);
