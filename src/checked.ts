/**
 * Access to values that an invariant guarantees and the types do not. A broken invariant throws here, near its cause.
 */

/** The item at an index that the caller knows to exist. Throws RangeError beyond the list. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}

/** The last item of a list that is not empty. Throws RangeError for an empty one. */
export function last<T>(list: ArrayLike<T>): T {
  return at(list, list.length - 1);
}

/** The item of a list of one. Throws RangeError for a list of none or of several. */
export function only<T>(list: ArrayLike<T>): T {
  if (list.length !== 1) throw new RangeError(`one item expected, not ${list.length}`);
  return at(list, 0);
}

/** The value under a key that the map contains. Throws RangeError for a missing key. */
export function get<K, V>(map: { get(key: K): V | undefined }, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`no value under ${String(key)}`);
  return value;
}

/** A value that is present. Throws RangeError for null and undefined. @param what names it in the error */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new RangeError(`${what} is missing`);
  return value;
}

/** The first item that satisfies a condition. Throws RangeError when none does. */
export function found<T>(list: readonly T[], condition: (item: T) => boolean): T {
  return present(list.find(condition), 'an item that satisfies the condition');
}
