/** Variants by name or publication: variation. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { FoundVariant } from '../../release/variation.ts';
import { reserveForRecords, type RequestBudgets } from '../../operation/memory-reservation.ts';
import { genomeWithVariation } from '../resolve/genome.ts';
import { describeFound, NO_PARTS, type VariantParts, describeVariant } from './variant-answer.ts';
import { refusePartlyPlaced } from '../resolve/placed-variant.ts';
import type { Release } from '../../release/release.ts';

/** Of the optional parts, Ensembl's variants of a publication have only the chips. */
interface CitedParameters {
  species: string;
  genotyping_chips: boolean;
}

interface VariantParameters extends VariantParts {
  species: string;
}

export async function variation({
  params,
  release,
}: OperationRequest<VariantParameters & { id: string }>): Promise<Answer> {
  const genome = await genomeWithVariation(release, params.species);
  const {
    found: [found],
    describe,
  } = await readVariants(genome, [params.id], params);
  if (!found) throw new ApiError(`${params.id} not found for ${params.species}`);
  if (!found.structural) refusePartlyPlaced([found.variant]);
  return { kind: 'value', value: describe(found) };
}

/**
 * POST variation: an object with the names of variants in the database as keys; omits unknown variants and those on
 * missing regions.
 */
export async function variations(request: OperationRequest<VariantParameters>): Promise<Answer> {
  const { params, items, release } = request;
  const genome = await genomeWithVariation(release, params.species);
  const { found, describe } = await readVariants(genome, [...new Set(items)], params, request);
  return {
    kind: 'value',
    value: Object.fromEntries(
      found.flatMap((each) =>
        each && (each.structural || !each.variant.isPartlyPlaced) ? [[each.variant.name, describe(each)]] : [],
      ),
    ),
  };
}

/** Reads variants, their requested parts and the sample names in the same waves. */
async function readVariants(
  genome: Genome,
  names: readonly string[],
  parts: VariantParts,
  budgets?: RequestBudgets,
): Promise<{
  found: (FoundVariant | null)[];
  describe: (found: FoundVariant) => object;
}> {
  const { pops, genotypes, genotyping_chips: chips, phenotypes, population_genotypes: populationGenotypes } = parts;
  const wanted = { details: pops || chips || phenotypes || populationGenotypes, genotypes };
  if (budgets)
    await reserveForRecords(
      budgets,
      await genome.variation.storedBytes(names, wanted),
      'fewer ids or fewer optional parts',
    );
  const [found, samples] = await Promise.all([
    genome.variation.find(names, wanted),
    genotypes ? genome.document('genotyped-samples') : null,
  ]);
  return { found, describe: (each) => describeFound(each, parts, samples ?? []) };
}

export function variationsByPmid({
  params,
  release,
  work,
  memory,
}: OperationRequest<CitedParameters & { pmid: string }>): Promise<Answer> {
  const { pmid } = params;
  // As in Ensembl, errors of the species precede those of the id.
  return cited(
    release,
    params,
    'pmid',
    pmid,
    () => {
      if (!/^\d+$/.test(pmid)) throw new ApiError(`PMID must be an integer [got: ${pmid}]`);
      // Ensembl compares PubMed ids as numbers.
      return pmid.replace(/^0+(?=\d)/, '');
    },
    { work, memory },
  );
}

export function variationsByPmcid({
  params,
  release,
  work,
  memory,
}: OperationRequest<CitedParameters & { pmcid: string }>): Promise<Answer> {
  return cited(release, params, 'pmcid', params.pmcid, () => params.pmcid, { work, memory });
}

async function cited(
  release: Release,
  { species, genotyping_chips }: CitedParameters,
  kind: 'pmid' | 'pmcid',
  id: string,
  checked: () => string,
  budgets: RequestBudgets,
): Promise<Answer> {
  const genome = await genomeWithVariation(release, species);
  const variants = await genome.variation.citedBy(kind, checked());
  if (!variants) throw new ApiError(`${kind.toUpperCase()} (${id}) not found for ${species}`);
  if (!genotyping_chips) return { kind: 'value', value: variants.map(describeVariant) };
  const { found, describe } = await readVariants(
    genome,
    variants.map(({ name }) => name),
    { ...NO_PARTS, genotyping_chips },
    budgets,
  );
  return {
    kind: 'value',
    value: variants.map((variant, which) => {
      const each = found[which];
      return each?.variant.name === variant.name
        ? describe(each)
        : { ...describeVariant(variant), genotyping_chips: [] };
    }),
  };
}
