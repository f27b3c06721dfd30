/** Finding variants by name needs two waves of reads: leaves of the directory, then blocks. */
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeGroups } from '../../../src/variants/details-record.ts';
import { encodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import { variantKey, type VariantRecord } from '../../../src/variants/variant-record.ts';
import { encodeVariant, VariantLayouts } from '../../../src/variants/variant-encoder.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import type { CompiledTable } from '../../../src/release/manifest.ts';
import type { Variation } from '../../../src/release/variation.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { genomeOfTables } from '../../support/genome-of-tables.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, present } from '../../../src/checked.ts';

const COUNT = 12_000;
const keys = Array.from({ length: COUNT }, (_, each) => `fs${(each * 7919) % 1_000_003}`).sort();

const record = (name: string): VariantRecord => ({
  name,
  source: 'fictSNP',
  sourceDescription: null,
  somatic: false,
  soTerm: 'SNV',
  minorAllele: null,
  minorAlleleFrequency: null,
  minorAlleleCount: null,
  ambiguity: 'R',
  clinicalSignificance: [],
  evidence: [],
  failed: [],
  synonyms: [],
  isPartlyPlaced: false,
  mappings: [],
});

let store: CountingStore;
let variation: Variation;
beforeAll(async () => {
  const memory = new MemoryStore();
  const attachments: Record<string, Uint8Array> = {};
  const tables: Record<string, CompiledTable> = {};
  const write = async (name: string, record: (index: number, key: string) => Uint8Array) => {
    const parts: Uint8Array[] = [];
    const writer = new SortedTableWriter(
      { write: async (bytes) => void parts.push(bytes.slice()) },
      { blockBytes: 512, directoryBytes: 2048 },
    );
    for (const [index, key] of keys.entries()) await writer.add(key, record(index, key));
    const directory = await writer.finish();
    const bytes = Buffer.concat(parts);
    memory.objects.set(name, bytes);
    attachments[name] = bytes.subarray(directory[0], directory[0] + directory[1]);
    tables[name] = { object: name, size: bytes.length, sha256: '', directory, attached: name };
  };
  const layouts = new VariantLayouts();
  await write('variants', (_, key) => encodeVariant(record(key), layouts, key));
  tables.variants = { ...present(tables.variants, 'the table'), shapes: layouts.lists() };
  await write('variant-details', (index) =>
    encodeGroups({ alleles: [], genotypes: [], chips: [`chip of ${index}`], sets: [], phenotypes: [] }),
  );
  await write('variant-genotypes', () =>
    encodeGenotypeGroups([{ submission: null, genotypes: ['A|G'], codes: Uint16Array.of(0), samples: [0, 1] }]),
  );
  store = new CountingStore(memory);
  variation = genomeOfTables(tables, new CachedBlockReader(store, new ByteCache(1 << 24)), attachments).variation;
});

describe('with the roots of directories in memory,', () => {
  it.each([
    ['alone', false, 2],
    ['with details and genotypes', true, 6],
  ])('a variant %s needs two waves', async (_, wished, reads) => {
    store.reset();
    const key = at(keys, wished ? 777 : 9555);
    const [found] = await variation.find([key.toUpperCase()], { details: wished, genotypes: wished });
    expect(found).toMatchObject({ structural: false, variant: { name: key } });
    expect([store.waves, store.reads.length]).toEqual([2, reads]);
    expect(store.reads.every(({ length }) => length < 2048)).toBe(true);
  });

  it('many variants also need two waves', async () => {
    store.reset();
    const wanted = [3, 9000, 11_999, 5000].map((index) => at(keys, index));
    const found = await variation.find(wanted, { details: true, genotypes: false });
    expect(
      found.map((each) => each && !each.structural && [variantKey(each.variant.name), each.details?.chips]),
    ).toEqual([3, 9000, 11_999, 5000].map((index) => [keys[index], [`chip of ${index}`]]));
    expect(store.waves).toBe(2);
  });
});
