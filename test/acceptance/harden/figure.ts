/** A measured figure of `npm run harden` beside the limit it must keep: a line of docs/reliability.md. */
export interface Figure {
  /** What was measured: 'bad input on Deno: answers with 5xx'. */
  name: string;
  /** With its unit where it is a text: 0, '84 MB'. */
  value: string | number;
  /** What the value must keep, as a reader reads it: '0', '< 128 MB'. */
  limit: string;
  ok: boolean;
}

/** What every piece of the command takes. */
export interface HardenOptions {
  /** Decides every random choice: the same seed makes the same requests, faults and damages. */
  seed: number;
  /** Requests to send or cases to try, where a piece counts; a short run gives few. */
  count?: number;
  /** How long to load or to watch, where a piece measures over time. */
  minutes?: number;
  /** The folder of a built index; pieces that change bytes work on a copy. */
  index: string;
  signal?: AbortSignal;
  /** Told of progress and of failures, with what replays them; a line each. */
  log(line: string): void;
}
