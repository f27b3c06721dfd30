import { encodeInMatrix, haplotypeMark } from '../../../src/variants/genotypes-in-matrix.ts';
import { encodeListedGenotypes, listGenotypes, type ListedGenotypes } from '../../../src/variants/genotypes-record.ts';
import { addToRuns } from '../../../src/variants/variant-details.ts';
import type { MatchedLine } from '../../vcf/info-frequencies.ts';
import { NO_GENOTYPE } from '../../vcf/sample-columns.ts';
import type { ListedAlleles } from '../../vcf/listed-alleles.ts';
import type { CountedFrequencies, FrequencyCounter, UnknownAlleles } from '../genotypes/genotype-frequencies.ts';
import { UNMATCHED } from './matched-alleles.ts';

/** What a line tells of which every sample has a genotype of alleles that the variant has. */
interface Told {
  /** The variant's alleles by the numbers that they have in the line. */
  known: readonly (string | undefined)[];
  /** The different genotypes in these numbers. */
  written: readonly number[][];
}

/** What a line's samples have of a variant. */
export interface CalledVariant {
  /** As encodeListedGenotypes makes them. */
  genotypes: Uint8Array;
  /** As encodeInMatrix: where a matrix has the same, and they are long. */
  inMatrix: Uint8Array | null;
  counted: CountedFrequencies;
  unknown: UnknownAlleles;
}

/** Shorter records than so many bytes have the genotypes, and need no second read. */
const LONG = 80;

/**
 * Says which files have their samples in the columns of the first that has any, as the matrix of their collection
 * counts them.
 */
export function leadToMatrix(collection: string, files: readonly VcfCallers[]): void {
  const first = files.find(({ numbers }) => numbers.length > 0);
  for (const file of files)
    if (
      first &&
      file.numbers.length === first.numbers.length &&
      file.numbers.every((number, column) => number === first.numbers[column])
    )
      file.collection = collection;
}

/** The samples of a VCF file. */
export class VcfCallers {
  /** By column. */
  readonly numbers: readonly number[];
  /** Id of the collection whose matrix has the samples in these columns. */
  collection: string | null = null;
  readonly #counter: FrequencyCounter;
  /** All of them, as runs. */
  readonly #all: number[] = [];

  /** @param numbers of the samples, by column */
  constructor(numbers: readonly number[], counter: FrequencyCounter) {
    this.numbers = numbers;
    this.#counter = counter;
    for (const number of numbers) addToRuns(this.#all, number);
  }

  /** Null where no sample has a whole genotype of alleles that the variant has. */
  called(alleles: ListedAlleles, line: MatchedLine, region: number): CalledVariant | null {
    if (this.numbers.length === 0) return null;
    const { group, unknown, told } = this.#group(alleles, line);
    if (!group) return null;
    const genotypes = encodeListedGenotypes([group]);
    return {
      genotypes,
      inMatrix: told && genotypes.length >= LONG ? this.#inMatrix(group, told, line, region) : null,
      counted: this.#counter.countListed([group], unknown),
      unknown,
    };
  }

  /**
   * Where the matrix has a variant of whose samples all have genotypes of alleles that the variant has; null where it
   * does not have all of them.
   */
  #inMatrix(
    { samples, common, places, codes, listed, count }: ListedGenotypes,
    { known, written }: Told,
    { record }: MatchedLine,
    region: number,
  ): Uint8Array | null {
    const place = this.collection === null ? null : record.placeAndName();
    if (!place || !written.every((genotype) => genotype.length === 2 && genotype.every((allele) => allele <= 1)))
      return null;
    const ofColumn = (code: number, column: number) =>
      written[code]![0]! * haplotypeMark(2 * column) + written[code]![1]! * haplotypeMark(2 * column + 1);
    let sum = 0;
    if (written[common]!.some((allele) => allele > 0))
      for (let column = 0; column < count; column++) sum = (sum + ofColumn(common, column)) >>> 0;
    for (let each = 0; each < listed; each++)
      sum = (sum + ofColumn(codes[each]!, places[each]!) - ofColumn(common, places[each]!)) >>> 0;
    if (sum === 0) return null;
    return encodeInMatrix({
      collection: this.collection!,
      samples,
      region,
      ...place,
      reference: known[0]!,
      alternative: known[1] ?? '',
      sum,
    });
  }

  #group(
    alleles: ListedAlleles,
    { record, matched }: MatchedLine,
  ): { group: ListedGenotypes | null; unknown: UnknownAlleles; told: Told | null } {
    // By the numbers that alleles have in the line.
    const known = [
      alleles.text(0),
      ...matched.map((allele) => (allele === UNMATCHED ? undefined : alleles.text(allele))),
    ];
    const calls = record.calls(this.numbers.length);
    const others = calls.genotypes.map((alleles) => alleles.filter((allele) => known[allele] === undefined).length);
    const texts = calls.genotypes.map((alleles, each) =>
      others[each] === 0 ? alleles.map((allele) => known[allele]!).join('|') : null,
    );
    // Different numbers may stand for one allele.
    const genotypes = [...new Set(texts.filter((text) => text !== null))];
    const { columns, numbers } = calls;
    if (calls.called === this.numbers.length && genotypes.length === columns.texts.length) {
      return {
        group: {
          submission: null,
          genotypes,
          samples: this.#all,
          count: calls.called,
          common: columns.common,
          places: columns.columns,
          codes: columns.codes,
          listed: columns.listed,
        },
        unknown: [],
        told: { known, written: calls.genotypes },
      };
    }
    const codeOf = texts.map((text) => (text === null ? NO_GENOTYPE : genotypes.indexOf(text)));
    const codes = new Uint16Array(this.numbers.length);
    const samples: number[] = [];
    const unknown: [number, number][] = [];
    let called = 0;
    for (const [column, text] of columns.dense().entries()) {
      const [number, genotype] = [this.numbers[column]!, numbers[text]!];
      if (genotype === NO_GENOTYPE) continue;
      const code = codeOf[genotype]!;
      if (code === NO_GENOTYPE) {
        unknown.push([number, others[genotype]!]);
      } else {
        codes[called++] = code;
        addToRuns(samples, number);
      }
    }
    return called > 0
      ? {
          group: listGenotypes({ submission: null, genotypes, codes: codes.subarray(0, called), samples }),
          unknown,
          told: null,
        }
      : { group: null, unknown: [], told: null };
  }
}
