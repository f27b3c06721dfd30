import { readdir, stat } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences } from '../../../../../build-index/compile/genome/sequence.ts';
import { CHUNK_BASES } from '../../../../../src/index/sequence/sequence-chunk.ts';
import { compileAndServe, testFolder, type CompiledService } from '../../../../support/compiled-service.ts';
import { regionRows, writeCoreDump } from '../core-dump.ts';
import { at, present } from '../../../../../src/checked.ts';

interface Placed {
  contig: number;
  /** Positions on the contig, 1-based inclusive. */
  from: number;
  to: number;
  strand: 1 | -1;
  /** Number of unknown bases before it. */
  gap: number;
}

interface Made {
  contigs: string[];
  placed: Placed[];
  /** Repeats on the chromosome. The contigs have those that are within them. */
  repeats: { start: number; end: number }[];
}

const complement: Record<string, string> = { A: 'T', C: 'G', G: 'C', T: 'A', N: 'N' };
const turned = (bases: string) =>
  [...bases]
    .reverse()
    .map((base) => present(complement[base], base))
    .join('');

const made: fc.Arbitrary<Made> = fc
  .array(fc.integer({ min: 40, max: 120 }), { minLength: 1, maxLength: 3 })
  .chain((lengths) =>
    fc.record({
      contigs: fc.tuple(
        ...lengths.map((length) =>
          fc
            .array(fc.constantFrom(...'ACGT'), { minLength: length, maxLength: length })
            .map((letters) => letters.join('')),
        ),
      ),
      placed: fc.array(
        fc.integer({ min: 0, max: lengths.length - 1 }).chain((contig) =>
          fc.record({
            contig: fc.constant(contig),
            from: fc.integer({ min: 1, max: 20 }),
            to: fc.integer({ min: 21, max: at(lengths, contig) }),
            strand: fc.constantFrom(1 as const, -1 as const),
            gap: fc.integer({ min: 0, max: 9 }),
          }),
        ),
        { maxLength: 4 },
      ),
      repeats: fc.array(
        fc
          .record({ start: fc.integer({ min: 1, max: 400 }), length: fc.integer({ min: 1, max: 30 }) })
          .map(({ start, length }) => ({ start, end: start + length - 1 })),
        { maxLength: 12 },
      ),
    }),
  );

/** The expected sequences, masked bases in lower case. */
function expected({ contigs, placed, repeats }: Made): { chromosome: string; contigs: string[] } {
  let chromosome = '';
  const intervals = placed.map(({ contig, from, to, strand, gap }) => {
    chromosome += 'N'.repeat(gap);
    const start = chromosome.length + 1;
    chromosome +=
      strand === 1 ? at(contigs, contig).slice(from - 1, to) : turned(at(contigs, contig).slice(from - 1, to));
    return { contig, from, to, strand, start, end: chromosome.length };
  });
  const masks = { chromosome: new Set<number>(), contigs: contigs.map(() => new Set<number>()) };
  const mask = (set: Set<number>, start: number, end: number) => {
    for (let at = start; at <= end; at++) set.add(at);
  };
  for (const { start, end } of repeats) {
    mask(masks.chromosome, start, end);
    // A repeat that is completely within a component is on the component as well.
    const within = intervals.find((each) => each.start <= start && each.end >= end);
    if (!within) continue;
    if (within.strand === 1)
      mask(at(masks.contigs, within.contig), within.from + start - within.start, within.from + end - within.start);
    else mask(at(masks.contigs, within.contig), within.from + within.end - end, within.from + within.end - start);
  }
  const shown = (bases: string, set: Set<number>) =>
    [...bases].map((base, at) => (set.has(at + 1) ? base.toLowerCase() : base)).join('');
  return {
    chromosome: shown(chromosome, masks.chromosome),
    contigs: contigs.map((bases, each) => shown(bases, at(masks.contigs, each))),
  };
}

/**
 * Chromosomes `chr0`, `chr1` … and their contigs `chr0-0`, `chr0-1` … of one genome: compiling each by itself would
 * take minutes.
 */
async function serve(all: readonly Made[]): Promise<CompiledService> {
  const folder = await testFolder();
  const chromosomeId = (each: number) => 10 * each + 1;
  const idOf = (each: number, contig: number) => chromosomeId(each) + contig + 1;
  const rows = regionRows(
    all.flatMap((given, each) => [
      { id: chromosomeId(each), name: `chr${each}`, length: Math.max(1, lengthOf(given)), topLevel: true },
      ...given.contigs.map((bases, contig) => ({
        id: idOf(each, contig),
        name: `chr${each}-${contig}`,
        length: bases.length,
        coordSystem: 3,
      })),
    ]),
  );
  rows.assembly = all.flatMap(({ placed }, each) => {
    let at = 0;
    return placed.map(({ contig, from, to, strand, gap }) => {
      const start = at + gap + 1;
      at = start + to - from;
      return {
        asm_seq_region_id: chromosomeId(each),
        cmp_seq_region_id: idOf(each, contig),
        asm_start: start,
        asm_end: at,
        cmp_start: from,
        cmp_end: to,
        ori: strand,
      };
    });
  });
  rows.dna = all.flatMap(({ contigs }, each) =>
    contigs.map((sequence, contig) => ({ seq_region_id: idOf(each, contig), sequence })),
  );
  rows.repeat_consensus = [{ repeat_consensus_id: 1, repeat_name: 'r', repeat_class: 'c', repeat_type: 't' }];
  rows.repeat_feature = all.flatMap(({ repeats }, each) =>
    repeats.map(({ start, end }, repeat) => ({
      repeat_feature_id: 100 * each + repeat,
      seq_region_id: chromosomeId(each),
      seq_region_start: start,
      seq_region_end: end,
      seq_region_strand: 1,
      repeat_consensus_id: 1,
    })),
  );
  return compileAndServe([await writeCoreDump(folder, 'fictus_probatus', rows)], `${folder}/index`);
}

const sequence = async (service: CompiledService, region: string): Promise<string> =>
  (await service.get(`/sequence/region/fictus_probatus/${region}?mask=soft`)).body.seq;

function lengthOf({ placed }: Made): number {
  return placed.reduce((sum, { from, to, gap }) => sum + gap + to - from + 1, 0);
}

/** Drops repeats after the end of the chromosome, which are invalid. */
function inside(given: Made): Made {
  return { ...given, repeats: given.repeats.filter(({ end }) => end <= lengthOf(given)) };
}

describe('bases of contigs', () => {
  test('are read with their repeats masked: reversed, cut, used twice or not at all', async () => {
    const all = fc.sample(made.map(inside), 60);
    const service = await serve(all);
    for (const [each, given] of all.entries()) {
      const reads = expected(given);
      if (reads.chromosome.length > 0)
        expect(await sequence(service, `chr${each}:1..${reads.chromosome.length}:1`)).toBe(reads.chromosome);
      for (const [contig, bases] of reads.contigs.entries()) {
        expect(await sequence(service, `chr${each}-${contig}:1..${bases.length}:1`)).toBe(bases);
        expect(await sequence(service, `chr${each}-${contig}:5..30:-1`)).toBe(turnedCase(bases.slice(4, 30)));
      }
    }
  });

  test('are stored once, as those of the chromosome', async () => {
    const random = Array.from({ length: CHUNK_BASES * 3 }, (_, at) =>
      'ACGT'.charAt((at * at * 31 + at * 17 + (at >> 5)) % 4),
    ).join('');
    const half = random.length / 2;
    const service = await serve([
      {
        contigs: [random.slice(0, half), random.slice(half)],
        placed: [
          { contig: 0, from: 1, to: half, strand: 1, gap: 0 },
          { contig: 1, from: 1, to: half, strand: -1, gap: 10 },
        ],
        repeats: [{ start: half - 5, end: half + 20 }],
      },
    ]);
    const files = (await readdir(service.index, { recursive: true })).filter((name) =>
      /\/sequence-[0-9a-f]{16}\./.test(name),
    );
    expect(files).toHaveLength(1);
    expect((await stat(`${service.index}/${at(files, 0)}`)).size).toBeLessThan((random.length / 4) * 1.01);
    expect(await sequence(service, `chr0-1:${half - 3}..${half}:1`)).toBe(random.slice(-4));
  });
});

function turnedCase(bases: string): string {
  return [...bases]
    .reverse()
    .map((base) =>
      base === base.toLowerCase()
        ? present(complement[base.toUpperCase()], base).toLowerCase()
        : present(complement[base], base),
    )
    .join('');
}

test('differences of runs are the positions that only one of them covers', () => {
  const runs = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }).map((ends) => {
    const sorted = ends.sort((a, b) => a - b);
    return sorted.flatMap((start, at): [number, number][] => (at % 2 === 0 ? [[start, sorted[at + 1] ?? start]] : []));
  });
  const covered = (list: readonly (readonly [number, number])[]) =>
    new Set(list.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, at) => start + at)));
  fc.assert(
    fc.property(runs, runs, (a, b) => {
      const [one, other] = [covered(a), covered(b)];
      expect(covered(differences(a, b))).toEqual(
        new Set([...[...one].filter((at) => !other.has(at)), ...[...other].filter((at) => !one.has(at))]),
      );
    }),
  );
});
