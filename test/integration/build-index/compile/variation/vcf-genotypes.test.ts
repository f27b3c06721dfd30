/** The content of VCF files is the same in any order of chromosomes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DumpRegion,
  type RegionSet,
  stageCoreRegions,
} from '../../../../../build-index/compile/genome/regions.ts';
import {
  saveLineDetails,
  saveStagedDetails,
  writeSavedDetails,
} from '../../../../../build-index/compile/variation/detail-parts.ts';
import type { DetailTableOf } from '../../../../../build-index/compile/variation/detail-runs.ts';
import { compileDetailTables } from '../../../../../build-index/compile/variation/variant-detail-tables.ts';
import {
  DETAILED_VARIANT_TABLES,
  JOINED_DETAIL_TABLES,
  SAMPLE_TABLES,
  VARIANT_DETAIL_TABLES,
  VARIATION_TABLES,
} from '../../../../../build-index/compile/variation/variation-schema.ts';
import { openDatabase, type Database, type NeededTables } from '../../../../../build-index/dump/database.ts';
import { findDatabases } from '../../../../../build-index/dump/find-databases.ts';
import type { VcfCollection } from '../../../../../build-index/vcf/vcf-config.ts';
import type { ByteSlices } from '../../../../../src/index/blocks/byte-slices.ts';
import { decodeDetails } from '../../../../../src/variants/details-record.ts';
import { decodeGenotypeGroups } from '../../../../../src/variants/genotypes-record.ts';
import { writeDump } from '../core-dump.ts';
import { genotypesOf } from '../../../../support/genotypes-of-group.ts';
import { at } from '../../../../../src/checked.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'vcf-orders-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const CHROMOSOMES = ['1', '2', '3'];
const list = CHROMOSOMES.map(
  (name, ordinal) =>
    ({
      id: 5 + ordinal,
      ordinal,
      name,
      length: 1000,
      coordSystem: { name: 'chromosome', version: 'FIC1', rank: 1 },
      synonyms: [],
      attribs: new Map(),
    }) as unknown as DumpRegion,
);
const regions = { list, byId: new Map(list.map((region) => [region.id, region])) } as unknown as RegionSet;
const SAMPLES = ['ida', 'otto'];

/** A file with the chromosomes in the given order. */
function vcf(order: readonly string[], samples: readonly string[], line: (chromosome: string) => string): string {
  const columns = [
    '#CHROM',
    'POS',
    'ID',
    'REF',
    'ALT',
    'QUAL',
    'FILTER',
    'INFO',
    ...(samples.length > 0 ? ['FORMAT', ...samples] : []),
  ];
  return ['##fileformat=VCFv4.2', columns.join('\t'), ...order.map(line), ''].join('\n');
}

interface Compiled {
  details: unknown;
  genotypes: unknown;
}

/**
 * Compiles the details of each variant from a file of genotypes and a file of frequencies, with the chromosomes in the
 * given orders.
 *
 * @param parts number of units that read the variants
 * @param isEach whether there is a file of frequencies for each chromosome
 * @param isReversed whether the rows of variants and of their places are in descending order
 */
async function compiled(
  name: string,
  called: readonly string[],
  surveyed: readonly string[],
  { parts = 1, isEach = false, isReversed = false } = {},
): Promise<Compiled> {
  const where = join(folder, name);
  const inOrder = <T>(rows: T[]): T[] => (isReversed ? rows.reverse() : rows);
  await writeDump(where, 'fictus', 'variation', VARIATION_TABLES, {
    variation: inOrder(CHROMOSOMES.map((_, each) => ({ variation_id: each + 1, source_id: 1, name: `rs${each + 1}` }))),
    variation_feature: inOrder(
      CHROMOSOMES.map((_, each) => ({
        variation_feature_id: each + 1,
        seq_region_id: 5 + each,
        seq_region_start: 70,
        seq_region_end: 70,
        seq_region_strand: 1,
        variation_id: each + 1,
        allele_string: 'A/G',
      })),
    ),
    source: [{ source_id: 1, name: 'dbSNP' }],
    sample: SAMPLES.map((each, id) => ({ sample_id: id + 1, individual_id: id + 1, name: each })),
    individual: SAMPLES.map((each, id) => ({ individual_id: id + 1, name: each, gender: 'Female' })),
  });
  const survey = (order: readonly string[]) =>
    vcf(
      order,
      [],
      (chromosome) =>
        `${chromosome}\t70\trs${chromosome.replace('chr', '')}\tA\tG\t.\t.\tAC=${chromosome.replace('chr', '')};AN=10`,
    );
  await writeFile(
    join(where, 'calls.vcf'),
    vcf(
      called,
      SAMPLES,
      (chromosome) =>
        `${chromosome}\t70\trs${chromosome}\tA\tG\t.\t.\t.\tGT\t0|1\t${chromosome === '2' ? '1|1' : '0|0'}`,
    ),
  );
  const surveys = isEach ? surveyed.map((chromosome) => [chromosome]) : [surveyed];
  const paths = surveys.map((_, each) => join(where, `survey-${each}.vcf`));
  for (const [each, order] of surveys.entries()) await writeFile(at(paths, each), survey(order));
  const collection = (id: string, more: Partial<VcfCollection>): VcfCollection => ({
    id,
    species: 'fictus',
    assembly: null,
    chromosomes: [],
    samplePrefix: '',
    strictNames: false,
    populations: [],
    referenceAt: null,
    files: [],
    ...more,
  });
  const populations = [
    { name: 'SURVEY:ALL', counts: ['AC'], totals: ['AN'], frequencies: ['AF'], genotypeCounts: 'GC' },
  ];
  const collections = [
    collection('calls', { files: [join(where, 'calls.vcf')] }),
    collection('survey', { files: paths, chromosomes: isEach ? [...surveyed] : [at(surveyed, 0)], populations }),
  ];
  const dump = at(await findDatabases([where]), 0);
  const tables = {
    'variant-details': [] as [key: string, record: Uint8Array][],
    'variant-genotypes': [] as [key: string, record: Uint8Array][],
  };
  const tableOf: DetailTableOf = (table) =>
    ({
      addAll: async (keys: ByteSlices, values: ByteSlices) => {
        const slice = ({ bytes, starts, ends }: ByteSlices, at: number) => bytes.slice(starts[at], ends[at]);
        for (let at = 0; at < keys.starts.length; at++)
          tables[table].push([Buffer.from(slice(keys, at)).toString(), slice(values, at)]);
      },
    }) as never;
  const withDatabase = async (
    needed: NeededTables,
    further: NeededTables,
    work: (database: Database) => Promise<unknown>,
  ) => {
    const database = await openDatabase(dump, needed, undefined, { further });
    try {
      await stageCoreRegions(database, regions);
      await work(database);
    } finally {
      await database.close();
    }
  };
  if (parts === 1)
    await withDatabase(VARIANT_DETAIL_TABLES, DETAILED_VARIANT_TABLES, (database) =>
      compileDetailTables(database, regions, collections, where, tableOf),
    );
  else {
    const folders = await Promise.all(Array.from({ length: parts + 1 }, () => mkdtemp(join(where, 'part-'))));
    await withDatabase(VARIANT_DETAIL_TABLES, DETAILED_VARIANT_TABLES, (database) =>
      saveStagedDetails(database, regions, collections, at(folders, parts)),
    );
    for (let part = 0; part < parts; part++)
      await withDatabase(SAMPLE_TABLES, {}, (database) =>
        saveLineDetails(database, regions, collections, [part, parts], at(folders, parts), at(folders, part)),
      );
    await withDatabase(JOINED_DETAIL_TABLES, {}, (database) =>
      writeSavedDetails(database, collections, at(folders, parts), folders.slice(0, parts), where, tableOf),
    );
  }
  return {
    details: tables['variant-details'].map(([key, record]) => [key, decodeDetails(record)]),
    genotypes: tables['variant-genotypes'].map(([key, record]) => [
      key,
      decodeGenotypeGroups(record).map((group) => genotypesOf(group).map(([, genotype]) => genotype)),
    ]),
  };
}

test('files with different orders of regions give each variant once, like files in the same order', async () => {
  const inOrder = await compiled('in-order', CHROMOSOMES, CHROMOSOMES);
  expect(inOrder).toMatchObject({
    genotypes: [
      ['rs1', [['A|G', 'A|A']]],
      ['rs2', [['A|G', 'G|G']]],
      ['rs3', [['A|G', 'A|A']]],
    ],
    details: [
      [
        'rs1',
        {
          alleles: expect.arrayContaining([
            expect.objectContaining({ population: 'SURVEY:ALL', allele: 'G', count: 1, frequency: 0.1 }),
          ]),
        },
      ],
      ['rs2', {}],
      ['rs3', {}],
    ],
  });
  expect(await compiled('mixed', ['2', '1', '3'], ['3', '1', '2'])).toEqual(inOrder);
});

test('rows of variants in any order give the same details', async () => {
  const usual = await compiled('ascending', CHROMOSOMES, CHROMOSOMES);
  expect(await compiled('descending', CHROMOSOMES, CHROMOSOMES, { isReversed: true })).toEqual(usual);
});

describe('details of variants compiled in parts', () => {
  test.each([
    ['of files in one order', CHROMOSOMES, CHROMOSOMES, false],
    ['of files in several orders', ['2', '1', '3'], ['3', '1', '2'], false],
    ['of a file for each chromosome', CHROMOSOMES, CHROMOSOMES, true],
    ['of files without lines on a region', ['3', '1'], ['2'], false],
  ])('are the same as compiled at once: %s', async (name, called, surveyed, isEach) => {
    const whole = await compiled(`whole ${name}`, called, surveyed, { isEach });
    for (const parts of [2, 3])
      expect(await compiled(`${parts} parts ${name}`, called, surveyed, { parts, isEach })).toEqual(whole);
  });

  test('are rejected for a file with a region in two places, under any of its names', async () => {
    await expect(compiled('two names', CHROMOSOMES, ['1', '2', 'chr1'], { parts: 2 })).rejects.toThrow(
      /survey-0\.vcf line 5: lines of chromosome chr1 are in several places; sort the file/,
    );
    await expect(compiled('two names at once', CHROMOSOMES, ['1', '2', 'chr1'])).resolves.toBeDefined();
  });
});
