import { allelesOf } from '../../support/plain-model.ts';
import { at } from '../../../src/checked.ts';

/** Numbers of alternative alleles and of haplotypes of a variant in some samples, none of whose genotypes is missing. */
export function frequencyOf(
  genotypes: Uint8Array,
  members: readonly number[],
): [alternatives: number, haplotypes: number] {
  return [members.reduce((sum, sample) => sum + allelesOf(at(genotypes, sample)), 0), 2 * members.length];
}
