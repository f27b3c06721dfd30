/** The traits and diseases that sources associate with genes, as lookup/id lists them on request. */
import { at } from '../../checked.ts';
import { attribOf, traitSortKey, type PhenotypeRecord } from '../../genome/phenotype-record.ts';
import type { Release } from '../../release/release.ts';
import type { FoundObject } from '../resolve/stable-id.ts';

/**
 * What is associated with each object that is a gene; undefined for objects of other types. One wave of reads.
 * Variation databases belong to the core genome of a species, whichever database the gene comes from.
 */
export async function readPhenotypes(
  release: Release,
  objects: readonly FoundObject[],
): Promise<(object[] | undefined)[]> {
  const phenotypes: object[][] = new Array(objects.length);
  const genes = [...objects.keys()].filter((which) => at(objects, which).type === 'Gene');
  await Promise.all(
    [...Map.groupBy(genes, (which) => at(objects, which).genome.species)].map(async ([species, which]) => {
      const found = await release.findGenome(species)?.phenotypes.of(which.map((each) => at(objects, each).id));
      which.forEach(
        (each, place) =>
          (phenotypes[each] = describePhenotypes((found?.[place] ?? []).filter(({ type }) => type === 'Gene'))),
      );
    }),
  );
  return phenotypes;
}

/**
 * In order of the trait's letters, each thing said once.
 *
 * @param of Ensembl never takes two phenotypes of a gene for the same when they have lists (ontology terms, evidence);
 * of a
 *   variant, it does not look at these
 */
export function describePhenotypes(records: readonly PhenotypeRecord[], of: 'gene' | 'variant' = 'gene'): object[] {
  const seen = new Set<string>();
  return records
    .map(describePhenotype)
    .filter((phenotype) => {
      const { ontology_accessions: terms, evidence, ...rest } = phenotype;
      if (of === 'gene' && (terms || evidence)) return true;
      const said = JSON.stringify(rest);
      return !seen.has(said) && seen.add(said);
    })
    .map((phenotype) => ({ phenotype, order: traitSortKey(phenotype.trait) }))
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
    .map(({ phenotype }) => phenotype);
}

/** Genes and variants without a value are null, everything else without one is left out. */
function describePhenotype(record: PhenotypeRecord) {
  const { description, source, study, associatedStudies, ontologyAccessions } = record;
  const attrib = (code: string) => attribOf(record, code) || null;
  /** A zero says as little as nothing. */
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
