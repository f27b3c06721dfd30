/** A short run of builds into a disk that fills up. `npm run harden -- --only full-disk` is the long one. */
import { test } from 'vitest';
import { canMount, fullDisk } from './full-disk.ts';
import { expectNoFault } from './no-fault.ts';

test.skipIf(!canMount())(
  'a build into a full disk ends with a sentence, and continues when there is space',
  async () => {
    await expectNoFault((log) => fullDisk({ seed: 20_261_124, count: 1, index: '', log }));
  },
  180_000,
);
