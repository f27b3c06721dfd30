/** A trait, disease or phenotype that a source associates with a gene: one row of phenotype_feature with all it refers to. */
import type { Attribs } from './gene-record.ts';

/** The `gene-phenotypes` sorted table holds a list of these under each lower-cased gene stable id. */
export interface PhenotypeRecord {
  dbId: number;
  /** phenotype.description: the trait. */
  description: string;
  /** source.name, such as 'GOA'. */
  source: string;
  /** study.external_reference, such as 'PMID:8626802'. */
  study: string | null;
  ontologyAccessions: string[];
  /** phenotype_feature_attrib as [code, value]: 'associated_gene', 'MIM', 'p_value' … */
  attribs: Attribs;
}
