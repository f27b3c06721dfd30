/**
 * A short variant (SNV, insertion, deletion …) with what nearly every request about it asks for: one record of the
 * genome's `variants` sorted table, under its name and under each synonym (variantKey). It stands whole under each of
 * them, so that a synonym costs no further read; where several variants share a synonym, all are there in the order of
 * the database, and one that bears the name itself comes before them.
 *
 * What only few requests ask for (frequencies, genotypes, phenotypes, chips) stands under the same keys in the table
 * `variant-details`: src/variants/variant-details.ts.
 *
 * Stored, with shapes and alleles as record-shapes.ts and allele-code.ts say:
 *
 *   VariantShape, of the list `variants`
 *   for each place: PlaceShape, of `places` | RegionRef, of `regions` | alleles | ancestral allele (text), if it is told |
 *     length (signed), if it is told | start, in as many bytes as the shape says, or signed where that is 0
 *   minor allele (text), if it is told | its count (varint), if there is one | its frequency (text), if it is told
 *   if the shape says that there are synonyms: varint how many | for each: name (text) | signed number in `terms` of its source, or -1 and the text
 *   name, to the end of the record, where it is not the key that the record is found by
 *
 * A text is varint bytes and UTF-8. Structural variants of the same table: structural-variant.ts.
 */
import type { RegionRef } from '../genome/seq-region.ts';
import type { ByteSlice } from '../index/byte-slices.ts';
import { FieldReader, FieldWriter, fixedLength } from '../index/fields.ts';
import { utf8 } from '../index/utf8.ts';
import { readAlleles, writeAlleles } from './allele-code.ts';
import { share } from './frequency-groups.ts';
import { named, readShape, readTerm, readTerms, ShapeNumbers, TermNumbers, type NumberedShape, type RecordShapes, type Term } from './record-shapes.ts';
import { ambiguityCode } from './variant-classes.ts';

/** One place of a variant on the genome: a row of variation_feature. */
export interface VariantMapping {
  region: RegionRef;
  /** 1-based inclusive on the forward strand; an insertion stands between end and start = end + 1. */
  start: number;
  end: number;
  strand: 1 | -1;
  /** Alleles on `strand`, the reference first, '-' for none: 'G/A', '-/GT', 'COSMIC_MUTATION'. */
  alleleString: string;
  ancestralAllele: string | null;
  /** SO terms in the order of the column consequence_types. */
  consequences: string[];
}

export interface VariantRecord {
  /** Its name as the database spells it. */
  name: string;
  /** source.name, such as 'dbSNP', and source.description. */
  source: string;
  sourceDescription: string | null;
  somatic: boolean;
  /** SO term of its class, such as 'SNV' or 'indel'. */
  soTerm: string;
  minorAllele: string | null;
  minorAlleleFrequency: number | null;
  minorAlleleCount: number | null;
  /** IUPAC letter for its alleles; null when they are not single bases. */
  ambiguity: string | null;
  clinicalSignificance: string[];
  /** 'Frequency', '1000Genomes' … in order of their attrib ids. */
  evidence: string[];
  /** Why it failed Ensembl's quality checks; empty for most. */
  failed: string[];
  /** Synonyms in the order of the database, with the name of their source. */
  synonyms: { name: string; source: string }[];
  /** In the order of the database. */
  mappings: VariantMapping[];
}

/** Key of a name: MySQL compares without regard to case and to blanks at the end. */
export function variantKey(name: string): string {
  return name.toLowerCase().trimEnd();
}

/** Key of a publication in the table `variants-by-publication`, which has null under it and then the variants it cites. */
export function publicationKey(kind: 'pmid' | 'pmcid', id: string): string {
  return `${kind} ${id.toLowerCase().trimEnd()}`;
}

/** Ambiguity: of a variant without places; that of another follows from its first alleles. Terms are of the list `terms`. */
export type VariantShape = [
  source: Term, sourceDescription: Term | null, somatic: 0 | 1, soTerm: Term, clinicalSignificance: Term[], evidence: Term[], failed: Term[],
  ambiguity: string | null, minor: MinorShape, places: number, synonyms: 0 | 1,
];
const MINOR_AT = 8;

/**
 * Which of the alleles of the first place it is, from 0, or that it is told; its frequency, by the number of which the count is a share of six digits, or that it
 * is told; whether it has a count.
 */
export type MinorShape = [allele: number | null, frequency: number | null, count: 0 | 1];

/** Ancestral allele: whether it is the reference, or told. Length: whether it is that of the reference, or told. */
export type PlaceShape = [strand: number | null, consequences: Term[], ancestral: number | null, length: number, startBytes: number];

export const [REFERENCE, TOLD] = [0, -1];
const SHARE_DIGITS = 6;

/** What the records of a table say by number. */
export class VariantShapes {
  readonly variants = new ShapeNumbers<VariantShape>();
  readonly places = new ShapeNumbers<PlaceShape>();
  readonly regions = new ShapeNumbers<RegionRef>();
  readonly terms = new TermNumbers();

  lists(): RecordShapes {
    return { variants: this.variants.list, places: this.places.list, regions: this.regions.list, terms: this.terms.list };
  }
}

/** The shape of a frequency and count; `sums` are tried for what the count is a share of. */
export function minorShape(allele: MinorShape[0], frequency: number | null, count: number | null, sums: readonly number[]): MinorShape {
  const sum = frequency === null ? null : sums.find((each) => count !== null && share(count, each, SHARE_DIGITS) === frequency) ?? TOLD;
  return [allele, sum, count === null ? 0 : 1];
}

/** Writes a place. @param alleles their text, or the code of a pair (allele-code.ts) */
export function writePlace(
  fields: FieldWriter, shape: NumberedShape<PlaceShape>, region: NumberedShape<RegionRef>, alleles: string | number, ancestralAllele: string | null, start: number, end: number,
): void {
  const [, , ancestral, length, startBytes] = shape.value;
  fields.bytes(shape.code()).bytes(region.code());
  writeAlleles(fields, alleles);
  if (ancestral === TOLD) fields.text(ancestralAllele!);
  if (length === TOLD) fields.signed(end - start + 1);
  if (startBytes === 0) fields.signed(start);
  else fields.fixed(start, startBytes);
}

export function placeShape(
  { start, end, strand, alleleString, ancestralAllele, consequences }: Omit<VariantMapping, 'region' | 'strand'> & { strand: number | null }, { terms }: VariantShapes,
): PlaceShape {
  const reference = referenceOf(alleleString);
  return [
    strand, terms.termsOf(consequences), ancestralAllele === null ? null : ancestralAllele === reference ? REFERENCE : TOLD,
    end - start + 1 === lengthOf(reference) ? REFERENCE : TOLD, start < 0 ? 0 : fixedLength(start),
  ];
}

/** Writes a variant without its name. @param places that `writePlace` has written, one behind the other */
export function writeVariant(
  fields: FieldWriter, shape: NumberedShape<VariantShape>, places: ByteSlice, told: Pick<VariantRecord, 'minorAllele' | 'minorAlleleFrequency' | 'minorAlleleCount' | 'synonyms'>, shapes: VariantShapes,
): void {
  const [allele, frequency, counted] = shape.value[MINOR_AT];
  fields.bytes(shape.code()).slice(places);
  if (allele === TOLD) fields.text(told.minorAllele!);
  if (counted === 1) fields.number(told.minorAlleleCount!);
  if (frequency === TOLD) fields.text(String(told.minorAlleleFrequency));
  if (told.synonyms.length > 0) writeSynonyms(fields, told.synonyms, shapes);
}

const [writer, placeWriter] = [new FieldWriter(), new FieldWriter()];
const places: ByteSlice = { bytes: new Uint8Array(0), start: 0, end: 0 };

/** A record by itself; the compiler, which has rows of a dump for it, writes it with the functions above. @param key that the record is found by */
export function encodeVariant(variant: VariantRecord, shapes: VariantShapes, key?: string): Uint8Array {
  const { mappings, minorAllele, minorAlleleFrequency, minorAlleleCount } = variant;
  for (const place of mappings) {
    const shape = shapes.places.shapeOf(placeShape(place, shapes));
    writePlace(placeWriter, shape, shapes.regions.shapeOf(place.region), place.alleleString, place.ancestralAllele, place.start, place.end);
  }
  placeWriter.lend(places);
  const allele = minorAllele === null ? null : alleleNumber(minorAllele, mappings[0]?.alleleString) ?? TOLD;
  const sums = minorAlleleFrequency ? [Math.round((minorAlleleCount ?? 0) / minorAlleleFrequency)] : [];
  const minor = minorShape(allele, minorAlleleFrequency, minorAlleleCount, sums);
  writeVariant(writer, shapes.variants.shapeOf(variantShape(variant, minor, shapes)), places, variant, shapes);
  if (variant.name !== key) writer.bytes(new TextEncoder().encode(variant.name));
  return writer.record();
}

/** Of a variant with `mappings`, which may be told by their number alone. */
export function variantShape(
  { source, sourceDescription, somatic, soTerm, clinicalSignificance, evidence, failed, ambiguity, mappings, synonyms }: ShapedVariant, minor: MinorShape, { terms }: VariantShapes,
): VariantShape {
  return [
    terms.termOf(source), sourceDescription === null ? null : terms.termOf(sourceDescription), somatic ? 1 : 0, terms.termOf(soTerm),
    terms.termsOf(clinicalSignificance), terms.termsOf(evidence), terms.termsOf(failed), mappings.length > 0 ? null : ambiguity, minor, mappings.length, synonyms.length > 0 ? 1 : 0,
  ];
}

/** What a shape is of. */
type ShapedVariant = Pick<VariantRecord, 'source' | 'sourceDescription' | 'somatic' | 'soTerm' | 'clinicalSignificance' | 'evidence' | 'failed' | 'ambiguity' | 'synonyms'>
  & { mappings: { length: number } };

function writeSynonyms(fields: FieldWriter, synonyms: VariantRecord['synonyms'], { terms }: VariantShapes): void {
  fields.number(synonyms.length);
  for (const { name, source } of synonyms) {
    const term = terms.termOf(source);
    fields.text(name);
    if (typeof term === 'number') fields.signed(term);
    else fields.signed(TOLD).text(term);
  }
}

/** Which of some alleles one is; undefined for none of them. */
export function alleleNumber(allele: string, alleles: string | undefined): number | undefined {
  const number = alleles?.split('/').indexOf(allele) ?? -1;
  return number < 0 ? undefined : number;
}

/**
 * Throws StoreError for a record that ends too early. Lists of the record are shared: they are not to be changed.
 *
 * @param key that the record is found by
 * @param shapes of the table `variants`
 */
export function decodeVariant(bytes: Uint8Array, key: string, shapes: RecordShapes | undefined): VariantRecord {
  const fields = new FieldReader(bytes);
  const [source, sourceDescription, somatic, soTerm, clinicalSignificance, evidence, failed, unplaced, [minor, frequency, counted], places, withSynonyms] =
    readShape<VariantShape>(fields, shapes?.variants);
  const terms = shapes?.terms;
  const mappings = fields.several(places, () => readPlace(fields, shapes));
  const [first] = mappings;
  const alleles = first ? first.alleleString.split('/') : [];
  const minorAllele = minor === TOLD ? fields.text() : minor === null ? null : named(alleles, minor);
  const minorAlleleCount = counted === 1 ? fields.number() : null;
  const minorAlleleFrequency = frequency === TOLD ? Number(fields.text()) : frequency === null ? null : share(minorAlleleCount!, frequency, SHARE_DIGITS);
  const synonyms = withSynonyms === 1 ? fields.list(() => readSynonym(fields, terms)) : [];
  const name = fields.rest();
  return {
    name: name.length > 0 ? utf8.decode(name) : key, source: readTerm(source, terms), sourceDescription: sourceDescription === null ? null : readTerm(sourceDescription, terms),
    somatic: somatic === 1, soTerm: readTerm(soTerm, terms), minorAllele, minorAlleleFrequency, minorAlleleCount,
    ambiguity: first ? ambiguityCode(alleles) : unplaced,
    clinicalSignificance: readTerms(clinicalSignificance, terms), evidence: readTerms(evidence, terms), failed: readTerms(failed, terms), synonyms, mappings,
  };
}

function readSynonym(fields: FieldReader, terms: readonly unknown[] | undefined): { name: string; source: string } {
  const name = fields.text();
  const term = fields.signed();
  return { name, source: term === TOLD ? fields.text() : readTerm(term, terms) };
}

function readPlace(fields: FieldReader, shapes: RecordShapes | undefined): VariantMapping {
  const [strand, consequences, ancestral, length, startBytes] = readShape<PlaceShape>(fields, shapes?.places);
  const region = readShape<RegionRef>(fields, shapes?.regions);
  const alleleString = readAlleles(fields);
  const reference = referenceOf(alleleString);
  const ancestralAllele = ancestral === TOLD ? fields.text() : ancestral === null ? null : reference;
  const bases = length === TOLD ? fields.signed() : lengthOf(reference);
  const start = startBytes === 0 ? fields.signed() : fields.fixed(startBytes);
  return { region, start, end: start + bases - 1, strand: strand as 1 | -1, alleleString, ancestralAllele, consequences: readTerms(consequences, shapes?.terms) };
}

function referenceOf(alleleString: string): string {
  return alleleString.split('/', 1)[0]!;
}

function lengthOf(reference: string): number {
  return reference === '-' ? 0 : reference.length;
}
