/** A population may have samples in several collections: of a pair the first that has both variants tells, as in Ensembl. */
import type { MatrixVariant } from '../../index/genotype-matrix.ts';
import { utf8 } from '../../index/utf8.ts';

/** The variants of collections that were looked at before, each by its place and name. */
export class EarlierCollections {
  readonly #variants: ReadonlySet<string>[] = [];

  add(variants: Iterable<string>): void {
    this.#variants.push(new Set(variants));
  }

  haveBoth(one: string, other: string): boolean {
    return this.#variants.some((variants) => variants.has(one) && variants.has(other));
  }
}


/** What tells a variant from others of its region. */
export function placeAndName({ position, name }: MatrixVariant): string {
  return `${position} ${utf8.decode(name)}`;
}
