/** Rows of a dump are encoded without intermediate values. The bytes must be the same as those of the values. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { DumpRegion, RegionSet } from '../../../../../build-index/compile/genome/regions.ts';
import { NumberSet } from '../../../../../build-index/compile/variation/transcript-variations.ts';
import { NONE, type VariantAnnotations } from '../../../../../build-index/compile/variation/variant-annotations.ts';
import { FeatureTable, readVariantFeatures } from '../../../../../build-index/compile/variation/variant-features.ts';
import { PlaceWriter } from '../../../../../build-index/compile/variation/variant-places.ts';
import { VariantWriter } from '../../../../../build-index/compile/variation/variants.ts';
import { VARIATION_TABLES } from '../../../../../build-index/compile/variation/variation-schema.ts';
import { findDatabases } from '../../../../../build-index/dump/find-databases.ts';
import { RowBatch } from '../../../../../build-index/dump/row-batch.ts';
import type { IntervalRuns } from '../../../../../build-index/output/interval-runs.ts';
import type { ByteSlice } from '../../../../../src/index/blocks/byte-slices.ts';
import { FieldWriter } from '../../../../../src/index/blocks/fields.ts';
import { ambiguityCode } from '../../../../../src/variants/variant-classes.ts';
import {
  decodeVariantFeature,
  encodeVariantFeature,
  FeatureLayouts,
  type VariantFeatureRecord,
} from '../../../../../src/variants/variant-features.ts';
import { decodeVariant, type VariantMapping, type VariantRecord } from '../../../../../src/variants/variant-record.ts';
import { encodeVariant, VariantLayouts } from '../../../../../src/variants/variant-encoder.ts';
import { writeDump } from '../core-dump.ts';
import { at, get } from '../../../../../src/checked.ts';

let folder: string | undefined;
afterAll(() => (folder ? rm(folder, { recursive: true, force: true }) : undefined));

const REGIONS = [
  { id: 5, name: '1' },
  { id: 70, name: 'MT\u00e9' },
];
const list = REGIONS.map(
  ({ id, name }, ordinal) =>
    ({
      id,
      ordinal,
      name,
      length: 2 ** 40,
      coordSystem: { name: 'chromosome', version: 'FIC1' },
      attribs: new Map(),
    }) as unknown as DumpRegion,
);
const regions = { list, byId: new Map(list.map((region) => [region.id, region])) } as unknown as RegionSet;
const refs = new Map(
  REGIONS.map(({ id, name }, ordinal) => [id, { ordinal, name, coordSystem: 'chromosome', version: 'FIC1' }]),
);

/** Numbers in and beyond the range of the tables by which layouts are looked up. */
const SOURCES = new Map(
  [1, 63, 64, 900].map((id) => [id, { name: `source ${id}`, description: id % 2 === 0 ? null : 'd\u00e9crit' }]),
);
const ATTRIBS = new Map<number, string | null>([
  [1, 'SNV'],
  [2, 'Frequency'],
  [3, 'Cited'],
  [64, 'indel'],
  [70, null],
]);

const text = fc.string({ unit: 'grapheme', maxLength: 90 });
const letter = fc.constantFrom('A', 'C', 'G', 'T', '-');
const pair = fc.tuple(letter, letter).map((both) => both.join('/'));
const alleles = fc.oneof(
  { weight: 4, arbitrary: pair },
  fc.constantFrom(
    'A/C/T',
    'CAG/-',
    '-/GTT',
    'a/g',
    'A|G',
    'COSMIC_MUTATION',
    'N/A',
    '(CA)2/(CA)3',
    'A/\u00e9',
    '\u00e9/A',
    '"/A',
    'A',
  ),
  text,
);
const id = fc.constantFrom(...SOURCES.keys());
const listed = (...members: string[]) => fc.option(fc.subarray(members).map((some) => some.join(',')));
const significance = fc.oneof(
  listed('benign', 'likely benign', 'pathog\u00e8ne'),
  fc.nat({ max: 9 }).map((number) => `of ${number}`),
);
const consequences = listed('intron_variant', 'missense_variant', 'splice_donor_variant');
const isTrue = fc.constantFrom(0, 1);
const strand = fc.constantFrom(1, -1, 0, 2, null);
/** Null in three of four cases. */
const few = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, value);
const start = fc.oneof(fc.nat({ max: 2 ** 28 }), fc.constantFrom(1, 255, 256, 2 ** 32 - 1, 2 ** 32, 2 ** 39));

const placeRow = fc.record({
  seq_region_id: fc.constantFrom(5, 5, 70, 6),
  seq_region_start: start,
  length: fc.oneof(fc.constant(1), fc.nat({ max: 4 })),
  seq_region_strand: strand,
  allele_string: fc.option(alleles),
  ancestral: fc.oneof(fc.constant('reference'), fc.option(alleles), letter),
  consequence_types: consequences,
});
const variantRow = fc.record({
  source_id: id,
  class_attrib_id: fc.constantFrom(1, 64, 70, 99, null),
  somatic: isTrue,
  clinical_significance: significance,
  evidence_attribs: listed('2', '3', '9'),
  minor: few(fc.oneof(fc.nat({ max: 3 }), letter, text)),
  minor_allele_count: few(fc.nat()),
  places: fc.array(placeRow, { maxLength: 3 }),
  annotations: few(
    fc.record({
      failed: fc.array(text, { maxLength: 2 }),
      ambiguity: fc.option(fc.constantFrom('R', 'N')),
      synonyms: fc.array(fc.record({ name: text, source: text }), { maxLength: 2 }),
    }),
  ),
});
type RowOf<Made> = Made extends fc.Arbitrary<infer Row> ? Row : never;
type PlaceRow = RowOf<typeof placeRow>;
type VariantRow = RowOf<typeof variantRow> & { minor_allele_freq?: string | null };

const endOf = ({ seq_region_start, length }: Pick<PlaceRow, 'seq_region_start' | 'length'>) =>
  seq_region_start + length - 1;
const ancestralOf = ({ ancestral, allele_string }: PlaceRow) =>
  ancestral === 'reference' ? (allele_string?.split('/')[0] ?? null) : ancestral;

/**
 * Some rows, and rows that differ from one of them in a single field, like most rows of a dump. A lookup by some fields
 * must notice the difference.
 */
function some<Row extends object>(row: fc.Arbitrary<Row>): fc.Arbitrary<Row[]> {
  return fc
    .tuple(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(), row, fc.nat()), { minLength: 20, maxLength: 40 }),
    )
    .map(([rows, further]) => [
      ...rows,
      ...further.map(([like, other, field]) => differing(at(rows, like % rows.length), other, field)),
    ]);
}

function differing<Row extends object>(row: Row, other: Row, field: number): Row {
  const fields = Object.keys(row) as (keyof Row)[];
  // Half of them differ in one of their places.
  const name = field % 2 === 1 && 'places' in row ? ('places' as keyof Row) : at(fields, (field >>> 1) % fields.length);
  const [one, another] = [row[name], other[name]];
  if (!Array.isArray(one) || !Array.isArray(another)) return { ...row, [name]: another };
  return {
    ...row,
    [name]: one.map((each, at) => (at < another.length ? differing(each, another[at], field + 2 * at) : each)),
  };
}

const members = (set: string | null) => (set ? set.split(',') : []);
const stored = (value: unknown) =>
  value === null || value === undefined
    ? '\\N'
    : String(value).replace(/[\\\t\n\0]/g, (each) => `\\${each === '\0' ? '0' : each}`);

/** Rows as in a dump, and the positions of their columns. */
function batchOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<string, unknown>[],
): { batch: RowBatch; columns: Record<Column, number> } {
  const bytes = Buffer.from(rows.map((row) => `${columns.map((column) => stored(row[column])).join('\t')}\n`).join(''));
  const batch = new RowBatch('made.txt', 'made', columns.length);
  batch.scan(bytes, bytes.length, true);
  return { batch, columns: Object.fromEntries(columns.map((column, at) => [column, at])) as Record<Column, number> };
}

function valueOf({
  places,
  annotations,
  minor,
  minor_allele_freq: frequency = null,
  ...row
}: VariantRow): VariantRecord {
  const mappings = places
    .filter(({ seq_region_id }) => refs.has(seq_region_id))
    .map(
      (place): VariantMapping => ({
        region: get(refs, place.seq_region_id),
        start: place.seq_region_start,
        end: endOf(place),
        strand: place.seq_region_strand as 1,
        alleleString: place.allele_string ?? '',
        ancestralAllele: ancestralOf(place),
        consequences: members(place.consequence_types || 'sequence_variant'),
      }),
    );
  const { name: source, description } = get(SOURCES, row.source_id);
  const { failed, ambiguity, synonyms } = annotations ?? NONE;
  return {
    name: 'rs1',
    source,
    sourceDescription: description,
    somatic: row.somatic === 1,
    soTerm: ATTRIBS.get(row.class_attrib_id ?? NaN) ?? '',
    minorAllele: minorOf({ minor, places }),
    minorAlleleFrequency: frequency === null ? null : Number(frequency),
    minorAlleleCount: row.minor_allele_count,
    ambiguity: ambiguityCode(mappings[0]?.alleleString.split('/') ?? []) ?? ambiguity,
    clinicalSignificance: members(row.clinical_significance),
    evidence: members(row.evidence_attribs).map((each) => ATTRIBS.get(Number(each)) ?? each),
    failed,
    synonyms,
    mappings,
    isPartlyPlaced: mappings.length < places.length,
  };
}

/** The value with the code of the samples' alleles, which a record contains, instead of that of the first place's. */
function storedValueOf(row: VariantRow): VariantRecord {
  return { ...valueOf(row), ambiguity: row.annotations?.ambiguity ?? null };
}

/** Mostly one of the alleles. */
function minorOf({ minor, places }: Pick<VariantRow, 'minor' | 'places'>): string | null {
  return typeof minor === 'number' ? (places[0]?.allele_string?.split('/')[minor] ?? null) : minor;
}

function written(rows: readonly VariantRow[], layouts: VariantLayouts): Uint8Array[] {
  const variants = batchOf(
    [
      'variation_id',
      'source_id',
      'name',
      'class_attrib_id',
      'somatic',
      'minor_allele',
      'minor_allele_freq',
      'minor_allele_count',
      'clinical_significance',
      'evidence_attribs',
    ],
    rows.map((row) => ({ ...row, minor_allele: minorOf(row) })),
  );
  const places = batchOf(
    [
      'variation_id',
      'variation_feature_id',
      'seq_region_id',
      'seq_region_start',
      'seq_region_end',
      'seq_region_strand',
      'allele_string',
      'ancestral_allele',
      'consequence_types',
    ],
    rows.flatMap((row) =>
      row.places.map((place) => ({ ...place, seq_region_end: endOf(place), ancestral_allele: ancestralOf(place) })),
    ),
  );
  const variantWriter = new VariantWriter(
    { ...variants.columns, ancestral_allele: -1 },
    { sources: SOURCES, attribs: ATTRIBS },
    layouts,
  );
  const placeWriter = new PlaceWriter(places.columns, regions, layouts);
  const [record, placesOf, itsPlaces] = [
    new FieldWriter(),
    new FieldWriter(),
    { bytes: new Uint8Array(0), start: 0, end: 0 },
  ];
  let place = 0;
  return rows.map((row, each) => {
    let [count, isPartlyPlaced, minor] = [0, false, undefined as number | undefined];
    for (let left = row.places.length; left > 0; left--) {
      const ancestral = { batch: variants.batch, row: each, column: -1 };
      if (!placeWriter.write(places.batch, place++, placesOf, ancestral)) isPartlyPlaced = true;
      else if (count++ === 0) minor = placeWriter.alleleNumber(variants.batch, each, variants.columns.minor_allele);
    }
    placesOf.lend(itsPlaces);
    const annotations: VariantAnnotations = row.annotations ? { ...NONE, ...row.annotations } : NONE;
    variantWriter.write(variants.batch, each, record, itsPlaces, count, isPartlyPlaced, minor, annotations);
    return record.record();
  });
}

it('rows of variants are encoded to the bytes of their values', () => {
  fc.assert(
    fc.property(some(variantRow), (rows) => {
      const layouts = [new VariantLayouts(), new VariantLayouts()] as const;
      expect(written(rows, layouts[0])).toEqual(
        rows.map((row) => encodeVariant(storedValueOf(row), layouts[1], 'rs1')),
      );
      expect(layouts[0].lists()).toEqual(layouts[1].lists());
    }),
    { numRuns: 150 },
  );
});

it('rows of variants with frequencies decode to their values, for any total of a count', () => {
  const frequency = fc.tuple(fc.nat({ max: 9000 }), fc.constantFrom(5008, 6404, 17)).map(([count, sum]) => ({
    minor_allele_count: count,
    minor_allele_freq: String(Number((count / sum).toPrecision(6))),
  }));
  const row = fc
    .tuple(variantRow, few(fc.oneof(frequency, fc.record({ minor_allele_freq: fc.constantFrom('0', '0.25', '1e-3') }))))
    .map(([one, other]): VariantRow => ({ ...one, ...other }));
  fc.assert(
    fc.property(some(row), (rows) => {
      const layouts = new VariantLayouts();
      expect(written(rows, layouts).map((record) => decodeVariant(record, 'rs1', layouts.lists()))).toEqual(
        rows.map(valueOf),
      );
    }),
    { numRuns: 100 },
  );
});

const featureRow = fc.record({
  seq_region_start: start.filter((first) => first < 2 ** 32 - 8).map((first) => first + 1),
  length: fc.oneof(fc.constant(1), fc.nat({ max: 4 })),
  seq_region_strand: fc.constantFrom(1, -1, 0, 3),
  variation_id: fc.constantFrom(1, 2),
  variation_name: fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.constantFrom('rs', 'ss'), fc.oneof(fc.nat({ max: 400 }), fc.nat()))
        .map(([stem, number]) => stem + number),
    },
    fc.constantFrom('rs007', '0', '17', 'COSV1234567890123456789', 'rs\u00e97', '\ufeffrs7', '\ufeff', 'r\\5', ''),
    text,
    fc.constant(null),
  ),
  source_id: id,
  allele_string: fc.option(alleles),
  consequence_types: consequences,
  clinical_significance: significance,
  variation_set_id: listed('1', '2', '77'),
  somatic: isTrue,
  evidence_attribs: fc.constantFrom(null, '', '367', '418', '367,418', '1418'),
  display: isTrue,
});

it('rows of places are encoded to the payloads of their values', async () => {
  const failed = new NumberSet();
  failed.add(2);
  await fc.assert(
    fc.asyncProperty(some(featureRow), async (made) => {
      folder ??= await mkdtemp(join(tmpdir(), 'variant-rows-'));
      const rows = made.map((row, each) => ({
        ...row,
        seq_region_id: 5,
        seq_region_end: endOf(row),
        variation_feature_id: each % 3 === 0 ? each + 1 : 2 ** 33 + each,
      }));
      const sorted = rows.toSorted((one, other) => one.variation_feature_id - other.variation_feature_id);
      await writeDump(folder, 'fictus', 'variation', VARIATION_TABLES, {
        variation_feature: sorted.map((row) =>
          Object.fromEntries(Object.entries(row).map(([column, value]) => [column, stored(value)])),
        ),
      });
      const tables = [0, 1].map(() => {
        const payloads: Uint8Array[] = [];
        const bytes = Buffer.alloc(4096);
        const runs = {
          copy({ bytes: from, start, end }: ByteSlice) {
            bytes.set(from.subarray(start, end));
            return end - start;
          },
          add: (...[, , , , end]: number[]) => void payloads.push(new Uint8Array(bytes.subarray(0, end))),
          settle: async () => {},
        };
        return { payloads, table: new FeatureTable(runs as unknown as IntervalRuns), layouts: new FeatureLayouts() };
      });
      const dump = at(await findDatabases([folder]), 0);
      await readVariantFeatures(dump, {
        regions,
        sources: new Map([...SOURCES].map(([source, { name }]) => [source, name])),
        failed,
        phenotypeEvidence: '418',
        coding: new NumberSet(),
        place: () => {},
        displayed: at(tables, 1).table,
        hidden: at(tables, 0).table,
        progress: undefined,
      });
      for (const [display, { payloads, table, layouts }] of tables.entries()) {
        const values = sorted
          .filter((row) => row.display === display)
          .map(
            (row): VariantFeatureRecord => ({
              row: sorted.indexOf(row) + 1,
              strand: row.seq_region_strand as 1,
              name: row.variation_name ?? '',
              source: get(SOURCES, row.source_id).name,
              alleles: row.allele_string ?? '',
              consequences: members(row.consequence_types || 'sequence_variant'),
              clinicalSignificance: members(row.clinical_significance),
              sets: members(row.variation_set_id),
              somatic: row.somatic === 1,
              insertion: row.seq_region_end < row.seq_region_start,
              failed: row.variation_id === 2,
              variationId: row.variation_id,
              phenotypeOrDisease: /\b418\b/.test(row.evidence_attribs ?? ''),
            }),
          );
        expect(payloads).toEqual(values.map((value) => encodeVariantFeature(value, layouts)));
        expect(table.layouts.layouts.lists()).toEqual(layouts.lists());
        expect(payloads.map((payload) => decodeVariantFeature(payload, layouts.lists()))).toEqual(values);
      }
    }),
    { numRuns: 40 },
  );
});
