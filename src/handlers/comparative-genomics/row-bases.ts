/** Bases of aligned rows, read in the order in which they are written, some at a time. */
import { ApiError } from '../../api-error.ts';
import type { AlignmentRow } from '../../compara/alignment-columns.ts';
import type { AlignedStretch } from '../../compara/alignment-record.ts';
import { isAncestral } from '../../compara/ancestral-genomes.ts';
import { partOfStretch, unpackPieces, type StoredStretch } from '../../genome/stored-stretch.ts';
import type { Mask } from '../../index/sequence-chunk.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna, readStretches } from '../../release/sequence-reader.ts';

/** Bases of the rows that are in memory together; a longer row is alone. */
const AT_ONCE = 2_000_000;

const decoder = new TextDecoder();

export class RowBases {
  readonly #release: Release;
  readonly #mask: Mask | undefined;
  readonly #rows: readonly AlignmentRow[];
  readonly #places: ReadonlyMap<AlignmentRow, number>;
  #read = new Map<AlignmentRow, string>();

  /** Throws ApiError (400) for a row of a genome that the release lacks. */
  constructor(release: Release, rows: readonly AlignmentRow[], mask: Mask | undefined) {
    const foreign = rows.find(({ bases }) => bases === null);
    if (foreign) throw new ApiError(`This release does not have the bases of ${foreign.genome}, which is aligned here: name the species to show with display_species_set`);
    this.#release = release;
    this.#mask = mask;
    this.#rows = rows;
    this.#places = new Map(rows.map((row, place) => [row, place]));
  }

  /** The bases of a row on its strand: at once, or one wave of reads for it and for those that come after it, when it has not been read with one before. */
  of(row: AlignmentRow): string | Promise<string> {
    return this.#read.get(row) ?? this.#firstOf(row);
  }

  async #firstOf(row: AlignmentRow): Promise<string> {
    this.#read = await this.#readFrom(this.#places.get(row)!);
    return this.#read.get(row)!;
  }

  async #readFrom(place: number): Promise<Map<AlignmentRow, string>> {
    const byGenome = new Map<string, AlignmentRow[]>();
    let bases = 0;
    for (const row of this.#rows.slice(place)) {
      bases += row.end - row.start + 1;
      if (byGenome.size > 0 && bases > AT_ONCE) break;
      const its = byGenome.get(row.genome);
      if (its) its.push(row);
      else byGenome.set(row.genome, [row]);
    }
    const read = new Map<AlignmentRow, string>();
    await Promise.all([...byGenome].map(async ([genome, rows]) => {
      // Ancestors are never masked.
      const found = await readStretches(genomeWithDna(this.#release, this.#release.genome(genome)), rows.map(stretchOfRow), isAncestral(genome) ? undefined : this.#mask);
      rows.forEach((row, each) => read.set(row, decoder.decode(found[each]!)));
    }));
    return read;
  }
}

function stretchOfRow({ start, end, strand, whole }: AlignmentRow): StoredStretch {
  return partOfStretch(storedOf(whole), start - whole.start, end - start + 1, strand);
}

/** What is stored of stretches in memory: of a block that is much asked for, taken apart once. */
const stored = new WeakMap<AlignedStretch, StoredStretch>();

function storedOf(whole: AlignedStretch): StoredStretch {
  let stretch = stored.get(whole);
  if (!stretch) stored.set(whole, (stretch = { length: whole.end - whole.start + 1, strand: 1, pieces: unpackPieces(whole.bases!) }));
  return stretch;
}
