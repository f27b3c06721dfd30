/**
 * Places between which a single-base substitution has the same effect wherever it is: deep in an intron, in an
 * untranslated region, between genes. Effects there are predicted once, since most variants of a genome are there.
 */
import type { ModelGene } from './gene-model.ts';

/** Bases from a gene within which variants are upstream or downstream of it, as in Ensembl. */
const REACH = 5000;
/** Bases from an end of an exon within which a substitution may be in a splice site; Ensembl's rules reach 17. */
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

/** The consequences of substitutions between two borders, once they are known. */
export class ConstantEffects {
  readonly #borders: Borders;
  readonly #known = new Map<number, (string | undefined)[]>();

  constructor(borders: Borders) {
    this.#borders = borders;
  }

  /** Number of the interval that contains a position with all its margin; -1 for one near a border. */
  interval(sequence: number, position: number): number {
    const borders = this.#borders.get(sequence);
    if (!borders) return -1;
    let [low, high] = [0, borders.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((borders[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    const [before = -Infinity, after = Infinity] = [borders[low - 1], borders[low]];
    return position - before > MARGIN && after - position > MARGIN ? low : -1;
  }

  get(sequence: number, interval: number): string | undefined {
    return this.#known.get(sequence)?.[interval];
  }

  /** @param consequences of a substitution in the interval that is in no coding sequence */
  set(sequence: number, interval: number, consequences: string): void {
    let known = this.#known.get(sequence);
    if (!known) this.#known.set(sequence, (known = []));
    known[interval] = consequences;
  }
}
