/** A measured figure of `npm run harden` with its limit: a line of docs/reliability.md. */
export interface Figure {
  /** What was measured, such as 'bad input on Deno: answers with 5xx'. */
  name: string;
  /** A number, or a text with its unit: 0, '84 MB'. */
  value: string | number;
  /** The limit as shown to readers: '0', '< 128 MB'. */
  limit: string;
  ok: boolean;
}

/** Options of every piece of the command. */
export interface HardenOptions {
  /** Determines every random choice: the same seed makes the same requests, faults and damages. */
  seed: number;
  /** Number of requests or cases, for pieces that count. */
  count?: number;
  /** Duration, for pieces that measure over time. */
  minutes?: number;
  /** The folder of a built index. Pieces that change bytes work on a copy. */
  index: string;
  signal?: AbortSignal;
  /** Receives progress and failures, one line each, with the command that repeats them. */
  log(line: string): void;
}
