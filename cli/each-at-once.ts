import pLimit from 'p-limit';

/** Work on all items, so many at once. The first failure stops the others, and is thrown when all have stopped. */
export async function eachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const limit = pLimit(atOnce);
  await Promise.allSettled(
    items.map((item) =>
      limit(async () => {
        either.throwIfAborted();
        await work(item, either);
      }).catch((error) => failed.abort(error)),
    ),
  );
  either.throwIfAborted();
}
