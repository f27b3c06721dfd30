/**
 * A trait, disease or phenotype that a source associates with a gene, a variant or another feature: one row of
 * phenotype_feature with all it refers to. The record stands in four tables of the genome:
 *
 *   phenotypes                  interval table, by the feature's place
 *   phenotypes-by-object        sorted table, by the lower-cased id of the feature (a gene's stable id, a variant's
 *     name …)
 *   phenotypes-by-gene-symbol   sorted table, by each lower-cased symbol that a source associates with a feature
 *     other than a gene
 *   phenotypes-by-accession     sorted table, by each lower-cased ontology accession that the phenotype is (not
 *     merely involves)
 *
 * Repeated rather than referred to, because one term may have a hundred thousand of them all over the genome: they
 * are read in one stretch where the term's records stand together. As in Ensembl, the tables by object and by gene
 * symbol hold only what is significant.
 */
import { decodeRecord, decodeRecords } from './feature-records.ts';
import type { Attribs } from './gene-record.ts';
import type { Span } from './transcript.ts';

/** Kinds of objects that phenotypes are associated with. */
export const PHENOTYPE_FEATURE_TYPES = [
  'Gene',
  'QTL',
  'RegulatoryFeature',
  'StructuralVariation',
  'SupportingStructuralVariation',
  'Variation',
] as const;
export type PhenotypeFeatureType = (typeof PHENOTYPE_FEATURE_TYPES)[number];

export interface PhenotypeRecord {
  dbId: number;
  /** phenotype_feature.is_significant. */
  significant: boolean;
  type: PhenotypeFeatureType;
  /** Stable id or name of the feature. */
  objectId: string;
  /** Where the feature stands; on a circular region start may exceed end. */
  region: string;
  start: number;
  end: number;
  /** phenotype.phenotype_id: one and the same for all features with this phenotype. */
  phenotypeId: number;
  /** phenotype.description: the trait; null where the database does not describe it. */
  description: string | null;
  /** 'trait', 'tumour' or 'non_specified'; null in databases from before phenotypes had classes. */
  phenotypeClass: string | null;
  /** source.name, such as 'GOA'. */
  source: string;
  /** study.external_reference, such as 'PMID:8626802'. */
  study: string | null;
  /** study.name of the studies that the database associates with that one. */
  associatedStudies: (string | null)[];
  /** All that the phenotype is mapped to, in whichever way. */
  ontologyAccessions: string[];
  /** phenotype_feature_attrib as [code, value]: 'associated_gene', 'MIM', 'p_value' … */
  attribs: Attribs;
  /** Names behind the attribute 'submitter_id'. */
  submitters: string[];
}

export function decodePhenotype(record: Uint8Array): PhenotypeRecord {
  return decodeRecord<PhenotypeRecord>(record);
}

export function decodePhenotypes(records: readonly Uint8Array[]): PhenotypeRecord[] {
  return decodeRecords<PhenotypeRecord>(records);
}

/** What phenotypes are sorted by: the letters of the trait in either case. One that is not described goes first. */
export function traitOrder(description: string | null): string {
  return (description ?? '').toLowerCase();
}

/** The value of an attribute; null when the record has none. */
export function attribOf({ attribs }: PhenotypeRecord, code: string): string | null {
  return attribs.find(([name]) => name === code)?.[1] ?? null;
}

/**
 * Does a feature at `place` overlap a stretch that it was found by? One that stands between two bases (an insertion,
 * whose start is its end + 1) is found by either of them, and overlaps what holds both.
 */
export function overlaps({ start, end }: PhenotypeRecord, place: Span, stretch: Span): boolean {
  return start !== end + 1 || stretch.start > stretch.end || (place.start >= stretch.start && place.end <= stretch.end);
}
