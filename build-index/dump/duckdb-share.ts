import { availableParallelism, totalmem } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';

/**
 * What the DuckDB instances of one process may take together: several processes of a build divide the machine among
 * them.
 */
export interface DuckdbShare {
  /** Bytes of memory. */
  memory: number;
  threads: number;
}

// The other half of a small machine is for the compiler itself.
let share: DuckdbShare = { memory: Math.min(3e9, totalmem() / 2), threads: availableParallelism() };

/** From now on, for instances that are still to be opened. */
export function takeDuckdbShare(taken: DuckdbShare): void {
  share = taken;
}

/** How many threads this process may keep busy. */
export function threadsOfProcess(): number {
  return share.threads;
}

/**
 * Of what a database file could be packed with, what takes more time than it saves in tables that are read once or
 * twice: a third of loading them.
 */
const SLOW_COMPRESSION = 'fsst,dict_fsst,zstd,alp,alprd,chimp,patas,roaring';

/**
 * Opens a database. Beyond its memory it spills to the disk.
 *
 * @param path a file, or ':memory:'
 * @param spill a folder for what goes to the disk; made when it is needed
 * @param part of the process's memory that is this instance's: others are open beside it
 * @param most bytes, for who needs memory for other things
 */
export function openDuckdb(path: string, spill: string, part: number, most = Infinity): Promise<DuckDBInstance> {
  const memory = Math.min(most, share.memory * part);
  return DuckDBInstance.create(path, {
    memory_limit: `${Math.floor(memory / 1e6)}MB`,
    threads: String(share.threads),
    temp_directory: spill,
    disabled_compression_methods: SLOW_COMPRESSION,
    // What it lets go of goes back to the system at once: its limit does not count what its allocator keeps, half as
    // much again in long sorts.
    allocator_background_threads: 'true',
  });
}
