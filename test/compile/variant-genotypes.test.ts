import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeCompressed, gatherCompressedGenotypes, type CompressedGenotypes } from '../../build-index/compile/compressed-genotypes.ts';
import { FrequencyCounter } from '../../build-index/compile/genotype-frequencies.ts';
import { matchedAlleles } from '../../build-index/compile/matched-alleles.ts';
import { VARIATION_TABLES } from '../../build-index/compile/variation-schema.ts';
import { GenotypedSamples } from '../../build-index/compile/genotyped-samples.ts';
import { SortedRows } from '../../build-index/compile/sorted-rows.ts';
import { openDatabase } from '../../build-index/dump/database.ts';
import { DumpError } from '../../build-index/dump/dump-error.ts';
import { findDatabases } from '../../build-index/dump/find-databases.ts';
import { genotypesOf, groupGenotypes } from '../../src/variants/variant-details.ts';
import { writeDump } from '../support/dump-database.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'variant-genotypes-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A number as Perl's pack 'w' writes it. */
function packed(number: number): number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128);
  return bytes;
}

/** As mysqldump writes bytes into a field. */
function escaped(bytes: readonly number[]): Buffer {
  return Buffer.from(bytes.flatMap((byte) => (byte === 0 ? [0x5c, 0x30] : [0x09, 0x0a, 0x5c].includes(byte) ? [0x5c, byte] : [byte])));
}

describe('genotypes of a dump', () => {
  it('are read as the bytes that they are, or as hexadecimal digits of them', async () => {
    // Bytes that need escapes, that are sound UTF-8, and that are not.
    const calls = [[9, 1], [10, 2], [92, 3], [128 * 0x43 + 0x29, 1], [16_384, 2], [1_000_000, 3], [233, 1]] as const;
    const bytes = calls.flatMap(([sample, code]) => [...packed(sample), ...packed(code)]);
    await writeDump(folder, 'fictus_probatus', 'variation', {
      compressed_genotype_var: [{ variation_id: 0, subsnp_id: 0, genotypes: 'text' }],
      sample: calls.map(([id]) => ({ sample_id: id, individual_id: id, name: `S${id}` })), individual: calls.map(([id]) => ({ individual_id: id, name: `I${id}`, gender: 'Female' })),
    });
    const row = (id: number, submission: string, field: Buffer) => Buffer.concat([Buffer.from(`${id}\t${submission}\t`), field, Buffer.from('\n')]);
    await writeFile(join(folder, 'fictus_probatus/variation/compressed_genotype_var.txt'), Buffer.concat([
      row(7, '\\N', escaped(bytes)), row(3, '55', Buffer.from(Buffer.from(bytes).toString('hex').toUpperCase())), row(5, 'NULL', escaped(bytes.slice(0, 2))),
    ]));
    const [dump] = await findDatabases([folder]);
    const database = await openDatabase(dump!, VARIATION_TABLES);
    const rows = await SortedRows.create(folder, 'compressed-genotypes');
    try {
      await gatherCompressedGenotypes(database, rows);
      const samples = await GenotypedSamples.load(database);
      const codes = new Map([[1, 'A|A'], [2, 'A|C'], [3, 'C|C']]);
      const found: [number, CompressedGenotypes][] = [];
      for await (const { key, value } of rows.sorted()) found.push([Number(key), JSON.parse(value) as CompressedGenotypes]);
      expect(found.map(([id, { submission }]) => [id, submission])).toEqual([[3, 55], [5, null], [7, null]]);
      for (const which of [0, 2]) {
        const [group] = decodeCompressed([found[which]![1]], samples, codes);
        expect([...genotypesOf(group!)].map(([sample, genotype]) => [samples.list[sample]![0], genotype])).toEqual(calls.map(([sample, code]) => [`S${sample}`, codes.get(code)]));
      }
      const half: CompressedGenotypes = { submission: null, bytes: Buffer.from([0x81]).toString('base64') };
      expect(() => decodeCompressed([half], samples, codes)).toThrow(DumpError);
      expect(() => decodeCompressed([{ submission: null, bytes: Buffer.from([9]).toString('base64') }], samples, codes)).toThrow(DumpError);
    } finally {
      rows.close();
      await database.close();
    }
  });

  it('are grouped without loss', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.nat(40), fc.constantFrom('A|A', 'A|C', 'C|C'))), (calls) => {
      expect([...genotypesOf(groupGenotypes(null, calls))]).toEqual(calls);
    }));
  });
});

describe('frequencies of genotypes', () => {
  it('add up to one in each population and submission, alleles and genotypes alike', () => {
    const genotype = fc.constantFrom('A|A', 'A|C', 'C|A', 'C|C', 'A');
    fc.assert(fc.property(fc.array(genotype, { minLength: 1, maxLength: 30 }), fc.array(genotype, { minLength: 1 }), (one, other) => {
      const groups = [groupGenotypes(1, one.map((each, sample) => [sample, each] as const)), groupGenotypes(null, other.map((each, sample) => [sample, each] as const))];
      const populations = [{ name: 'P', samples: new Set(Array.from({ length: 30 }, (_, each) => each)) }];
      const counted = new FrequencyCounter(populations).count(groups);
      for (const list of [counted.alleles, counted.genotypes]) {
        for (const submission of [1, null]) expect(list.filter((each) => each.submission === submission).reduce((sum, { frequency }) => sum + frequency, 0)).toBeCloseTo(1, 12);
      }
      expect(counted.genotypes.some((each) => each.genotype === 'C|A')).toBe(false);
      expect(counted.alleles.filter(({ submission }) => submission === 1).reduce((sum, { count }) => sum + count!, 0)).toBe(one.join('').replaceAll('|', '').length);
    }));
  });
});

describe('alleles of a VCF line', () => {
  it.each([
    ['a single base', 100, 'A/G', 1, 100, 'A', ['G'], [['G', 'G']]], ['one of several', 100, 'A/C/G', 1, 100, 'A', ['T', 'G'], [['G', 'G']]], ['another place', 100, 'A/G', 1, 101, 'A', ['G'], []],
    ['an insertion behind the base before', 101, '-/GT', 1, 100, 'A', ['AGT'], [['AGT', 'GT']]], ['a deletion', 101, 'GT/-', 1, 100, 'AGT', ['A'], [['A', '-']]],
    ['bases shared at the end', 101, '-/G', 1, 100, 'AC', ['AGC'], [['AGC', 'G']]], ['the other strand', 100, 'T/C', -1, 100, 'A', ['G'], [['G', 'C']]],
    ['the other strand, several bases', 101, '-/AC', -1, 100, 'A', ['AGT'], [['AGT', 'AC']]], ['an allele that is none of bases', 100, 'COSMIC_MUTATION', 1, 100, 'A', ['G'], []],
  ] as const)('%s', (_, position, alleles, strand, at, reference, alternatives, expected) => {
    const [first, ...others] = alleles.split('/');
    expect([...matchedAlleles({ position, reference: first!, alternatives: others }, strand, { position: at, reference, alternatives })]).toEqual(expected);
  });
});
