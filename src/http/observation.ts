/** Measurements of one request: the log entry for operators and the header Server-Timing for clients. */
import { ReadCounts } from '../index/blocks/block-reader.ts';
import { addressOf } from './request-target.ts';

/** Value of the setting LOG that logs every request, on every runtime. */
export const LOG_REQUESTS = 'requests';

/** A line of the log. Bytes are compressed bytes of the store; times are in milliseconds. */
export interface LogEntry {
  method: string;
  /** Including the query. */
  path: string;
  status: number;
  /** Method and path as in the catalogue: 'GET /lookup/id/:id'; null if no operation matched. */
  operation: string | null;
  format: string | null;
  /** Id of the release; null if the request needed none. */
  release: string | null;
  /** Reads of the store without the root of the release, their bytes, and the bytes that were needed. */
  reads: number;
  bytes: number;
  usedBytes: number;
  /**
   * 'kept' if the answer itself was in memory. Otherwise whether its blocks were cached: all, some or none of them;
   * 'none' if it needed none, 'same' for a 304.
   */
  cache: 'kept' | 'hit' | 'part' | 'miss' | 'none' | 'same';
  /** From the request to the last byte; depends on how fast the client reads. */
  ms: number;
  /**
   * Time waiting for the store, and the remaining time until the first byte: an estimate of the CPU time. In a Worker
   * clocks stop during computation; use the CPU time in Cloudflare's log there.
   */
  storeMs: number;
  cpuMs: number;
}

export class Observation {
  readonly counts = new ReadCounts();
  operation: string | null = null;
  format: string | null = null;
  release: string | null = null;
  /** The whole answer was in memory: src/http/kept-answers.ts. */
  isKept = false;
  readonly #start = performance.now();
  #answerStart: number | null = null;

  /** The value of the header Server-Timing (W3C), durations in milliseconds. Call it when the answer begins. */
  timing(): string {
    this.#answerStart = performance.now();
    const { reads, bytes, usedBytes, waited } = this.counts;
    const total = rounded(this.#answerStart - this.#start);
    const store =
      reads === 0 ? '' : `, store;dur=${rounded(waited)};desc="${reads} reads, ${bytes} bytes, ${usedBytes} used"`;
    return `total;dur=${total}${store}, cache;desc=${this.#cache(200)}`;
  }

  /** Milliseconds from the request until its answer began, or until now. */
  get elapsed(): number {
    return (this.#answerStart ?? performance.now()) - this.#start;
  }

  /** The log entry. Call it when the answer has ended. */
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
      ms: rounded(now - this.#start),
      storeMs: rounded(waited),
      cpuMs: rounded(Math.max(0, (this.#answerStart ?? now) - this.#start - waited)),
    };
  }

  #cache(status: number): LogEntry['cache'] {
    if (status === 304) return 'same';
    if (this.isKept) return 'kept';
    const { blocks, cachedBlocks } = this.counts;
    if (blocks === 0) return 'none';
    return cachedBlocks === blocks ? 'hit' : cachedBlocks === 0 ? 'miss' : 'part';
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** Writes to standard output, which platforms collect. */
export function writeLog(entry: LogEntry): void {
  console.log(JSON.stringify(entry));
}
