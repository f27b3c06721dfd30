/**
 * Samples with the same genotypes of a transcript's variants have the same haplotypes, which are computed once. Of
 * thousands of samples, most are in a few groups.
 */
import { at } from '../../checked.ts';
import type { GenotypedVariant } from './genotyped-variants.ts';

/** A genotype of a variant within the coding sequence. */
export interface PlacedGenotype {
  variant: GenotypedVariant;
  place: { start: number; end: number };
  alleles: readonly string[];
  /** Text that distinguishes the variant with each allele, and without one. */
  marks: readonly string[];
  without: string;
}

/** A variant, and its genotypes by code; null for a variant that is not within the coding sequence. */
export interface PlacedVariant {
  variant: GenotypedVariant;
  genotypes: readonly PlacedGenotype[] | null;
}

export interface SampleGroup {
  /** In the order of the variants; null for samples without any genotyped variant. */
  genotypes: readonly PlacedGenotype[] | null;
  /** Haplotypes of each sample. */
  ploidy: number;
  /** Number of samples. */
  size: number;
}

export interface SampleGroups {
  /** In the order of their first samples. */
  groups: readonly SampleGroup[];
  /** Number of the group of each sample. */
  groupOf: Int32Array;
}

/**
 * Groups samples with the same genotypes and ploidy.
 *
 * @param variants the last in the coding sequence first
 * @param ploidies haplotypes of each sample, by number; as many as there are samples
 */
export function groupSamples(variants: readonly PlacedVariant[], ploidies: readonly number[]): SampleGroups {
  const none = new GenotypeList(null, null);
  // A sample with genotypes of variants elsewhere only has translated sequences too.
  const elsewhere = new GenotypeList(null, null);
  const lists = ploidies.map(() => none);
  for (const { variant, genotypes } of variants) {
    const { samples, codes } = variant;
    for (let each = 0; each < samples.length; each++) {
      const [sample, code] = [at(samples, each), at(codes, each)];
      const list = lists[sample] === none ? elsewhere : at(lists, sample);
      lists[sample] = genotypes ? list.extendedBy(at(genotypes, code), code) : list;
    }
  }
  const groups: SampleGroup[] = [];
  const groupOf = new Int32Array(ploidies.length);
  for (let sample = 0; sample < ploidies.length; sample++) {
    const [list, ploidy] = [at(lists, sample), at(ploidies, sample)];
    list.groups ??= [];
    let number = list.groups[ploidy];
    if (number === undefined) {
      list.groups[ploidy] = number = groups.length;
      groups.push({ genotypes: list === none ? null : list.genotypes(), ploidy, size: 0 });
    }
    groupOf[sample] = number;
    at(groups, number).size++;
  }
  return { groups, groupOf };
}

/** Genotypes of some of the variants, as a list that shares its beginning with others. */
class GenotypeList {
  readonly #previous: GenotypeList | null;
  readonly #genotype: PlacedGenotype | null;
  /** The variant that was added last, and the lists with its genotypes, by code. */
  #added: GenotypedVariant | null = null;
  #extended: GenotypeList[] | null = null;
  /** Numbers of the groups with these genotypes, by ploidy. */
  groups: (number | undefined)[] | null = null;

  constructor(previous: GenotypeList | null, genotype: PlacedGenotype | null) {
    this.#previous = previous;
    this.#genotype = genotype;
  }

  /** This list and one more genotype. Those of one variant are added before those of another. */
  extendedBy(genotype: PlacedGenotype, code: number): GenotypeList {
    if (this.#added !== genotype.variant || !this.#extended) {
      this.#added = genotype.variant;
      this.#extended = [];
    }
    return (this.#extended[code] ??= new GenotypeList(this, genotype));
  }

  genotypes(): PlacedGenotype[] {
    const found: PlacedGenotype[] = [];
    for (let each: GenotypeList | null = this; each !== null; each = each.#previous)
      if (each.#genotype) found.push(each.#genotype);
    return found.reverse();
  }
}
