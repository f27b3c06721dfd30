/** Variants by name: one, or many at a time. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { FoundVariant } from '../../release/variation.ts';
import { setAside, type Means } from '../set-aside.ts';
import { genomeWithVariation } from '../variation-genome.ts';
import { describeFound, type VariantParts } from './variant-answer.ts';

interface VariantParameters extends VariantParts {
  species: string;
}

export async function variation({ params, release }: OperationRequest<VariantParameters & { id: string }>): Promise<Answer> {
  const genome = genomeWithVariation(release, params.species);
  const { found: [found], describe } = await readVariants(genome, [params.id], params);
  if (!found) throw new ApiError(`${params.id} not found for ${params.species}`);
  return { kind: 'value', value: describe(found) };
}

/** By their names in the database; unknown ones are left out. */
export async function variations(request: OperationRequest<VariantParameters>): Promise<Answer> {
  const { params, items, release } = request;
  const genome = genomeWithVariation(release, params.species);
  const { found, describe } = await readVariants(genome, [...new Set(items)], params, request);
  return { kind: 'value', value: Object.fromEntries(found.flatMap((each) => (each ? [[each.variant.name, describe(each)]] : []))) };
}

/** Everything in the same waves: the variants, what the request wants beside them, and the names of the samples. */
async function readVariants(genome: Genome, names: readonly string[], parts: VariantParts, means?: Means): Promise<{
  found: (FoundVariant | null)[]; describe: (found: FoundVariant) => object;
}> {
  const { pops, genotypes, genotyping_chips: chips, phenotypes, population_genotypes: populationGenotypes } = parts;
  const wishes = { details: pops || chips || phenotypes || populationGenotypes, genotypes };
  if (means) await setAside(means, await genome.variation.storedBytes(names, wishes), 'fewer ids, or less of what is known of them');
  const [found, samples] = await Promise.all([
    genome.variation.find(names, wishes),
    genotypes ? genome.document('genotyped-samples') : null,
  ]);
  return { found, describe: (each) => describeFound(each, parts, samples ?? []) };
}
