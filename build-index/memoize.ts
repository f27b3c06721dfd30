const MOST = 1000;

/**
 * Caches a function's results by argument, since dumps and VCF files repeat the same few texts. Clears the cache when
 * it has `most` results. Callers share results and must not change them.
 */
export function memoize<Key, Answer>(answer: (key: Key) => Answer, most = MOST): (key: Key) => Answer {
  const answers = new Map<Key, Answer>();
  return (key) => {
    let known = answers.get(key);
    if (known === undefined) {
      if (answers.size === most) answers.clear();
      answers.set(key, (known = answer(key)));
    }
    return known;
  };
}
