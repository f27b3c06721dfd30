/**
 * Frequencies that a VCF file tells in its column INFO, of populations whose genotypes it need not have: counts of
 * alleles (AC) of so many (AN), else frequencies (AF), and counts of the genotypes that GTS lists (GTC), each by the
 * name of the population, such as AC_afr. As Ensembl takes them: a field may list the reference too, and where none
 * does it has what is left.
 */
import type { FrequencyGroup, GroupedDetails } from '../../src/variants/frequency-groups.ts';
import { ABSENT, InfoFields, number, numberAt, ratioGroup } from './info-fields.ts';
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
export interface MatchedLine {
  record: VcfRecord;
  /** Which of the variant's alleles its alternatives are, as matchedAlleles has it. */
  matched: readonly number[];
}

export type Frequencies = Pick<GroupedDetails, 'alleles' | 'genotypes'>;

/** Numbers of the fields of a population. */
interface Wanted {
  counts: readonly number[];
  totals: readonly number[];
  frequencies: readonly number[];
  genotypeCounts: number;
}

const NOTHING: Frequencies = { alleles: [], genotypes: [] };

export class InfoFrequencies {
  readonly #populations: readonly InfoPopulation[];
  readonly #fields = new InfoFields();
  readonly #listed: number;
  readonly #wanted: readonly Wanted[];
  readonly #tallies: readonly AlleleTally[];
  /**
   * Of the first lines: the greatest total of each population, and in how many the first one's is the sum of the
   * others', as in so many it is not.
   */
  readonly #greatest: number[];
  #pooled = 0;

  /**
   * @param referenceAt where the reference stands among the values of a field, from the end if negative; null: last, if
   *   there is one more than alternatives
   */
  constructor(populations: readonly InfoPopulation[], referenceAt: number | null) {
    this.#populations = populations;
    const numbersOf = (names: readonly string[]) => names.map((name) => this.#fields.numberOf(name));
    this.#listed = this.#fields.numberOf('GTS');
    this.#wanted = populations.map(({ counts, totals, frequencies, genotypeCounts }) => ({
      counts: numbersOf(counts),
      totals: numbersOf(totals),
      frequencies: numbersOf(frequencies),
      genotypeCounts: this.#fields.numberOf(genotypeCounts),
    }));
    this.#tallies = populations.map(({ name }) => new AlleleTally(name, referenceAt));
    this.#greatest = populations.map(() => 0);
  }

  /** Learns of one of the first lines what totals are usual. */
  learn({ bytes, infoFrom, infoTo }: VcfRecord): void {
    const info = this.#fields;
    info.read(bytes, infoFrom, infoTo);
    const totals = this.#wanted.map(({ totals }) => {
      const field = info.firstOf(totals);
      return field === ABSENT ? 0 : numberAt(info.line, info.start(field), info.end(field));
    });
    for (const [each, total] of totals.entries()) {
      if (!Number.isSafeInteger(total) || total <= this.#greatest[each]!) continue;
      this.#greatest[each] = total;
      this.#tallies[each]!.expect(total);
    }
    if (totals.length > 2)
      this.#pooled += totals.slice(1).reduce((sum, total) => sum + total, 0) === totals[0] ? 1 : -1;
  }

  /**
   * @param alleles of the variant
   * @param lines several where alternatives have lines of their own; of one twice, the first counts
   * @returns what is good until the next call
   */
  of(alleles: ListedAlleles, lines: readonly MatchedLine[]): Frequencies {
    if (this.#populations.length === 0) return NOTHING;
    const info = this.#fields;
    for (let each = 0; each < this.#tallies.length; each++) this.#tallies[each]!.begin();
    let genotypes: FrequencyGroup[] = NOTHING.genotypes;
    for (const { record, matched } of lines) {
      if (matched.length === 0) continue;
      info.read(record.bytes, record.infoFrom, record.infoTo);
      for (let each = 0; each < this.#wanted.length; each++) {
        const { counts, totals, frequencies } = this.#wanted[each]!;
        const tally = this.#tallies[each]!;
        if (tally.has(matched)) break;
        tally.add(
          record.alleles.count - 1,
          matched,
          info,
          info.firstOf(counts),
          info.firstOf(totals),
          info.firstOf(frequencies),
        );
      }
      const listed = info.text(this.#listed);
      if (listed) genotypes = [...genotypes, ...this.#genotypesOf(genotypesListed(listed, alleles, record, matched))];
    }
    return { alleles: this.#groups(alleles), genotypes };
  }

  #groups(alleles: ListedAlleles): FrequencyGroup[] {
    const groups = new Array<FrequencyGroup>(this.#tallies.length);
    let size = 0;
    for (let each = 0; each < this.#tallies.length; each++) {
      const group = this.#tallies[each]!.group(alleles);
      if (group) groups[size++] = group;
    }
    if (size < groups.length) groups.length = size;
    if (this.#pooled > 0 && size > 0) groups[0]!.pooled = size === this.#tallies.length ? size - 1 : undefined;
    return groups;
  }

  #genotypesOf(listed: readonly string[]): FrequencyGroup[] {
    return this.#populations.flatMap(({ name }, each) => {
      const counts = (this.#fields.text(this.#wanted[each]!.genotypeCounts) ?? '').split(',').map(number);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const shown = listed.flatMap((genotype, at) => (counts[at] ? [{ genotype, count: counts[at] }] : []));
      if (shown.length === 0) return [];
      return [
        ratioGroup(
          name,
          shown.map(({ genotype }) => genotype),
          shown.map(({ count }) => count),
          shown.map(({ count }) => count / total),
          total,
        ),
      ];
    });
  }
}

/** What is listed under GTS: letters, or R for the reference and A with the number of an alternative. */
function genotypesListed(
  listed: string,
  alleles: ListedAlleles,
  record: VcfRecord,
  matched: readonly number[],
): string[] {
  return listed
    .split(',')
    .map((genotype) =>
      (/^[ACGT]+$/i.test(genotype)
        ? [...genotype]
        : [...genotype.matchAll(/R|A(\d)/g)].map(([, index]) =>
            index === undefined ? alleles.text(0) : alternativeOf(alleles, record, matched, Number(index)),
          )
      )
        .sort()
        .join('|'),
    );
}

function alternativeOf(
  alleles: ListedAlleles,
  { alleles: ofLine }: VcfRecord,
  matched: readonly number[],
  number: number,
): string {
  if (number === 0 || number >= ofLine.count) return '';
  const allele = matched[number - 1]!;
  return allele < 0 ? ofLine.text(number) : alleles.text(allele);
}
