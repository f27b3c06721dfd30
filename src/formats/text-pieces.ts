/** Documents that are written in pieces: short ones are sent as a whole, long ones as they are written. */

/** Joined, not added up: what is added up is put together only when it is read, piece by piece and each time it is part of something else. */
export function wholeText(pieces: Iterable<string>): string {
  return [...pieces].join('');
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
