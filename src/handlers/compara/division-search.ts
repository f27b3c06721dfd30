/**
 * Finds homologies of genes whose species the request does not name. Each id is looked up in the compara database of
 * the division of its species, and in the default compara database if the first lacks it or no genome has the id.
 */
import type { Compara } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { comparasElsewhere, comparedElsewhere, openCompara } from './compared-genome.ts';
import type { GeneHomologies } from '../../compara/homology-record.ts';
import type { FoundGene } from './homology-value.ts';
import { HomologySearch, type SearchParams } from './homology-search.ts';
import { findStableIds, readings, type FoundObject } from '../resolve/stable-id.ts';

/** A gene and the search that found it. */
export interface LocatedGene {
  search: HomologySearch;
  found: FoundGene;
}

/** Records of some ids. */
interface ReadIds {
  ids: readonly string[];
  /** Records in the default database, for the ids with and without version (readings). */
  records: GeneHomologies[][];
  /** Objects of each id; empty if no other compara database may contain any of the ids. */
  objects: FoundObject[][];
}

export class DivisionSearch {
  /** The search in the default database, or in that of the named species or database. */
  readonly first: HomologySearch;
  readonly #release: Release;
  readonly #params: SearchParams;
  /** Searches by species; null if the compara database of its division does not contain the species. */
  readonly #others = new Map<string, Promise<HomologySearch | null>>();
  /** Records of the first ids, until they are requested. */
  #prefetched: ReadIds | null;

  private constructor(release: Release, params: SearchParams, first: HomologySearch, prefetched: ReadIds) {
    this.#release = release;
    this.#params = params;
    this.first = first;
    this.#prefetched = prefetched;
  }

  /**
   * Opens a search; reads species and records of the first ids in the same wave.
   *
   * @param ids the first ids that will be requested
   */
  static async open(release: Release, params: SearchParams, ids: readonly string[]): Promise<DivisionSearch> {
    // Throws for an unknown database before any read starts.
    const compara = openCompara(release, params.compara, params.species);
    const [first, prefetched] = await Promise.all([
      HomologySearch.open(release, params),
      readIds(release, params, compara, ids),
    ]);
    return new DivisionSearch(release, params, first, prefetched);
  }

  /** Throws ApiError (400) if none of the compara databases that may contain the ids knows the targets. */
  async checkTargets(ids: readonly string[]): Promise<void> {
    if (!this.first.targetError) return;
    const searches = await Promise.all(
      databasesElsewhere(this.#release, this.#params, ids).map(({ entry }) =>
        HomologySearch.open(this.#release, { ...this.#params, compara: entry.name }),
      ),
    );
    if (searches.every(({ targetError }) => targetError !== null)) throw this.first.targetError;
  }

  /**
   * Genes in the order of ids; omits those that are in no compara database. One wave of reads, two if ids are in
   * several other databases; one less for the prefetched ids.
   */
  async genes(ids: readonly string[]): Promise<LocatedGene[]> {
    const { records, objects } =
      this.#takePrefetched(ids) ?? (await readIds(this.#release, this.#params, this.first.compara, ids));
    const own = this.first.choose(ids, records);
    const inFirst = new Map(own.map((found) => [found.requested, found]));
    const located = await Promise.all(
      ids.map(async (id, which): Promise<LocatedGene | null> => {
        const found = inFirst.get(id);
        return (
          (await this.#inDivision(id, objects[which] ?? [], found !== undefined)) ??
          (found ? { search: this.first, found } : null)
        );
      }),
    );
    return located.filter((each) => each !== null);
  }

  #takePrefetched(ids: readonly string[]): ReadIds | null {
    const prefetched = this.#prefetched;
    this.#prefetched = null;
    const isSame = prefetched?.ids.length === ids.length && prefetched.ids.every((id, which) => id === ids[which]);
    return isSame ? prefetched : null;
  }

  /** The gene in the first compara database of a division that contains it, unless that is the default one. */
  async #inDivision(id: string, objects: readonly FoundObject[], inFirst: boolean): Promise<LocatedGene | null> {
    const elsewhere = async (species: string) => {
      const search = await this.#of(species);
      if (!search) return null;
      const [found] = await search.genes([id]);
      return found ? { search, found } : null;
    };
    let located: LocatedGene | null = null;
    await comparedElsewhere(this.#release, this.#params.compara, objects, async ({ entry }, species) =>
      entry === this.first.compara.entry ? inFirst : (located = await elsewhere(species)) !== null,
    );
    return located;
  }

  #of(species: string): Promise<HomologySearch | null> {
    let search = this.#others.get(species);
    if (!search) this.#others.set(species, (search = searchOf(this.#release, { ...this.#params, species })));
    return search;
  }
}

/** Reads records and objects of ids. One wave of reads. @param compara the default database */
async function readIds(
  release: Release,
  params: SearchParams,
  compara: Compara,
  ids: readonly string[],
): Promise<ReadIds> {
  const others = databasesElsewhere(release, params, ids);
  const [records, objects] = await Promise.all([
    compara.homologies(readings(ids)),
    others.length > 0 ? findStableIds(release, ids, {}, true) : [],
    prefetch(others, ids),
  ]);
  return { ids, records, objects };
}

async function searchOf(release: Release, params: SearchParams & { species: string }): Promise<HomologySearch | null> {
  const compared = await openCompara(release, params.compara, params.species).species();
  return compared.named(params.species) ? HomologySearch.open(release, params) : null;
}

function databasesElsewhere(release: Release, { compara, species }: SearchParams, ids: readonly string[]): Compara[] {
  return species ? [] : comparasElsewhere(release, compara, ids);
}

/** Reads the records of one other database ahead. Ignores errors: they occur again if the records are needed. */
async function prefetch([other]: readonly Compara[], ids: readonly string[]): Promise<void> {
  if (other) await Promise.allSettled([other.species(), other.homologies(readings(ids))]);
}
