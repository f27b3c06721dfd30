/**
 * The columns of a VCF line's samples: which genotypes are written there, and which samples have another than most. Of
 * rare variants, as most are, hardly anything is then done for each of thousands of samples.
 *
 * Every column becomes a word (4 bytes), and the words that are not the commonest are listed. Hardly any column is more
 * than three letters, such as 0|1: of a line of such columns the three letters and the tab behind them are the word as
 * they stand. The columns of all other lines are gone through letter by letter.
 */
import { memoize } from '../memoize.ts';

const [TAB, COLON] = [...'\t:'].map((letter) => letter.charCodeAt(0)) as [number, number];
const WORD_BYTES = 4;
/** Letters of a word, which a tab follows. */
const LETTERS = 3;
/** A word that is not to be had from such columns. */
const NOT_A_WORD = -1;
const SLOTS = 256;

/** Words, and the numbers of those that are not the commonest. */
class WordList {
  readonly words: Int32Array;
  /** The words byte by byte. */
  readonly bytes: Uint8Array;
  /** As many as `list` returned, ascending. */
  readonly uncommon: Uint32Array;

  constructor(most: number) {
    this.words = new Int32Array(most);
    this.bytes = new Uint8Array(this.words.buffer);
    this.uncommon = new Uint32Array(most);
  }

  /** Lists those of the first `count` words that are not `common`. Returns how many there are. */
  list(count: number, common: number): number {
    const { words, uncommon } = this;
    let listed = 0;
    for (let each = 0; each < count; each++) if (words[each] !== common) uncommon[listed++] = each;
    return listed;
  }
}

/** Of the line that was read last: all of it is good until the next is read. */
export class SampleColumns {
  /** Different genotypes as they stand there, up to a colon or tab, in the order in which they come. */
  readonly texts: string[] = [];
  /** How many samples have each. */
  readonly counts: number[] = [];
  /** Which of `texts` most samples have; of several the first. -1 where there are no samples. */
  common = -1;
  /** How many samples have another. */
  listed = 0;
  /** The columns of these, ascending: the first `listed` count. */
  columns: Uint32Array = new Uint32Array(0);
  /** Which of `texts` each of them has. */
  codes = new Uint32Array(0);
  /** Columns that the line has: those asked for, or fewer. */
  found = 0;
  /** Whether more follow. */
  hasMore = false;

  #list = new WordList(0);
  readonly #known = new Map<string, number>();
  /** Genotypes of more letters than a word has: -1 - index is their word. */
  readonly #long: string[] = [];
  /**
   * Words that have been met in this line, and which of `texts` they are. What stands in a slot that is not its own has
   * not been met.
   */
  readonly #slots = new Int32Array(SLOTS);
  readonly #slotCodes = new Uint32Array(SLOTS);

  /** @param from where the first sample's column begins @param samples columns to read */
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

  /** Which of `texts` each of the columns has that were found. */
  dense(): Uint32Array {
    const codes = new Uint32Array(this.found).fill(this.common);
    for (let each = 0; each < this.listed; each++) codes[this.columns[each]!] = this.codes[each]!;
    return codes;
  }

  #putColumns(line: Buffer, from: number, samples: number): void {
    const { words, bytes } = this.#list;
    const long = new Map<string, number>();
    this.#long.length = 0;
    let at = from;
    let column = 0;
    for (; column < samples && at < line.length; column++) {
      let end = at;
      while (end < line.length && line[end] !== TAB && line[end] !== COLON) end++;
      if (end - at <= LETTERS) {
        const word = WORD_BYTES * column;
        for (let each = 0; each < WORD_BYTES; each++)
          bytes[word + each] = at + each < end ? line[at + each]! : at + each === end ? TAB : 0;
      } else {
        const text = line.toString('latin1', at, end);
        let number = long.get(text);
        if (number === undefined) long.set(text, (number = this.#long.push(text) - 1));
        words[column] = -1 - number;
      }
      const tab = line[end] === COLON ? line.indexOf(TAB, end) : end;
      at = tab < 0 ? line.length + 1 : tab + 1;
    }
    this.found = column;
    this.hasMore = column === samples && at <= line.length;
  }

  /** False where columns of three letters each are taken for granted, but are not. */
  #listOthers(asTheyStand: boolean): boolean {
    this.texts.length = 0;
    this.counts.length = 0;
    this.#known.clear();
    this.#slots.fill(0);
    // The slot of 0 itself: four NULs are a word, if no genotype.
    this.#slots[slotOf(0)] = NOT_A_WORD;
    this.listed = 0;
    this.common = -1;
    if (this.found === 0) return true;
    const { words, uncommon } = this.#list;
    // Two of three are the same wherever one is much more common than others.
    const [one, two, three] = [words[0]!, words[this.found >> 1]!, words[this.found - 1]!];
    const common = one === three ? one : two;
    const listed = this.#list.list(this.found, common);
    let before = 0;
    while (before < listed && uncommon[before] === before) before++;
    if (!this.#number(0, before, asTheyStand)) return false;
    const code = this.#codeOf(common, asTheyStand);
    if (code === NOT_A_WORD || !this.#number(before, listed, asTheyStand)) return false;
    this.counts[code]! += this.found - listed;
    this.listed = listed;
    this.common = code;
    const most = indexOfMost(this.counts);
    if (most !== code) this.#listAgain(most);
    return true;
  }

  /** Numbers the genotypes of listed columns, and counts them. */
  #number(from: number, to: number, asTheyStand: boolean): boolean {
    const { words, uncommon } = this.#list;
    const [codes, counts, slots, slotCodes] = [this.codes, this.counts, this.#slots, this.#slotCodes];
    for (let each = from; each < to; each++) {
      const word = words[uncommon[each]!]!;
      const slot = slotOf(word);
      const code = slots[slot] === word ? slotCodes[slot]! : this.#codeOf(word, asTheyStand);
      if (code === NOT_A_WORD) return false;
      codes[each] = code;
      counts[code]!++;
    }
    return true;
  }

  /** Where another genotype is the commonest than was thought. */
  #listAgain(common: number): void {
    const { words, uncommon } = this.#list;
    const dense = this.dense();
    this.common = common;
    this.listed = this.#list.list(this.found, words[dense.indexOf(common)]!);
    for (let each = 0; each < this.listed; each++) this.codes[each] = dense[uncommon[each]!]!;
  }

  /** Of a word that may be new. NOT_A_WORD for one that is no column of three letters where all are to be. */
  #codeOf(word: number, asItStands: boolean): number {
    const text = word < 0 && !asItStands ? this.#long[-1 - word]! : lettersOf(word);
    if (asItStands && (text.length !== LETTERS || text.includes(':'))) return NOT_A_WORD;
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

/** Such that words of two alleles below 4 do not meet. */
function slotOf(word: number): number {
  return (word ^ (word >>> 6) ^ (word >>> 14)) & (SLOTS - 1);
}

const word = new Int32Array(1);
const letters = new Uint8Array(word.buffer);

/** Up to the tab; the whole of a word without. */
const lettersOf = memoize((number: number): string => {
  word[0] = number;
  const end = letters.indexOf(TAB);
  return String.fromCharCode(...letters.subarray(0, end < 0 ? WORD_BYTES : end));
});

/** The first of several. */
function indexOfMost(counts: readonly number[]): number {
  let most = 0;
  for (let each = 1; each < counts.length; each++) if (counts[each]! > counts[most]!) most = each;
  return most;
}

/** What the samples of a line have: good until the next line is read. */
export interface LineCalls {
  /** Different genotypes in the order in which they come: alleles as VCF numbers them, in the order of the line. */
  genotypes: number[][];
  columns: SampleColumns;
  /** Which of `genotypes` each text of `columns` is; NO_GENOTYPE where it is none. */
  numbers: number[];
  /** Columns with one. */
  called: number;
}

export const NO_GENOTYPE = 0xffff;

const columns = new SampleColumns();

/**
 * @param from where the first sample's column begins
 * @param samples columns; those that the line lacks have no genotype
 */
export function readCalls(line: Buffer, from: number, samples: number): LineCalls {
  columns.read(line, from, samples);
  const genotypes: number[][] = [];
  const keys: string[] = [];
  let called = 0;
  const numbers = columns.texts.map((text, each) => {
    const written = writtenGenotype(text);
    if (!written) return NO_GENOTYPE;
    called += columns.counts[each]!;
    const known = keys.indexOf(written.key);
    if (known >= 0) return known;
    keys.push(written.key);
    return genotypes.push(written.alleles) - 1;
  });
  return { genotypes, columns, numbers, called };
}

interface WrittenGenotype {
  alleles: number[];
  /** The same of those that differ in phasing only. */
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
