import { availableParallelism, totalmem } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';

/** Resources for all DuckDB instances of one process. Several processes of a build divide the machine. */
export interface DuckdbShare {
  /** Bytes of memory. */
  memory: number;
  threads: number;
}

/** At most half of the machine's memory; the compiler itself needs the rest. */
export const DEFAULT_SHARE: DuckdbShare = { memory: Math.min(3e9, totalmem() / 2), threads: availableParallelism() };

let share = DEFAULT_SHARE;
let { threads } = share;

/** Sets the resources for instances that are opened later. */
export function takeDuckdbShare(taken: DuckdbShare): void {
  share = taken;
  ({ threads } = taken);
}

/** Sets only what threadsOfProcess returns: other units have begun or ended. */
export function takeThreads(taken: number): void {
  threads = taken;
}

/** Number of threads that this process may use outside DuckDB at this moment. */
export function threadsOfProcess(): number {
  return threads;
}

/**
 * Compression methods that cost more time than they save for tables that are read once or twice: a third of loading.
 */
const SLOW_COMPRESSION = 'fsst,dict_fsst,zstd,alp,alprd,chimp,patas,roaring';

/**
 * Opens a database. Data beyond its memory spill to disk.
 *
 * @param path a file, or ':memory:'
 * @param spill folder for spilled data; created on demand
 * @param part this instance's share of the process's memory, from 0 to 1
 * @param most upper limit in bytes, for callers that need memory for other things
 */
export function openDuckdb(path: string, spill: string, part: number, most = Infinity): Promise<DuckDBInstance> {
  const memory = Math.min(most, share.memory * part);
  return DuckDBInstance.create(path, {
    memory_limit: `${Math.floor(memory / 1e6)}MB`,
    threads: String(share.threads),
    temp_directory: spill,
    disabled_compression_methods: SLOW_COMPRESSION,
    // Returns freed memory to the system at once. Otherwise the allocator keeps up to half of the limit in addition,
    // which the limit does not count.
    allocator_background_threads: 'true',
  });
}
