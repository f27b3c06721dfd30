/**
 * Frequencies that a VCF file tells in its column INFO, of populations whose genotypes it need not have: counts of alleles (AC) of so
 * many (AN), else frequencies (AF), and counts of the genotypes that GTS lists (GTC), each by the name of the population, such as
 * AC_afr. As Ensembl takes them: a field may list the reference too, and where none does it has what is left.
 */
import type { FrequencyGroup, GroupedDetails } from '../../src/variants/frequency-groups.ts';
import { InfoFields } from './info-fields.ts';
import { number } from './perl-numbers.ts';
import { ratioGroup } from './ratio-group.ts';
import { AlleleTally } from './allele-tally.ts';
import type { VcfRecord } from './vcf-records.ts';

/** A population of a vcf_config.json. */
export interface InfoPopulation {
  name: string;
  /** Fields that may have its numbers, the first that is there. */
  counts: readonly string[];
  totals: readonly string[];
  frequencies: readonly string[];
  genotypeCounts: string;
}

/** A line that belongs to a variant: which of its alternatives are which of the variant's alleles. */
export interface MatchedLine {
  record: VcfRecord;
  matched: ReadonlyMap<string, string>;
}

export type Frequencies = Pick<GroupedDetails, 'alleles' | 'genotypes'>;

/** Numbers of the fields of a population. */
interface Wanted {
  counts: readonly number[];
  totals: readonly number[];
  frequencies: readonly number[];
  genotypeCounts: number;
}

export class InfoFrequencies {
  readonly #populations: readonly InfoPopulation[];
  readonly #fields = new InfoFields();
  readonly #listed: number;
  readonly #wanted: readonly Wanted[];
  readonly #tallies: readonly AlleleTally[];

  /** @param referenceAt where the reference stands among the values of a field, from the end if negative; null: last, if there is one more than alternatives */
  constructor(populations: readonly InfoPopulation[], referenceAt: number | null) {
    this.#populations = populations;
    const numbersOf = (names: readonly string[]) => names.map((name) => this.#fields.numberOf(name));
    this.#listed = this.#fields.numberOf('GTS');
    this.#wanted = populations.map(({ counts, totals, frequencies, genotypeCounts }) =>
      ({ counts: numbersOf(counts), totals: numbersOf(totals), frequencies: numbersOf(frequencies), genotypeCounts: this.#fields.numberOf(genotypeCounts) }));
    this.#tallies = populations.map(({ name }) => new AlleleTally(name, referenceAt));
  }

  /** @param reference allele of the variant @param lines several where alternatives have lines of their own; of one twice, the first counts */
  of(reference: string, lines: readonly MatchedLine[]): Frequencies {
    const told: Frequencies = { alleles: [], genotypes: [] };
    if (this.#populations.length === 0) return told;
    for (const tally of this.#tallies) tally.begin(reference);
    for (const { record, matched } of lines) {
      const info = this.#fields.read(record.line, record.infoFrom, record.infoTo);
      for (let each = 0; each < this.#wanted.length; each++) {
        const { counts, totals, frequencies } = this.#wanted[each]!;
        const tally = this.#tallies[each]!;
        if (tally.has(matched)) break;
        tally.add(record.alternatives, matched, firstOf(info, counts), firstOf(info, totals), firstOf(info, frequencies));
      }
      const listed = info[this.#listed];
      if (listed) told.genotypes.push(...this.#genotypesOf(genotypesListed(listed, reference, record, matched), info));
    }
    for (const tally of this.#tallies) {
      const group = tally.group();
      if (group) told.alleles.push(group);
    }
    return told;
  }

  #genotypesOf(listed: readonly string[], info: readonly (string | undefined)[]): FrequencyGroup[] {
    return this.#populations.flatMap(({ name }, each) => {
      const counts = (info[this.#wanted[each]!.genotypeCounts] ?? '').split(',').map(number);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const shown = listed.flatMap((genotype, at) => (counts[at] ? [{ genotype, count: counts[at] }] : []));
      if (shown.length === 0) return [];
      return [ratioGroup(name, shown.map(({ genotype }) => genotype), shown.map(({ count }) => count), shown.map(({ count }) => count / total), total)];
    });
  }
}

/** What is listed under GTS: letters, or R for the reference and A with the number of an alternative. */
function genotypesListed(listed: string, reference: string, record: VcfRecord, matched: ReadonlyMap<string, string>): string[] {
  return listed.split(',').map((genotype) => (/^[ACGT]+$/i.test(genotype)
    ? [...genotype]
    : [...genotype.matchAll(/R|A(\d)/g)].map(([, index]) => (index === undefined ? reference : alternativeOf(record, matched, Number(index) - 1)))).sort().join('|'));
}

function alternativeOf({ alternatives }: VcfRecord, matched: ReadonlyMap<string, string>, index: number): string {
  const alternative = alternatives[index] ?? '';
  return matched.get(alternative) ?? alternative;
}

function firstOf(info: readonly (string | undefined)[], fields: readonly number[]): string | undefined {
  for (const field of fields) if (info[field] !== undefined) return info[field];
  return undefined;
}
