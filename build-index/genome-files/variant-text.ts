/** Rows of variants as text. They are written as such, since a genome has tens of millions. */
import { escapeField } from '../dump-writer/dump-writer.ts';
import { NULL } from '../dump-writer/row-file.ts';
import { TextBytes } from '../../src/handlers/vep/batch/text-bytes.ts';
import { classOfAlleles } from '../../src/variants/variant-classes.ts';
import { STRUCTURAL_CLASSES } from './structural-variant.ts';
import type { PredictedVariant } from './variant-effects.ts';

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
  /** Of each variant. */
  ids: Uint32Array;
  /** A hash of the place and alleles of each. */
  places: Uint32Array;
  names: string[];
  /** Further names, by the place of the variant in `names`. */
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

export class VariantText {
  readonly #source: number;
  readonly #variations = new TextBytes();
  readonly #features = new TextBytes();
  readonly #effects = new TextBytes();
  readonly #ids: number[] = [];
  readonly #places: number[] = [];
  readonly #names: string[] = [];
  readonly #synonyms: VariantRows['synonyms'] = [];

  constructor(source: number) {
    this.#source = source;
  }

  add(id: number, { names, sequence, ancestral, minor }: LineVariant, predicted: PredictedVariant): void {
    const { start, end, alleles, terms, coding } = predicted;
    const [name = '', ...synonyms] = names;
    const text = escapeField(name);
    const source = this.#source;
    const term = classId(classOfAlleles(alleles));
    if (synonyms.length > 0) this.#synonyms.push([this.#ids.length, synonyms]);
    this.#ids.push(id);
    this.#places.push(hashOf(sequence, start, end, alleles));
    this.#names.push(name);
    const minors = minor
      ? `${alleles.split('/')[minor.index] ?? NULL}\t${Number(minor.frequency.toPrecision(6))}\t${minor.count}`
      : `${NULL}\t${NULL}\t${NULL}`;
    // The columns of VARIATION_TABLES, in their order.
    this.#variations.add(`${id}\t${source}\t${text}\t0\t${term}\t0\t${minors}\t${NULL}\t\t1\n`);
    this.#features.add(
      `${id}\t${sequence}\t${start}\t${end}\t1\t${id}\t${alleles}\t${ancestral ?? NULL}\t${text}\t1\t${NULL}\t` +
        `${source}\t${terms}\t\t${term}\t0\t${minors}\t${NULL}\t${NULL}\t\t1\n`,
    );
    const [reference = ''] = alleles.split('/', 1);
    let next = id * MOST_EFFECTS;
    for (const { transcript, allele, terms: own, cds, cdna, protein, codons, residues } of coding)
      this.#effects.add(
        `${next++}\t${id}\t${escapeField(transcript)}\t${reference}/${allele}\t0\t${own}\t${numbers(cds)}\t` +
          `${numbers(cdna)}\t${numbers(protein)}\t${NULL}\t${codons ?? NULL}\t${residues ?? NULL}\t${NULL}\t${NULL}\t` +
          `${NULL}\t${NULL}\t${NULL}\t${NULL}\t${NULL}\t1\n`,
      );
  }

  rows(): VariantRows {
    return {
      variations: this.#variations.bytes,
      features: this.#features.bytes,
      effects: this.#effects.bytes,
      ids: Uint32Array.from(this.#ids),
      places: Uint32Array.from(this.#places),
      names: this.#names,
      synonyms: this.#synonyms,
    };
  }
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv */
function hashOf(sequence: number, start: number, end: number, alleles: string): number {
  let hash = 0x811c9dc5;
  for (const number of [sequence, start, end]) hash = Math.imul(hash ^ number, 0x01000193);
  for (let at = 0; at < alleles.length; at++) hash = Math.imul(hash ^ alleles.charCodeAt(at), 0x01000193);
  return hash >>> 0;
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

const VARIATION_COLUMN = 5;
