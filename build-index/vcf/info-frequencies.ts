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
import type { ListedAlleles } from './listed-alleles.ts';
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

/** A line that belongs to a variant. */
export class MatchedLine {
  readonly record: VcfRecord;
  /** Which of the variant's alleles its alternatives are, as matchedAlleles has it. */
  readonly numbers: readonly number[];
  readonly #alleles: ListedAlleles;

  constructor(record: VcfRecord, numbers: readonly number[], alleles: ListedAlleles) {
    this.record = record;
    this.numbers = numbers;
    this.#alleles = alleles;
  }

  /** By the alternative as the line spells it, the variant's allele as the variant does. */
  get matched(): ReadonlyMap<string, string> {
    return new Map(this.numbers.flatMap((allele, each) => (allele < 0 ? [] : [[this.record.alleles.text(each + 1), this.#alleles.text(allele)]])));
  }
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

  /** @param alleles of the variant @param lines several where alternatives have lines of their own; of one twice, the first counts */
  of(alleles: ListedAlleles, lines: readonly MatchedLine[]): Frequencies {
    const told: Frequencies = { alleles: [], genotypes: [] };
    if (this.#populations.length === 0) return told;
    const info = this.#fields;
    for (const tally of this.#tallies) tally.begin();
    for (const { record, numbers: matched } of lines) {
      if (matched.length === 0) continue;
      info.read(record.line, record.infoFrom, record.infoTo);
      for (let each = 0; each < this.#wanted.length; each++) {
        const { counts, totals, frequencies } = this.#wanted[each]!;
        const tally = this.#tallies[each]!;
        if (tally.has(matched)) break;
        tally.add(record.alleles.count - 1, matched, info, info.firstOf(counts), info.firstOf(totals), info.firstOf(frequencies));
      }
      const listed = info.text(this.#listed);
      if (listed) told.genotypes.push(...this.#genotypesOf(genotypesListed(listed, alleles, record, matched)));
    }
    for (const tally of this.#tallies) {
      const group = tally.group(alleles);
      if (group) told.alleles.push(group);
    }
    return told;
  }

  #genotypesOf(listed: readonly string[]): FrequencyGroup[] {
    return this.#populations.flatMap(({ name }, each) => {
      const counts = (this.#fields.text(this.#wanted[each]!.genotypeCounts) ?? '').split(',').map(number);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const shown = listed.flatMap((genotype, at) => (counts[at] ? [{ genotype, count: counts[at] }] : []));
      if (shown.length === 0) return [];
      return [ratioGroup(name, shown.map(({ genotype }) => genotype), shown.map(({ count }) => count), shown.map(({ count }) => count / total), total)];
    });
  }
}

/** What is listed under GTS: letters, or R for the reference and A with the number of an alternative. */
function genotypesListed(listed: string, alleles: ListedAlleles, record: VcfRecord, matched: readonly number[]): string[] {
  return listed.split(',').map((genotype) => (/^[ACGT]+$/i.test(genotype)
    ? [...genotype]
    : [...genotype.matchAll(/R|A(\d)/g)].map(([, index]) => (index === undefined ? alleles.text(0) : alternativeOf(alleles, record, matched, Number(index))))).sort().join('|'));
}

function alternativeOf(alleles: ListedAlleles, { alleles: ofLine }: VcfRecord, matched: readonly number[], number: number): string {
  if (number === 0 || number >= ofLine.count) return '';
  const allele = matched[number - 1]!;
  return allele < 0 ? ofLine.text(number) : alleles.text(allele);
}
