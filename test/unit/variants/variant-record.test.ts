import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoreError } from '../../../src/store/store.ts';
import { ambiguityCode } from '../../../src/variants/variant-classes.ts';
import { decodeVariant, variantKey, type VariantRecord } from '../../../src/variants/variant-record.ts';
import { encodeVariant, VariantLayouts } from '../../../src/variants/variant-encoder.ts';
import { at, only } from '../../../src/checked.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const alleleString = fc.oneof(fc.constantFrom('G/A', '-/GT', 'COSMIC_MUTATION', '', 'A/C/T', 'N'), text);
const mapping = fc
  .record({
    region: fc.constant({ ordinal: 3, name: 'X', coordSystem: 'chromosome', version: 'FIC1' }),
    start: fc.nat(),
    length: fc.nat({ max: 50 }),
    strand: fc.constantFrom(1 as const, -1 as const),
    alleleString,
    ancestralAllele: fc.option(fc.oneof(fc.constantFrom('G', '-', '', 'N'), text)),
    consequences: fc.subarray(['intron_variant', 'missense_variant']),
  })
  .map(({ length, ...rest }) => ({ ...rest, end: rest.start + length - 1 }));
const variant: fc.Arbitrary<VariantRecord> = fc
  .record({
    name: fc.oneof(
      fc.nat().map((number) => `rs${number}`),
      fc.nat().map((number) => `COSM${number}`),
      fc.constant('\ufeffrs1'),
    ),
    source: text,
    sourceDescription: fc.option(text),
    somatic: fc.boolean(),
    soTerm: text,
    minorAllele: fc.option(text),
    minorAlleleFrequency: fc.option(fc.double({ min: 1e-9, max: 1, noNaN: true })),
    minorAlleleCount: fc.option(fc.nat()),
    ambiguity: fc.option(fc.constantFrom('R', 'N')),
    clinicalSignificance: fc.array(text),
    evidence: fc.array(text),
    failed: fc.array(text),
    synonyms: fc.array(fc.record({ name: text, source: text })),
    mappings: fc.array(mapping, { maxLength: 3 }),
    isPartlyPlaced: fc.boolean(),
  })
  .map((each) =>
    each.mappings.length === 0
      ? each
      : { ...each, ambiguity: ambiguityCode(at(each.mappings, 0).alleleString.split('/')) ?? each.ambiguity },
  );

test.each([
  ['its name', (name: string) => variantKey(name)],
  ['a synonym', () => 'ss12'],
])('decodes a variant that was encoded under %s', (_, keyOf) => {
  fc.assert(
    fc.property(fc.array(variant, { minLength: 1, maxLength: 20 }), (variants) => {
      const layouts = new VariantLayouts();
      const records = variants.map((each) => encodeVariant(each, layouts, keyOf(each.name)));
      const lists = JSON.parse(JSON.stringify(layouts.lists()));
      expect(variants.map(({ name }, each) => decodeVariant(at(records, each), keyOf(name), lists))).toEqual(variants);
    }),
  );
});

test('rejects a variant with an unknown record layout and a truncated one', () => {
  const each = only(
    fc.sample(
      variant.filter(({ mappings }) => mappings.length > 0),
      1,
    ),
  );
  const layouts = new VariantLayouts();
  const record = encodeVariant(each, layouts, '');
  expect(() => decodeVariant(record, '', {})).toThrow(StoreError);
  expect(() => decodeVariant(record.subarray(0, 3), '', layouts.lists())).toThrow(StoreError);
});
