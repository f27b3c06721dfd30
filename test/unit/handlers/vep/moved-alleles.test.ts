/** With shift_3prime, all ways to write an insertion or deletion are one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VepOptions } from '../../../../src/handlers/vep/options.ts';
import { MovedAlleles } from '../../../../src/handlers/vep/moved-alleles.ts';
import { vepVariant, type Placed } from '../../../../src/handlers/vep/vep-variant.ts';
import { Flanks } from '../../../../src/variants/variant-shift.ts';

const OPTIONS = { shift_3prime: true, shift_genomic: true } as VepOptions;
const genome = fc.string({ unit: fc.constantFrom('A', 'C'), minLength: 12, maxLength: 40 });

function moved(bases: string, start: number, end: number, alleles: string[], strand: 1 | -1) {
  const placed = {
    input: '',
    name: null,
    region: { length: bases.length },
    sequence: '1',
    start,
    end,
    strand: 1,
    alleles,
  };
  const variant = vepVariant(placed as unknown as Placed, false);
  const [only] = new MovedAlleles(variant, OPTIONS, new Flanks(1, bases)).along({
    strand,
    start: 1,
    end: bases.length,
  });
  return { change: only?.change, shown: only?.shown };
}

/** All changes of one kind and length that make the same sequence. */
function writings(bases: string, changed: string, length: number, isDeletion: boolean) {
  const found: { start: number; end: number; alleles: string[] }[] = [];
  for (let at = 0; at + (isDeletion ? length : 0) <= bases.length; at++) {
    const [start, behind] = [at + 1, isDeletion ? at + length : at];
    const inserted = isDeletion ? '' : changed.slice(at, at + length);
    if (bases.slice(0, at) + inserted + bases.slice(behind) !== changed) continue;
    found.push({
      start,
      end: behind,
      alleles: [isDeletion ? bases.slice(at, behind) : '-', isDeletion ? '-' : inserted],
    });
  }
  return found;
}

describe.each([1, -1] as const)('along strand %i', (strand) => {
  it.each([true, false])('equal changes are moved to one place (deletions: %s)', (isDeletion) => {
    fc.assert(
      fc.property(genome, fc.nat(), fc.integer({ min: 1, max: 4 }), fc.nat(), (bases, place, length, letters) => {
        // Not at the ends, beyond which nothing is known.
        const at = 2 + (place % (bases.length - length - 4));
        const inserted = Array.from({ length }, (_, each) => ((letters >> each) & 1 ? 'A' : 'C')).join('');
        const core = isDeletion
          ? bases.slice(0, at) + bases.slice(at + length)
          : bases.slice(0, at) + inserted + bases.slice(at);
        const pad = (text: string) => `G${text}G`;
        const all = writings(pad(bases), pad(core), length, isDeletion).map(({ start, end, alleles }) =>
          moved(pad(bases), start, end, alleles, strand),
        );
        expect(all.length).toBeGreaterThan(0);
        for (const each of all) expect(each).toEqual(all[0]);
      }),
    );
  });

  it('a substitution stays', () => {
    const { change } = moved('GAAAAG', 3, 3, ['A', 'C'], strand);
    expect(change).toMatchObject({ start: 3, end: 3, reference: 'A', alternative: 'C' });
  });
});
