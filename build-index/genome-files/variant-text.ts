/** Rows of variants as text. They are written as such, since a genome has tens of millions. */
import { escapeField } from '../dump-writer/dump-writer.ts';
import { NULL } from '../dump-writer/row-file.ts';
import { RowBytes } from '../dump-writer/row-bytes.ts';
import { at } from '../../src/checked.ts';
import { classOfAlleles } from '../../src/variants/variant-classes.ts';
import { STRUCTURAL_CLASSES } from './structural-variant.ts';
import type { PredictedVariant } from './variant-effects.ts';
import { KEY, VariantKeys } from './variant-keys.ts';

/** A variant of a VCF line. */
export interface LineVariant {
  /** The names of the ID column, or a made one. */
  names: readonly string[];
  /** The id of its sequence. */
  sequence: number;
  ancestral: string | null;
  /** The second most frequent allele by its number, 0 for the reference. */
  minor: { index: number; frequency: number; count: number } | null;
}

/** The rows of some variants. All ids are those of the variants' lines. */
export interface VariantRows {
  /** Rows of `variation`, `variation_feature` and `transcript_variation`. */
  variations: Uint8Array<ArrayBuffer>;
  features: Uint8Array<ArrayBuffer>;
  effects: Uint8Array<ArrayBuffer>;
  /** Of each variant; see VariantKeys. */
  keys: Uint32Array<ArrayBuffer>;
  /** Further names, by the place of the variant in `keys`. */
  synonyms: [index: number, names: readonly string[]][];
}

/** Classes of variants; the attribute of each is its place, from 1. */
export const CLASSES: readonly string[] = [
  ...new Set(['SNV', 'substitution', 'indel', 'sequence_alteration', ...STRUCTURAL_CLASSES]),
];
const CLASS_IDS = new Map(CLASSES.map((term, index) => [term, index + 1]));

export function classId(term: string): number {
  return CLASS_IDS.get(term) ?? CLASSES.indexOf('sequence_alteration') + 1;
}

/** Effects on coding sequences of one variant that get ids of their own. */
const MOST_EFFECTS = 64;

/** Makes rows in memory that it uses again: new memory for every piece of a file would be most of the time. */
export class VariantText {
  #source: number;
  readonly variations = new RowBytes();
  readonly features = new RowBytes();
  readonly #effects = new RowBytes();
  readonly keys = new VariantKeys();
  #synonyms: VariantRows['synonyms'] = [];

  constructor(source: number) {
    this.#source = source;
  }

  /** Forgets all rows; the next are those of a source. */
  begin(source: number): void {
    this.#source = source;
    this.#synonyms = [];
    for (const part of [this.variations, this.features, this.#effects, this.keys]) part.clear();
  }

  add(id: number, { names, sequence, ancestral, minor }: LineVariant, predicted: PredictedVariant): void {
    const { start, end, alleles, terms, coding } = predicted;
    const [name = '', ...synonyms] = names;
    const text = escapeField(name);
    const source = this.#source;
    const term = classId(classOfAlleles(alleles));
    if (synonyms.length > 0) this.#synonyms.push([this.keys.count, synonyms]);
    const [alleleBytes, nameBytes] = [encoder.encode(alleles), encoder.encode(name)];
    this.keys.add(id, sequence, start, end, alleleBytes, alleleBytes.length, nameBytes, nameBytes.length);
    const minors = minor
      ? `${alleles.split('/')[minor.index] ?? NULL}\t${frequencyText(minor.frequency)}\t${minor.count}`
      : NO_MINOR;
    // The columns of VARIATION_TABLES, in their order; PlainLines writes the same.
    this.variations.text(`${id}\t${source}\t${text}\t0\t${term}\t0\t${minors}\t${NULL}\t\t1\n`);
    this.features.text(
      `${id}\t${sequence}\t${start}\t${end}\t1\t${id}\t${alleles}\t${ancestral ?? NULL}\t${text}\t1\t${NULL}\t` +
        `${source}\t${terms}\t\t${term}\t0\t${minors}\t${NULL}\t${NULL}\t\t1\n`,
    );
    const [reference = ''] = alleles.split('/', 1);
    let next = id * MOST_EFFECTS;
    for (const { transcript, allele, terms: own, cds, cdna, protein, codons, residues } of coding)
      this.#effects.text(
        `${next++}\t${id}\t${escapeField(transcript)}\t${reference}/${allele}\t0\t${own}\t${numbers(cds)}\t` +
          `${numbers(cdna)}\t${numbers(protein)}\t${NULL}\t${codons ?? NULL}\t${residues ?? NULL}\t${NULL}\t${NULL}\t` +
          `${NULL}\t${NULL}\t${NULL}\t${NULL}\t${NULL}\t1\n`,
      );
  }

  get size(): RowCount {
    return { variations: this.variations.length, features: this.features.length, variants: this.keys.count };
  }

  /** Views that are valid until `begin`. */
  rows(): VariantRows {
    return {
      variations: this.variations.bytes,
      features: this.features.bytes,
      effects: this.#effects.bytes,
      keys: this.keys.numbers,
      synonyms: this.#synonyms,
    };
  }
}

/** How much of its rows a VariantText has at some time. */
export interface RowCount {
  variations: number;
  features: number;
  variants: number;
}

/**
 * A copy of the rows of some variants and, among them, those of others.
 * @param before how many rows of `most` come before each of the others
 * @param until how many rows of `others` there are with each of them
 */
export function withOthers(
  most: VariantText,
  others: VariantText,
  before: readonly RowCount[],
  until: readonly RowCount[],
): VariantRows {
  const [rows, more] = [most.rows(), others.rows()];
  const counts = (lists: readonly RowCount[], count: (each: RowCount) => number) => lists.map(count);
  const bytes = (one: Uint8Array, other: Uint8Array, count: (each: RowCount) => number) =>
    joined(new Uint8Array(one.length + other.length), one, other, counts(before, count), counts(until, count));
  const keys = new Uint32Array(rows.keys.length + more.keys.length);
  const numbers = ({ variants }: RowCount) => KEY * variants;
  return {
    variations: bytes(rows.variations, more.variations, ({ variations }) => variations),
    features: bytes(rows.features, more.features, ({ features }) => features),
    effects: more.effects.slice(),
    keys: joined(keys, rows.keys, more.keys, counts(before, numbers), counts(until, numbers)),
    synonyms: more.synonyms.map(([index, names]) => [index + at(before, index).variants, names]),
  };
}

function joined<T extends Uint8Array | Uint32Array>(
  into: T,
  one: Uint8Array | Uint32Array,
  other: Uint8Array | Uint32Array,
  before: readonly number[],
  until: readonly number[],
): T {
  let [length, from, otherFrom] = [0, 0, 0];
  const add = (part: Uint8Array | Uint32Array) => {
    into.set(part, length);
    length += part.length;
  };
  for (const [index, end] of before.entries()) {
    const otherEnd = at(until, index);
    add(one.subarray(from, end));
    add(other.subarray(otherFrom, otherEnd));
    [from, otherFrom] = [end, otherEnd];
  }
  add(one.subarray(from));
  return into;
}

const encoder = new TextEncoder();
/** The columns of a variant without minor allele. */
export const NO_MINOR = `${NULL}\t${NULL}\t${NULL}`;

export function frequencyText(frequency: number): string {
  return String(Number(frequency.toPrecision(6)));
}

function numbers([start, end]: readonly [number | null, number | null]): string {
  return `${start ?? NULL}\t${end ?? NULL}`;
}

/**
 * The row of `variation_feature` for a further place of a variant, whose `variation` has another id.
 * @param row without line break
 */
export function withVariation(row: string, variation: number): string {
  const fields = row.split('\t');
  fields[VARIATION_COLUMN] = String(variation);
  return fields.join('\t');
}

/** The name in a row of `variation_feature`. */
export function nameIn(row: string): string {
  const name = row.split('\t', NAME_COLUMN + 1)[NAME_COLUMN] ?? '';
  return name.includes('\\') ? name.replaceAll(/\\(.)/gs, '$1') : name;
}

const [VARIATION_COLUMN, NAME_COLUMN] = [5, 8];
