/**
 * Rows of most lines of a VCF file: simple changes whose effects are known. They are made from bytes to bytes, since
 * texts and objects for each of tens of millions of lines take three times as long. VariantText makes the same rows of
 * all other lines.
 */
import { NULL } from '../dump-writer/row-file.ts';
import { RowBytes } from '../dump-writer/row-bytes.ts';
import { NAMED_ALLELES } from '../vcf/made-name.ts';
import { ChangeKind, type ConstantEffects, type PlacedChange } from './effect-borders.ts';
import { FrequencyTexts } from './frequency-texts.ts';
import type { InputSequence } from './sequence-names.ts';
import { classId, NO_MINOR, type VariantText } from './variant-text.ts';
import type { WrittenBases } from './written-bases.ts';

const [TAB, NEWLINE, HYPHEN, DOT, SLASH, ZERO, SEMICOLON, EQUALS, BACKSLASH] = [
  0x09, 0x0a, 0x2d, 0x2e, 0x2f, 0x30, 0x3b, 0x3d, 0x5c,
];
const [A, C, G, N, T] = [0x41, 0x43, 0x47, 0x4e, 0x54];
/** Bits of a letter without the one of small letters. */
const CAPITAL = 0xdf;
const [BLANK, DELETE] = [0x20, 0x7f];

/** Columns before INFO. */
const FIRST_COLUMNS = 7;
/** Longest name and longest allele of a plain line, in bytes. */
const LONGEST = 500;
/** A number of more digits makes a line one that is not plain. */
const MOST_DIGITS = 9;
/** Values of INFO: there is none, or one that is not plain. */
const [ABSENT, ODD] = [-1, -2];
/** A line with as many chromosomes is not plain. */
const MOST_COPIES = 10_000_000;
/** Bytes of a row besides its name, alleles and consequences. */
const ROW = 256;

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text);
const [NULL_BYTES, NO_MINOR_BYTES] = [bytesOf(NULL), bytesOf(NO_MINOR)];
/** The class of each kind of change. */
const CLASS_OF_KIND: readonly number[] = ['SNV', 'insertion', 'deletion'].map(classId);

export class PlainLines {
  readonly #bases: WrittenBases;
  readonly #effects: ConstantEffects;
  /** The sequence of the last lines; null if the next line is not plain. */
  #sequence: InputSequence | null = null;
  /** Its name in the file, and the beginning of made names. */
  #chromosome = new Uint8Array(0);
  #prefix = new Uint8Array(0);
  /** Ends of the first columns of the line. */
  readonly #ends = new Int32Array(FIRST_COLUMNS);
  readonly #change: PlacedChange = { kind: ChangeKind.substitution, start: 0, end: 0 };
  /** Of the change; -1 for none. */
  #interval = -1;
  readonly #name = new Uint8Array(2 * LONGEST + 100);
  #nameLength = 0;
  readonly #alleles = new Uint8Array(2 * LONGEST);
  #allelesLength = 0;
  /** Index of the slash in #alleles. */
  #slash = 0;
  /** The columns of the minor allele. */
  readonly #minor = new RowBytes();
  #count = ABSENT;
  #total = ABSENT;
  /** Where the ancestral allele begins and ends. */
  #ancestral = ABSENT;
  #ancestralEnd = ABSENT;
  readonly #terms = new Map<string, Uint8Array>();
  readonly #frequencies = new FrequencyTexts();

  constructor(bases: WrittenBases, effects: ConstantEffects) {
    this.#bases = bases;
    this.#effects = effects;
  }

  /** The next lines may be on a sequence. @param chromosome its name in the file */
  enter(chromosome: string, sequence: InputSequence): void {
    if (sequence === this.#sequence) return;
    this.#sequence = sequence;
    this.#chromosome = bytesOf(chromosome);
    this.#prefix = bytesOf(`${sequence.name}-`);
    if (!this.#prefix.every(isPlainByte) || this.#prefix.length > 50) this.leave();
  }

  /** The next line is not plain, whatever it is: it is the first of a piece. */
  leave(): void {
    this.#sequence = null;
  }

  /** Is a line on the sequence that was entered? */
  isOn(line: Uint8Array, from: number): boolean {
    const end = from + this.#chromosome.length;
    return this.#sequence !== null && line[end] === TAB && isSame(line, from, end, this.#chromosome);
  }

  /** The interval of a line on the sequence, if nothing is known of it yet; else -1. */
  unknownInterval(line: Uint8Array, from: number, end: number): number {
    const sequence = this.#sequence;
    if (!sequence || !this.#findChange(line, from, end, sequence) || this.#interval < 0) return -1;
    return this.#effects.get(sequence.id, this.#interval) === undefined ? this.#interval : -1;
  }

  /**
   * Writes the rows of a line that is plain, and returns whether it is.
   * @param end of the line, with all its columns
   */
  write(line: Uint8Array, from: number, end: number, id: number, source: number, text: VariantText): boolean {
    const sequence = this.#sequence;
    if (!sequence || !this.isOn(line, from) || !this.#findChange(line, from, end, sequence)) return false;
    const { kind, start, end: last } = this.#change;
    const terms = this.#interval < 0 ? null : this.#effects.get(sequence.id, this.#interval);
    if (typeof terms !== 'string') return false;
    const [chromosomeEnd = 0, positionEnd = 0, nameEnd = 0, referenceEnd = 0, alternativeEnd = 0, , info = 0] =
      this.#ends;
    const [reference, alternative] = [nameEnd + 1, referenceEnd + 1];
    const position = kind === ChangeKind.substitution ? start : start - 1;
    if (!this.#bases.areAt(sequence, position, line, reference, referenceEnd)) return false;
    if (!this.#readInfo(line, info, end)) return false;
    this.#setAlleles(line, kind, reference, referenceEnd, alternative, alternativeEnd);
    if (!this.#setName(line, positionEnd + 1, nameEnd, chromosomeEnd + 1, positionEnd, alternativeEnd)) return false;
    this.#setMinor();
    text.keys.add(id, sequence.id, start, last, this.#alleles, this.#allelesLength, this.#name, this.#nameLength);
    this.#writeVariation(text.variations, id, source, kind);
    this.#writeFeature(text.features, line, id, source, kind, sequence.id, start, last, terms);
    return true;
  }

  /** Finds the columns of a line, its change and its interval. False if they are not plain. */
  #findChange(line: Uint8Array, from: number, end: number, sequence: InputSequence): boolean {
    if (!this.#findColumns(line, from, end)) return false;
    const [chromosomeEnd = 0, positionEnd = 0, nameEnd = 0, referenceEnd = 0, alternativeEnd = 0] = this.#ends;
    const position = numberIn(line, chromosomeEnd + 1, positionEnd);
    const last = position + referenceEnd - nameEnd - 2;
    if (position < 1 || last > sequence.length) return false;
    const kind = kindOf(line, nameEnd + 1, referenceEnd, referenceEnd + 1, alternativeEnd);
    if (kind === null) return false;
    const change = this.#change;
    change.kind = kind;
    change.start = kind === ChangeKind.substitution ? position : position + 1;
    change.end = last;
    this.#interval = this.#effects.interval(sequence.id, change);
    return true;
  }

  #findColumns(line: Uint8Array, from: number, end: number): boolean {
    const ends = this.#ends;
    let column = 0;
    for (let at = from; at < end; at++) {
      if (line[at] !== TAB) continue;
      ends[column++] = at;
      if (column === FIRST_COLUMNS) return true;
    }
    return false;
  }

  /** Finds AC, AN and AA in INFO, which begins after `at`. False if one of them is not plain. */
  #readInfo(line: Uint8Array, tab: number, end: number): boolean {
    [this.#count, this.#total, this.#ancestral] = [ABSENT, ABSENT, ABSENT];
    for (let at = tab + 1; at < end; at++) {
      if (line[at] === A && line[at + 2] === EQUALS) {
        const letter = line[at + 1];
        if (letter === C && this.#count === ABSENT) this.#count = valueAt(line, at + 3, end);
        else if (letter === N && this.#total === ABSENT) this.#total = valueAt(line, at + 3, end);
        else if (letter === A && this.#ancestral === ABSENT) {
          let last = at + 3;
          while (last < end && isBase((line[last] ?? 0) & CAPITAL)) last++;
          [this.#ancestral, this.#ancestralEnd] = [at + 3, last];
        }
      }
      while (at < end && line[at] !== SEMICOLON && line[at] !== TAB) at++;
      if (line[at] === TAB) break;
    }
    const [count, total] = [this.#count, this.#total];
    return count !== ODD && total !== ODD && total < MOST_COPIES && (total <= 0 || count <= total);
  }

  #setAlleles(line: Uint8Array, kind: ChangeKind, from: number, end: number, otherFrom: number, otherEnd: number) {
    const alleles = this.#alleles;
    const skipped = kind === ChangeKind.substitution ? 0 : 1;
    let length = 0;
    if (kind === ChangeKind.insertion) alleles[length++] = HYPHEN;
    else for (let at = from + skipped; at < end; at++) alleles[length++] = line[at] ?? 0;
    this.#slash = length;
    alleles[length++] = SLASH;
    if (kind === ChangeKind.deletion) alleles[length++] = HYPHEN;
    else for (let at = otherFrom + skipped; at < otherEnd; at++) alleles[length++] = line[at] ?? 0;
    this.#allelesLength = length;
  }

  /** The name of the ID column, from `from` to `end`, or one that is made. False for one that is not plain. */
  #setName(line: Uint8Array, from: number, end: number, place: number, placeEnd: number, allelesEnd: number): boolean {
    const name = this.#name;
    if (end - from > LONGEST) return false;
    let length = 0;
    if (end > from && !(end === from + 1 && line[from] === DOT)) {
      for (let at = from; at < end; at++) {
        const byte = line[at] ?? 0;
        if (!isPlainByte(byte)) return false;
        name[length++] = byte;
      }
    } else {
      // As madeName makes it. The alleles are the two columns behind.
      if (allelesEnd - end - 1 > NAMED_ALLELES || line[place] === ZERO) return false;
      for (const byte of this.#prefix) name[length++] = byte;
      for (let at = place; at < placeEnd; at++) name[length++] = line[at] ?? 0;
      for (let at = end; at < allelesEnd; at++) name[length++] = line[at] === TAB ? HYPHEN : (line[at] ?? 0);
    }
    this.#nameLength = length;
    return true;
  }

  /** The columns of VARIATION_TABLES, in their order, as VariantText writes them. */
  #writeVariation(row: RowBytes, id: number, source: number, kind: ChangeKind): void {
    row.reserve(ROW + this.#nameLength + this.#allelesLength);
    row.number(id);
    row.byte(TAB);
    row.number(source);
    row.byte(TAB);
    row.copy(this.#name, 0, this.#nameLength);
    row.copy(ZERO_BETWEEN);
    row.number(CLASS_OF_KIND[kind] ?? 0);
    row.copy(ZERO_BETWEEN);
    row.add(this.#minor);
    row.copy(END_OF_VARIATION);
  }

  #writeFeature(
    row: RowBytes,
    line: Uint8Array,
    id: number,
    source: number,
    kind: ChangeKind,
    sequence: number,
    start: number,
    end: number,
    terms: string,
  ): void {
    let written = this.#terms.get(terms);
    if (!written) this.#terms.set(terms, (written = bytesOf(terms)));
    row.reserve(
      ROW + this.#nameLength + 2 * this.#allelesLength + written.length + this.#ancestralEnd - this.#ancestral,
    );
    row.number(id);
    row.byte(TAB);
    row.number(sequence);
    row.byte(TAB);
    row.number(start);
    row.byte(TAB);
    row.number(end);
    row.copy(ONE_BETWEEN);
    row.number(id);
    row.byte(TAB);
    row.copy(this.#alleles, 0, this.#allelesLength);
    row.byte(TAB);
    if (this.#ancestral === ABSENT || this.#ancestralEnd === this.#ancestral) row.copy(NULL_BYTES);
    else for (let at = this.#ancestral; at < this.#ancestralEnd; at++) row.byte((line[at] ?? 0) & CAPITAL);
    row.byte(TAB);
    row.copy(this.#name, 0, this.#nameLength);
    row.copy(ONE_AND_NULL);
    row.number(source);
    row.byte(TAB);
    row.copy(written);
    row.byte(TAB);
    row.byte(TAB);
    row.number(CLASS_OF_KIND[kind] ?? 0);
    row.copy(ZERO_BETWEEN);
    row.add(this.#minor);
    row.copy(END_OF_FEATURE);
  }

  /** Sets the columns of the minor allele (allele, frequency, count) as minorOf finds them. Both rows use them. */
  #setMinor(): void {
    const [row, count, total] = [this.#minor, this.#count, this.#total];
    row.clear();
    const others = total - count;
    const isReference = count > others;
    const least = isReference ? others : count;
    if (count === ABSENT || total <= 0 || least === 0) {
      row.copy(NO_MINOR_BYTES);
      return;
    }
    if (isReference) row.copy(this.#alleles, 0, this.#slash);
    else row.copy(this.#alleles, this.#slash + 1, this.#allelesLength);
    row.byte(TAB);
    this.#frequencies.write(least, total, row);
    row.byte(TAB);
    row.number(least);
  }
}

const [ZERO_BETWEEN, ONE_BETWEEN, ONE_AND_NULL] = [bytesOf('\t0\t'), bytesOf('\t1\t'), bytesOf(`\t1\t${NULL}\t`)];
const END_OF_VARIATION = bytesOf(`\t${NULL}\t\t1\n`);
const END_OF_FEATURE = bytesOf(`\t${NULL}\t${NULL}\t\t1\n`);

/** Printable ASCII without the bytes that separate names or are escaped in rows. */
function isPlainByte(byte: number): boolean {
  return byte > BLANK && byte < DELETE && byte !== SEMICOLON && byte !== BACKSLASH;
}

function isBase(byte: number): boolean {
  return byte === A || byte === C || byte === G || byte === T;
}

function isSame(line: Uint8Array, from: number, end: number, text: Uint8Array): boolean {
  if (end - from !== text.length) return false;
  for (let at = 0; at < text.length; at++) if (line[from + at] !== text[at]) return false;
  return true;
}

/** A whole number; ODD for other texts. */
function numberIn(line: Uint8Array, from: number, end: number): number {
  if (end === from || end - from > MOST_DIGITS) return ODD;
  let number = 0;
  for (let at = from; at < end; at++) {
    const digit = (line[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return ODD;
    number = 10 * number + digit;
  }
  return number;
}

/** The whole number of a value of INFO. */
function valueAt(line: Uint8Array, from: number, end: number): number {
  let last = from;
  while (last < end && line[last] !== SEMICOLON && line[last] !== TAB && line[last] !== NEWLINE) last++;
  return numberIn(line, from, last);
}

/** As simpleChange finds it, for one alternative; null for other changes and for long alleles. */
function kindOf(line: Uint8Array, from: number, end: number, otherFrom: number, otherEnd: number): ChangeKind | null {
  const [length, other] = [end - from, otherEnd - otherFrom];
  if (length < 1 || other < 1 || length > LONGEST || other > LONGEST) return null;
  for (let at = from; at < end; at++) if (!isBase(line[at] ?? 0)) return null;
  for (let at = otherFrom; at < otherEnd; at++) if (!isBase(line[at] ?? 0)) return null;
  const isAnchored = line[from] === line[otherFrom];
  if (length === 1 && other === 1) return isAnchored ? null : ChangeKind.substitution;
  if (!isAnchored) return null;
  return length === 1 ? ChangeKind.insertion : other === 1 ? ChangeKind.deletion : null;
}
