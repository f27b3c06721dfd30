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

/** Alleles of samples that the variant does not have in the database: they count for the whole, as nothing. */
export type UnknownAlleles = readonly (readonly [sample: number, alleles: number])[];

export type CountedFrequencies = Pick<GroupedDetails, 'alleles' | 'genotypes'>;

/** Of a population. */
interface CountedTogether {
  alleles: FrequencyGroup;
  genotypes: FrequencyGroup;
}

/** Genotypes of variants, spelt, and by population and genotype what is told of a population that has no other. */
interface KnownGenotypes {
  genotypes: SpelledGenotypes;
  /** Of these samples; null for those of none yet. */
  arranged: ArrangedSamples | null;
  alike: CountedTogether[];
}

const NONE = -1;

/** Counts alleles and genotypes of samples in populations. */
export class FrequencyCounter {
  readonly #populations: readonly CountedPopulation[];
  readonly #sets: PopulationSets;
  /** Of the group before: those of most variants have the same. */
  #arranged: ArrangedSamples | undefined;
  /** By the genotypes, a line each: most variants have those of others. */
  readonly #spelled = memoize(
    (genotypes: string): KnownGenotypes => ({
      genotypes: new SpelledGenotypes(genotypes.split('\n')),
      arranged: null,
      alike: [],
    }),
  );

  constructor(populations: readonly CountedPopulation[]) {
    this.#populations = populations;
    this.#sets = new PopulationSets(populations);
  }

  /**
   * Frequencies of alleles and genotypes, each submission by itself. Genotypes that differ in the order of their
   * alleles only are the same.
   */
  count(groups: readonly GenotypeGroup[], unknown: UnknownAlleles = []): CountedFrequencies {
    return this.countListed(this.#populations.length > 0 ? groups.map(listGenotypes) : [], unknown);
  }

  /** The same. */
  countListed(groups: readonly ListedGenotypes[], unknown: UnknownAlleles): CountedFrequencies {
    const result: CountedFrequencies = { alleles: [], genotypes: [] };
    if (this.#populations.length === 0) return result;
    const bySubmission =
      groups.length === 1
        ? [this.#counted(groups[0]!)]
        : [...Map.groupBy(groups, ({ submission }) => submission).values()].map((called) =>
            called.map((group) => this.#counted(group)).reduce(joined),
          );
    for (let each = 0; each < this.#populations.length; each++) {
      const { samples } = this.#populations[each]!;
      const others = unknown.length > 0 ? unknown.filter(([sample]) => samples.has(sample)) : unknown;
      const otherAlleles = others.length > 0 ? others.reduce((sum, [, alleles]) => sum + alleles, 0) : 0;
      for (let submission = 0; submission < bySubmission.length; submission++) {
        const [alleles, genotypes] = [
          bySubmission[submission]!.alleles[each]!,
          bySubmission[submission]!.genotypes[each]!,
        ];
        if (alleles.names.length > 0) result.alleles.push(among(alleles, otherAlleles));
        if (genotypes.names.length > 0) result.genotypes.push(among(genotypes, others.length));
      }
    }
    return result;
  }

  /** By population; alleles and genotypes stand in the order in which its samples show them. */
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
      // Of a rare variant most populations are told the same, whichever it is.
      const alike = submission === null ? arranged.alike(each) : NONE;
      const known = alike === NONE ? undefined : spelled.alike[each * different + alike];
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
      for (let at = 0; at < codes.length; at++) {
        const count = arranged.counts[each * different + codes[at]!]!;
        genotypeCounts[genotypeOf[at]!]! += count;
        const its = allelesOf[at]!;
        for (let allele = 0; allele < its.length; allele++) alleleCounts[its[allele]!]! += count;
      }
      const counted: CountedTogether = {
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
      if (alike !== NONE) spelled.alike[each * different + alike] = counted;
      alleles[each] = counted.alleles;
      genotypes[each] = counted.genotypes;
    }
    return { alleles, genotypes };
  }

  #spelling(genotypes: readonly string[], arranged: ArrangedSamples): KnownGenotypes {
    const spelled = this.#spelled(genotypes.join('\n'));
    if (spelled.arranged !== arranged) [spelled.arranged, spelled.alike] = [arranged, []];
    return spelled;
  }
}

/** Counts of one group, by population, and of another that comes after it. */
function joined(first: CountedFrequencies, second: CountedFrequencies): CountedFrequencies {
  const join = (one: FrequencyGroup, other: FrequencyGroup): FrequencyGroup => {
    const [names, counts] = [[...one.names], [...(one.counts as number[])]];
    for (const [each, name] of other.names.entries()) {
      const at = names.indexOf(name);
      if (at >= 0) counts[at]! += other.counts[each]!;
      else counts[names.push(name) - 1] = other.counts[each]!;
    }
    return { ...one, names, counts };
  };
  return {
    alleles: first.alleles.map((one, each) => join(one, second.alleles[each]!)),
    genotypes: first.genotypes.map((one, each) => join(one, second.genotypes[each]!)),
  };
}

/** @param others counted for the whole only */
function among(group: FrequencyGroup, others: number): FrequencyGroup {
  if (others === 0) return group;
  const counts = group.counts as number[];
  const total = counts.reduce((sum, count) => sum + count, others);
  return { ...group, digits: 0, frequencies: counts.map((count) => share(count, total, MANY_DIGITS)) };
}

/**
 * Most variants have two alleles, and so three genotypes: lists that are written as they are take least time to make.
 */
function zeros(length: number): number[] {
  return length === 1 ? [0] : length === 2 ? [0, 0] : length === 3 ? [0, 0, 0] : new Array<number>(length).fill(0);
}

/**
 * Genotypes that samples show one after the other, as they are told of: alleles and genotypes in the order in which
 * they come.
 */
interface ShownGenotypes {
  alleles: string[];
  /** Those that differ in the order of their alleles only are one. */
  genotypes: string[];
  /** Of each genotype shown: which of `alleles` it has, each as often as it has it. */
  allelesOf: readonly (readonly number[])[];
  /** And which of `genotypes` it is. */
  genotypeOf: readonly number[];
}

/** Where there are fewer genotypes, the order of those shown is told by the digits of a number. */
const FEW = 8;

/** The genotypes of a variant, spelt once for all populations. */
class SpelledGenotypes {
  /** By genotype: its alleles in alphabetical order. */
  readonly #alleles: readonly (readonly string[])[];
  /** By the genotypes that samples show. */
  readonly #shown = new Map<number | string, ShownGenotypes>();

  /** @param genotypes such as 'A|G' */
  constructor(genotypes: readonly string[]) {
    this.#alleles = genotypes.map((genotype) => genotype.split('|').sort());
  }

  /** @param codes indexes of the genotypes, in the order in which samples show them */
  inOrder(codes: readonly number[]): ShownGenotypes {
    const key = this.#alleles.length < FEW ? numberOf(codes) : codes.join();
    let shown = this.#shown.get(key);
    if (!shown) this.#shown.set(key, (shown = this.#spell(codes)));
    return shown;
  }

  #spell(codes: readonly number[]): ShownGenotypes {
    const parts = codes.map((code) => this.#alleles[code]!);
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
 * The samples of a variation database, and what counts their genotypes in those of its populations that have no
 * frequencies of their own.
 */
export async function countedSamples(
  database: Database,
): Promise<{ samples: GenotypedSamples; counter: FrequencyCounter }> {
  const samples = await GenotypedSamples.load(database);
  return { samples, counter: new FrequencyCounter(await samples.countedPopulations(database)) };
}
