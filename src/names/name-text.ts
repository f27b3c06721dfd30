/** How names are compared, and how they are shown to whoever sent them. */

/** A name as the index spells it: letters count alike in either case, as in MySQL's default collation. */
export function foldName(name: string): string {
  return name.toLowerCase();
}

/** A name as tables and lists of names hold it: folded, well-formed, and without the NUL that these put to uses of their own. */
export function listedName(name: string): string {
  return foldName(name.toWellFormed().replaceAll('\0', ' '));
}

/** Are two names one and the same? Nothing (null) bears none. */
export function sameName(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldName(one) === foldName(other);
}

/** A name as MySQL compares it with =: in any case, and but for blanks behind it. */
export function foldWhole(name: string): string {
  return foldName(withoutBlanksBehind(name));
}

/** A name but for the blanks at its end. A pattern would look through each run of blanks from each of its places. */
export function withoutBlanksBehind(name: string): string {
  let end = name.length;
  while (name[end - 1] === ' ') end--;
  return name.slice(0, end);
}

/** Does a name hold what LIKE does not take literally? */
export function isPattern(name: string): boolean {
  return /[%_\\]/.test(name);
}

/** A name for an error message, which nobody reads to the end when it is very long. */
export function shownName(name: string): string {
  return name.length > 200 ? `${name.slice(0, 200)}…` : name;
}
