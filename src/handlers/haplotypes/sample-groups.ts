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

export function groupSamples(variants: readonly PlacedVariant[], ploidies: readonly number[]): SampleGroups {
  const none = new Pattern(null, null);
  // A sample with genotypes of variants elsewhere only has translated sequences too.
  const elsewhere = new Pattern(null, null);
  const patterns = ploidies.map(() => none);
  for (const { variant, genotypes } of variants) {
    const { samples, codes } = variant;
    for (let each = 0; each < samples.length; each++) {
      const [sample, code] = [at(samples, each), at(codes, each)];
      const pattern = patterns[sample] === none ? elsewhere : at(patterns, sample);
      patterns[sample] = genotypes ? pattern.with(at(genotypes, code), code) : pattern;
    }
  }
  const groups: SampleGroup[] = [];
  const groupOf = new Int32Array(ploidies.length);
  for (let sample = 0; sample < ploidies.length; sample++) {
    const [pattern, ploidy] = [at(patterns, sample), at(ploidies, sample)];
    let number = pattern.groups[ploidy];
    if (number === undefined) {
      pattern.groups[ploidy] = number = groups.length;
      groups.push({ genotypes: pattern === none ? null : pattern.genotypes(), ploidy, size: 0 });
    }
    groupOf[sample] = number;
    at(groups, number).size++;
  }
  return { groups, groupOf };
}

/** Genotypes of some of the variants, as a list that shares its beginning with others. */
class Pattern {
  readonly #before: Pattern | null;
  readonly #genotype: PlacedGenotype | null;
  /** The variant that was added last, and the patterns with its genotypes, by code. */
  #added: GenotypedVariant | null = null;
  #extended: Pattern[] = [];
  /** Numbers of the groups with this pattern, by ploidy. */
  readonly groups: (number | undefined)[] = [];

  constructor(before: Pattern | null, genotype: PlacedGenotype | null) {
    this.#before = before;
    this.#genotype = genotype;
  }

  /** This pattern and one more genotype. Those of one variant are added before those of another. */
  with(genotype: PlacedGenotype, code: number): Pattern {
    if (this.#added !== genotype.variant) {
      this.#added = genotype.variant;
      this.#extended = [];
    }
    return (this.#extended[code] ??= new Pattern(this, genotype));
  }

  genotypes(): PlacedGenotype[] {
    const found: PlacedGenotype[] = [];
    for (let each: Pattern | null = this; each !== null; each = each.#before)
      if (each.#genotype) found.push(each.#genotype);
    return found.reverse();
  }
}
