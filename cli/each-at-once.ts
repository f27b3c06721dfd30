import pLimit from 'p-limit';

/** Works on all items, `atOnce` at a time. The first failure aborts the others and is thrown once all have stopped. */
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
