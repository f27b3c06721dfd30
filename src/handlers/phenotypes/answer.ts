/** Describes phenotype records for the phenotype operations. */
import { attribOf, type PhenotypeRecord } from '../../genome/phenotype-record.ts';

/** Optional parts of the answer. */
export interface PhenotypeDetails {
  include_pubmed_id: boolean;
  include_review_status: boolean;
  include_submitter?: boolean;
}

/** Classes of phenotypes to include. Phenotypes without class are always included. */
export interface PhenotypeClasses {
  trait: boolean;
  tumour: boolean;
  non_specified: boolean;
}

export function isOfClass({ phenotypeClass }: PhenotypeRecord, classes: PhenotypeClasses): boolean {
  switch (phenotypeClass) {
    case 'trait':
      return classes.trait;
    case 'tumour':
      return classes.tumour;
    case 'non_specified':
      return classes.non_specified;
    default:
      return true;
  }
}

/**
 * The keys of a phenotype that all phenotype operations share.
 *
 * @param location the location on the requested region, if it differs from that of the record
 */
export function describePhenotype(
  record: PhenotypeRecord,
  details: PhenotypeDetails,
  location = locationOf(record),
): Record<string, unknown> {
  const { description, source } = record;
  const attributes = describeAttributes(record, details);
  // No spread of objects, for speed: a term can have thousands of phenotypes.
  return attributes ? { description, source, location, attributes } : { description, source, location };
}

export function describeOntologies({ ontologyAccessions }: PhenotypeRecord): { ontology_accessions?: string[] } {
  return ontologyAccessions.length > 0 ? { ontology_accessions: ontologyAccessions } : {};
}

function locationOf({ region, start, end }: PhenotypeRecord): string {
  return `${region}:${start}-${end}`;
}

/** Attributes that are always included: code in the database and name in answers. */
const ATTRIBUTES: readonly [code: string, name: string][] = [
  ['risk_allele', 'risk_allele'],
  ['clinvar_clin_sig', 'clinical_significance'],
  ['external_id', 'external_id'],
  ['p_value', 'p_value'],
  ['odds_ratio', 'odds_ratio'],
  ['beta_coef', 'beta_coefficient'],
  ['associated_gene', 'associated_gene'],
  ['MIM', 'MIM'],
];

/** The attributes of a phenotype; null if there are none. */
function describeAttributes(
  record: PhenotypeRecord,
  details: PhenotypeDetails,
): Record<string, string | string[]> | null {
  const attributes: Record<string, string | string[]> = {};
  if (record.attribs.length > 0) {
    for (const [code, name] of ATTRIBUTES) {
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
