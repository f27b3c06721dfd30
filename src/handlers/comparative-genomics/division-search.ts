/**
 * Genes of which a request does not say the species: each is looked up in the comparative database of the division of the species that has
 * the id, as if that were named, and in the default one where that database lacks it or nothing else has the id.
 */
import type { Compara } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { comparasElsewhere, comparedElsewhere, openCompara } from './compared-genome.ts';
import type { Found } from './homology-letters.ts';
import { Search, type SearchParams } from './homology-search.ts';
import { findStableIds, readings, type FoundObject } from '../stable-id-objects.ts';

/** A gene, and by which search it was found. */
export interface Located {
  search: Search;
  found: Found;
}

export class DivisionSearch {
  /** In the default database, or that of the species or database that is named. */
  readonly first: Search;
  readonly #release: Release;
  readonly #params: SearchParams;
  /** By species; null for one that its division's database does not hold. */
  readonly #others = new Map<string, Promise<Search | null>>();

  private constructor(release: Release, params: SearchParams, first: Search) {
    this.#release = release;
    this.#params = params;
    this.first = first;
  }

  /**
   * Reads what databases say of some ids beside the species that say which of it is meant.
   *
   * @param ids that will be asked for first
   */
  static async begin(release: Release, params: SearchParams, ids: readonly string[]): Promise<DivisionSearch> {
    // Refuses an unknown database before anything is under way.
    const compara = openCompara(release, params.compara, params.species);
    const others = databasesElsewhere(release, params, ids);
    const [first] = await Promise.all([
      Search.begin(release, params), compara.homologies(readings(ids)), others.length > 0 ? findStableIds(release, ids, {}, true) : null, bring(others, ids),
    ]);
    return new DivisionSearch(release, params, first);
  }

  /** Throws ApiError (400) for targets that no database knows in which the ids may be. To one that does not they are no homologues. */
  async checkTargets(ids: readonly string[]): Promise<void> {
    if (!this.first.refusal) return;
    const searches = await Promise.all(databasesElsewhere(this.#release, this.#params, ids).map(({ entry }) => Search.begin(this.#release, { ...this.#params, compara: entry.name })));
    if (searches.every(({ refusal }) => refusal !== null)) throw this.first.refusal;
  }

  /** Genes by id, in the order asked; those that are not compared are left out. One wave of reads, two where ids are in several further databases. */
  async genes(ids: readonly string[]): Promise<Located[]> {
    const others = databasesElsewhere(this.#release, this.#params, ids);
    const [own, objects] = await Promise.all([this.first.genes(ids), others.length > 0 ? findStableIds(this.#release, ids, {}, true) : [], bring(others, ids)]);
    const inFirst = new Map(own.map((found) => [found.requested, found]));
    const located = await Promise.all(ids.map(async (id, which): Promise<Located | null> => {
      const found = inFirst.get(id);
      return await this.#inDivision(id, objects[which] ?? [], found !== undefined) ?? (found ? { search: this.first, found } : null);
    }));
    return located.filter((each) => each !== null);
  }

  /** The gene in the database of the first species that has the id there, if that is not the default one. */
  async #inDivision(id: string, objects: readonly FoundObject[], inFirst: boolean): Promise<Located | null> {
    const elsewhere = async (species: string) => {
      const search = await this.#of(species);
      const [found] = search ? await search.genes([id]) : [];
      return found ? { search: search!, found } : null;
    };
    let located: Located | null = null;
    await comparedElsewhere(this.#release, this.#params.compara, objects, async ({ entry }, species) => (
      entry === this.first.compara.entry ? inFirst : (located = await elsewhere(species)) !== null));
    return located;
  }

  #of(species: string): Promise<Search | null> {
    let search = this.#others.get(species);
    if (!search) this.#others.set(species, (search = searchOf(this.#release, { ...this.#params, species })));
    return search;
  }
}

async function searchOf(release: Release, params: SearchParams & { species: string }): Promise<Search | null> {
  const held = await openCompara(release, params.compara, params.species).species();
  return held.named(params.species) ? Search.begin(release, params) : null;
}

function databasesElsewhere(release: Release, { compara, species }: SearchParams, ids: readonly string[]): Compara[] {
  return species ? [] : comparasElsewhere(release, compara, ids);
}

/** Reads beside the rest what one of the databases has. What fails here fails again where it is needed, and nowhere else. */
async function bring([other]: readonly Compara[], ids: readonly string[]): Promise<void> {
  if (other) await Promise.allSettled([other.species(), other.homologies(readings(ids))]);
}
