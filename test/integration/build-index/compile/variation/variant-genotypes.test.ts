import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMPRESSED_TABLE,
  decodeCompressed,
  stageCompressedGenotypes,
  type CompressedGenotypes,
} from '../../../../../build-index/compile/genotypes/compressed-genotypes.ts';
import { FrequencyCounter } from '../../../../../build-index/compile/genotypes/genotype-frequencies.ts';
import { VARIATION_TABLES } from '../../../../../build-index/compile/variation/variation-schema.ts';
import { GenotypedSamples } from '../../../../../build-index/compile/genotypes/genotyped-samples.ts';
import { listDetails } from '../../../../../src/variants/frequency-groups.ts';
import { openDatabase } from '../../../../../build-index/dump/database.ts';
import { DumpError } from '../../../../../build-index/dump/dump-error.ts';
import { findDatabases } from '../../../../../build-index/dump/find-databases.ts';
import { groupGenotypes } from '../../../../../src/variants/variant-details.ts';
import { writeDump } from '../../../../support/dump-database.ts';
import { genotypesOf } from '../../../../support/genotypes-of-group.ts';
import { at, present } from '../../../../../src/checked.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'variant-genotypes-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Encodes a number as Perl's pack 'w'. */
function packed(number: number): number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128);
  return bytes;
}

/** Escapes bytes like mysqldump. */
function escaped(bytes: readonly number[]): Buffer {
  return Buffer.from(
    bytes.flatMap((byte) => (byte === 0 ? [0x5c, 0x30] : [0x09, 0x0a, 0x5c].includes(byte) ? [0x5c, byte] : [byte])),
  );
}

describe('genotypes of a dump', () => {
  it('are read as bytes, or as hexadecimal digits of bytes', async () => {
    // Bytes that need escapes, that are valid UTF-8, and that are not.
    const calls = [
      [9, 1],
      [10, 2],
      [92, 3],
      [128 * 0x43 + 0x29, 1],
      [16_384, 2],
      [1_000_000, 3],
      [233, 1],
    ] as const;
    const bytes = calls.flatMap(([sample, code]) => [...packed(sample), ...packed(code)]);
    await writeDump(folder, 'fictus_probatus', 'variation', {
      compressed_genotype_var: [{ variation_id: 0, subsnp_id: 0, genotypes: 'text' }],
      sample: calls.map(([id]) => ({ sample_id: id, individual_id: id, name: `S${id}` })),
      individual: calls.map(([id]) => ({ individual_id: id, name: `I${id}`, gender: 'Female' })),
    });
    const row = (id: number, submission: string, field: Buffer) =>
      Buffer.concat([Buffer.from(`${id}\t${submission}\t`), field, Buffer.from('\n')]);
    await writeFile(
      join(folder, 'fictus_probatus/variation/compressed_genotype_var.txt'),
      Buffer.concat([
        row(7, '\\N', escaped(bytes)),
        row(3, '55', Buffer.from(Buffer.from(bytes).toString('hex').toUpperCase())),
        row(5, 'NULL', escaped(bytes.slice(0, 2))),
      ]),
    );
    const dump = at(await findDatabases([folder]), 0);
    const database = await openDatabase(dump, VARIATION_TABLES);
    try {
      await stageCompressedGenotypes(database);
      const samples = await GenotypedSamples.load(database);
      const codes = new Map([
        [1, 'A|A'],
        [2, 'A|C'],
        [3, 'C|C'],
      ]);
      const found = await database.all<CompressedGenotypes & { key: number }>(`FROM ${COMPRESSED_TABLE} ORDER BY key`);
      expect(found.map(({ key, submission }) => [key, submission])).toEqual([
        [3, 55],
        [5, null],
        [7, null],
      ]);
      for (const which of [0, 2]) {
        const group = at(decodeCompressed([at(found, which)], samples, codes), 0);
        expect(genotypesOf(group).map(([sample, genotype]) => [at(samples.list, sample)[0], genotype])).toEqual(
          calls.map(([sample, code]) => [`S${sample}`, codes.get(code)]),
        );
      }
      const half: CompressedGenotypes = { submission: null, bytes: Uint8Array.of(0x81) };
      expect(() => decodeCompressed([half], samples, codes)).toThrow(DumpError);
      expect(() => decodeCompressed([{ submission: null, bytes: Uint8Array.of(9) }], samples, codes)).toThrow(
        DumpError,
      );
    } finally {
      await database.close();
    }
  });

  it('are grouped without loss', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40), fc.constantFrom('A|A', 'A|C', 'C|C'))), (calls) => {
        expect(genotypesOf(groupGenotypes(null, calls))).toEqual(calls);
      }),
    );
  });
});

describe('frequencies of genotypes', () => {
  it('add up to one in each population and submission, for alleles and genotypes', () => {
    const genotype = fc.constantFrom('A|A', 'A|C', 'C|A', 'C|C', 'A');
    fc.assert(
      fc.property(
        fc.array(genotype, { minLength: 1, maxLength: 30 }),
        fc.array(genotype, { minLength: 1 }),
        (one, other) => {
          const groups = [
            groupGenotypes(
              1,
              one.map((each, sample) => [sample, each] as const),
            ),
            groupGenotypes(
              null,
              other.map((each, sample) => [sample, each] as const),
            ),
          ];
          const populations = [{ name: 'P', samples: new Set(Array.from({ length: 30 }, (_, each) => each)) }];
          const counted = listDetails({
            ...new FrequencyCounter(populations).count(groups),
            chips: [],
            sets: [],
            phenotypes: [],
          });
          for (const list of [counted.alleles, counted.genotypes]) {
            for (const submission of [1, null])
              expect(
                list
                  .filter((each) => each.submission === submission)
                  .reduce((sum, { frequency }) => sum + frequency, 0),
              ).toBeCloseTo(1, 12);
          }
          expect(counted.genotypes.some((each) => each.genotype === 'C|A')).toBe(false);
          expect(
            counted.alleles
              .filter(({ submission }) => submission === 1)
              .reduce((sum, { count }) => sum + present(count, 'count'), 0),
          ).toBe(one.join('').replaceAll('|', '').length);
        },
      ),
    );
  });
});

/** Counts each sample on its own. */
function plainCounts(
  samples: ReadonlySet<number>,
  called: readonly (readonly [sample: number, genotype: string])[],
  unknown: readonly (readonly [number, number])[],
) {
  const [alleles, genotypes] = [new Map<string, number>(), new Map<string, number>()];
  for (const [sample, genotype] of called) {
    if (!samples.has(sample)) continue;
    const parts = genotype.split('|').sort();
    genotypes.set(parts.join('|'), (genotypes.get(parts.join('|')) ?? 0) + 1);
    for (const allele of parts) alleles.set(allele, (alleles.get(allele) ?? 0) + 1);
  }
  const others = unknown.filter(([sample]) => samples.has(sample));
  const shares = (counts: Map<string, number>, other: number) => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, other);
    return [...counts].map(([name, count]) => [name, count, Number((count / total).toPrecision(15))]);
  };
  return {
    alleles: shares(
      alleles,
      others.reduce((sum, [, count]) => sum + count, 0),
    ),
    genotypes: shares(genotypes, others.length),
  };
}

describe('counts of genotypes', () => {
  it('are per population, ordered by samples and not by frequency', () => {
    const samples = fc.uniqueArray(fc.nat(60), { minLength: 1 }).map((all) => all.sort((a, b) => a - b));
    const variant = fc.record({
      called: samples,
      genotypes: fc.array(fc.constantFrom('A|A', 'A|C', 'C|A', 'C|C', 'C', 'G|A'), { minLength: 61, maxLength: 61 }),
      unknown: fc.uniqueArray(fc.nat(60), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(samples, { minLength: 1, maxLength: 4 }),
        fc.array(variant, { minLength: 1, maxLength: 4 }),
        (populations, variants) => {
          const counter = new FrequencyCounter(
            populations.map((members, each) => ({ name: String(each), samples: new Set(members) })),
          );
          for (const { called, genotypes, unknown: others } of variants) {
            const calls = called.map((sample) => [sample, at(genotypes, sample)] as const);
            const unknown = others.filter((sample) => !called.includes(sample)).map((sample) => [sample, 2] as const);
            const counted = listDetails({
              ...counter.count([groupGenotypes(null, calls)], unknown),
              chips: [],
              sets: [],
              phenotypes: [],
            });
            for (const [each, members] of populations.entries()) {
              const of = <T extends { population: string | null }>(list: readonly T[]) =>
                list.filter(({ population }) => population === String(each));
              const plain = plainCounts(new Set(members), calls, unknown);
              expect(of(counted.alleles).map(({ allele, count, frequency }) => [allele, count, frequency])).toEqual(
                plain.alleles,
              );
              expect(
                of(counted.genotypes).map(({ genotype, count, frequency }) => [genotype, count, frequency]),
              ).toEqual(plain.genotypes);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
