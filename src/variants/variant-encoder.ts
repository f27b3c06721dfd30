/**
 * Encoder of the records that variant-record.ts specifies. The compiler writes hundreds of millions: it passes columns
 * of its rows to writePlace and writeVariant, which allocate nothing for a variant.
 */
import type { RegionRef } from '../genome/seq-region.ts';
import { type ByteSlice, sliceOf } from '../index/blocks/byte-slices.ts';
import { FieldWriter, fixedLength } from '../index/blocks/fields.ts';
import { share } from './frequency-groups.ts';
import { LayoutNumbers, type NumberedLayout, type RecordLayouts, TermNumbers } from './record-layouts.ts';
import { alleleLength, writeAlleles } from './variant-alleles.ts';
import {
  INLINE,
  MINOR_AT,
  type MinorLayout,
  type PlaceLayout,
  REFERENCE,
  referenceOf,
  SHARE_DIGITS,
  type VariantLayout,
  type VariantMapping,
  type VariantRecord,
} from './variant-record.ts';

/** The lists of a table that its records refer to by number. */
export class VariantLayouts {
  readonly variants = new LayoutNumbers<VariantLayout>();
  readonly places = new LayoutNumbers<PlaceLayout>();
  readonly regions = new LayoutNumbers<RegionRef>();
  readonly terms = new TermNumbers();

  lists(): RecordLayouts {
    return {
      variants: this.variants.list,
      places: this.places.list,
      regions: this.regions.list,
      terms: this.terms.list,
    };
  }
}

/** The layout of a minor allele. @param sums candidates for the sum of which the count is a share */
export function minorLayout(
  allele: MinorLayout[0],
  frequency: number | null,
  count: number | null,
  sums: readonly number[],
): MinorLayout {
  const sum =
    frequency === null ? null : (sums.find((each) => count !== null && isShare(count, each, frequency)) ?? INLINE);
  return [allele, sum, count === null ? 0 : 1];
}

/** Rounding to SHARE_DIGITS changes a share by less than this part of it. */
const ROUNDING = 10 ** (1 - SHARE_DIGITS);

/** Is a frequency a rounded share? Only those that are near are rounded, which takes longest. */
function isShare(count: number, sum: number, frequency: number): boolean {
  return (
    Math.abs(count / sum - frequency) <= ROUNDING * Math.abs(frequency) && share(count, sum, SHARE_DIGITS) === frequency
  );
}

/** Writes a place. @param alleles the allele string, or the code of a pair (pairCode) */
export function writePlace(
  fields: FieldWriter,
  layout: NumberedLayout<PlaceLayout>,
  region: NumberedLayout<RegionRef>,
  alleles: string | number,
  ancestralAllele: string | null,
  start: number,
  end: number,
): void {
  const [, , ancestral, length, startBytes] = layout.value;
  fields.bytes(layout.code()).bytes(region.code());
  writeAlleles(fields, alleles);
  if (ancestral === INLINE) fields.text(ancestralAllele!);
  if (length === INLINE) fields.signed(end - start + 1);
  if (startBytes === 0) fields.signed(start);
  else fields.fixed(start, startBytes);
}

export function placeLayout(
  {
    start,
    end,
    strand,
    alleleString,
    ancestralAllele,
    consequences,
  }: Omit<VariantMapping, 'region' | 'strand'> & { strand: number | null },
  { terms }: VariantLayouts,
): PlaceLayout {
  const reference = referenceOf(alleleString);
  return [
    strand,
    terms.termsOf(consequences),
    ancestralAllele === null ? null : ancestralAllele === reference ? REFERENCE : INLINE,
    end - start + 1 === alleleLength(reference) ? REFERENCE : INLINE,
    start < 0 ? 0 : fixedLength(start),
  ];
}

/** Writes a variant without its name. @param places bytes that `writePlace` has written, one place after the other */
export function writeVariant(
  fields: FieldWriter,
  layout: NumberedLayout<VariantLayout>,
  places: ByteSlice,
  inline: Pick<VariantRecord, 'minorAllele' | 'minorAlleleFrequency' | 'minorAlleleCount' | 'synonyms'>,
  layouts: VariantLayouts,
): void {
  const [allele, frequency, counted] = layout.value[MINOR_AT];
  fields.bytes(layout.code()).slice(places);
  if (allele === INLINE) fields.text(inline.minorAllele!);
  if (counted === 1) fields.number(inline.minorAlleleCount!);
  if (frequency === INLINE) fields.text(String(inline.minorAlleleFrequency));
  if (inline.synonyms.length > 0) writeSynonyms(fields, inline.synonyms, layouts);
}

const [writer, placeWriter] = [new FieldWriter(), new FieldWriter()];
const places = sliceOf();

/**
 * Encodes a single record; the compiler writes records from columns with the functions above.
 * @param key the record's key
 */
export function encodeVariant(variant: VariantRecord, layouts: VariantLayouts, key?: string): Uint8Array {
  const { mappings, minorAllele, minorAlleleFrequency, minorAlleleCount } = variant;
  for (const place of mappings) {
    const layout = layouts.places.layoutOf(placeLayout(place, layouts));
    writePlace(
      placeWriter,
      layout,
      layouts.regions.layoutOf(place.region),
      place.alleleString,
      place.ancestralAllele,
      place.start,
      place.end,
    );
  }
  placeWriter.lend(places);
  const allele = minorAllele === null ? null : (alleleNumber(minorAllele, mappings[0]?.alleleString) ?? INLINE);
  const sums = minorAlleleFrequency ? [Math.round((minorAlleleCount ?? 0) / minorAlleleFrequency)] : [];
  const minor = minorLayout(allele, minorAlleleFrequency, minorAlleleCount, sums);
  writeVariant(writer, layouts.variants.layoutOf(variantLayout(variant, minor, layouts)), places, variant, layouts);
  if (variant.name !== key) writer.bytes(new TextEncoder().encode(variant.name));
  return writer.record();
}

/** The layout of a variant; only the length of `mappings` matters. */
export function variantLayout(
  {
    source,
    sourceDescription,
    somatic,
    soTerm,
    clinicalSignificance,
    evidence,
    failed,
    ambiguity,
    mappings,
    synonyms,
    isPartlyPlaced,
  }: VariantFields,
  minor: MinorLayout,
  { terms }: VariantLayouts,
): VariantLayout {
  const layout: VariantLayout = [
    terms.termOf(source),
    sourceDescription === null ? null : terms.termOf(sourceDescription),
    somatic ? 1 : 0,
    terms.termOf(soTerm),
    terms.termsOf(clinicalSignificance),
    terms.termsOf(evidence),
    terms.termsOf(failed),
    ambiguity,
    minor,
    mappings.length,
    synonyms.length > 0 ? 1 : 0,
  ];
  if (isPartlyPlaced) layout.push(1);
  return layout;
}

/** The fields that determine a layout, together with the minor allele. */
type VariantFields = Pick<
  VariantRecord,
  | 'source'
  | 'sourceDescription'
  | 'somatic'
  | 'soTerm'
  | 'clinicalSignificance'
  | 'evidence'
  | 'failed'
  | 'ambiguity'
  | 'synonyms'
  | 'isPartlyPlaced'
> & { mappings: { length: number } };

function writeSynonyms(fields: FieldWriter, synonyms: VariantRecord['synonyms'], { terms }: VariantLayouts): void {
  fields.number(synonyms.length);
  for (const { name, source } of synonyms) {
    const term = terms.termOf(source);
    fields.text(name);
    if (typeof term === 'number') fields.signed(term);
    else fields.signed(INLINE).text(term);
  }
}

/** Index of an allele in an allele string; undefined if it is not there. */
export function alleleNumber(allele: string, alleles: string | undefined): number | undefined {
  const number = alleles?.split('/').indexOf(allele) ?? -1;
  return number < 0 ? undefined : number;
}
