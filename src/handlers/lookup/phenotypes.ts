/** Phenotypes of genes and variants for lookup/id and the variation operations. */
import { at } from '../../checked.ts';
import { attribOf, traitSortKey, type PhenotypeRecord } from '../../genome/phenotype-record.ts';
import type { Release } from '../../release/release.ts';
import type { FoundObject } from '../resolve/stable-id.ts';

/**
 * The phenotypes of each gene; undefined for objects of other types. One wave of reads. Phenotypes are in the
 * core genome of a species, also for genes of other databases.
 */
export async function readPhenotypes(
  release: Release,
  objects: readonly FoundObject[],
): Promise<(object[] | undefined)[]> {
  const phenotypes: object[][] = new Array(objects.length);
  const genes = [...objects.keys()].filter((which) => at(objects, which).type === 'Gene');
  await Promise.all(
    [...Map.groupBy(genes, (which) => at(objects, which).genome.species)].map(async ([species, which]) => {
      const core = await release.findGenome(species);
      const found = await core?.phenotypes.of(which.map((each) => at(objects, each).id));
      for (const [index, each] of which.entries())
        phenotypes[each] = describePhenotypes((found?.[index] ?? []).filter(({ type }) => type === 'Gene'));
    }),
  );
  return phenotypes;
}

/**
 * Phenotypes sorted by trait, without duplicates as Ensembl defines them: for genes, phenotypes with ontology terms or
 * evidence are never duplicates; for variants, terms and evidence are not compared.
 */
export function describePhenotypes(records: readonly PhenotypeRecord[], object: 'gene' | 'variant' = 'gene'): object[] {
  const seen = new Set<string>();
  return records
    .map(describePhenotype)
    .filter((phenotype) => {
      const { ontology_accessions: terms, evidence, ...rest } = phenotype;
      if (object === 'gene' && (terms || evidence)) return true;
      const key = JSON.stringify(rest);
      return !seen.has(key) && seen.add(key);
    })
    .map((phenotype) => ({ phenotype, order: traitSortKey(phenotype.trait) }))
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
    .map(({ phenotype }) => phenotype);
}

/** `genes` and `variants` are null if they have no value; other keys without value are omitted. */
function describePhenotype(record: PhenotypeRecord) {
  const { description, source, study, associatedStudies, ontologyAccessions } = record;
  const attrib = (code: string) => attribOf(record, code) || null;
  /** 0 counts as no value. */
  const value = (code: string) => (attribOf(record, code) === '0' ? null : attrib(code));
  const optional = {
    study,
    risk_allele: value('risk_allele'),
    pvalue: value('p_value'),
    beta_coefficient: value('beta_coef'),
  };
  return {
    trait: description,
    source,
    genes: attrib('associated_gene'),
    variants: attrib('variation_names'),
    ...Object.fromEntries(Object.entries(optional).filter(([, each]) => each !== null)),
    ...(associatedStudies.length > 0 ? { evidence: associatedStudies } : undefined),
    ...(ontologyAccessions.length > 0 ? { ontology_accessions: ontologyAccessions } : undefined),
  };
}
