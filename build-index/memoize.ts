const MOST = 1000;

/**
 * A function that remembers what it has answered: what is read of dumps and VCF files repeats the same few texts. Of
 * more than so many all are forgotten, and it begins anew. Answers are shared: they are not to be changed.
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
