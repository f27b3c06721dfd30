/** Records that are damaged behind a right checksum, as a faulty compiler writes them, are the index's fault, and the error names the object. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachHaplotype } from '../../src/index/genotype-row.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { SortedTableWriter } from '../../src/index/sorted-table.ts';
import { StoredTables } from '../../src/release/stored-tables.ts';
import type { GenomeTable, TableEntry } from '../../src/release/manifest.ts';
import { Variation } from '../../src/release/variation.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { StoreError } from '../../src/store/store.ts';
import { encodeGroups } from '../../src/variants/details-record.ts';
import { encodeInMatrix } from '../../src/variants/genotypes-in-matrix.ts';
import { encodeGenotypeGroups } from '../../src/variants/genotypes-record.ts';
import { groupGenotypes } from '../../src/variants/variant-details.ts';
import { encodeVariant, VariantShapes } from '../../src/variants/variant-record.ts';
import { MemoryStore } from '../support/memory-store.ts';

const shapes = new VariantShapes();
const variant = encodeVariant({
  name: 'RS1', source: 'dbSNP', sourceDescription: null, somatic: false, soTerm: 'SNV', minorAllele: 'G', minorAlleleFrequency: 0.123457, minorAlleleCount: 7, ambiguity: 'R', clinicalSignificance: ['benign'],
  evidence: [], failed: [], synonyms: [{ name: 'old1', source: 'dbSNP' }],
  mappings: [{ region: { ordinal: 0, name: '1', coordSystem: 'chromosome', version: null }, start: 5, end: 7, strand: 1, alleleString: 'AAA/G/T', ancestralAllele: 'C', consequences: ['intron_variant'] }],
}, shapes, 'rs1');
const group = { submission: null, digits: 4 as const, usual: 200 };
const details = encodeGroups({
  alleles: [{ ...group, population: 'P:ALL', names: ['A', 'G'], counts: [150, 40], pooled: 2 }, { ...group, population: 'P:1', names: ['A', 'G'], counts: [90, 5] }, { ...group, population: 'P:2', names: ['A', 'G'], counts: [60, 35] }],
  genotypes: [{ ...group, population: null, digits: 0, names: ['A|G'], counts: [null], frequencies: [0.25] }], chips: ['a chip'], phenotypes: [],
});
const genotypes = encodeGenotypeGroups([groupGenotypes(5, Array.from({ length: 40 }, (_, sample) => [sample, sample % 11 === 0 ? 'A|G' : 'A|A'] as const))]);
const inMatrix = encodeInMatrix({ collection: 'panel', samples: [0, 3], region: 0, position: 5, name: 'rs1', reference: 'A', alternative: 'G', sum: 1 });

async function variation(records: Partial<Record<GenomeTable, Uint8Array>>): Promise<Variation> {
  const store = new MemoryStore();
  const tables: Partial<Record<GenomeTable, TableEntry>> = {};
  for (const [name, record] of Object.entries(records)) {
    const writer = new SortedTableWriter(store.sink(`the object of ${name}`));
    await writer.add('rs1', record);
    tables[name as GenomeTable] = { object: `the object of ${name}`, size: 0, sha256: '', directory: await writer.finish(), shapes: shapes.lists() };
  }
  return new Variation(new StoredTables(tables, new CachedBlockReader(store, new ByteCache()), {}));
}

it.each<[GenomeTable, Uint8Array]>([['variants', variant], ['variant-details', details], ['variant-genotypes', genotypes], ['variant-genotypes', inMatrix]])('a damaged record of %s', async (table, record) => {
  let refused = 0;
  await fc.assert(fc.asyncProperty(fc.array(fc.tuple(fc.nat(record.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), fc.option(fc.nat(record.length - 1)), async (changes, cut) => {
    const damaged = record.slice();
    for (const [at, byte] of changes) damaged[at] = byte;
    const of = await variation({ variants: variant, [table]: damaged.subarray(0, cut ?? record.length) });
    try {
      await of.find(['rs1'], { details: true, genotypes: true });
    } catch (error) {
      refused++;
      expect(error).toBeInstanceOf(StoreError);
      expect((error as Error).message).toMatch(/^(the object of .* is damaged: |genotypes of .* are in a collection that the release does not have)/);
    }
  }), { numRuns: 300 });
  expect(refused).toBeGreaterThan(50);
});

it('a row of genotypes whose planes are longer than its block is not walked through', () => {
  expect(() => eachHaplotype(Uint8Array.of(1, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f, 1, 0), 0, () => {})).toThrow(StoreError);
});
