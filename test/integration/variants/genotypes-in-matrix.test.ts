/** Genotypes that are read from a matrix are the same as in the record itself, in the order of the file's columns. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrequencyCounter } from '../../../build-index/compile/genotypes/genotype-frequencies.ts';
import { assignCollection, VcfSamples } from '../../../build-index/compile/variation/vcf-samples.ts';
import type { MatchedLine } from '../../../build-index/vcf/info-frequencies.ts';
import type { ListedAlleles } from '../../../build-index/vcf/listed-alleles.ts';
import { VcfRecord } from '../../../build-index/vcf/vcf-records.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { varints } from '../../../src/index/blocks/fields.ts';
import { encodeDocument } from '../../../src/index/document.ts';
import { encodePlainBlock } from '../../../src/index/blocks/block.ts';
import { GenotypeMatrixWriter } from '../../../src/index/genotypes/genotype-matrix.ts';
import { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { COLUMNS } from '../../../src/release/genotypes.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError } from '../../../src/store/store.ts';
import { encodeVariant, VariantLayouts } from '../../../src/variants/variant-encoder.ts';
import { decodeInMatrix } from '../../../src/variants/genotypes-in-matrix.ts';
import { decodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { genomeOfTables } from '../../support/genome-of-tables.ts';
import { genotypesOf } from '../../support/genotypes-of-group.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, last, present } from '../../../src/checked.ts';

const variant = { text: (allele: number) => at(['C', 'T'], allele) } as ListedAlleles;
const CODES = { '0|0': 0, '0|1': 1, '1|1': 2, '1|0': 4, '.': 3 };
type Call = keyof typeof CODES;
const matched = [1];

/** The genotypes of a line with the given calls. */
function called(
  columns: readonly string[],
  { id = 'rs5;x', alleles = 'C\tT', collection = 'panel' as string | null } = {},
) {
  const record = new VcfRecord().read(
    Buffer.from(`1\t70\t${id}\t${alleles}\t.\t.\t.\tGT\t${columns.join('\t')}`),
    0,
    Buffer.byteLength(`1\t70\t${id}\t${alleles}\t.\t.\t.\tGT\t${columns.join('\t')}`),
    { where: 'here' },
  );
  const samples = new VcfSamples(
    columns.map((_, column) => column + 3),
    new FrequencyCounter([]),
  );
  if (collection) assignCollection(collection, [samples]);
  return present(samples.called(variant, { record, matched } as unknown as MatchedLine, 6), 'the genotypes');
}

/** A release of one variant with a record of genotypes, and of a matrix with samples in another order. */
async function release(record: Uint8Array, lines: readonly (readonly Call[])[], order: readonly number[]) {
  const memory = new MemoryStore();
  const matrix = new GenotypeMatrixWriter(memory.sink('matrix'));
  for (const columns of lines)
    await matrix.add(
      6,
      70,
      'rs5',
      Uint8Array.from(order, (column) => CODES[at(columns, column)]),
    );
  const directory = await matrix.finish();
  const document = encodePlainBlock(encodeDocument([], { [COLUMNS]: varints(order) }));
  memory.objects.set('populations', document);
  const table = async (name: string, bytes: Uint8Array) => {
    const writer = new SortedTableWriter(memory.sink(name));
    await writer.add('rs5', bytes);
    return { object: name, size: 0, sha256: '', directory: await writer.finish() };
  };
  const layouts = new VariantLayouts();
  const encoded = encodeVariant(
    {
      name: 'rs5',
      source: 's',
      sourceDescription: null,
      somatic: false,
      soTerm: 'SNV',
      minorAllele: null,
      minorAlleleFrequency: null,
      minorAlleleCount: null,
      ambiguity: null,
      clinicalSignificance: [],
      evidence: [],
      failed: [],
      synonyms: [],
      isPartlyPlaced: false,
      mappings: [],
    },
    layouts,
    'rs5',
  );
  const tables = {
    variants: { ...(await table('variants', encoded)), shapes: layouts.lists() },
    'variant-genotypes': await table('genotypes', record),
  };
  const store = new CountingStore(memory);
  const reader = new CachedBlockReader(store, new ByteCache());
  const entry = { object: 'x', size: document.length, sha256: '' };
  const collection = {
    id: 'panel',
    samples: order.length,
    variants: lines.length,
    matrix: { ...entry, object: 'matrix', directory },
    populations: { ...entry, object: 'populations' },
  };
  const find = async () => {
    const [found] = await genomeOfTables(tables, reader, {}, [collection]).variation.find(['rs5'], {
      details: false,
      genotypes: true,
    });
    return found && !found.structural ? found.genotypes : null;
  };
  return { find, store };
}

const cohort = fc.integer({ min: 90, max: 300 }).chain((samples) =>
  fc.record({
    lines: fc.array(
      fc.array(
        fc.oneof({ weight: 3, arbitrary: fc.constant<Call>('0|0') }, fc.constantFrom<Call>('0|1', '1|0', '1|1')),
        {
          minLength: samples,
          maxLength: samples,
          size: 'max',
        },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    order: fc.shuffledSubarray(
      Array.from({ length: samples }, (_, column) => column),
      { minLength: samples, maxLength: samples },
    ),
  }),
);

test('the matrix and the record give the same genotypes, also for variants with the same name and place', async () => {
  await fc.assert(
    fc.asyncProperty(cohort, async ({ lines, order }) => {
      const { genotypes, inMatrix } = called(last(lines));
      fc.pre(inMatrix !== null);
      expect(inMatrix.length).toBeLessThan(100);
      const { find } = await release(inMatrix, lines, order);
      const own = at(decodeGenotypeGroups(genotypes), 0);
      const found = await find();
      expect(found).toHaveLength(1);
      expect(genotypesOf(at(present(found, 'the genotypes'), 0))).toEqual(genotypesOf(own));
    }),
    { numRuns: 50 },
  );
});

test('another variant with the same name and place is never confused with it', async () => {
  // Of every four samples, the outer two or the inner two have the allele: the sums of their numbers are equal.
  const carriers = (having: readonly number[]) =>
    Array.from({ length: 400 }, (_, column): Call => (having.includes(column % 4) ? '0|1' : '0|0'));
  const [outer, inner] = [carriers([0, 3]), carriers([1, 2])];
  const { genotypes, inMatrix } = called(inner);
  const { find } = await release(
    present(inMatrix, 'the reference'),
    [outer, inner],
    inner.map((_, column) => column),
  );
  expect(genotypesOf(at(present(await find(), 'the genotypes'), 0))).toEqual(
    genotypesOf(at(decodeGenotypeGroups(genotypes), 0)),
  );
});

test('reading from the matrix takes one more wave', async () => {
  const columns = Array.from({ length: 200 }, (_, column): Call => (column % 3 > 0 ? '0|0' : '0|1'));
  const { genotypes, inMatrix } = called(columns);
  const waves = await Promise.all(
    [genotypes, present(inMatrix, 'the reference')].map(async (record) => {
      const { find, store } = await release(
        record,
        [columns],
        columns.map((_, column) => column),
      );
      await find();
      return store.waves;
    }),
  );
  expect(at(waves, 1) - at(waves, 0)).toBe(1);
});

test('a record refers to the matrix only if the matrix has all genotypes and its own are long', () => {
  const columns = Array.from({ length: 200 }, (_, column): string => (column % 3 > 0 ? '0|0' : '0|1'));
  expect(decodeInMatrix(present(called(columns).inMatrix, 'the reference'))).toMatchObject({
    collection: 'panel',
    samples: [3, 200],
    region: 6,
    position: 70,
    name: 'rs5',
    reference: 'C',
    alternative: 'T',
  });
  expect(decodeInMatrix(present(called(columns, { alleles: 'CA\tC' }).inMatrix, 'the reference'))).toMatchObject({
    position: 71,
  });
  expect(called(columns, { id: '.' }).inMatrix).toBe(null);
  expect(called(columns, { collection: null }).inMatrix).toBe(null);
  expect(called(columns.with(7, '.')).inMatrix).toBe(null);
  expect(called(columns.with(7, '0')).inMatrix).toBe(null);
  expect(called(columns.map((_, column) => (column === 4 ? '0|1' : '0|0'))).inMatrix).toBe(null);
});

test('files with another order of samples than the first do not refer to the matrix', () => {
  const samples = [[], [1, 2, 3], [1, 2, 3], [1, 3, 2], [1, 2]].map(
    (numbers) => new VcfSamples(numbers, new FrequencyCounter([])),
  );
  assignCollection('panel', samples);
  expect(samples.map(({ collection }) => collection)).toEqual([null, 'panel', 'panel', null, null]);
});

test('genotypes that are missing from the referenced place are an error', async () => {
  const columns = Array.from({ length: 200 }, (_, column): Call => (column % 3 > 0 ? '0|0' : '0|1'));
  const { find } = await release(
    present(called(columns).inMatrix, 'the reference'),
    [columns.with(0, '0|0')],
    columns.map((_, column) => column),
  );
  await expect(find()).rejects.toThrow(StoreError);
});
