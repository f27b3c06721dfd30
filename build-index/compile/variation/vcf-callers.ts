import { encodeListedGenotypes } from '../../../src/variants/genotypes-record.ts';
import { listGenotypes, type ListedGenotypes } from '../../../src/variants/listed-genotypes.ts';
import { addToRuns } from '../../../src/variants/variant-details.ts';
import type { MatchedLine } from '../../vcf/info-frequencies.ts';
import { NONE } from '../../vcf/line-calls.ts';
import type { ListedAlleles } from '../../vcf/listed-alleles.ts';
import type { CountedFrequencies, FrequencyCounter, UnknownAlleles } from '../genotypes/genotype-frequencies.ts';
import { UNMATCHED } from './matched-alleles.ts';

/** What a line's samples have of a variant. */
export interface CalledVariant {
  /** As encodeListedGenotypes makes them. */
  genotypes: Uint8Array;
  counted: CountedFrequencies;
  unknown: UnknownAlleles;
}

/** The samples of a VCF file. */
export class VcfCallers {
  /** By column. */
  readonly #numbers: readonly number[];
  readonly #counter: FrequencyCounter;
  /** All of them, as runs. */
  readonly #all: number[] = [];

  /** @param numbers of the samples, by column */
  constructor(numbers: readonly number[], counter: FrequencyCounter) {
    this.#numbers = numbers;
    this.#counter = counter;
    for (const number of numbers) addToRuns(this.#all, number);
  }

  /** Null where no sample has a whole genotype of alleles that the variant has. */
  called(alleles: ListedAlleles, line: MatchedLine): CalledVariant | null {
    if (this.#numbers.length === 0) return null;
    const { group, unknown } = this.#group(alleles, line);
    return group && { genotypes: encodeListedGenotypes([group]), counted: this.#counter.countListed([group], unknown), unknown };
  }

  #group(alleles: ListedAlleles, { record, matched }: MatchedLine): { group: ListedGenotypes | null; unknown: UnknownAlleles } {
    // By the numbers that alleles have in the line.
    const known = [alleles.text(0), ...matched.map((allele) => (allele === UNMATCHED ? undefined : alleles.text(allele)))];
    const calls = record.calls(this.#numbers.length);
    const others = calls.genotypes.map((alleles) => alleles.filter((allele) => known[allele] === undefined).length);
    const texts = calls.genotypes.map((alleles, each) => (others[each] === 0 ? alleles.map((allele) => known[allele]!).join('|') : null));
    // Different numbers may stand for one allele.
    const genotypes = [...new Set(texts.filter((text) => text !== null))];
    const { columns, numbers } = calls;
    if (calls.called === this.#numbers.length && genotypes.length === columns.texts.length) {
      return { group: { submission: null, genotypes, samples: this.#all, count: calls.called, common: columns.common, places: columns.columns, codes: columns.codes, listed: columns.listed }, unknown: [] };
    }
    const codeOf = texts.map((text) => (text === null ? NONE : genotypes.indexOf(text)));
    const codes = new Uint16Array(this.#numbers.length);
    const samples: number[] = [];
    const unknown: [number, number][] = [];
    let called = 0;
    for (const [column, text] of columns.dense().entries()) {
      const [number, genotype] = [this.#numbers[column]!, numbers[text]!];
      if (genotype === NONE) continue;
      const code = codeOf[genotype]!;
      if (code === NONE) {
        unknown.push([number, others[genotype]!]);
      } else {
        codes[called++] = code;
        addToRuns(samples, number);
      }
    }
    return called > 0 ? { group: listGenotypes({ submission: null, genotypes, codes: codes.subarray(0, called), samples }), unknown } : { group: null, unknown: [] };
  }
}
