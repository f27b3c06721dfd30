/** A gene where a slice shows it, decoded only as far as asked for: most answers need no more than the head. */
import { decodeGene, decodeGeneHead, type GeneHead, type GeneRecord } from './gene-record.ts';
import { placeGene, type Place } from './feature-placement.ts';
import { isShown, type Placed } from './projection.ts';

export class PlacedGene {
  readonly #placed: Placed<Uint8Array>;
  #head: GeneHead | null = null;
  #record: GeneRecord | null = null;

  constructor(placed: Placed<Uint8Array>) {
    this.#placed = placed;
  }

  /** The gene's own data, its place that on the slice's region. */
  get head(): GeneHead {
    return (this.#head ??= this.#record ?? this.#moved(decodeGeneHead(this.#placed.record)));
  }

  /** As head, with transcripts and exons, all of them at their place on the slice's region. */
  get record(): GeneRecord {
    return (this.#record ??= placeGene(decodeGene(this.#placed.record), this.#placed));
  }

  /** Does a part of the gene, or all of it, lie where the slice's region shows the gene? Some parts may while others do not. */
  shows(part: Place): boolean {
    return isShown(this.#placed, part);
  }

  /** Shown by a region that runs the other way than the gene's own. */
  get flipped(): boolean {
    return this.#placed.flipped;
  }

  #moved(head: GeneHead): GeneHead {
    const { start, end, flipped, projected } = this.#placed;
    if (!projected) return head;
    const place: Place = { start, end, strand: (flipped && head.strand ? -head.strand : head.strand) as Place['strand'] };
    return { ...head, ...place };
  }
}
