/** Variants that a publication cites. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithVariation } from '../variation-genome.ts';
import { describeVariant } from './variant-answer.ts';

export function variationsByPmid({ params, release }: OperationRequest<{ species: string; pmid: string }>): Promise<Answer> {
  const { species, pmid } = params;
  // The species is looked at first: what is no number is refused only for one that has variants.
  return cited(release, species, 'pmid', pmid, () => {
    if (!/^\d+$/.test(pmid)) throw new ApiError(`PMID must be an integer [got: ${pmid}]`);
    // Ensembl compares numbers.
    return pmid.replace(/^0+(?=\d)/, '');
  });
}

export function variationsByPmcid({ params, release }: OperationRequest<{ species: string; pmcid: string }>): Promise<Answer> {
  return cited(release, params.species, 'pmcid', params.pmcid, () => params.pmcid);
}

async function cited(release: Release, species: string, kind: 'pmid' | 'pmcid', id: string, checked: () => string): Promise<Answer> {
  const variants = await genomeWithVariation(release, species).variation.citedBy(kind, checked());
  if (!variants) throw new ApiError(`${kind.toUpperCase()} (${id}) not found for ${species}`);
  return { kind: 'value', value: variants.map(describeVariant) };
}
