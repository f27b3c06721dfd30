const NEWLINE = 0x0a;

/** Newlines before `end`; escaped ones, which begin a line of a file too, among them. */
export function newlinesIn(bytes: Buffer, end = bytes.length): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
