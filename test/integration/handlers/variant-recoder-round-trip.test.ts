/** Every name that variant_recoder writes for a change is a name of the same change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';
import { CHROMOSOME, writeRecoderDumps } from './variant-recoder-release.ts';
import { at } from '../../../src/checked.ts';

const folder = await testFolder();
const { post } = await compileAndServe(await writeRecoderDumps(folder), `${folder}/index`);

interface Recoded {
  input: string;
  id?: string[];
  hgvsg?: string[];
  hgvsc?: string[];
  hgvsp?: string[];
  spdi: [string, ...string[]];
  vcf_string: [string, ...string[]];
}

/** The one allele of each item. */
async function recode<const Ids extends readonly string[]>(ids: Ids): Promise<{ [Each in keyof Ids]: Recoded }> {
  const { status, body } = await post('/variant_recoder/fictus_probatus', { ids, vcf_string: 1 });
  expect(status).toBe(200);
  return body.map(({ warnings: _, ...alleles }: Record<string, unknown>) => Object.values(alleles)[0]);
}

/** The bases of chromosome 1 after a change written as SPDI. */
function haplotype(spdi: string): string {
  const [, position, deleted = '', inserted = ''] = spdi.split(':');
  expect(CHROMOSOME.slice(Number(position), Number(position) + deleted.length)).toBe(deleted);
  return CHROMOSOME.slice(0, Number(position)) + inserted + CHROMOSOME.slice(Number(position) + deleted.length);
}

function bySequence(names: readonly string[] = []): Map<string, string> {
  return new Map(names.map((name) => [at(name.split(':'), 0), name]));
}

/** A change as SPDI, together with some of the bases around it. */
function spelled(at: number, length: number, inserted: string, before: number, after: number): string {
  const [from, to] = [at - before, at + length + after];
  return [
    '1',
    from,
    CHROMOSOME.slice(from, to),
    CHROMOSOME.slice(from, at) + inserted + CHROMOSOME.slice(at + length, to),
  ].join(':');
}

// The exons and introns of T1 and T2, T4 without coding sequence, and the repeat at 600.
const place = fc.oneof(
  ...(
    [
      [560, 640],
      [1000, 1110],
      [1190, 1310],
      [1390, 1510],
      [2190, 2310],
      [2390, 2510],
      [2990, 3110],
    ] as const
  ).map(([min, max]) => fc.integer({ min, max })),
);
const bases = fc.array(fc.constantFrom('A', 'C', 'G', 'T'), { maxLength: 6 }).map((letters) => letters.join(''));
/** A change of `length` bases after `at`. Half of the insertions repeat these bases. */
const change = fc
  .record({ at: place, length: fc.integer({ min: 0, max: 6 }), free: bases, copies: fc.integer({ min: 0, max: 3 }) })
  .map(({ at, length, free, copies }) => ({
    at,
    length,
    inserted: copies > 1 ? CHROMOSOME.slice(at, at + length).repeat(copies) : free,
  }))
  .filter(({ at, length, inserted }) => CHROMOSOME.slice(at, at + length) !== inserted);

describe('variant_recoder', () => {
  it('reads each name that it writes as the same change', async () => {
    await fc.assert(
      fc.asyncProperty(change, async ({ at, length, inserted }) => {
        const [first] = await recode([spelled(at, length, inserted, 0, 0)]);
        const wanted = haplotype(first.spdi[0]);
        expect(wanted).toBe(haplotype(spelled(at, length, inserted, 0, 0)));
        const [region, start, reference, alternative] = first.vcf_string[0].split('-');
        const names = [
          ...(first.hgvsg ?? []),
          ...(first.hgvsc ?? []),
          [region, Number(start) - 1, reference, alternative].join(':'),
        ];
        const again = await recode(names);
        expect(again.map(({ input }) => input)).toEqual(names);
        for (const { spdi, hgvsg, id } of again) {
          expect(haplotype(spdi[0])).toBe(wanted);
          expect(hgvsg).toEqual(first.hgvsg);
          expect(id).toEqual(first.id);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('gives a change the same names in all spellings', async () => {
    const around = fc.integer({ min: 0, max: 4 });
    await fc.assert(
      fc.asyncProperty(change, around, around, async ({ at, length, inserted }, before, after) => {
        fc.pre(before + after > 0);
        const [short, long] = await recode([
          spelled(at, length, inserted, 0, 0),
          spelled(at, length, inserted, before, after),
        ]);
        // SPDI and VCF keep the place of the input.
        expect([long.hgvsg, long.id]).toEqual([short.hgvsg, short.id]);
        // A spelling that extends beyond a transcript has no name in it.
        for (const kind of ['hgvsc', 'hgvsp'] as const) {
          const names = bySequence(short[kind]);
          for (const [sequence, name] of bySequence(long[kind]))
            if (names.has(sequence)) expect(name).toBe(names.get(sequence));
        }
      }),
      { numRuns: 150 },
    );
  });
});
