/** Stable ids: those of the file, or made ones that are the same at every build. */
import type { Named } from './gene-model.ts';

/** Ids of large databases, whose number after the point is a version: ENSG00000139618.15, NM_000059.4, AAC73112.1. */
const VERSIONED = /^((?:ENS[A-Z]*[GTPE]\d{11}|[A-Z]{2}_\d{6,}|[A-Z]{3}\d{5,7}|WP_\d{9}))\.(\d+)$/;
/** Ids of NCBI's tools, of which the last part names the object: gnl|Prokka|ABC_00001, ref|NP_000001.1|. */
const QUALIFIED = /^(?:gnl\|[^|]+|ref|gb|emb|dbj|lcl|sp|tr)\|([^|]+)\|?$/;
/** What files put before ids to make them unique among all features. */
const PREFIX = /^(?:gene|transcript|mrna|rna|cds|protein|exon|id|pseudogene|ncrna)[:-](?=.)/i;
/** Ensembl's column for stable ids has this size. */
const LONGEST = 128;

/** Splits the version from an id that has one. @param version as an attribute of the file gives it */
export function versioned(given: string, version?: string): Named {
  const id = QUALIFIED.exec(given)?.[1] ?? given;
  const found = VERSIONED.exec(id);
  if (found) return { id: found[1] ?? id, version: Number(found[2]) };
  return { id, version: version !== undefined && /^\d{1,5}$/.test(version) ? Number(version) : null };
}

/** The ID of a feature without the prefix that names its type. */
export function plainId(id: string): string {
  return id.replace(PREFIX, '');
}

/** Gives each object of a genome an id that no other has. */
export class UniqueIds {
  readonly #used = new Map<string, number>();

  /** The id itself, or with `_2`, `_3` … if it is taken. Clients find ids in any case, so `a` and `A` are one id. */
  take(named: Named): Named {
    let id = named.id.slice(0, LONGEST - 8);
    while (true) {
      const key = id.toLowerCase();
      const count = (this.#used.get(key) ?? 0) + 1;
      this.#used.set(key, count);
      if (count === 1) return { ...named, id };
      id = `${id}_${count}`;
    }
  }
}
