/** The datasets of a Beacon: the variation sets of the database, and one for each of three sources. */
import { at } from '../../checked.ts';
import type { VariantSet } from '../../release/documents.ts';

/** A dataset; `name` is null for a variation set without a short name. */
export interface Dataset {
  name: string | null;
}

/** Sources whose variants form a dataset although the database has no set for them. */
const SOURCE_DATASETS = ['dbsnp', 'dgva', 'dbvar'] as const;
export type SourceDataset = (typeof SOURCE_DATASETS)[number];

/** The name of the dataset of a source; null for a source without one. */
export function datasetOfSource(source: string, among: readonly SourceDataset[]): SourceDataset | null {
  const lower = source.toLowerCase();
  return among.find((name) => name === lower) ?? null;
}

export class Datasets {
  /** In the order of their ids, those of sources last. */
  readonly all: readonly Dataset[];
  readonly #ofSets = new Map<number, Dataset>();
  readonly #ofSources = new Map<string, Dataset>();
  readonly #supersets: ReadonlyMap<number, readonly number[]>;

  constructor(sets: readonly VariantSet[]) {
    for (const { id, name } of sets) this.#ofSets.set(id, { name });
    for (const name of SOURCE_DATASETS) this.#ofSources.set(name, { name });
    this.all = [...this.#ofSets.values(), ...this.#ofSources.values()];
    this.#supersets = new Map(sets.map(({ id, supersets = [] }) => [id, supersets]));
  }

  /** Whether a request may name this dataset. */
  isKnown(name: string): boolean {
    return this.all.some((dataset) => dataset.name === name);
  }

  /** The datasets with these names. Of several with one name, a source or the set with the lowest id. */
  named(names: readonly string[]): Set<Dataset> {
    return new Set(
      names.flatMap((name) => this.#ofSources.get(name) ?? this.all.find((dataset) => dataset.name === name) ?? []),
    );
  }

  /** The datasets of a variant: its sets, the sets that contain these, and its source. */
  of(sets: readonly number[], source: SourceDataset | null): Set<Dataset> {
    const [found, pending] = [new Set<Dataset>(), [...sets]];
    for (let next = 0; next < pending.length; next++) {
      const id = at(pending, next);
      const dataset = this.#ofSets.get(id);
      if (!dataset || found.has(dataset)) continue;
      found.add(dataset);
      pending.push(...(this.#supersets.get(id) ?? []));
    }
    const ofSource = source === null ? undefined : this.#ofSources.get(source);
    if (ofSource) found.add(ofSource);
    return found;
  }
}
