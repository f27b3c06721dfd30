import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clip, compose, type MappedInterval } from '../../../../../build-index/compile/genome/assembly.ts';
import { compileAndServe, testFolder } from '../../../../support/compiled-service.ts';
import { regionRows, writeCoreDump } from '../core-dump.ts';

/** Targets of all positions of the mapped intervals: `target:position:strand` by position. */
function positions(intervals: readonly MappedInterval<string>[]): Map<number, string> {
  const map = new Map<number, string>();
  for (const { start, end, target, from, strand } of intervals) {
    for (let at = start; at <= end; at++)
      map.set(at, `${target}:${strand === 1 ? from + at - start : from + end - at}:${strand}`);
  }
  return map;
}

const strand = fc.constantFrom(1 as const, -1 as const);
const interval = fc
  .record({
    start: fc.integer({ min: 1, max: 30 }),
    length: fc.integer({ min: 1, max: 20 }),
    from: fc.integer({ min: 1, max: 30 }),
    strand,
  })
  .map(({ start, length, from, strand }) => ({ start, end: start + length - 1, target: 'B', from, strand }));

describe('mapped intervals', () => {
  test('keep the target of each remaining position when clipped', () => {
    fc.assert(
      fc.property(interval, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (each, a, b) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const expected = new Map([...positions([each])].filter(([at]) => at >= first && at <= last));
        expect(positions(clip([each], first, last))).toEqual(expected);
      }),
    );
  });

  test('lead to the same targets when composed as step by step', () => {
    fc.assert(
      fc.property(
        interval,
        fc.array(
          interval.map((each) => ({ ...each, target: 'C' })),
          { maxLength: 3 },
        ),
        (outer, inner) => {
          const through = compose(outer, inner).map((each) => [...positions([each])]);
          const expected = inner
            .map((each) => {
              const second = positions([each]);
              return [...positions([outer])].flatMap(([at, leads]) => {
                const [, position, strand] = leads.split(':');
                const found = second.get(Number(position))?.split(':');
                return found ? [[at, `${found[0]}:${found[1]}:${Number(found[2]) * Number(strand)}`] as const] : [];
              });
            })
            .filter((list) => list.length > 0);
          expect(through).toEqual(expected);
        },
      ),
    );
  });
});

describe('assembled sequence', async () => {
  const folder = await testFolder();
  const complement: Record<string, string> = { A: 'T', C: 'G', G: 'C', T: 'A' };
  const reversed = (bases: string) =>
    [...bases]
      .reverse()
      .map((base) => complement[base])
      .join('');
  const one = 'ACGTACGTGGCCTTAAGCGC';
  const two = 'TTGACCAGTATTCGGACTAA';
  const rows = regionRows([
    { id: 1, name: 'chr', length: 60, topLevel: true },
    { id: 2, name: 'scaf', length: 45, coordSystem: 2 },
    { id: 3, name: 'one', length: 20, coordSystem: 3 },
    { id: 4, name: 'two', length: 20, coordSystem: 3 },
    { id: 5, name: 'alone', length: 25, topLevel: true },
  ]);
  const join = (
    asm: number,
    cmp: number,
    asmStart: number,
    asmEnd: number,
    cmpStart: number,
    cmpEnd: number,
    ori = 1,
  ) => ({
    asm_seq_region_id: asm,
    cmp_seq_region_id: cmp,
    asm_start: asmStart,
    asm_end: asmEnd,
    cmp_start: cmpStart,
    cmp_end: cmpEnd,
    ori,
  });
  // The chromosome is five unknown bases and the reversed scaffold. The scaffold is two contigs; the second is reversed
  // and cut.
  rows.assembly = [join(1, 2, 6, 50, 1, 45, -1), join(2, 3, 1, 20, 1, 20), join(2, 4, 31, 45, 3, 17, -1)];
  rows.dna = [
    { seq_region_id: 3, sequence: one },
    { seq_region_id: 4, sequence: two },
  ];
  const scaffold = one + 'N'.repeat(10) + reversed(two.slice(2, 17));
  const chromosome =
    'NNNNN' +
    [...scaffold]
      .reverse()
      .map((base) => complement[base] ?? 'N')
      .join('') +
    'N'.repeat(10);
  rows.repeat_consensus = [{ repeat_consensus_id: 1, repeat_name: 'r', repeat_class: 'c', repeat_type: 't' }];
  rows.repeat_feature = [
    // On the first contig, which the scaffold uses completely; and on the first bases of the second contig, which the
    // assembly does not use.
    {
      repeat_feature_id: 1,
      seq_region_id: 3,
      seq_region_start: 2,
      seq_region_end: 5,
      seq_region_strand: 1,
      repeat_consensus_id: 1,
    },
    {
      repeat_feature_id: 2,
      seq_region_id: 4,
      seq_region_start: 1,
      seq_region_end: 2,
      seq_region_strand: 1,
      repeat_consensus_id: 1,
    },
  ];
  const service = await compileAndServe([await writeCoreDump(folder, 'fictus_probatus', rows)], `${folder}/index`);
  const sequence = async (region: string) => (await service.get(`/sequence/region/fictus_probatus/${region}`)).body.seq;
  const repeats = async (region: string) =>
    (await service.get(`/overlap/region/fictus_probatus/${region}?feature=repeat`)).body;

  test('of a chromosome goes through scaffold and contigs, reversed and with gaps', async () => {
    expect(await sequence('chr:1..60:1')).toBe(chromosome);
    expect(await sequence('chr:4..52:-1')).toBe(
      [...chromosome.slice(3, 52)]
        .reverse()
        .map((base) => complement[base] ?? 'N')
        .join(''),
    );
  });

  test('of a scaffold or a contig is its own', async () => {
    expect(await sequence('scaf:1..45:1')).toBe(scaffold);
    expect(await sequence('two:1..20:1')).toBe(two);
  });

  test('of a region without components is N', async () => {
    expect(await sequence('alone:1..25:1')).toBe('N'.repeat(25));
  });

  test('has repeats of a component on the chromosome and on the component', async () => {
    const shown = (list: { start: number; end: number; strand: number }[]) =>
      list.map(({ start, end, strand }) => [start, end, strand]);
    // Scaffold 2..5 is chromosome 46..49, turned.
    expect(shown(await repeats('chr:1-60'))).toEqual([[46, 49, -1]]);
    expect(shown(await repeats('one:1-20'))).toEqual([[2, 5, 1]]);
    expect(shown(await repeats('two:1-20'))).toEqual([[1, 2, 1]]);
  });

  test('is masked on chromosome and component', async () => {
    const masked = (region: string) => sequence(`${region}?mask=hard`);
    expect(await masked('chr:45..50:1')).toBe(`${chromosome[44]}NNNN${chromosome[49]}`);
    expect(await masked('one:1..6:1')).toBe('ANNNNC');
    expect(await masked('two:1..3:1')).toBe(`NN${two[2]}`);
  });
});
