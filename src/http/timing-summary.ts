/** Times of the requests that this process has answered, by operation: what Server-Timing says of each, summed up. */

/**
 * Upper bounds of the classes of times, in milliseconds: each is 1.5 times the one before, from 0.1 to about a minute.
 */
const BOUNDS = Array.from({ length: 34 }, (_, which) => 0.1 * 1.5 ** which);

export interface OperationTimes {
  /** Method and path as in the catalogue. */
  operation: string;
  requests: number;
  /** Requests that failed, by whose fault: status 4xx and 5xx. */
  rejected: number;
  failed: number;
  /**
   * Milliseconds until the answer begins, which half and 95 % of the requests did not exceed; within a factor of 1.5.
   */
  median: number;
  most: number;
  /** Reads of the store in all requests. */
  reads: number;
}

interface Counts {
  requests: number;
  rejected: number;
  failed: number;
  reads: number;
  /** Requests by class of their time. */
  times: Uint32Array;
}

/** Memory is constant: there is one entry for each operation. */
export class TimingSummary {
  /** Time of the first request; null before. Workers have no clock while a program starts. */
  since: Date | null = null;
  readonly #operations = new Map<string, Counts>();

  /** @param milliseconds until the answer began */
  add(operation: string | null, status: number, milliseconds: number, reads: number): void {
    if (operation === null) return;
    this.since ??= new Date();
    let counts = this.#operations.get(operation);
    if (!counts) {
      counts = { requests: 0, rejected: 0, failed: 0, reads: 0, times: new Uint32Array(BOUNDS.length + 1) };
      this.#operations.set(operation, counts);
    }
    counts.requests++;
    counts.reads += reads;
    if (status >= 500) counts.failed++;
    else if (status >= 400) counts.rejected++;
    const found = BOUNDS.findIndex((bound) => milliseconds <= bound);
    const which = found === -1 ? BOUNDS.length : found;
    counts.times[which] = (counts.times[which] ?? 0) + 1;
  }

  /** Operations with the most requests first. */
  list(): OperationTimes[] {
    return [...this.#operations]
      .map(([operation, { times, ...counts }]) => ({
        operation,
        ...counts,
        median: quantile(times, counts.requests, 0.5),
        most: quantile(times, counts.requests, 0.95),
      }))
      .sort((a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1));
  }
}

/** The bound of the class that contains a share of the requests. */
function quantile(times: Uint32Array, requests: number, share: number): number {
  let seen = 0;
  const found = times.findIndex((count) => (seen += count) >= requests * share);
  return BOUNDS[found] ?? Infinity;
}
