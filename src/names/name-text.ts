/** How names are compared, and how they are shown to whoever sent them. */
import { foldName } from './letter-fold.ts';

/** Are two names one and the same? Nothing (null) bears none. */
export function sameName(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldName(one) === foldName(other);
}

/** A name as MySQL compares it with =: folded, and but for blanks behind it. */
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
