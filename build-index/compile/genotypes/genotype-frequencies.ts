import { at, only } from '../../../src/checked.ts';
import {
  type FrequencyGroup,
  type GroupedDetails,
  MANY_DIGITS,
  share,
} from '../../../src/variants/frequency-groups.ts';
import { type ListedGenotypes, listGenotypes } from '../../../src/variants/genotypes-record.ts';
import type { GenotypeGroup } from '../../../src/variants/variant-details.ts';
import type { Database } from '../../dump/database.ts';
import { memoize } from '../../memoize.ts';
import { ArrangedSamples, PopulationSets } from './arranged-samples.ts';
import { type CountedPopulation, GenotypedSamples } from './genotyped-samples.ts';

/** Numbers of alleles of samples that the database does not list for the variant. They count only for the total. */
export type UnknownAlleles = readonly (readonly [sample: number, alleles: number])[];

export type CountedFrequencies = Pick<GroupedDetails, 'alleles' | 'genotypes'>;

interface PopulationFrequencies {
  alleles: FrequencyGroup;
  genotypes: FrequencyGroup;
}

/** A list of genotypes with what was computed for it, since most variants have the same lists. */
interface KnownGenotypes {
  genotypes: SpelledGenotypes;
  /** The samples to which `uniform` refers; null before the first. */
  arranged: ArrangedSamples | null;
  /** By population and genotype: frequencies of a population whose samples all have that genotype. */
  uniform: PopulationFrequencies[];
}

const NONE = -1;

/** Counts alleles and genotypes of samples in populations. */
export class FrequencyCounter {
  readonly #populations: readonly CountedPopulation[];
  readonly #sets: PopulationSets;
  /** Of the previous group: most groups have the same samples. */
  #arranged: ArrangedSamples | undefined;
  /** By the genotypes, one per line. */
  readonly #spelled = memoize(
    (genotypes: string): KnownGenotypes => ({
      genotypes: new SpelledGenotypes(genotypes.split('\n')),
      arranged: null,
      uniform: [],
    }),
  );

  constructor(populations: readonly CountedPopulation[]) {
    this.#populations = populations;
    this.#sets = new PopulationSets(populations);
  }

  /**
   * Frequencies of alleles and genotypes, separately for each submission. Genotypes that differ only in the order of
   * their alleles are the same.
   */
  count(groups: readonly GenotypeGroup[], unknown: UnknownAlleles = []): CountedFrequencies {
    return this.countListed(this.#populations.length > 0 ? groups.map(listGenotypes) : [], unknown);
  }

  /** Like `count`, for groups that are already listed. */
  countListed(groups: readonly ListedGenotypes[], unknown: UnknownAlleles): CountedFrequencies {
    const result: CountedFrequencies = { alleles: [], genotypes: [] };
    if (this.#populations.length === 0) return result;
    const bySubmission =
      groups.length === 1
        ? [this.#counted(only(groups))]
        : [...Map.groupBy(groups, ({ submission }) => submission).values()].map((called) =>
            called.map((group) => this.#counted(group)).reduce(joined),
          );
    for (let each = 0; each < this.#populations.length; each++) {
      const { samples } = this.#populations[each]!;
      const others = unknown.length > 0 ? unknown.filter(([sample]) => samples.has(sample)) : unknown;
      const otherAlleles = others.length > 0 ? others.reduce((sum, [, alleles]) => sum + alleles, 0) : 0;
      for (const counted of bySubmission) {
        const [alleles, genotypes] = [counted.alleles[each]!, counted.genotypes[each]!];
        if (alleles.names.length > 0) result.alleles.push(withUnknown(alleles, otherAlleles));
        if (genotypes.names.length > 0) result.genotypes.push(withUnknown(genotypes, others.length));
      }
    }
    return result;
  }

  /** By population. Alleles and genotypes are in the order of the first samples that have them. */
  #counted(group: ListedGenotypes): CountedFrequencies {
    if (this.#arranged?.samples !== group.samples) this.#arranged = new ArrangedSamples(group.samples, this.#sets);
    const arranged = this.#arranged;
    arranged.count(group);
    const [spelled, different, submission] = [
      this.#spelling(group.genotypes, arranged),
      group.genotypes.length,
      group.submission,
    ];
    const alleles = new Array<FrequencyGroup>(this.#populations.length);
    const genotypes = new Array<FrequencyGroup>(this.#populations.length);
    for (let each = 0; each < this.#populations.length; each++) {
      const { name: population, samples } = this.#populations[each]!;
      // For most rare variants, all samples of a population have one genotype. The frequencies are then known.
      const uniform = submission === null ? arranged.uniform(each) : NONE;
      const known = uniform === NONE ? undefined : spelled.uniform[each * different + uniform];
      if (known) {
        alleles[each] = known.alleles;
        genotypes[each] = known.genotypes;
        continue;
      }
      const codes = arranged.shown(each);
      const shown = spelled.genotypes.inOrder(codes);
      const { allelesOf, genotypeOf } = shown;
      const alleleCounts = zeros(shown.alleles.length);
      const genotypeCounts = zeros(shown.genotypes.length);
      for (let index = 0; index < codes.length; index++) {
        const count = arranged.counts[each * different + codes[index]!]!;
        genotypeCounts[genotypeOf[index]!]! += count;
        const alleleCodes = allelesOf[index]!;
        for (let allele = 0; allele < alleleCodes.length; allele++) alleleCounts[alleleCodes[allele]!]! += count;
      }
      const counted: PopulationFrequencies = {
        alleles: {
          population,
          submission,
          digits: MANY_DIGITS,
          names: shown.alleles,
          counts: alleleCounts,
          usual: undefined,
          pooled: undefined,
        },
        genotypes: {
          population,
          submission,
          digits: MANY_DIGITS,
          names: shown.genotypes,
          counts: genotypeCounts,
          usual: samples.size,
          pooled: undefined,
        },
      };
      if (uniform !== NONE) spelled.uniform[each * different + uniform] = counted;
      alleles[each] = counted.alleles;
      genotypes[each] = counted.genotypes;
    }
    return { alleles, genotypes };
  }

  #spelling(genotypes: readonly string[], arranged: ArrangedSamples): KnownGenotypes {
    const spelled = this.#spelled(genotypes.join('\n'));
    if (spelled.arranged !== arranged) [spelled.arranged, spelled.uniform] = [arranged, []];
    return spelled;
  }
}

/** Sums of two groups by population. Alleles and genotypes of the second group follow those of the first. */
function joined(first: CountedFrequencies, second: CountedFrequencies): CountedFrequencies {
  const join = (one: FrequencyGroup, other: FrequencyGroup): FrequencyGroup => {
    const sums = new Map<string, number>();
    for (const { names, counts } of [one, other])
      for (const [each, name] of names.entries()) sums.set(name, (sums.get(name) ?? 0) + (counts[each] ?? 0));
    return { ...one, names: [...sums.keys()], counts: [...sums.values()] };
  };
  return {
    alleles: first.alleles.map((one, each) => join(one, at(second.alleles, each))),
    genotypes: first.genotypes.map((one, each) => join(one, at(second.genotypes, each))),
  };
}

/** Adds unknown alleles or genotypes to the total of which the frequencies are shares. */
function withUnknown(group: FrequencyGroup, others: number): FrequencyGroup {
  if (others === 0) return group;
  const counts = group.counts as number[];
  const total = counts.reduce((sum, count) => sum + count, others);
  return { ...group, digits: 0, frequencies: counts.map((count) => share(count, total, MANY_DIGITS)) };
}

/** Most variants have two alleles and three genotypes. Array literals of these lengths are the fastest to create. */
function zeros(length: number): number[] {
  return length === 1 ? [0] : length === 2 ? [0, 0] : length === 3 ? [0, 0, 0] : new Array<number>(length).fill(0);
}

/** The genotypes of a population, with their alleles in order of appearance. */
interface ShownGenotypes {
  alleles: string[];
  /** Genotypes that differ only in the order of their alleles are merged. */
  genotypes: string[];
  /** Of each original genotype: indexes of its alleles in `alleles`. */
  allelesOf: readonly (readonly number[])[];
  /** Of each original genotype: its index in `genotypes`. */
  genotypeOf: readonly number[];
}

/** An order of fewer genotypes than this is encoded as the digits of a number. */
const FEW = 8;

/** The genotypes of a variant, spelled once for all populations. */
class SpelledGenotypes {
  /** By genotype: its alleles in alphabetical order. */
  readonly #alleles: readonly (readonly string[])[];
  /** By the codes of a population's genotypes. */
  readonly #shown = new Map<number | string, ShownGenotypes>();

  /** @param genotypes such as 'A|G' */
  constructor(genotypes: readonly string[]) {
    this.#alleles = genotypes.map((genotype) => genotype.split('|').sort());
  }

  /** @param codes indexes of the genotypes, in the order of the first samples that have them */
  inOrder(codes: readonly number[]): ShownGenotypes {
    const key = this.#alleles.length < FEW ? numberOf(codes) : codes.join();
    let shown = this.#shown.get(key);
    if (!shown) this.#shown.set(key, (shown = this.#spell(codes)));
    return shown;
  }

  #spell(codes: readonly number[]): ShownGenotypes {
    const parts = codes.map((code) => at(this.#alleles, code));
    const names = parts.map((alleles) => alleles.join('|'));
    const [alleles, genotypes] = [[...new Set(parts.flat())], [...new Set(names)]];
    return {
      alleles,
      genotypes,
      allelesOf: parts.map((each) => each.map((allele) => alleles.indexOf(allele))),
      genotypeOf: names.map((name) => genotypes.indexOf(name)),
    };
  }
}

function numberOf(codes: readonly number[]): number {
  let number = 0;
  for (let each = 0; each < codes.length; each++) number = FEW * number + codes[each]! + 1;
  return number;
}

/**
 * The samples of a variation database, and a counter of their genotypes in the populations without stored frequencies.
 */
export async function countedSamples(
  database: Database,
): Promise<{ samples: GenotypedSamples; counter: FrequencyCounter }> {
  const samples = await GenotypedSamples.load(database);
  return { samples, counter: new FrequencyCounter(await samples.countedPopulations(database)) };
}
