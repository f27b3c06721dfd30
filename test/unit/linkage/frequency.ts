import { allelesOf } from '../../support/plain-model.ts';
import { at } from '../../../src/checked.ts';

/** Alternative alleles and haplotypes of a variant among some samples, all of whose genotypes are known. */
export function frequencyOf(
  genotypes: Uint8Array,
  members: readonly number[],
): [alternatives: number, haplotypes: number] {
  return [members.reduce((sum, sample) => sum + allelesOf(at(genotypes, sample)), 0), 2 * members.length];
}
