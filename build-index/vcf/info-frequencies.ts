/**
 * Frequencies that a VCF file tells in its column INFO, of populations whose genotypes it need not have: counts of alleles (AC) of so
 * many (AN), else frequencies (AF), and counts of the genotypes that GTS lists (GTC), each by the name of the population, such as
 * AC_afr. As Ensembl takes them: a field may list the reference too, and where none does it has what is left.
 */
import type { AlleleFrequency, GenotypeFrequency } from '../../src/variants/variant-details.ts';
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

export interface Frequencies {
  alleles: AlleleFrequency[];
  genotypes: GenotypeFrequency[];
}

/**
 * @param reference allele of the variant @param lines several where alternatives have lines of their own; of one twice, the first counts
 * @param referenceAt where the reference stands among the values of a field, from the end if negative; null: last, if there is one more than alternatives
 */
export function infoFrequencies(reference: string, lines: readonly MatchedLine[], populations: readonly InfoPopulation[], referenceAt: number | null): Frequencies {
  const tallies = populations.map(() => new Tally(reference, referenceAt));
  const genotypes: GenotypeFrequency[] = [];
  for (const line of lines) {
    const info = line.record.info();
    for (const [each, population] of populations.entries()) {
      if (tallies[each]!.has(line)) break;
      tallies[each]!.add(line, ...[population.counts, population.totals, population.frequencies].map((names) => firstOf(info, names)) as [string?, string?, string?]);
    }
    genotypes.push(...genotypesOf(reference, line, info, populations));
  }
  return { alleles: populations.flatMap(({ name }, each) => tallies[each]!.frequencies(name)), genotypes };
}

/** The alleles of one population. */
class Tally {
  readonly #reference: string;
  readonly #referenceAt: number | null;
  /** As Ensembl prints them: what is '0' is not shown, what is '0.0' is. */
  readonly #frequencies = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  #total = 0;
  #counted: number | null = null;
  #shared: number | null = null;

  constructor(reference: string, referenceAt: number | null) {
    this.#reference = reference;
    this.#referenceAt = referenceAt;
  }

  has({ matched }: MatchedLine): boolean {
    return [...matched.values()].some((allele) => this.#frequencies.has(allele));
  }

  add(line: MatchedLine, counts?: string, total?: string, frequencies?: string): void {
    const known = counts !== undefined && counts !== '.';
    const of = known && total === undefined ? counts.split(',').reduce((sum, count) => sum + number(count), 0) : number(total ?? '');
    if (of > 0) this.#total = of;
    if (known && of > 0) {
      this.#counted ??= 0;
      for (const [allele, value] of this.#values(line, counts)) {
        const count = number(value);
        if (allele !== this.#reference) this.#counted += count;
        if (allele === undefined) continue;
        this.#counts.set(allele, count);
        this.#frequencies.set(allele, fourDigits(count / of));
      }
    } else if (frequencies !== undefined && frequencies !== '.') {
      this.#shared ??= 0;
      for (const [allele, value] of this.#values(line, frequencies)) {
        if (value === '.' && allele !== this.#reference) continue;
        if (allele !== this.#reference) this.#shared += number(value);
        if (allele === undefined) continue;
        this.#frequencies.set(allele, value);
        if (of > 0 && allele !== this.#reference) this.#counts.set(allele, halfToEven(number(value) * of));
      }
    }
  }

  /** The reference first. */
  frequencies(population: string): AlleleFrequency[] {
    this.#leaveTheRest();
    const alleles = [this.#reference, ...[...this.#frequencies.keys()].filter((allele) => allele !== this.#reference)];
    return alleles.flatMap((allele) => {
      const frequency = this.#frequencies.get(allele) ?? '0';
      return frequency === '0' ? [] : [{ allele, frequency: number(frequency), population, count: this.#counts.size > 0 ? this.#counts.get(allele) ?? 0 : null, submission: null }];
    });
  }

  #leaveTheRest(): void {
    if (this.#frequencies.has(this.#reference)) return;
    if (this.#counted !== null) {
      this.#counts.set(this.#reference, this.#total - this.#counted);
      this.#frequencies.set(this.#reference, fourDigits(1 - this.#counted / this.#total));
    } else if (this.#shared !== null) {
      this.#frequencies.set(this.#reference, String(Number((1 - this.#shared).toPrecision(15))));
      if (this.#total > 0) this.#counts.set(this.#reference, halfToEven(this.#total * (1 - this.#shared)));
    }
  }

  /** Each value with the variant's allele that it is of; undefined for an alternative that the variant does not have. */
  *#values({ record, matched }: MatchedLine, field: string): Iterable<[allele: string | undefined, value: string]> {
    const values = field.split(',');
    const at = this.#referenceAt ?? (values.length > record.alternatives.length ? -1 : null);
    const [reference] = at === null ? [] : values.splice(at, 1);
    if (reference !== undefined) yield [this.#reference, reference];
    for (const [index, value] of values.entries()) yield [matched.get(record.alternatives[index] ?? ''), value];
  }
}

/** What is listed under GTS: letters, or R for the reference and A with the number of an alternative. */
function genotypesOf(reference: string, { record, matched }: MatchedLine, info: ReadonlyMap<string, string>, populations: readonly InfoPopulation[]): GenotypeFrequency[] {
  const listed = info.get('GTS')?.split(',').map((genotype) => (/^[ACGT]+$/i.test(genotype)
    ? [...genotype]
    : [...genotype.matchAll(/R|A(\d)/g)].map(([, index]) => (index === undefined ? reference : alternativeOf(record, matched, Number(index) - 1)))).sort().join('|'));
  if (!listed) return [];
  return populations.flatMap(({ name, genotypeCounts }) => {
    const counts = (info.get(genotypeCounts) ?? '').split(',').map(number);
    const total = counts.reduce((sum, count) => sum + count, 0);
    return listed.flatMap((genotype, each) => (counts[each] ? [{ genotype, frequency: number(fourDigits(counts[each] / total)), population: name, count: counts[each], submission: null }] : []));
  });
}

function alternativeOf({ alternatives }: VcfRecord, matched: ReadonlyMap<string, string>, index: number): string {
  const alternative = alternatives[index] ?? '';
  return matched.get(alternative) ?? alternative;
}

function firstOf(info: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  const found = names.find((name) => info.has(name));
  return found === undefined ? undefined : info.get(found);
}

/** As Perl reads a number: what is none counts nothing. */
function number(text: string): number {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/** As printf's %.0f: halves go to the even number. */
function halfToEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/** As printf's %.4g: halves go to the even digit. */
function fourDigits(value: number): string {
  // Only what is exactly half-way needs all its digits, and hardly anything is.
  const five = value.toPrecision(5);
  if (Number(five) !== value) return String(Number(value.toPrecision(4)));
  const [, digits, last, exponent] = /^(\d\.\d\d(\d))50*e(.*)$/.exec(value.toExponential(60)) ?? [];
  return String(Number(digits !== undefined && Number(last) % 2 === 0 ? `${digits}e${exponent}` : value.toPrecision(4)));
}
