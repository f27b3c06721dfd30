/** Timeouts and retries of store reads. Operators set them with PATIENCE or --patience. */

export interface RetryPolicy {
  /** Total number of attempts for a read that fails. */
  attempts: number;
  /** Timeout of one attempt, in milliseconds. Three times as long for values, which are read whole. */
  limit: number;
  /**
   * Milliseconds after which a second, parallel read of the same bytes begins (hedging). Three times as long for
   * values.
   */
  hedge: number;
  /** Longest pause before the second attempt, in milliseconds; doubles with each further attempt. */
  pause: number;
}

/**
 * The first byte of a range arrives after about 30 ms from R2 and within 1 ms from a disk, so a read without bytes
 * after 500 ms is a straggler. Within 5 s, the longest read of several blocks (2 MiB) arrives at 400 KB/s. If a store
 * is down, three attempts fail quickly.
 */
export const RETRY_POLICY: RetryPolicy = { attempts: 3, limit: 5000, hedge: 500, pause: 200 };

/** Allowed values. They exclude mistakes such as 100 attempts. */
const RANGES: Record<keyof RetryPolicy, [least: number, most: number]> = {
  attempts: [1, 10],
  limit: [10, 120_000],
  hedge: [1, 120_000],
  pause: [0, 10_000],
};

/**
 * Parses JSON such as `{"limit": 20000, "hedge": 2000}`; missing keys keep their defaults. Throws Error with a message
 * for the operator.
 * @param setting name of the option or variable that the text comes from, for errors
 */
export function readRetryPolicy(text: string, setting = 'PATIENCE'): RetryPolicy {
  const known = Object.keys(RANGES) as (keyof RetryPolicy)[];
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = null;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error(`${setting} must be a JSON object such as {"limit": ${RETRY_POLICY.limit}}, not ${text}`);
  const policy = { ...RETRY_POLICY };
  for (const [name, value] of Object.entries(given)) {
    const key = known.find((each) => each === name);
    if (!key) throw new Error(`unknown key '${name}' in ${setting}; allowed are ${known.join(', ')}`);
    const [least, most] = RANGES[key];
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(
        `${name} in ${setting} must be a whole number from ${least} to ${most}, not ${JSON.stringify(value)}`,
      );
    policy[key] = value;
  }
  return policy;
}
