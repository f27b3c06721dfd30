/**
 * A short variant (SNV, insertion, deletion …) with what nearly every request about it asks for: one record of the
 * genome's `variants` sorted table, under its name and under each synonym (variantKey). It stands whole under each of
 * them, so that a synonym costs no further read; where several variants share a synonym, all are there in the order of
 * the database, and one that bears the name itself comes before them.
 *
 * What only few requests ask for (frequencies, genotypes, phenotypes, chips) stands under the same keys in the table
 * `variant-details`: src/variants/variant-details.ts.
 *
 * Stored as a JSON array, in the order of `packVariant`: what most variants have alike comes first and together, which deflate takes for
 * a copy of the record before.
 */
import type { RegionRef } from '../genome/seq-region.ts';
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

/** What most places have alike comes first. Ancestral allele: 0 where it is the reference. */
type PackedMapping = [region: RegionRef, strand: 1 | -1, length: number, consequences: string, alleles: string, ancestral: string | null | 0, start: number];

type PackedVariant = [
  source: string, sourceDescription: string | null, somatic: 0 | 1, soTerm: string, clinicalSignificance: string[], evidence: string[], failed: string[], mappings: PackedMapping[],
  minorAllele: string | null, minorAlleleFrequency: number | null, minorAlleleCount: number | null,
  /** Of a variant without mappings; that of another follows from its first allele string. */
  ambiguity: string | null, synonyms: string[],
  /** Absent where it is the key that the record is found by. */
  name?: string,
];

/** What JSON of the record holds. */
export function packVariant(variant: VariantRecord, key?: string): PackedVariant {
  return [
    variant.source, variant.sourceDescription, variant.somatic ? 1 : 0, variant.soTerm, variant.clinicalSignificance, variant.evidence, variant.failed,
    variant.mappings.map(({ region, start, end, strand, alleleString, ancestralAllele, consequences }) =>
      [region, strand, end - start + 1, consequences.join(), alleleString, ancestralAllele === referenceOf(alleleString) ? 0 : ancestralAllele, start]),
    variant.minorAllele, variant.minorAlleleFrequency, variant.minorAlleleCount, variant.mappings.length > 0 ? null : variant.ambiguity,
    variant.synonyms.flatMap(({ name, source }) => [name, source]), ...(variant.name === key ? [] : [variant.name]) as [name?: string],
  ];
}

const decoder = new TextDecoder();

/** @param key that the record is found by */
export function decodeVariant(bytes: Uint8Array, key: string): VariantRecord {
  const [
    source, sourceDescription, somatic, soTerm, clinicalSignificance, evidence, failed, mappings, minorAllele, minorAlleleFrequency, minorAlleleCount, ambiguity, synonyms,
    name = key,
  ] = JSON.parse(decoder.decode(bytes)) as PackedVariant;
  const [first] = mappings;
  return {
    name, source, sourceDescription, somatic: somatic === 1, soTerm, minorAllele, minorAlleleFrequency, minorAlleleCount,
    ambiguity: first ? ambiguityCode(first[4].split('/')) : ambiguity,
    clinicalSignificance, evidence, failed,
    synonyms: Array.from({ length: synonyms.length / 2 }, (_, each) => ({ name: synonyms[2 * each]!, source: synonyms[2 * each + 1]! })),
    mappings: mappings.map(([region, strand, length, consequences, alleleString, ancestral, start]) => ({
      region, start, end: start + length - 1, strand, alleleString, ancestralAllele: ancestral === 0 ? referenceOf(alleleString) : ancestral,
      consequences: consequences === '' ? [] : consequences.split(','),
    })),
  };
}

function referenceOf(alleleString: string): string {
  return alleleString.split('/', 1)[0]!;
}
