/**
 * A short variant (SNV, insertion, deletion …) with the data that nearly every request for it needs: one record of the
 * genome's `variants` sorted table, under its name and, repeated in full, under each synonym (variantKey), so that a
 * synonym costs no further read. If several variants share a synonym, all are under that key in the order of the
 * database; a variant with that name comes first.
 *
 * The table `variant-details` contains data that few requests need (frequencies, genotypes, phenotypes, chips), under
 * the same keys: src/variants/variant-details.ts.
 *
 * Encoding, with layouts and alleles as in record-layouts.ts and variant-alleles.ts:
 *
 *   VariantLayout, of the list `variants`
 *   for each place: PlaceLayout, of `places` | RegionRef, of `regions` | alleles | ancestral allele (text), if it is
 *     inline | length (signed), if it is inline | start, in the layout's number of bytes, or signed if that is 0
 *   minor allele (text), if it is inline | its count (varint), if there is one | its frequency (text), if it is inline
 *   if the layout has synonyms: varint number of them | for each: name (text) | signed number in `terms` of its
 *     source, or -1 and the text
 *   name, to the end of the record, if it differs from the record's key
 *
 * A text is varint bytes and UTF-8. Structural variants of the same table: structural-variant.ts.
 */
import { present } from '../checked.ts';
import type { RegionRef } from '../genome/seq-region.ts';
import { FieldReader } from '../index/blocks/fields.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { alleleLength, readAlleles } from './variant-alleles.ts';
import { share } from './frequency-groups.ts';
import { nameAt, readLayout, readTerm, readTerms, type RecordLayouts, type Term } from './record-layouts.ts';
import { ambiguityCode } from './variant-classes.ts';

/** One place of a variant on the genome: a row of variation_feature. */
export interface VariantMapping {
  region: RegionRef;
  /** 1-based inclusive on the forward strand; an insertion is between end and start = end + 1. */
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
  /** Name in the database's spelling. */
  name: string;
  /** source.name, such as 'dbSNP', and source.description. */
  source: string;
  sourceDescription: string | null;
  somatic: boolean;
  /** SO term of the class, such as 'SNV' or 'indel'. */
  soTerm: string;
  minorAllele: string | null;
  minorAlleleFrequency: number | null;
  minorAlleleCount: number | null;
  /** IUPAC letter for the alleles; null unless all are single bases. */
  ambiguity: string | null;
  clinicalSignificance: string[];
  /** 'Frequency', '1000Genomes' … in order of their attrib ids. */
  evidence: string[];
  /** Reasons why the variant failed Ensembl's quality checks; empty for most. */
  failed: string[];
  /** Synonyms in the order of the database, with the name of their source. */
  synonyms: { name: string; source: string }[];
  /** In the order of the database. */
  mappings: VariantMapping[];
  /** Does the database place it on a further region, which the core genome lacks? */
  isPartlyPlaced: boolean;
}

/** Key of a name. MySQL ignores case and trailing spaces when it compares names; the key also ignores other blanks. */
export function variantKey(name: string): string {
  return name.toLowerCase().trimEnd();
}

/** PubMed ids of the publications that cite a variant, in ascending order. */
export type VariantCitations = number[];

/** Key of a publication in the table `variants-by-publication`: its values are null and then the cited variants. */
export function publicationKey(kind: 'pmid' | 'pmcid', id: string): string {
  return `${kind} ${id.toLowerCase().trimEnd()}`;
}

/**
 * Terms are of the list `terms`. `soTerm` is '' if the database has no class. `ambiguity` is the code of the alleles
 * that samples have; that of the first place's alleles comes first, and needs no field. `partlyPlaced` is only present
 * if it is 1.
 */
export type VariantLayout = [
  source: Term,
  sourceDescription: Term | null,
  somatic: 0 | 1,
  soTerm: Term,
  clinicalSignificance: Term[],
  evidence: Term[],
  failed: Term[],
  ambiguity: string | null,
  minor: MinorLayout,
  places: number,
  synonyms: 0 | 1,
  partlyPlaced?: 1,
];
export const MINOR_AT = 8;

/**
 * The minor allele. `allele`: its index among the alleles of the first place, or INLINE. `frequency`: the sum of which
 * the count is a share (rounded to SHARE_DIGITS), or INLINE. `count`: 1 if the record contains a count.
 */
export type MinorLayout = [allele: number | null, frequency: number | null, count: 0 | 1];

/** `ancestral`: REFERENCE for the reference allele, or INLINE. `length`: REFERENCE for its length, or INLINE. */
export type PlaceLayout = [
  strand: number | null,
  consequences: Term[],
  ancestral: number | null,
  length: number,
  startBytes: number,
];

export const REFERENCE = 0;
export const INLINE = -1;
export const SHARE_DIGITS = 6;

/**
 * Throws StoreError for a record that ends too early. Lists of the record are shared: do not change them.
 *
 * @param key the key under which the record was found
 * @param layouts those of the table `variants`
 */
export function decodeVariant(bytes: Uint8Array, key: string, layouts: RecordLayouts | undefined): VariantRecord {
  const fields = new FieldReader(bytes);
  const [
    source,
    sourceDescription,
    somatic,
    soTerm,
    clinicalSignificance,
    evidence,
    failed,
    unplaced,
    [minor, frequency, counted],
    places,
    withSynonyms,
    partlyPlaced,
  ] = readLayout<VariantLayout>(fields, layouts?.variants);
  const terms = layouts?.terms;
  const mappings = fields.several(places, () => readPlace(fields, layouts));
  const [first] = mappings;
  const alleles = first ? first.alleleString.split('/') : [];
  const minorAllele = minor === INLINE ? fields.text() : minor === null ? null : nameAt(alleles, minor);
  const minorAlleleCount = counted === 1 ? fields.number() : null;
  const minorAlleleFrequency =
    frequency === INLINE
      ? Number(fields.text())
      : frequency === null
        ? null
        : share(present(minorAlleleCount, 'the count of a minor allele'), frequency, SHARE_DIGITS);
  const synonyms = withSynonyms === 1 ? fields.list(() => readSynonym(fields, terms)) : [];
  const name = fields.rest();
  return {
    name: name.length > 0 ? utf8.decode(name) : key,
    source: readTerm(source, terms),
    sourceDescription: sourceDescription === null ? null : readTerm(sourceDescription, terms),
    somatic: somatic === 1,
    soTerm: readTerm(soTerm, terms),
    minorAllele,
    minorAlleleFrequency,
    minorAlleleCount,
    ambiguity: (first ? ambiguityCode(alleles) : null) ?? unplaced,
    clinicalSignificance: readTerms(clinicalSignificance, terms),
    evidence: readTerms(evidence, terms),
    failed: readTerms(failed, terms),
    synonyms,
    mappings,
    isPartlyPlaced: partlyPlaced === 1,
  };
}

function readSynonym(fields: FieldReader, terms: readonly unknown[] | undefined): { name: string; source: string } {
  const name = fields.text();
  const term = fields.signed();
  return { name, source: term === INLINE ? fields.text() : readTerm(term, terms) };
}

function readPlace(fields: FieldReader, layouts: RecordLayouts | undefined): VariantMapping {
  const [strand, consequences, ancestral, length, startBytes] = readLayout<PlaceLayout>(fields, layouts?.places);
  const region = readLayout<RegionRef>(fields, layouts?.regions);
  const alleleString = readAlleles(fields);
  const reference = referenceOf(alleleString);
  const ancestralAllele = ancestral === INLINE ? fields.text() : ancestral === null ? null : reference;
  const bases = length === INLINE ? fields.signed() : alleleLength(reference);
  const start = startBytes === 0 ? fields.signed() : fields.fixed(startBytes);
  return {
    region,
    start,
    end: start + bases - 1,
    strand: strand as 1 | -1,
    alleleString,
    ancestralAllele,
    consequences: readTerms(consequences, layouts?.terms),
  };
}

/** The first allele of an allele string. */
export function referenceOf(alleleString: string): string {
  const slash = alleleString.indexOf('/');
  return slash < 0 ? alleleString : alleleString.slice(0, slash);
}
