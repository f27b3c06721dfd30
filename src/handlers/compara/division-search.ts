/**
 * Genes of which a request does not say the species: each is looked up in the comparative database of the division of
 * the species that has the id, as if that were named, and in the default one where that database lacks it or nothing
 * else has the id.
 */
import type { Compara } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { comparasElsewhere, comparedElsewhere, openCompara } from './compared-genome.ts';
import type { GeneHomologies } from '../../compara/homology-record.ts';
import type { Found } from './homology-value.ts';
import { Search, type SearchParams } from './homology-search.ts';
import { findStableIds, readings, type FoundObject } from '../resolve/stable-id.ts';

/** A gene, and by which search it was found. */
export interface Located {
  search: Search;
  found: Found;
}

/** What was read of some ids. */
interface ReadIds {
  ids: readonly string[];
  /** What the default database has of the readings of the ids. */
  records: GeneHomologies[][];
  /** Empty where no other database may have any of them. */
  objects: FoundObject[][];
}

export class DivisionSearch {
  /** In the default database, or that of the species or database that is named. */
  readonly first: Search;
  readonly #release: Release;
  readonly #params: SearchParams;
  /** By species; null for one that its division's database does not hold. */
  readonly #others = new Map<string, Promise<Search | null>>();
  /** Of the ids that are asked for first, until they are. */
  #begun: ReadIds | null;

  private constructor(release: Release, params: SearchParams, first: Search, begun: ReadIds) {
    this.#release = release;
    this.#params = params;
    this.first = first;
    this.#begun = begun;
  }

  /**
   * Reads what databases say of some ids beside the species that say which of it is meant.
   *
   * @param ids that will be asked for first
   */
  static async begin(release: Release, params: SearchParams, ids: readonly string[]): Promise<DivisionSearch> {
    // Refuses an unknown database before anything is under way.
    const compara = openCompara(release, params.compara, params.species);
    const [first, begun] = await Promise.all([Search.begin(release, params), readIds(release, params, compara, ids)]);
    return new DivisionSearch(release, params, first, begun);
  }

  /**
   * Throws ApiError (400) for targets that no database knows in which the ids may be. To one that does not they are no
   * homologues.
   */
  async checkTargets(ids: readonly string[]): Promise<void> {
    if (!this.first.refusal) return;
    const searches = await Promise.all(
      databasesElsewhere(this.#release, this.#params, ids).map(({ entry }) =>
        Search.begin(this.#release, { ...this.#params, compara: entry.name }),
      ),
    );
    if (searches.every(({ refusal }) => refusal !== null)) throw this.first.refusal;
  }

  /**
   * Genes by id, in the order asked; those that are not compared are left out. One wave of reads, two where ids are in
   * several further databases; one less for the ids that it began with, the first time.
   */
  async genes(ids: readonly string[]): Promise<Located[]> {
    const { records, objects } =
      this.#takeBegun(ids) ?? (await readIds(this.#release, this.#params, this.first.compara, ids));
    const own = this.first.choose(ids, records);
    const inFirst = new Map(own.map((found) => [found.requested, found]));
    const located = await Promise.all(
      ids.map(async (id, which): Promise<Located | null> => {
        const found = inFirst.get(id);
        return (
          (await this.#inDivision(id, objects[which] ?? [], found !== undefined)) ??
          (found ? { search: this.first, found } : null)
        );
      }),
    );
    return located.filter((each) => each !== null);
  }

  #takeBegun(ids: readonly string[]): ReadIds | null {
    const begun = this.#begun;
    this.#begun = null;
    return begun?.ids.length === ids.length && begun.ids.every((id, which) => id === ids[which]) ? begun : null;
  }

  /** The gene in the database of the first species that has the id there, if that is not the default one. */
  async #inDivision(id: string, objects: readonly FoundObject[], inFirst: boolean): Promise<Located | null> {
    const elsewhere = async (species: string) => {
      const search = await this.#of(species);
      const [found] = search ? await search.genes([id]) : [];
      return found ? { search: search!, found } : null;
    };
    let located: Located | null = null;
    await comparedElsewhere(this.#release, this.#params.compara, objects, async ({ entry }, species) =>
      entry === this.first.compara.entry ? inFirst : (located = await elsewhere(species)) !== null,
    );
    return located;
  }

  #of(species: string): Promise<Search | null> {
    let search = this.#others.get(species);
    if (!search) this.#others.set(species, (search = searchOf(this.#release, { ...this.#params, species })));
    return search;
  }
}

/** One wave of reads. @param compara the default database */
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
    bring(others, ids),
  ]);
  return { ids, records, objects };
}

async function searchOf(release: Release, params: SearchParams & { species: string }): Promise<Search | null> {
  const held = await openCompara(release, params.compara, params.species).species();
  return held.named(params.species) ? Search.begin(release, params) : null;
}

function databasesElsewhere(release: Release, { compara, species }: SearchParams, ids: readonly string[]): Compara[] {
  return species ? [] : comparasElsewhere(release, compara, ids);
}

/**
 * Reads beside the rest what one of the databases has. What fails here fails again where it is needed, and nowhere
 * else.
 */
async function bring([other]: readonly Compara[], ids: readonly string[]): Promise<void> {
  if (other) await Promise.allSettled([other.species(), other.homologies(readings(ids))]);
}
