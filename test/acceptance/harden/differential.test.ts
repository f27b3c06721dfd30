/** A short comparison with other programs. `npm run harden -- --only differential` is the long one. */
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { differential, missingTools } from './differential.ts';
import { expectNoFault } from './no-fault.ts';

const missing = missingTools();

test.skipIf(missing.length > 0)(
  `bases, genes and variants are those of samtools, bedtools and ` +
    `bcftools${missing.length > 0 ? ` (skipped: ${missing.join(', ')} not installed)` : ''}`,
  { timeout: 180_000 },
  async () => {
    const figures = await expectNoFault(async (log) =>
      differential({ seed: 20_261_123, count: 60, index: await demoIndex(), log }),
    );
    expect(figures.length).toBe(8);
  },
);
