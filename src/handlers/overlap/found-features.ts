/** Features as they are found: a list, or, where that is too long to hold, its pieces, which are read as they are asked for. */

export type FoundFeatures<T> = readonly T[] | AsyncIterable<readonly T[]>;

/** Stored bytes of one table up to which a list is read whole: some 5,000 features. */
export const LARGEST_IN_MEMORY = 128 * 1024;
/** Most features that are written in memory; longer lists are written as the client reads. */
const MOST_IN_MEMORY = 5_000;
/** How many features of a list that is in memory are written at once. */
const PIECE = 500;

/** The list after some work on it: choosing features, or making others of them. */
export function refine<T, R>(found: FoundFeatures<T>, work: (features: readonly T[]) => readonly R[]): FoundFeatures<R> {
  return isWhole(found) ? work(found) : refinePieces(found, work);
}

/** All lists, when together they are short enough to be written in memory, else null. */
export function asWhole<T>(lists: readonly FoundFeatures<T>[]): (readonly T[])[] | null {
  const whole = lists.filter(isWhole);
  const length = whole.reduce((sum, list) => sum + list.length, 0);
  return whole.length === lists.length && length <= MOST_IN_MEMORY ? whole : null;
}

/** A list in pieces that are small enough to be written. */
export async function* piecesOf<T>(found: FoundFeatures<T>): AsyncGenerator<readonly T[]> {
  if (!isWhole(found)) yield* found;
  else for (let from = 0; from < found.length; from += PIECE) yield found.slice(from, from + PIECE);
}

async function* refinePieces<T, R>(pieces: AsyncIterable<readonly T[]>, work: (features: readonly T[]) => readonly R[]): AsyncGenerator<readonly R[]> {
  for await (const piece of pieces) yield work(piece);
}

function isWhole<T>(found: FoundFeatures<T>): found is readonly T[] {
  return Array.isArray(found);
}
