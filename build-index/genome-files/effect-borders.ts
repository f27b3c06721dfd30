/**
 * Places between which substitutions of a base have the same effect wherever they are, and so have insertions and
 * deletions: deep in an intron, in an untranslated region, between genes. Effects there are predicted once for each
 * kind of change, since most variants of a genome are there.
 */
import { MAX_ALLELE } from '../../src/effects/input-line.ts';
import type { ModelGene } from './gene-model.ts';

/** Bases from a gene within which variants are upstream or downstream of it, as in Ensembl. */
const REACH = 5000;
/** Bases from an end of an exon within which a change may be in a splice site; Ensembl's rules reach 17. */
const MARGIN = 20;

/** Positions by the id of their sequence, ascending. */
export type Borders = ReadonlyMap<number, Int32Array>;

/** Collects the borders of genes: ends of exons, of coding sequences, and of what is near a transcript. */
export class BorderList {
  readonly #positions = new Map<number, number[]>();

  add({ sequence, transcripts }: ModelGene): void {
    let positions = this.#positions.get(sequence.id);
    if (!positions) this.#positions.set(sequence.id, (positions = []));
    for (const { start, end, exons, translations } of transcripts) {
      positions.push(start - REACH, start, end, end + REACH);
      for (const exon of exons) positions.push(exon.start, exon.end);
      for (const { startExon, startOffset, endExon, endOffset } of translations)
        for (const [index, offset] of [
          [startExon, startOffset],
          [endExon, endOffset],
        ] as const) {
          const exon = exons[index];
          if (exon) positions.push(exon.strand === 1 ? exon.start + offset - 1 : exon.end - offset + 1);
        }
    }
  }

  /** @param without ids of sequences that get none, so that all effects on them are predicted singly */
  borders(without: ReadonlySet<number>): Borders {
    const borders = new Map<number, Int32Array>();
    for (const [id, positions] of this.#positions) {
      if (without.has(id)) continue;
      const sorted = Int32Array.from(positions).sort();
      borders.set(
        id,
        sorted.filter((position, index) => position !== sorted[index - 1]),
      );
    }
    return borders;
  }
}

export const ChangeKind = { substitution: 0, insertion: 1, deletion: 2 } as const;
export type ChangeKind = (typeof ChangeKind)[keyof typeof ChangeKind];
const KINDS = 3;

/** A change of bases that are replaced, inserted or deleted together. */
export interface PlacedChange {
  kind: ChangeKind;
  /** As Ensembl places it: an insertion has start = end + 1. */
  start: number;
  end: number;
}

export interface SimpleChange extends PlacedChange {
  /** Alleles with slashes between them. */
  alleles: string;
}

const BASES = /^[ACGT]+$/;
const SINGLE_BASES = /^[ACGT](,[ACGT])*$/;

/**
 * The change that the columns of a VCF line describe; null unless all alternatives are single bases, or one of two
 * alleles is a base with which the other begins.
 *
 * @param reference REF, in capital letters
 * @param alternatives ALT, in capital letters
 */
export function simpleChange(position: number, reference: string, alternatives: string): SimpleChange | null {
  if (!BASES.test(reference)) return null;
  if (reference.length === 1 && SINGLE_BASES.test(alternatives)) {
    if (alternatives.includes(reference)) return null;
    const alleles = `${reference}/${alternatives.replaceAll(',', '/')}`;
    return { kind: ChangeKind.substitution, start: position, end: position, alleles };
  }
  const [shorter, longer] = reference.length === 1 ? [reference, alternatives] : [alternatives, reference];
  if (shorter.length !== 1 || !longer.startsWith(shorter) || longer.length > MAX_ALLELE || !BASES.test(alternatives))
    return null;
  const rest = longer.slice(1);
  return longer === alternatives
    ? { kind: ChangeKind.insertion, start: position + 1, end: position, alleles: `-/${rest}` }
    : { kind: ChangeKind.deletion, start: position + 1, end: position + rest.length, alleles: `${rest}/-` };
}

/** The consequences of simple changes between two borders, once they are known. */
export class ConstantEffects {
  readonly #borders: Borders;
  readonly #known = new Map<number, (string | null | undefined)[]>();

  constructor(borders: Borders) {
    this.#borders = borders;
  }

  /** Number of the interval and kind of a change that lies between two borders with all its margin; -1 for others. */
  interval(sequence: number, { kind, start, end }: PlacedChange): number {
    const borders = this.#borders.get(sequence);
    if (!borders) return -1;
    const [first, last] = [Math.min(start, end), Math.max(start, end)];
    let [low, high] = [0, borders.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((borders[middle] ?? 0) < first) low = middle + 1;
      else high = middle;
    }
    const [before = -Infinity, after = Infinity] = [borders[low - 1], borders[low]];
    return first - before > MARGIN && after - last > MARGIN ? KINDS * low + kind : -1;
  }

  /** Null for an interval whose effects differ, undefined for one of which nothing is known. */
  get(sequence: number, interval: number): string | null | undefined {
    return this.#known.get(sequence)?.[interval];
  }

  /** @param consequences of a change in the interval; null if it is in a coding sequence */
  set(sequence: number, interval: number, consequences: string | null): void {
    let known = this.#known.get(sequence);
    if (!known) this.#known.set(sequence, (known = []));
    known[interval] = consequences;
  }
}
