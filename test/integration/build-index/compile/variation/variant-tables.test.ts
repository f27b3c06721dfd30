/** Records of variants are joined from tables that are read at the same time, with rows in any order. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DumpRegion, RegionSet } from '../../../../../build-index/compile/genome/regions.ts';
import { compileVariantTables } from '../../../../../build-index/compile/variation/variant-tables.ts';
import {
  STAGED_VARIANT_TABLES,
  VARIATION_TABLES,
} from '../../../../../build-index/compile/variation/variation-schema.ts';
import { openDatabase } from '../../../../../build-index/dump/database.ts';
import { findDatabases } from '../../../../../build-index/dump/find-databases.ts';
import type { LazyTable } from '../../../../../build-index/output/genome-tables.ts';
import type { ByteSlices } from '../../../../../src/index/blocks/byte-slices.ts';
import type { SortedTableWriter } from '../../../../../src/index/tables/sorted-table.ts';
import type { RecordLayouts } from '../../../../../src/variants/record-layouts.ts';
import { decodeVariant, type VariantRecord } from '../../../../../src/variants/variant-record.ts';
import { writeDump } from '../core-dump.ts';
import { at, get } from '../../../../../src/checked.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'variant-tables-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const region = {
  id: 5,
  ordinal: 0,
  name: '1',
  length: 1000,
  coordSystem: { name: 'chromosome', version: 'FIC1' },
  attribs: new Map(),
} as unknown as DumpRegion;
const regions = { list: [region], byId: new Map([[5, region]]) } as unknown as RegionSet;

const NAMES = ['rs1', 'RS2 ', 'cosm\u00e9', 'rs4', 'rs5', 'rs6'];
const variants = NAMES.map((name, each) => ({
  variation_id: each + 1,
  source_id: 1,
  name,
  class_attrib_id: each === 1 ? null : 1,
  somatic: each % 2,
  minor_allele: at([null, 'G', 'TT', '-', 'A', 'G'], each),
  minor_allele_freq: at([null, '0.145567', '0.3', null, '0', '0.5'], each),
  minor_allele_count: at([null, 729, 3, 4, null, 1], each),
  clinical_significance: each === 3 ? 'benign,likely benign' : null,
  evidence_attribs: each === 4 ? '2,9' : null,
}));
const place = (id: number, variant: number, more: Record<string, unknown>) => ({
  variation_feature_id: id,
  seq_region_id: 5,
  seq_region_start: 10 * id,
  seq_region_end: 10 * id,
  seq_region_strand: 1,
  variation_id: variant,
  allele_string: 'A/G',
  ancestral_allele: null,
  consequence_types: 'intron_variant',
  ...more,
});
/** The fourth variant has two places, the fifth one on an unknown region, the sixth none. */
const places = [
  place(1, 1, { ancestral_allele: 'A' }),
  place(2, 2, { ancestral_allele: 'G' }),
  place(3, 3, { allele_string: 'CAG/TT', seq_region_end: 32 }),
  place(4, 4, { allele_string: '-/GT', seq_region_end: 39, seq_region_strand: -1 }),
  place(6, 4, { allele_string: 'GT/-', seq_region_end: 61 }),
  place(5, 5, { seq_region_id: 6 }),
];

function isOfPlaces(rows: readonly unknown[]): boolean {
  const [first] = rows;
  return typeof first === 'object' && first !== null && 'variation_feature_id' in first;
}

/** The records by key. */
async function compiled(name: string, order: <T>(rows: T[]) => T[]): Promise<Map<string, VariantRecord[]>> {
  const where = join(folder, name);

  await writeDump(where, 'fictus', 'variation', VARIATION_TABLES, {
    variation: order(variants),
    variation_feature: order(places),
    source: [{ source_id: 1, name: 'dbSNP', description: 'a source' }],
    attrib: [
      { attrib_id: 1, value: 'SNV' },
      { attrib_id: 2, value: 'Frequency' },
    ],
    allele_code: [
      { allele_code_id: 1, allele: 'A' },
      { allele_code_id: 2, allele: 'C' },
    ],
    variation_synonym: [
      { variation_synonym_id: 1, variation_id: 4, source_id: 1, name: 'rs1' },
      { variation_synonym_id: 2, variation_id: 1, source_id: 1, name: 'old1' },
    ],
    failed_variation: [{ variation_id: 2, failed_description_id: 1 }],
    failed_description: [{ failed_description_id: 1, description: 'too odd' }],
    allele: [
      { variation_id: 6, subsnp_id: 77, allele_code_id: 1 },
      { variation_id: 6, subsnp_id: 77, allele_code_id: 2 },
    ],
  });
  const dump = at(await findDatabases([where]), 0);
  const database = await openDatabase(dump, STAGED_VARIANT_TABLES);
  const found: [key: string, record: Uint8Array][] = [];
  const tables: { shapes?: RecordLayouts; addAll(keys: ByteSlices, values: ByteSlices): Promise<void> }[] = [];
  try {
    await compileVariantTables(database, regions, where, () => {
      const table = {
        addAll: async (keys: ByteSlices, values: ByteSlices) => {
          const slice = ({ bytes, starts, ends }: ByteSlices, at: number) => bytes.slice(starts[at], ends[at]);
          for (let at = 0; at < keys.starts.length; at++)
            found.push([Buffer.from(slice(keys, at)).toString(), slice(values, at)]);
        },
      };
      tables.push(table);
      return table as unknown as LazyTable<SortedTableWriter>;
    });
  } finally {
    await database.close();
  }
  const records = new Map<string, VariantRecord[]>();
  for (const [key, record] of found)
    records.set(key, [...(records.get(key) ?? []), decodeVariant(record, key, at(tables, 0).shapes)]);
  return records;
}

it('variant records contain the values of the rows', async () => {
  const found = await compiled('stored', (rows) => rows);
  expect([...found.keys()]).toEqual(['cosm\u00e9', 'old1', 'rs1', 'rs2', 'rs4', 'rs5', 'rs6', 'ss77']);
  const one = (key: string) => at(get(found, key), 0);
  expect(one('rs1')).toEqual({
    name: 'rs1',
    source: 'dbSNP',
    sourceDescription: 'a source',
    somatic: false,
    soTerm: 'SNV',
    minorAllele: null,
    minorAlleleFrequency: null,
    minorAlleleCount: null,
    ambiguity: 'R',
    clinicalSignificance: [],
    evidence: [],
    failed: [],
    synonyms: [{ name: 'old1', source: 'dbSNP' }],
    mappings: [
      {
        region: { ordinal: 0, name: '1', coordSystem: 'chromosome', version: 'FIC1' },
        start: 10,
        end: 10,
        strand: 1,
        alleleString: 'A/G',
        ancestralAllele: 'A',
        consequences: ['intron_variant'],
      },
    ],
    isPartlyPlaced: false,
  });
  // Variants with the name come before variants that have it as a synonym.
  expect(get(found, 'rs1').map(({ name }) => name)).toEqual(['rs1', 'rs4']);
  expect(one('old1')).toEqual(one('rs1'));
  expect(one('rs2')).toMatchObject({
    name: 'RS2 ',
    soTerm: '',
    somatic: true,
    minorAllele: 'G',
    minorAlleleFrequency: 0.145567,
    minorAlleleCount: 729,
    failed: ['too odd'],
  });
  expect(one('rs2').mappings[0]).toMatchObject({ ancestralAllele: 'G' });
  expect(one('cosm\u00e9')).toMatchObject({
    minorAllele: 'TT',
    minorAlleleFrequency: 0.3,
    minorAlleleCount: 3,
    mappings: [{ start: 30, end: 32, alleleString: 'CAG/TT' }],
  });
  expect(one('rs4')).toMatchObject({
    minorAllele: '-',
    minorAlleleFrequency: null,
    minorAlleleCount: 4,
    clinicalSignificance: ['benign', 'likely benign'],
    mappings: [
      { start: 40, end: 39, strand: -1, alleleString: '-/GT' },
      { start: 60, end: 61, alleleString: 'GT/-' },
    ],
  });
  expect(one('rs5')).toMatchObject({
    minorAllele: 'A',
    minorAlleleFrequency: 0,
    minorAlleleCount: null,
    evidence: ['Frequency', '9'],
    mappings: [],
    ambiguity: null,
  });
  expect(one('ss77')).toMatchObject({ name: 'rs6', mappings: [], ambiguity: 'M' });
});

it.each<[string, <T>(rows: T[]) => T[]]>([
  ['reversed', (rows) => rows.toReversed()],
  ['mixed', (rows) => rows.map((_, each) => at(rows, (each * 5 + 3) % rows.length))],
])('variant records are the same for rows that are %s', async (name, order) => {
  expect(await compiled(name, order)).toEqual(await compiled(`${name}-stored`, (rows) => rows));
});

it.each<[string, <T>(rows: T[]) => T[]]>([
  ['stored', (rows) => rows],
  ['reversed', (rows) => rows.toReversed()],
])('a place without an id is skipped, for rows that are %s', async (name, order) => {
  const withNone = <T>(rows: T[]): T[] =>
    order(
      isOfPlaces(rows) ? [...rows.slice(0, 1), { ...at(rows, 0), variation_feature_id: null }, ...rows.slice(1)] : rows,
    );
  expect(await compiled(`none-${name}`, withNone)).toEqual(await compiled(`one-${name}`, order));
});

it.each(['variation', 'variation_feature'])(
  'rejects duplicate rows of %s with both lines, even if the dump declares no key',
  async (table) => {
    const twice = <T>(rows: T[]): T[] =>
      isOfPlaces(rows) === (table === 'variation_feature') ? [...rows, at(rows, 1)] : rows.toReversed();
    await expect(compiled(`twice-${table}`, twice)).rejects.toThrow(
      new RegExp(`${table}\\.txt line 7: ${table} has .*variation_id 2.* twice, first in line 2`),
    );
  },
);
