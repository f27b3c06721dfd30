/**
 * Reads the sample columns of a VCF line: the different genotypes, and the samples that do not have the commonest one.
 * Most variants are rare, so little work remains for each of thousands of samples.
 *
 * Every column becomes a word of 4 bytes, and the words that differ from the commonest are listed. Most columns have
 * three letters, such as 0|1. In a line with only such columns, the three letters and the tab after them are the word.
 * Other lines are read letter by letter.
 */
import { at } from '../../src/checked.ts';
import { memoize } from '../memoize.ts';

const [TAB, COLON] = [0x09, 0x3a];
const WORD_BYTES = 4;
/** Letters of a word; a tab follows them. */
const LETTERS = 3;
/** A word that no column of three letters has. */
const NOT_A_WORD = -1;
const SLOTS = 256;

/** Words, and the indexes of those that are not the commonest. */
class WordList {
  readonly words: Int32Array;
  /** The bytes of the words. */
  readonly bytes: Uint8Array;
  /** Indexes of uncommon words, ascending. The first ones count, as many as `list` returned. */
  readonly uncommon: Uint32Array;

  constructor(most: number) {
    this.words = new Int32Array(most);
    this.bytes = new Uint8Array(this.words.buffer);
    this.uncommon = new Uint32Array(most);
  }

  /** Lists the first `count` words that differ from `common`. Returns their number. */
  list(count: number, common: number): number {
    const { words, uncommon } = this;
    let listed = 0;
    for (let each = 0; each < count; each++) if (words[each] !== common) uncommon[listed++] = each;
    return listed;
  }
}

/** The sample columns of the last line that was read. Valid until the next one is read. */
export class SampleColumns {
  /** Different genotypes as the file spells them (up to a colon or tab), in order of their first sample. */
  readonly texts: string[] = [];
  /** Number of samples with each text. */
  readonly counts: number[] = [];
  /** Index in `texts` of the commonest one, the first of several. -1 without samples. */
  common = -1;
  /** Number of samples with another text. */
  listed = 0;
  /** Columns of these samples, ascending. The first `listed` count. */
  columns: Uint32Array = new Uint32Array(0);
  /** Index in `texts` for each of these columns. */
  codes = new Uint32Array(0);
  /** Columns that were read: as many as requested, or fewer if the line ends before. */
  found = 0;
  /** Does the line have more columns? */
  hasMore = false;

  #list = new WordList(0);
  readonly #known = new Map<string, number>();
  /** Genotypes with more letters than a word has; their word is -1 - index. */
  readonly #long: string[] = [];
  /** Words that this line has, by slot, with their index in `texts`. A slot with another word means an unseen word. */
  readonly #slots = new Int32Array(SLOTS);
  readonly #slotCodes = new Uint32Array(SLOTS);

  /** Reads a line. @param from start of the first sample's column @param samples number of columns to read */
  read(line: Buffer, from: number, samples: number): void {
    if (this.codes.length < samples) {
      this.#list = new WordList(samples);
      this.codes = new Uint32Array(samples);
      this.columns = this.#list.uncommon;
    }
    if (samples > 0 && line.length - from === WORD_BYTES * samples - 1) {
      this.#list.bytes.set(line.subarray(from));
      this.#list.bytes[WORD_BYTES * samples - 1] = TAB;
      this.found = samples;
      this.hasMore = false;
      if (this.#listOthers(true)) return;
    }
    this.#putColumns(line, from, samples);
    this.#listOthers(false);
  }

  /** Index in `texts` of every column. */
  dense(): Uint32Array {
    const codes = new Uint32Array(this.found).fill(this.common);
    for (let each = 0; each < this.listed; each++) codes[this.columns[each]!] = this.codes[each]!;
    return codes;
  }

  #putColumns(line: Buffer, from: number, samples: number): void {
    const { words, bytes } = this.#list;
    const long = new Map<string, number>();
    this.#long.length = 0;
    let start = from;
    let column = 0;
    for (; column < samples && start < line.length; column++) {
      let end = start;
      while (end < line.length && line[end] !== TAB && line[end] !== COLON) end++;
      if (end - start <= LETTERS) {
        const word = WORD_BYTES * column;
        for (let each = 0; each < WORD_BYTES; each++)
          bytes[word + each] = start + each < end ? line[start + each]! : start + each === end ? TAB : 0;
      } else {
        const text = line.toString('latin1', start, end);
        let number = long.get(text);
        if (number === undefined) long.set(text, (number = this.#long.push(text) - 1));
        words[column] = -1 - number;
      }
      const tab = line[end] === COLON ? line.indexOf(TAB, end) : end;
      start = tab < 0 ? line.length + 1 : tab + 1;
    }
    this.found = column;
    this.hasMore = column === samples && start <= line.length;
  }

  /**
   * Lists the columns that differ from the commonest genotype.
   * @param areWords the line's bytes were taken as words, which supposes three letters per column
   * @returns false if that is wrong
   */
  #listOthers(areWords: boolean): boolean {
    this.texts.length = 0;
    this.counts.length = 0;
    this.#known.clear();
    this.#slots.fill(0);
    // All slots contain 0 now, so 0 must not look like a seen word: four NULs are a possible word.
    this.#slots[slotOf(0)] = NOT_A_WORD;
    this.listed = 0;
    this.common = -1;
    if (this.found === 0) return true;
    const { words, uncommon } = this.#list;
    // If one word is much more common than others, two of three samples have it.
    const [one, two, three] = [words[0]!, words[this.found >> 1]!, words[this.found - 1]!];
    const common = one === three ? one : two;
    const listed = this.#list.list(this.found, common);
    let before = 0;
    while (before < listed && uncommon[before] === before) before++;
    if (!this.#number(0, before, areWords)) return false;
    const code = this.#codeOf(common, areWords);
    if (code === NOT_A_WORD || !this.#number(before, listed, areWords)) return false;
    this.counts[code]! += this.found - listed;
    this.listed = listed;
    this.common = code;
    const most = indexOfMost(this.counts);
    if (most !== code) this.#listAgain(most);
    return true;
  }

  /** Sets the codes of listed columns, and counts them. Returns false for a column without three letters. */
  #number(from: number, to: number, areWords: boolean): boolean {
    const { words, uncommon } = this.#list;
    const [codes, counts, slots, slotCodes] = [this.codes, this.counts, this.#slots, this.#slotCodes];
    for (let each = from; each < to; each++) {
      const word = words[uncommon[each]!]!;
      const slot = slotOf(word);
      const code = slots[slot] === word ? slotCodes[slot]! : this.#codeOf(word, areWords);
      if (code === NOT_A_WORD) return false;
      codes[each] = code;
      counts[code]!++;
    }
    return true;
  }

  /** Lists the columns again if another genotype turned out to be the commonest. */
  #listAgain(common: number): void {
    const { words, uncommon } = this.#list;
    const dense = this.dense();
    this.common = common;
    this.listed = this.#list.list(this.found, words[dense.indexOf(common)]!);
    for (let each = 0; each < this.listed; each++) this.codes[each] = dense[uncommon[each]!]!;
  }

  /** Index in `texts` of a word that may be new. NOT_A_WORD if `areWords` is wrong for it. */
  #codeOf(word: number, areWords: boolean): number {
    const text = word < 0 && !areWords ? at(this.#long, -1 - word) : lettersOf(word);
    if (areWords && (text.length !== LETTERS || text.includes(':'))) return NOT_A_WORD;
    let code = this.#known.get(text);
    if (code === undefined) {
      this.#known.set(text, (code = this.texts.push(text) - 1));
      this.counts.push(0);
    }
    const slot = slotOf(word);
    this.#slots[slot] = word;
    this.#slotCodes[slot] = code;
    return code;
  }
}

/** A hash under which words of two alleles below 4 do not collide. */
function slotOf(word: number): number {
  return (word ^ (word >>> 6) ^ (word >>> 14)) & (SLOTS - 1);
}

const word = new Int32Array(1);
const letters = new Uint8Array(word.buffer);

/** The letters of a word up to its tab, or all four bytes without one. */
const lettersOf = memoize((number: number): string => {
  word[0] = number;
  const end = letters.indexOf(TAB);
  return String.fromCharCode(...letters.subarray(0, end < 0 ? WORD_BYTES : end));
});

/** Index of the greatest count, the first of several. */
function indexOfMost(counts: readonly number[]): number {
  let most = 0;
  for (let each = 1; each < counts.length; each++) if (counts[each]! > counts[most]!) most = each;
  return most;
}

/** The genotypes of a line's samples. Valid until the next line is read. */
export interface LineCalls {
  /** Different genotypes in order of their first sample. Each lists VCF's allele numbers in the order of the line. */
  genotypes: number[][];
  columns: SampleColumns;
  /** Index in `genotypes` of each text of `columns`; NO_GENOTYPE for a text that is none. */
  numbers: number[];
  /** Number of samples with a genotype. */
  called: number;
}

export const NO_GENOTYPE = 0xffff;

const columns = new SampleColumns();

/**
 * Reads the genotypes of a line's samples.
 * @param from start of the first sample's column
 * @param samples number of columns; samples whose column is missing have no genotype
 */
export function readCalls(line: Buffer, from: number, samples: number): LineCalls {
  columns.read(line, from, samples);
  const genotypes: number[][] = [];
  const keys: string[] = [];
  let called = 0;
  const numbers = columns.texts.map((text, each) => {
    const written = writtenGenotype(text);
    if (!written) return NO_GENOTYPE;
    called += at(columns.counts, each);
    const known = keys.indexOf(written.key);
    if (known >= 0) return known;
    keys.push(written.key);
    return genotypes.push(written.alleles) - 1;
  });
  return { genotypes, columns, numbers, called };
}

interface WrittenGenotype {
  alleles: number[];
  /** Equal for genotypes that differ in phasing only. */
  key: string;
}

const writtenGenotype = memoize((text: string): WrittenGenotype | null => {
  if (!/^(\d+|\.)([|/](\d+|\.))*$/.test(text)) return null;
  const alleles = text
    .split(/[|/]/)
    .filter((allele) => allele !== '.')
    .map(Number);
  return alleles.length > 0 ? { alleles, key: alleles.join() } : null;
});
