/** What VCF files tell of variants is the same in whichever order they go through the chromosomes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stageCoreRegions } from '../../../build-index/compile/genome/core-regions.ts';
import type { DumpRegion, RegionSet } from '../../../build-index/compile/genome/regions.ts';
import { compileDetailTables } from '../../../build-index/compile/variation/variant-detail-tables.ts';
import { DETAILED_VARIANT_TABLES, VARIANT_DETAIL_TABLES, VARIATION_TABLES } from '../../../build-index/compile/variation/variation-schema.ts';
import { openDatabase } from '../../../build-index/dump/database.ts';
import { findDatabases } from '../../../build-index/dump/find-databases.ts';
import type { VcfCollection } from '../../../build-index/vcf/vcf-config.ts';
import type { ByteSlices } from '../../../src/index/byte-slices.ts';
import { decodeDetails } from '../../../src/variants/details-record.ts';
import { decodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import { genotypesOf } from '../../../src/variants/variant-details.ts';
import { writeDump } from '../core-dump.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'vcf-orders-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const CHROMOSOMES = ['1', '2', '3'];
const list = CHROMOSOMES.map((name, ordinal) => ({ id: 5 + ordinal, ordinal, name, length: 1000, coordSystem: { name: 'chromosome', version: 'FIC1', rank: 1 }, synonyms: [], attribs: new Map() }) as unknown as DumpRegion);
const regions = { list, byId: new Map(list.map((region) => [region.id, region])) } as unknown as RegionSet;
const SAMPLES = ['ida', 'otto'];

/** Lines of a file that has the chromosomes in an order. */
function vcf(order: readonly string[], samples: readonly string[], line: (chromosome: string) => string): string {
  const columns = ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO', ...(samples.length > 0 ? ['FORMAT', ...samples] : [])];
  return ['##fileformat=VCFv4.2', columns.join('\t'), ...order.map(line), ''].join('\n');
}

/** What is told of each variant, of files of genotypes and of frequencies that have the chromosomes in these orders. */
async function told(name: string, called: readonly string[], surveyed: readonly string[]): Promise<unknown> {
  const where = join(folder, name);
  await writeDump(where, 'fictus', 'variation', VARIATION_TABLES, {
    variation: CHROMOSOMES.map((_, each) => ({ variation_id: each + 1, source_id: 1, name: `rs${each + 1}` })),
    variation_feature: CHROMOSOMES.map((_, each) => ({ variation_feature_id: each + 1, seq_region_id: 5 + each, seq_region_start: 70, seq_region_end: 70, seq_region_strand: 1, variation_id: each + 1, allele_string: 'A/G' })),
    source: [{ source_id: 1, name: 'dbSNP' }], sample: SAMPLES.map((each, id) => ({ sample_id: id + 1, individual_id: id + 1, name: each })),
    individual: SAMPLES.map((each, id) => ({ individual_id: id + 1, name: each, gender: 'Female' })),
  });
  const files = [join(where, 'calls.vcf'), join(where, 'survey.vcf')] as const;
  await writeFile(files[0], vcf(called, SAMPLES, (chromosome) => `${chromosome}\t70\trs${chromosome}\tA\tG\t.\t.\t.\tGT\t0|1\t${chromosome === '2' ? '1|1' : '0|0'}`));
  await writeFile(files[1], vcf(surveyed, [], (chromosome) => `${chromosome}\t70\trs${chromosome}\tA\tG\t.\t.\tAC=${chromosome};AN=10`));
  const collection = (id: string, more: Partial<VcfCollection>): VcfCollection => ({ id, species: 'fictus', assembly: null, chromosomes: [], samplePrefix: '', strictNames: false, populations: [], referenceAt: null, files: [], ...more });
  const populations = [{ name: 'SURVEY:ALL', counts: ['AC'], totals: ['AN'], frequencies: ['AF'], genotypeCounts: 'GC' }];
  const [dump] = await findDatabases([where]);
  const database = await openDatabase(dump!, VARIANT_DETAIL_TABLES, undefined, { further: DETAILED_VARIANT_TABLES });
  const tables: Record<string, [key: string, record: Uint8Array][]> = { 'variant-details': [], 'variant-genotypes': [] };
  try {
    await stageCoreRegions(database, regions);
    await compileDetailTables(database, regions, [collection('calls', { files: [files[0]] }), collection('survey', { files: [files[1]], populations })], (table) => ({
      addAll: async (keys: ByteSlices, values: ByteSlices) => {
        const slice = ({ bytes, starts, ends }: ByteSlices, at: number) => bytes.slice(starts[at], ends[at]);
        for (let at = 0; at < keys.starts.length; at++) tables[table]!.push([Buffer.from(slice(keys, at)).toString(), slice(values, at)]);
      },
    }) as never);
  } finally {
    await database.close();
  }
  return {
    details: tables['variant-details']!.map(([key, record]) => [key, decodeDetails(record)]),
    genotypes: tables['variant-genotypes']!.map(([key, record]) => [key, decodeGenotypeGroups(record).map((group) => [...genotypesOf(group)].map(([, genotype]) => genotype))]),
  };
}

test('files that come to a region at different times tell each variant once, and what those in one order tell', async () => {
  const inOrder = await told('in-order', CHROMOSOMES, CHROMOSOMES);
  expect(inOrder).toMatchObject({
    genotypes: [['rs1', [['A|G', 'A|A']]], ['rs2', [['A|G', 'G|G']]], ['rs3', [['A|G', 'A|A']]]],
    details: [['rs1', { alleles: expect.arrayContaining([expect.objectContaining({ population: 'SURVEY:ALL', allele: 'G', count: 1, frequency: 0.1 })]) }], ['rs2', {}], ['rs3', {}]],
  });
  expect(await told('mixed', ['2', '1', '3'], ['3', '1', '2'])).toEqual(inOrder);
});
