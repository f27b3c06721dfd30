/** A short comparison with other programs. `npm run harden -- --only differential` is the long one. */
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { differential, missingTools } from './differential.ts';

const missing = missingTools();

test.skipIf(missing.length > 0)(
  `bases, genes and variants are those of samtools, bedtools and ` +
    `bcftools${missing.length > 0 ? ` (skipped: ${missing.join(', ')} not installed)` : ''}`,
  { timeout: 180_000 },
  async () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const figures = await differential({ seed: 20_261_123, count: 60, index: await demoIndex(), log });
    expect(figures.length).toBe(8);
    expect(
      figures.filter(({ ok }) => !ok),
      lines.join('\n'),
    ).toEqual([]);
  },
);
