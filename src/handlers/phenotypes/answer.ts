/** How the phenotype operations show a phenotype record. */
import { attribOf, type PhenotypeRecord } from '../../genome/phenotype-record.ts';

/** What a request asks to see beside the usual. */
export interface PhenotypeDetails {
  include_pubmed_id: boolean;
  include_review_status: boolean;
  include_submitter?: boolean;
}

/** Which classes of phenotypes a request wants; those of databases without classes are always wanted. */
export interface PhenotypeClasses {
  trait: boolean;
  tumour: boolean;
  non_specified: boolean;
}

export function isOfClass({ phenotypeClass }: PhenotypeRecord, classes: PhenotypeClasses): boolean {
  return phenotypeClass === null || !(phenotypeClass in classes) || classes[phenotypeClass as keyof PhenotypeClasses];
}

/**
 * As every phenotype operation begins to describe a phenotype.
 *
 * @param location where it stands, when a slice shows it elsewhere
 */
export function describePhenotype(
  record: PhenotypeRecord,
  details: PhenotypeDetails,
  location = locationOf(record),
): Record<string, unknown> {
  const { description, source } = record;
  const attributes = describeAttributes(record, details);
  // Not put together of objects: a term has thousands of these.
  return attributes ? { description, source, location, attributes } : { description, source, location };
}

export function describeOntologies({ ontologyAccessions }: PhenotypeRecord): { ontology_accessions?: string[] } {
  return ontologyAccessions.length > 0 ? { ontology_accessions: ontologyAccessions } : {};
}

function locationOf({ region, start, end }: PhenotypeRecord): string {
  return `${region}:${start}-${end}`;
}

/** Attributes that are always shown: by their code in the database, which may differ from their name in answers. */
const SHOWN: readonly [code: string, name: string][] = [
  ['risk_allele', 'risk_allele'],
  ['clinvar_clin_sig', 'clinical_significance'],
  ['external_id', 'external_id'],
  ['p_value', 'p_value'],
  ['odds_ratio', 'odds_ratio'],
  ['beta_coef', 'beta_coefficient'],
  ['associated_gene', 'associated_gene'],
  ['MIM', 'MIM'],
];

/** Null where there are none to show. */
function describeAttributes(
  record: PhenotypeRecord,
  details: PhenotypeDetails,
): Record<string, string | string[]> | null {
  const attributes: Record<string, string | string[]> = {};
  if (record.attribs.length > 0) {
    for (const [code, name] of SHOWN) {
      const value = attribOf(record, code);
      if (value !== null) attributes[name] = code === 'clinvar_clin_sig' ? value.toLowerCase() : value;
    }
  }
  if (record.study !== null) attributes.external_reference = record.study;
  const pubmed = attribOf(record, 'pubmed_id');
  if (details.include_pubmed_id && pubmed) attributes.pubmed_ids = pubmed.split(',').map((id) => `PMID:${id}`);
  const status = attribOf(record, 'review_status');
  if (details.include_review_status && status !== null) attributes.review_status = status;
  if (details.include_submitter && record.submitters.length > 0) attributes.submitter_names = record.submitters;
  return Object.keys(attributes).length > 0 ? attributes : null;
}
