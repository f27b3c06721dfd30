/** Features as annotation files give them, before they are read as genes. All formats become trees of these. */

export type Strand = 1 | -1;

/** A span of a feature on one sequence, 1-based inclusive. On circular sequences `end` may lie past the length. */
export interface Piece {
  start: number;
  end: number;
  strand: Strand;
  /** Of a CDS: bases from its 5' end to the first whole codon (0, 1, 2); null if the file gives none. */
  phase: number | null;
}

/** The ninth column of GFF3 and GTF, or the qualifiers of a flat file. */
export interface Attributes {
  /** The first value. */
  get(key: string): string | undefined;
  all(key: string): readonly string[];
}

/** Attributes that are read when their line is. */
export class ListedAttributes implements Attributes {
  readonly #values = new Map<string, string[]>();

  get(key: string): string | undefined {
    return this.#values.get(key)?.[0];
  }

  all(key: string): readonly string[] {
    return this.#values.get(key) ?? [];
  }

  add(key: string, value: string): void {
    const values = this.#values.get(key);
    if (values) values.push(value);
    else this.#values.set(key, [value]);
  }
}

export interface Feature {
  /** As in the file: gene, mRNA, CDS … */
  type: string;
  source: string;
  /** Name of the sequence in the file. */
  sequence: string;
  /** Line of the file on which it begins. */
  line: number;
  /** Id within the file, which connects parents and children; null if it has none. */
  id: string | null;
  pieces: Piece[];
  attributes: Attributes;
  children: Feature[];
  /** The pieces are in the order of the transcript, not of the sequence. */
  isOrdered?: boolean;
}

/** From the first to the last base of pieces. There may be more of them than a call has room for as arguments. */
export function spanOf({ pieces }: { pieces: readonly Piece[] }): { start: number; end: number } {
  let [first, last] = [Infinity, -Infinity];
  for (const { start, end } of pieces) {
    first = Math.min(first, start);
    last = Math.max(last, end);
  }
  return { start: first, end: last };
}

/** The first value that is given of several keys. */
export function firstOf(attributes: Attributes, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** The features that an annotation reader found on one or more sequences. */
export interface FeatureBatch {
  /** Features without parent, each with its descendants, in the order of the file. */
  roots: Feature[];
}

/** The description that an annotation file has of itself. */
export interface FileNotes {
  /** Genome assembly that it describes. */
  assembly: string | null;
  accession: string | null;
  /** Lengths of sequences by their name in the file. */
  lengths: Map<string, number>;
}
