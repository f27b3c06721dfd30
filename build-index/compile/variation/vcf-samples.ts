import { at, present } from '../../../src/checked.ts';
import { encodeInMatrix, haplotypeMark } from '../../../src/variants/genotypes-in-matrix.ts';
import { encodeListedGenotypes, listGenotypes, type ListedGenotypes } from '../../../src/variants/genotypes-record.ts';
import { addToRuns } from '../../../src/variants/variant-details.ts';
import type { MatchedLine } from '../../vcf/info-frequencies.ts';
import { NO_GENOTYPE } from '../../vcf/sample-columns.ts';
import type { ListedAlleles } from '../../vcf/listed-alleles.ts';
import type { CountedFrequencies, FrequencyCounter, UnknownAlleles } from '../genotypes/genotype-frequencies.ts';
import { UNMATCHED } from './matched-alleles.ts';

/** The genotypes of a line in which every sample has a genotype, all with alleles of the variant. */
interface CompleteGenotypes {
  /** The variant's alleles by their numbers in the line. */
  known: readonly (string | undefined)[];
  /** The distinct genotypes, as numbers of alleles in the line. */
  written: readonly number[][];
}

/** The genotypes of a line's samples for a variant. */
export interface CalledVariant {
  /** Result of encodeListedGenotypes. */
  genotypes: Uint8Array;
  /** Result of encodeInMatrix, if the genotypes are long and a matrix contains them; otherwise null. */
  inMatrix: Uint8Array | null;
  counted: CountedFrequencies;
  unknown: UnknownAlleles;
}

/** Bytes from which a record refers to the genotypes in a matrix. Shorter genotypes save the server a second read. */
const LONG = 80;

/**
 * Sets the collection of the files whose samples are in the same columns as in the collection's matrix, which has those
 * of the first file with samples.
 */
export function assignCollection(collection: string, files: readonly VcfSamples[]): void {
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
export class VcfSamples {
  /** Numbers of the samples by column. */
  readonly numbers: readonly number[];
  /** Id of the collection whose matrix contains the samples in these columns. */
  collection: string | null = null;
  readonly #counter: FrequencyCounter;
  /** The numbers of all samples, as runs. */
  readonly #all: number[] = [];

  /** @param numbers numbers of the samples by column */
  constructor(numbers: readonly number[], counter: FrequencyCounter) {
    this.numbers = numbers;
    this.#counter = counter;
    for (const number of numbers) addToRuns(this.#all, number);
  }

  /** Null if no sample has a complete genotype of alleles of the variant. */
  called(alleles: ListedAlleles, line: MatchedLine, region: number): CalledVariant | null {
    if (this.numbers.length === 0) return null;
    const { group, unknown, complete } = this.#group(alleles, line);
    if (!group) return null;
    const genotypes = encodeListedGenotypes([group]);
    return {
      genotypes,
      inMatrix: complete && genotypes.length >= LONG ? this.#inMatrix(group, complete, line, region) : null,
      counted: this.#counter.countListed([group], unknown),
      unknown,
    };
  }

  /**
   * A reference to the complete genotypes of a variant in the matrix; null if the matrix does not contain all of them.
   */
  #inMatrix(
    { samples, common, places, codes, listed, count }: ListedGenotypes,
    { known, written }: CompleteGenotypes,
    { record }: MatchedLine,
    region: number,
  ): Uint8Array | null {
    const { collection } = this;
    const place = collection === null ? null : record.placeAndName();
    if (collection === null || !place) return null;
    const pairs: (readonly [number, number])[] = [];
    for (const [one = NaN, other = NaN, ...more] of written) {
      if (!(one <= 1 && other <= 1) || more.length > 0) return null;
      pairs.push([one, other]);
    }
    const ofColumn = (code: number, column: number) => {
      const pair = pairs[code]!;
      return pair[0] * haplotypeMark(2 * column) + pair[1] * haplotypeMark(2 * column + 1);
    };
    let sum = 0;
    if (at(pairs, common).some((allele) => allele > 0))
      for (let column = 0; column < count; column++) sum = (sum + ofColumn(common, column)) >>> 0;
    for (let each = 0; each < listed; each++) {
      const column = places[each]!;
      sum = (sum + ofColumn(codes[each]!, column) - ofColumn(common, column)) >>> 0;
    }
    if (sum === 0) return null;
    return encodeInMatrix({
      collection,
      samples,
      region,
      ...place,
      reference: present(known[0], 'the reference allele'),
      alternative: known[1] ?? '',
      sum,
    });
  }

  #group(
    alleles: ListedAlleles,
    { record, matched }: MatchedLine,
  ): { group: ListedGenotypes | null; unknown: UnknownAlleles; complete: CompleteGenotypes | null } {
    // By the numbers of alleles in the line.
    const known = [
      alleles.text(0),
      ...matched.map((allele) => (allele === UNMATCHED ? undefined : alleles.text(allele))),
    ];
    const calls = record.calls(this.numbers.length);
    const others = calls.genotypes.map((alleles) => alleles.filter((allele) => known[allele] === undefined).length);
    const texts = calls.genotypes.map((alleles, each) =>
      others[each] === 0 ? alleles.map((allele) => known[allele]).join('|') : null,
    );
    // Several numbers may refer to the same allele.
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
        complete: { known, written: calls.genotypes },
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
          complete: null,
        }
      : { group: null, unknown: [], complete: null };
  }
}
