/**
 * A trait, disease or phenotype that a source associates with a gene, a variant or another feature: one row of
 * phenotype_feature with all it refers to. Four tables of the genome contain the record:
 *
 *   phenotypes                  interval table, by the feature's place
 *   phenotypes-by-object        sorted table, by the lower-cased id of the feature (a gene's stable id, a variant's
 *     name …)
 *   phenotypes-by-gene-symbol   sorted table, by each lower-cased symbol that a source associates with a feature
 *     other than a gene
 *   phenotypes-by-accession     sorted table, by each lower-cased ontology accession that the phenotype is (not
 *     merely involves)
 *
 * The tables repeat the records instead of referring to them: one term may have a hundred thousand of them all over
 * the genome, and this way they are adjacent and cost one read. As in Ensembl, the tables by object and by gene symbol
 * contain only significant associations.
 */
import { decodeRecord, decodeRecords } from './feature-records.ts';
import { attribValue, type Attribs } from './gene-record.ts';
import type { Strand } from './seq-region.ts';
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
  /** Place of the feature, 1-based inclusive; on a circular region start may exceed end. */
  region: string;
  start: number;
  end: number;
  /** Null where the database has none. */
  strand: Strand | null;
  /** phenotype_feature.DNA_type; null where the database has none. */
  dnaType: 'Germline' | 'Somatic' | null;
  /** phenotype.phenotype_id: the same for all features with this phenotype. */
  phenotypeId: number;
  /** phenotype.description: the trait; null where the database does not describe it. */
  description: string | null;
  /** 'trait', 'tumour' or 'non_specified'; null in databases from before phenotypes had classes. */
  phenotypeClass: string | null;
  /** source.name, such as 'GOA'. */
  source: string;
  /** study.external_reference, such as 'PMID:8626802'. */
  study: string | null;
  /** study.name of the studies that the database associates with `study`. */
  associatedStudies: (string | null)[];
  /** All accessions that the phenotype is mapped to, with any kind of mapping. */
  ontologyAccessions: string[];
  /** phenotype_feature_attrib as [code, value]: 'associated_gene', 'MIM', 'p_value' … */
  attribs: Attribs;
  /** Names of the submitters that the attribute 'submitter_id' refers to. */
  submitters: string[];
}

export function decodePhenotype(record: Uint8Array): PhenotypeRecord {
  return decodeRecord<PhenotypeRecord>(record);
}

export function decodePhenotypes(records: readonly Uint8Array[]): PhenotypeRecord[] {
  return decodeRecords<PhenotypeRecord>(records);
}

/** Sort key of phenotypes: the trait in lower case. Phenotypes without a description come first. */
export function traitSortKey(description: string | null): string {
  return (description ?? '').toLowerCase();
}

/** The value of an attribute; null when the record has none. */
export function attribOf({ attribs }: PhenotypeRecord, code: string): string | null {
  return attribValue(attribs, code) ?? null;
}

/**
 * Does a feature at `place` overlap the span that a search found it by? A search finds an insertion (start = end + 1)
 * by either of the two bases next to it, but only a span with both bases overlaps it.
 */
export function overlaps({ start, end }: PhenotypeRecord, place: Span, span: Span): boolean {
  return start !== end + 1 || span.start > span.end || (place.start >= span.start && place.end <= span.end);
}
