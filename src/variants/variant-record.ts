/**
 * A short variant (SNV, insertion, deletion …) with what nearly every request about it asks for: one record of the
 * genome's `variants` sorted table, under its name and under each synonym (variantKey). It stands whole under each of
 * them, so that a synonym costs no further read; where several variants share a synonym, all are there in the order of
 * the database, and one that bears the name itself comes before them.
 *
 * What only few requests ask for (frequencies, genotypes, phenotypes, chips) stands under the same keys in the table
 * `variant-details`: src/variants/variant-details.ts.
 *
 * Stored as a JSON array, in the order of `packVariant`: gzip finds repeated texts, but not what is never written.
 */
import type { RegionRef } from '../genome/seq-region.ts';

/** One place of a variant on the genome: a row of variation_feature. */
export interface VariantMapping {
  /** variation_feature.variation_feature_id. */
  dbId: number;
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
  /** variation.variation_id. */
  dbId: number;
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

type PackedMapping = [dbId: number, region: RegionRef, start: number, length: number, strand: 1 | -1, alleles: string, ancestral: string | null, consequences: string];

type PackedVariant = [
  dbId: number, name: string, source: string, sourceDescription: string | null, somatic: 0 | 1, soTerm: string,
  minorAllele: string | null, minorAlleleFrequency: number | null, minorAlleleCount: number | null, ambiguity: string | null,
  clinicalSignificance: string[], evidence: string[], failed: string[], synonyms: string[], mappings: PackedMapping[],
];

/** What JSON of the record holds. */
export function packVariant(variant: VariantRecord): PackedVariant {
  return [
    variant.dbId, variant.name, variant.source, variant.sourceDescription, variant.somatic ? 1 : 0, variant.soTerm,
    variant.minorAllele, variant.minorAlleleFrequency, variant.minorAlleleCount, variant.ambiguity,
    variant.clinicalSignificance, variant.evidence, variant.failed,
    variant.synonyms.flatMap(({ name, source }) => [name, source]),
    variant.mappings.map(({ dbId, region, start, end, strand, alleleString, ancestralAllele, consequences }) =>
      [dbId, region, start, end - start + 1, strand, alleleString, ancestralAllele, consequences.join()]),
  ];
}

const decoder = new TextDecoder();

export function decodeVariant(bytes: Uint8Array): VariantRecord {
  const [
    dbId, name, source, sourceDescription, somatic, soTerm, minorAllele, minorAlleleFrequency, minorAlleleCount, ambiguity,
    clinicalSignificance, evidence, failed, synonyms, mappings,
  ] = JSON.parse(decoder.decode(bytes)) as PackedVariant;
  return {
    dbId, name, source, sourceDescription, somatic: somatic === 1, soTerm, minorAllele, minorAlleleFrequency, minorAlleleCount, ambiguity,
    clinicalSignificance, evidence, failed,
    synonyms: Array.from({ length: synonyms.length / 2 }, (_, each) => ({ name: synonyms[2 * each]!, source: synonyms[2 * each + 1]! })),
    mappings: mappings.map(([id, region, start, length, strand, alleleString, ancestralAllele, consequences]) => ({
      dbId: id, region, start, end: start + length - 1, strand, alleleString, ancestralAllele,
      consequences: consequences === '' ? [] : consequences.split(','),
    })),
  };
}
