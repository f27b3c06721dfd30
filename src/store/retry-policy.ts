/** How long a store is waited for, and how often it is asked: what an operator may set, by PATIENCE or --patience. */

export interface RetryPolicy {
  /** Times that a read which fails is tried in all. */
  attempts: number;
  /** Milliseconds that one try may take; a value, which is read whole, may take three times as long. */
  limit: number;
  /**
   * Milliseconds after which a try that has no answer yet is helped by a second read of the same; of a value after
   * three times as long.
   */
  hedge: number;
  /** Longest pause, in milliseconds, before the second try; it doubles before each further one. */
  pause: number;
}

/**
 * A range of R2 begins to arrive after some 30 ms, of a disk after less than one: half a second is a straggler. 5 s are
 * 2 MiB, the longest read of several blocks, at 400 KB/s. A store that is down altogether is given up after three
 * tries.
 */
export const RETRY_POLICY: RetryPolicy = { attempts: 3, limit: 5000, hedge: 500, pause: 200 };

/** What each may be set to: a pause of a minute, or a hundred tries, would be a mistake. */
const RANGES: Record<keyof RetryPolicy, [least: number, most: number]> = {
  attempts: [1, 10],
  limit: [10, 120_000],
  hedge: [1, 120_000],
  pause: [0, 10_000],
};

/**
 * Reads `{"limit": 20000, "hedge": 2000}`; what it leaves out stays as it is. Throws Error, with a sentence for the
 * operator.
 */
export function readRetryPolicy(text: string): RetryPolicy {
  const known = Object.keys(RANGES) as (keyof RetryPolicy)[];
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = null;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error(`PATIENCE must be JSON such as {"limit": ${RETRY_POLICY.limit}}, not ${text}`);
  const policy = { ...RETRY_POLICY };
  for (const [name, value] of Object.entries(given)) {
    const key = known.find((each) => each === name);
    if (!key) throw new Error(`PATIENCE has no '${name}', only ${known.join(', ')}`);
    const [least, most] = RANGES[key];
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`${name} of PATIENCE is a whole number from ${least} to ${most}, not ${JSON.stringify(value)}`);
    policy[key] = value;
  }
  return policy;
}
