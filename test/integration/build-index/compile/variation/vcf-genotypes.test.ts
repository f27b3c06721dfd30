/** What VCF files tell of variants is the same in whichever order they go through the chromosomes. */
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
import {
  compileDetailTables,
  type DetailTableOf,
} from '../../../../../build-index/compile/variation/variant-detail-tables.ts';
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

/** Lines of a file that has the chromosomes in an order. */
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

interface Told {
  details: unknown;
  genotypes: unknown;
}

/**
 * What is told of each variant, of files of genotypes and of frequencies that have the chromosomes in these orders.
 *
 * @param parts in which the variants are read; 1: all at once @param isEach a file of frequencies for each chromosome
 */
async function told(
  name: string,
  called: readonly string[],
  surveyed: readonly string[],
  { parts = 1, isEach = false } = {},
): Promise<Told> {
  const where = join(folder, name);
  await writeDump(where, 'fictus', 'variation', VARIATION_TABLES, {
    variation: CHROMOSOMES.map((_, each) => ({ variation_id: each + 1, source_id: 1, name: `rs${each + 1}` })),
    variation_feature: CHROMOSOMES.map((_, each) => ({
      variation_feature_id: each + 1,
      seq_region_id: 5 + each,
      seq_region_start: 70,
      seq_region_end: 70,
      seq_region_strand: 1,
      variation_id: each + 1,
      allele_string: 'A/G',
    })),
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
  const tables: Record<string, [key: string, record: Uint8Array][]> = {
    'variant-details': [],
    'variant-genotypes': [],
  };
  const tableOf: DetailTableOf = (table) =>
    ({
      addAll: async (keys: ByteSlices, values: ByteSlices) => {
        const slice = ({ bytes, starts, ends }: ByteSlices, at: number) => bytes.slice(starts[at], ends[at]);
        for (let at = 0; at < keys.starts.length; at++)
          tables[table]!.push([Buffer.from(slice(keys, at)).toString(), slice(values, at)]);
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
      compileDetailTables(database, regions, collections, tableOf),
    );
  else {
    const folders = await Promise.all(Array.from({ length: parts + 1 }, () => mkdtemp(join(where, 'part-'))));
    await withDatabase(VARIANT_DETAIL_TABLES, DETAILED_VARIANT_TABLES, (database) =>
      saveStagedDetails(database, collections, parts, at(folders, parts)),
    );
    for (let part = 0; part < parts; part++)
      await withDatabase(SAMPLE_TABLES, {}, (database) =>
        saveLineDetails(database, regions, collections, [part, parts], at(folders, parts), at(folders, part)),
      );
    await withDatabase(JOINED_DETAIL_TABLES, {}, (database) =>
      writeSavedDetails(database, collections, at(folders, parts), folders.slice(0, parts), tableOf),
    );
  }
  return {
    details: tables['variant-details']!.map(([key, record]) => [key, decodeDetails(record)]),
    genotypes: tables['variant-genotypes']!.map(([key, record]) => [
      key,
      decodeGenotypeGroups(record).map((group) => genotypesOf(group).map(([, genotype]) => genotype)),
    ]),
  };
}

test('files that reach a region at different times give each variant once, as files in one order do', async () => {
  const inOrder = await told('in-order', CHROMOSOMES, CHROMOSOMES);
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
  expect(await told('mixed', ['2', '1', '3'], ['3', '1', '2'])).toEqual(inOrder);
});

describe('parts of the variants', () => {
  test.each([
    ['of files in one order', CHROMOSOMES, CHROMOSOMES, false],
    ['of files in several orders', ['2', '1', '3'], ['3', '1', '2'], false],
    ['of a file for each chromosome', CHROMOSOMES, CHROMOSOMES, true],
    ['of files without lines on a region', ['3', '1'], ['2'], false],
  ])(
    '%s tell what all tell together',
    async (name, called, surveyed, isEach) => {
      const whole = await told(`whole ${name}`, called, surveyed, { isEach });
      for (const parts of [2, 3])
        expect(await told(`${parts} parts ${name}`, called, surveyed, { parts, isEach })).toEqual(whole);
    },
    60_000,
  );

  test('are not made of a file that has a region in two places, whatever it is called there', async () => {
    await expect(told('two names', CHROMOSOMES, ['1', '2', 'chr1'], { parts: 2 })).rejects.toThrow(
      /survey-0\.vcf line 5: lines of chromosome chr1 are in several places; sort the file/,
    );
    await expect(told('two names at once', CHROMOSOMES, ['1', '2', 'chr1'])).resolves.toBeDefined();
  }, 60_000);
});
