/** What is known of a request once it is answered: a line of the log, and the header Server-Timing for who asked. */
import { ReadCounts } from '../index/blocks/block-reader.ts';
import { addressOf } from './request-target.ts';

/** What the setting LOG says to have every request logged, wherever the service runs. */
export const LOG_REQUESTS = 'requests';

/** A line of the log. Bytes are stored (compressed) ones; times are milliseconds. */
export interface LogEntry {
  method: string;
  /** With its query. */
  path: string;
  status: number;
  /** As in the catalogue, 'GET /lookup/id/:id'; null for what is none. */
  operation: string | null;
  format: string | null;
  /** Id of the release that answered; null when none was needed. */
  release: string | null;
  /** Reads of the store and their bytes, without the root of the release; and how many of these were asked for. */
  reads: number;
  bytes: number;
  usedBytes: number;
  /** Were the blocks that the answer needed at hand? 'same' is a 304: the client has the answer. */
  cache: 'hit' | 'part' | 'miss' | 'none' | 'same';
  /** From the request to the last byte handed over, for which the client's own pace counts. */
  ms: number;
  /**
   * Waiting for the store, and the rest of the time until the answer began, which is an estimate of the CPU's work.
   * Within a Worker clocks stand still while it computes: there, Cloudflare's own log tells the CPU time.
   */
  storeMs: number;
  cpuMs: number;
}

export class Observation {
  readonly counts = new ReadCounts();
  operation: string | null = null;
  format: string | null = null;
  release: string | null = null;
  readonly #began = performance.now();
  #beganAnswer: number | null = null;

  /** The answer is about to begin: the value of Server-Timing (W3C), durations in milliseconds. */
  timing(): string {
    this.#beganAnswer = performance.now();
    const { reads, bytes, usedBytes, waited } = this.counts;
    const total = rounded(this.#beganAnswer - this.#began);
    const store =
      reads === 0 ? '' : `, store;dur=${rounded(waited)};desc="${reads} reads, ${bytes} bytes, ${usedBytes} used"`;
    return `total;dur=${total}${store}, cache;desc=${this.#cache(200)}`;
  }

  /** The answer has ended. */
  entry(request: Request, status: number): LogEntry {
    const now = performance.now();
    const { reads, bytes, usedBytes, waited } = this.counts;
    return {
      method: request.method,
      path: addressOf(request.url),
      status,
      operation: this.operation,
      format: this.format,
      release: this.release,
      reads,
      bytes,
      usedBytes,
      cache: this.#cache(status),
      ms: rounded(now - this.#began),
      storeMs: rounded(waited),
      cpuMs: rounded(Math.max(0, (this.#beganAnswer ?? now) - this.#began - waited)),
    };
  }

  #cache(status: number): LogEntry['cache'] {
    if (status === 304) return 'same';
    const { blocks, cachedBlocks } = this.counts;
    if (blocks === 0) return 'none';
    return cachedBlocks === blocks ? 'hit' : cachedBlocks === 0 ? 'miss' : 'part';
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** To standard output, from where platforms gather it. */
export function writeLog(entry: LogEntry): void {
  console.log(JSON.stringify(entry));
}
