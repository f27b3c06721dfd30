/** Rows of an alignment as masks: for each column 1 where the row has a base or residue, else 0. */

/** How a row runs through the columns that any of `others` or itself has. */
export function cigarLine(mask: Uint8Array, others: readonly Uint8Array[]): string {
  let line = '';
  let [length, last] = [0, -1];
  const end = (): void => {
    if (length > 0) line += `${length === 1 ? '' : length}${last === 1 ? 'M' : 'D'}`;
  };
  for (let column = 0; column < mask.length; column++) {
    const own = mask[column]!;
    if (own === 0 && !isInAny(others, column)) continue;
    if (own !== last) {
      end();
      [length, last] = [0, own];
    }
    length++;
  }
  end();
  return line;
}

function isInAny(masks: readonly Uint8Array[], column: number): boolean {
  for (const mask of masks) if (mask[column] === 1) return true;
  return false;
}

/** Columns that any row has. */
export function columnCount([first, ...others]: readonly Uint8Array[]): number {
  let count = 0;
  for (let column = 0; column < first!.length; column++) if (first![column] === 1 || isInAny(others, column)) count++;
  return count;
}

/** Columns that a row has, of those from `from` to before `to`. */
export function basesIn(mask: Uint8Array, from = 0, to = mask.length): number {
  let count = 0;
  for (let column = from; column < to; column++) count += mask[column]!;
  return count;
}

/**
 * Masks of a tract and of what it became elsewhere. What a descendant gained stands right before the base of the tract that it came to stand before,
 * in columns of its own.
 *
 * @param length of the tract, whose homology columns are 0, 1, 2 …
 * @param descendants homology columns of each; those from `length` on it gained
 * @returns the tract's own mask, and then one for each descendant
 */
export function descentMasks(length: number, descendants: readonly Int32Array[]): [tract: Uint8Array, ...descendants: Uint8Array[]] {
  const gained = descendants.reduce((sum, columns) => sum + columns.reduce((count, column) => count + (column >= length ? 1 : 0), 0), 0);
  const tract = new Uint8Array(length + gained);
  const masks = descendants.map(() => new Uint8Array(length + gained));
  const next = descendants.map(() => 0);
  let column = 0;
  const takeGained = (): void => descendants.forEach((its, each) => {
    while (its[next[each]!]! >= length) {
      masks[each]![column++] = 1;
      next[each]!++;
    }
  });
  for (let base = 0; base < length; base++) {
    takeGained();
    tract[column] = 1;
    for (let each = 0; each < descendants.length; each++) {
      if (descendants[each]![next[each]!] !== base) continue;
      masks[each]![column] = 1;
      next[each]!++;
    }
    column++;
  }
  takeGained();
  return [tract, ...masks];
}
