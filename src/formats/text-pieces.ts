/** Documents that are written in pieces: short ones are sent as a whole, long ones as they are written. */

export function wholeText(pieces: Iterable<string>): string {
  let text = '';
  for (const piece of pieces) text += piece;
  return text;
}

/** About this many characters are written at a time: every chunk costs a turn of its own. */
const CHUNK = 16 * 1024;

export async function* asStream(pieces: Iterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
