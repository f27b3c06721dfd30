/**
 * Unpacks genotypes to the block that they were packed from, in WebAssembly (genotype-unpacking.wat). The first window
 * of a process has thousands of records, and JavaScript that is not optimised yet needs a microsecond for every few
 * bytes.
 */
import { StoreError } from '../../store/store.ts';
import { readU32 } from '../blocks/integers.ts';
import { LENGTH_AT, PACKED_HEAD } from '../genotypes/packed-genotypes.ts';
import { COUNT_AT, MAX_REPEATED_BYTES } from '../tables/record-block.ts';
import { GENOTYPE_UNPACKING_WASM } from './genotype-unpacking-module.ts';
import { align, ensureMemory, KernelModule } from './kernel-module.ts';

interface Kernel {
  memory: WebAssembly.Memory;
  unpack(packed: number, end: number, bases: number, block: number, blockEnd: number): number;
}

export const GENOTYPE_UNPACKING = new KernelModule<Kernel>(GENOTYPE_UNPACKING_WASM);

/**
 * Maximum memory of the instance that all blocks share; the compiler's blocks need an eighth of it. Larger blocks get
 * an instance of their own, which is freed.
 */
const SHARED_BYTES = 2 * 1024 * 1024;
/** Number of bytes by which copies may overrun the end of the block. */
const SLACK = 16;

let shared: Kernel | undefined;

/** Creates the shared instance; a Worker does so before the first request. */
export function openGenotypeUnpacking(): Kernel {
  return (shared ??= GENOTYPE_UNPACKING.instantiate());
}

/**
 * Unpacks a block (packed-genotypes.ts). Throws StoreError for damaged bytes.
 *
 * @param name of the block, for errors
 */
export function unpackGenotypes(packed: Uint8Array, name: string): Uint8Array {
  const damaged = () => new StoreError(`${name} is damaged: its records do not fill it`);
  if (packed.length < PACKED_HEAD) throw damaged();
  const [count, length] = [readU32(packed, COUNT_AT), readU32(packed, LENGTH_AT)];
  // A record has at least three bytes.
  if (3 * count > packed.length || length > packed.length + MAX_REPEATED_BYTES) throw damaged();
  const basesAt = align(packed.length);
  const blockAt = basesAt + align(4 * count);
  const bytesNeeded = blockAt + length + SLACK;
  const { memory, unpack } = bytesNeeded <= SHARED_BYTES ? openGenotypeUnpacking() : GENOTYPE_UNPACKING.instantiate();
  ensureMemory(memory, bytesNeeded);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(packed);
  let isComplete: number;
  try {
    isComplete = unpack(0, packed.length, basesAt, blockAt, blockAt + length);
  } catch {
    // A trap: damaged lengths lead beyond the memory.
    throw damaged();
  }
  if (isComplete === 0) throw damaged();
  return bytes.slice(blockAt, blockAt + length);
}
