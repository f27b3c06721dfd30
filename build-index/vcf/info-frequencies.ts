/**
 * Reads the frequencies of populations in the column INFO of a VCF file, which needs no genotypes for them: allele
 * counts (AC) with their total (AN), else frequencies (AF), and counts (GTC) of the genotypes listed in GTS. Field
 * names end with the population, as in AC_afr. As in Ensembl, a field may include the reference; if none does, the
 * reference gets the rest.
 */
import type { FrequencyGroup, GroupedDetails } from '../../src/variants/frequency-groups.ts';
import { ABSENT, InfoFields, number, numberAt, ratioGroup } from './info-fields.ts';
import { AlleleTally } from './allele-tally.ts';
import type { ListedAlleles } from './listed-alleles.ts';
import type { VcfRecord } from './vcf-records.ts';
import { at } from '../../src/checked.ts';

/** A population of a vcf_config.json. */
export interface InfoPopulation {
  name: string;
  /** Names of fields, of which the first that has a value is used. */
  counts: readonly string[];
  totals: readonly string[];
  frequencies: readonly string[];
  genotypeCounts: string;
}

/** A line of the file that describes a variant. */
export interface MatchedLine {
  record: VcfRecord;
  /** For each alternative of the line, the index of the variant's allele: see matchedAlleles. */
  matched: readonly number[];
}

export type Frequencies = Pick<GroupedDetails, 'alleles' | 'genotypes'>;

/** The fields of a population, by their numbers in InfoFields. */
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
  /** Greatest total of each population in the first lines. */
  readonly #greatest: number[];
  /**
   * First lines in which the first population's total is the sum of the others', minus the lines in which it is not.
   */
  #pooled = 0;

  /**
   * @param referenceAt index of the reference among the values of a field, from the end if negative. Null: the last
   *   value, if there is one more value than alternatives
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

  /** Learns from one of the first lines which totals are usual. */
  learn({ bytes, infoFrom, infoTo }: VcfRecord): void {
    const info = this.#fields;
    info.read(bytes, infoFrom, infoTo);
    const totals = this.#wanted.map(({ totals }) => {
      const field = info.firstOf(totals);
      return field === ABSENT ? 0 : numberAt(info.line, info.start(field), info.end(field));
    });
    for (const [each, total] of totals.entries()) {
      if (!Number.isSafeInteger(total) || total <= at(this.#greatest, each)) continue;
      this.#greatest[each] = total;
      at(this.#tallies, each).expect(total);
    }
    if (totals.length > 2)
      this.#pooled += totals.slice(1).reduce((sum, total) => sum + total, 0) === totals[0] ? 1 : -1;
  }

  /**
   * @param alleles of the variant
   * @param lines several if alternatives have lines of their own; of two lines with one alternative the first counts
   * @returns frequencies that are valid until the next call
   */
  of(alleles: ListedAlleles, lines: readonly MatchedLine[]): Frequencies {
    if (this.#populations.length === 0) return NOTHING;
    const info = this.#fields;
    for (const tally of this.#tallies) tally.begin();
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
      const counts = (this.#fields.text(at(this.#wanted, each).genotypeCounts) ?? '').split(',').map(number);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const shown = listed.flatMap((genotype, index) => (counts[index] ? [{ genotype, count: counts[index] }] : []));
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

/** Genotypes of the field GTS: letters of bases, or R for the reference and A with the number of an alternative. */
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
  const allele = at(matched, number - 1);
  return allele < 0 ? ofLine.text(number) : alleles.text(allele);
}
