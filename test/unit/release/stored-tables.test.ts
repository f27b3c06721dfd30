/**
 * Malformed records with a valid checksum, as a faulty compiler writes them, give a StoreError that names the object.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachHaplotype } from '../../../src/index/genotypes/genotype-row.ts';
import { alignmentKey, alignmentNumber } from '../../../src/compara/alignment-record.ts';
import { genomeKey } from '../../../src/release/documents.ts';
import { CachedBlockReader, type BlockReader } from '../../../src/index/blocks/block-reader.ts';
import { IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { NameIndex } from '../../../src/release/name-index.ts';
import { encodeRecordBlocks, BLOCKS_KEY, chunkKey, encodeList } from '../../../src/names/trigram-list.ts';
import { Alignments } from '../../../src/release/alignments.ts';
import { Compara } from '../../../src/release/compara.ts';
import type { CompiledGenome, TableEntry } from '../../../src/release/manifest.ts';
import { Release } from '../../../src/release/release.ts';
import { encodeRoot } from '../../../src/release/root.ts';
import { StoredTables } from '../../../src/release/stored-tables.ts';
import type { GENOME_TABLES } from '../../../src/release/genome-tables.ts';
import type { ComparaTable, GenomeTable } from '../../../src/release/table-registry.ts';
import { Taxa, Terms } from '../../../src/release/terms.ts';
import type { Variation } from '../../../src/release/variation.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError } from '../../../src/store/store.ts';
import type { TaxonRecord } from '../../../src/terms/taxon-record.ts';
import { encodeGroups } from '../../../src/variants/details-record.ts';
import { encodeInMatrix } from '../../../src/variants/genotypes-in-matrix.ts';
import { encodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import { groupGenotypes } from '../../../src/variants/variant-details.ts';
import { encodeVariant, VariantLayouts } from '../../../src/variants/variant-encoder.ts';
import { genomeOfTables } from '../../support/genome-of-tables.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, present } from '../../../src/checked.ts';

const layouts = new VariantLayouts();
const variant = encodeVariant(
  {
    name: 'RS1',
    source: 'dbSNP',
    sourceDescription: null,
    somatic: false,
    soTerm: 'SNV',
    minorAllele: 'G',
    minorAlleleFrequency: 0.123457,
    minorAlleleCount: 7,
    ambiguity: 'R',
    clinicalSignificance: ['benign'],
    evidence: [],
    failed: [],
    synonyms: [{ name: 'old1', source: 'dbSNP' }],
    isPartlyPlaced: false,
    mappings: [
      {
        region: { ordinal: 0, name: '1', coordSystem: 'chromosome', version: null },
        start: 5,
        end: 7,
        strand: 1,
        alleleString: 'AAA/G/T',
        ancestralAllele: 'C',
        consequences: ['intron_variant'],
      },
    ],
  },
  layouts,
  'rs1',
);
const group = { submission: null, digits: 4 as const, usual: 200 };
const details = encodeGroups({
  alleles: [
    { ...group, population: 'P:ALL', names: ['A', 'G'], counts: [150, 40], pooled: 2 },
    { ...group, population: 'P:1', names: ['A', 'G'], counts: [90, 5] },
    { ...group, population: 'P:2', names: ['A', 'G'], counts: [60, 35] },
  ],
  genotypes: [{ ...group, population: null, digits: 0, names: ['A|G'], counts: [null], frequencies: [0.25] }],
  chips: ['a chip'],
  sets: [],
  phenotypes: [],
});
const genotypes = encodeGenotypeGroups([
  groupGenotypes(
    5,
    Array.from({ length: 40 }, (_, sample) => [sample, sample % 11 === 0 ? 'A|G' : 'A|A'] as const),
  ),
]);
const inMatrix = encodeInMatrix({
  collection: 'panel',
  samples: [0, 3],
  region: 0,
  position: 5,
  name: 'rs1',
  reference: 'A',
  alternative: 'G',
  sum: 1,
});

const readerOf = (store: MemoryStore) => new CachedBlockReader(store, new ByteCache()).forRequest();

/** A sorted table of one record, and the location of the record. */
async function tableOf(
  store: MemoryStore,
  name: string,
  key: string,
  record: Uint8Array,
): Promise<{ table: TableEntry; place: RecordLocation }> {
  const writer = new SortedTableWriter(store.sink(`the object of ${name}`));
  await writer.add(key, record);
  return {
    table: { object: `the object of ${name}`, size: 0, sha256: '', directory: await writer.finish() },
    place: writer.locate(0),
  };
}

async function variation(records: Partial<Record<GenomeTable, Uint8Array>>): Promise<Variation> {
  const store = new MemoryStore();
  const tables: CompiledGenome['tables'] = {};
  for (const [name, record] of Object.entries(records))
    tables[name as GenomeTable] = { ...(await tableOf(store, name, 'rs1', record)).table, shapes: layouts.lists() };
  return genomeOfTables(tables, readerOf(store)).variation;
}

it.each<[GenomeTable, Uint8Array]>([
  ['variants', variant],
  ['variant-details', details],
  ['variant-genotypes', genotypes],
  ['variant-genotypes', inMatrix],
])('a damaged record of %s is a StoreError or still valid', async (table, record) => {
  let rejected = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(record.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      fc.option(fc.nat(record.length - 1)),
      async (changes, cut) => {
        const damaged = record.slice();
        for (const [offset, byte] of changes) damaged[offset] = byte;
        const of = await variation({ variants: variant, [table]: damaged.subarray(0, cut ?? record.length) });
        try {
          await of.find(['rs1'], { details: true, genotypes: true });
        } catch (error) {
          rejected++;
          expect(error).toBeInstanceOf(StoreError);
          expect(String(error)).toMatch(
            /^StoreError: (the object of .* is damaged: |genotypes of .* are in a collection that the release)/,
          );
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(rejected).toBeGreaterThan(15);
});

it('rejects a row of genotypes whose planes are longer than its block', () => {
  expect(() => eachHaplotype(Uint8Array.of(1, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f, 1, 0), 0, () => {})).toThrow(
    StoreError,
  );
});

/** A malformed record of any kind: it ends inside its first field and is not JSON. */
const BROKEN = Uint8Array.of(0xff);

type Ask = (table: TableEntry, reader: BlockReader, place: RecordLocation) => Promise<unknown>;
const namesOf = (table: TableEntry) => ({ names: table, trigrams: table, count: 0 });
const comparaOf = (
  name: ComparaTable,
  ask: (compara: Compara, place: RecordLocation) => Promise<unknown>,
): [string, string, Ask] => [
  name,
  'fict1',
  (table, reader, place) =>
    ask(new Compara({ name: 'multi', release: 115, methods: table, tables: { [name]: table } }, reader, {}), place),
];
const releaseOf = (name: string, key: string, ask: (release: Release) => Promise<unknown>): [string, string, Ask] => [
  name,
  key,
  (table, reader) =>
    ask(
      Release.fromRoot(
        encodeRoot({ id: 'test', version: 1, species: [], genomes: [], ids: table, tables: { [name]: table } }),
        reader,
      ),
    ),
];
const termsOf = (table: TableEntry, reader: BlockReader) =>
  new Terms(
    { terms: table, cards: table, names: namesOf(table), sources: [], ontologies: [], relationTypes: [] },
    reader,
    {},
  );
const taxaOf = (table: TableEntry, reader: BlockReader) =>
  new Taxa({ taxa: table, cards: table, families: table, names: namesOf(table) }, reader, {});

it.each<[table: string, key: string, ask: Ask]>([
  comparaOf('gene-trees', (compara) => compara.geneTree('FICT1')),
  comparaOf('gene-trees', (compara, place) => compara.geneTreeAt(place)),
  comparaOf('cafe-trees', (compara) => compara.cafeTree('FICT1')),
  comparaOf('cafe-trees', (compara, place) => compara.cafeTreeAt(place)),
  comparaOf('gene-members', (compara) => compara.members(['FICT1'])),
  comparaOf('gene-parts', (compara) => compara.parts(['FICT1'])),
  comparaOf('homologies', (compara) => compara.homologies(['FICT1'])),
  comparaOf('member-sequences', (compara) => compara.sequencesOfTree('fict1', false)),
  comparaOf('member-sequences', (compara, place) => compara.productsAt([place])),
  releaseOf('ids', 'fict1', (release) => release.stableIds(['FICT1'])),
  releaseOf('archive', 'fict1', (release) => release.archive(['FICT1'])),
  releaseOf('genome-metadata', genomeKey('fictus'), (release) => release.genomeMetadata(['fictus'])),
  ['terms', 'fi:1', (table, reader) => termsOf(table, reader).term('FI:1')],
  ['term cards', 'fi:1', (table, reader, place) => termsOf(table, reader).cards([place])],
  ['taxa', '9606', (table, reader) => taxaOf(table, reader).find('9606')],
  ['taxon cards', '9606', (table, reader, place) => taxaOf(table, reader).cards([place])],
  [
    'families',
    '9606',
    (table, reader, place) =>
      Array.fromAsync(
        taxaOf(table, reader).withRelatives({ answer: { whole: () => '{}' }, family: [place] } as TaxonRecord),
      ),
  ],
])('a malformed record of %s is a StoreError that names the object', async (name, key, ask) => {
  const store = new MemoryStore();
  const { table, place } = await tableOf(store, name, key, BROKEN);
  await expect(ask(table, readerOf(store), place)).rejects.toThrow(new RegExp(`^the object of ${name} is damaged: `));
});

it('rejects a location in a table that the release lacks', async () => {
  const tables = new StoredTables<typeof GENOME_TABLES>({}, readerOf(new MemoryStore()), {});
  const lacking = (name: string) => new StoreError(`the index refers to records of the table ${name}, which it lacks`);
  const whole = (record: Uint8Array) => record;
  await expect(tables.payloadsAt('genes', [[0, 10, 0]])).rejects.toThrow(lacking('genes'));
  await expect(tables.at('xrefs', [[0, 10, 0]], whole)).rejects.toThrow(lacking('xrefs'));
  expect(await tables.payloadsAt('genes', [])).toEqual([]);
  expect(await tables.at('xrefs', [], whole)).toEqual([]);
});

it('opens a table only in the shape that the registry gives it', () => {
  const tables = new StoredTables<typeof GENOME_TABLES>({}, readerOf(new MemoryStore()), {});
  expect(tables.interval('genes')).toBeNull();
  // @ts-expect-error an interval table
  expect(tables.sorted('genes')).toBeNull();
  // @ts-expect-error a sorted table
  expect(tables.interval('xrefs')).toBeNull();
});

it('a malformed record of an index of names is a StoreError that names the object', async () => {
  const store = new MemoryStore();
  const [names, trigrams] = [
    (await tableOf(store, 'names', 'one', BROKEN)).table,
    (await tableOf(store, 'trigrams', 'one', BROKEN)).table,
  ];
  const index = new NameIndex({ names, trigrams, count: 1 }, readerOf(store));
  await expect(index.named('One')).rejects.toThrow(/^the object of names is damaged: /);
  await expect(index.like('one%', NO_LIMITS.work)).rejects.toThrow(/^the object of names is damaged: /);
  const writer = new SortedTableWriter(store.sink('the object of lists'));
  for (const key of [BLOCKS_KEY, 'one'].sort()) await writer.add(key, BROKEN);
  const lists = { object: 'the object of lists', size: 0, sha256: '', directory: await writer.finish() };
  await expect(
    new NameIndex({ names, trigrams: lists, count: 1 }, readerOf(store)).like('%one', NO_LIMITS.work),
  ).rejects.toThrow(/^the object of lists is damaged: /);
});

it.each([
  ['ends inside an ordinal', 200, Uint8Array.of(0xff), 'a list of names ends within an ordinal'],
  ['ends inside an ordinal, in chunks', 6000, Uint8Array.of(0xff), 'a list of names ends within an ordinal'],
  ['lacks its end', 200, new Uint8Array(0), 'a list of 201 names has 200'],
  ['lacks its end, in chunks', 6000, new Uint8Array(0), 'a list of 6001 names has 6000'],
])('a list of names that %s is rejected when it is intersected with a shorter one', async (_, ordinals, end, why) => {
  const store = new MemoryStore();
  const names = (await tableOf(store, 'names', 'one', BROKEN)).table;
  const [long, ...further] = encodeList(ordinals + 1, Buffer.concat([new Uint8Array(ordinals), end]));
  expect(further).toHaveLength(ordinals > 4096 ? 1 : 0);
  const writer = new SortedTableWriter(store.sink('the object of lists'));
  await writer.add(BLOCKS_KEY, encodeRecordBlocks([{ offset: 0, length: 100, records: 10_000 }]));
  // Enough ordinals, from 9000 on, that further chunks are read.
  await writer.add('abc', at(encodeList(150, Buffer.concat([Uint8Array.of(0xa8, 0x46), new Uint8Array(149)])), 0));
  await writer.add('bcd', present(long, 'the first chunk'));
  for (const chunk of further) await writer.add(chunkKey('bcd', 1), chunk);
  const trigrams = { object: 'the object of lists', size: 0, sha256: '', directory: await writer.finish() };
  await expect(
    new NameIndex({ names, trigrams, count: 10 ** 6 }, readerOf(store)).like('%abcd%', NO_LIMITS.work),
  ).rejects.toThrow(`the object of lists is damaged: ${why}`);
});

it('a malformed record of alignments is a StoreError that names the object', async () => {
  const store = new MemoryStore();
  const key = alignmentKey('fictus', '1', 'EPO', { group: 'all' });
  const writer = new IntervalTableWriter(store.sink('the object of references'));
  await writer.add(alignmentNumber(key), 1, 10, BROKEN);
  const references = { object: 'the object of references', size: 0, sha256: '', directory: await writer.finish() };
  const { table: blocks, place } = await tableOf(store, 'blocks', '0', BROKEN);
  const alignments = new Alignments(
    { name: 'multi', release: 115, methods: blocks, alignments: { references, blocks } },
    { listedGenome: () => ({ species: '' }), genomesAt: async () => [] },
    readerOf(store),
    {},
  );
  await expect(alignments.overlapping(key, [{ start: 5, end: 6 }])).rejects.toThrow(
    /^the object of references is damaged: /,
  );
  await expect(alignments.blocks([{ key, reference: 1, block: place, bases: [] }], null)).rejects.toThrow(
    /^the object of blocks is damaged: /,
  );
});
