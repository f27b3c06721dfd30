/** Names of alleles in other registries: CAids of the ClinGen Allele Registry (CA9985736). */

/** JSON record of the genome's `allele-synonyms` sorted table, under the lower-cased name. */
export interface AlleleSynonym {
  /** Name of the variant in the database. */
  variant: string;
  /** HGVS of the allele on the genome, with the RefSeq accession of the region. */
  hgvs: string;
}

/** Whether a text has the form of a CAid. As in Ensembl, letters are in upper case. */
export function looksLikeCaid(text: string): boolean {
  return /^CA\d+$/.test(text);
}
