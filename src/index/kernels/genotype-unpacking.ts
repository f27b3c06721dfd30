/**
 * Packed genotypes become the block that they were packed from, in WebAssembly (genotype-unpacking.wat): the first
 * window of a process has thousands of records, and JavaScript that is not optimised yet takes a microsecond for every
 * few bytes.
 */
import { StoreError } from '../../store/store.ts';
import { readU32 } from '../blocks/integers.ts';
import { LENGTH_AT, PACKED_HEAD } from '../genotypes/packed-genotypes.ts';
import { COUNT_AT, MOST_REPEATED } from '../tables/record-block.ts';
import { GENOTYPE_UNPACKING_WASM } from './genotype-unpacking-module.ts';
import { align, ensureMemory, KernelModule } from './kernel-module.ts';

interface Kernel {
  memory: WebAssembly.Memory;
  unpack(packed: number, end: number, bases: number, block: number, blockEnd: number): number;
}

export const GENOTYPE_UNPACKING = new KernelModule<Kernel>(GENOTYPE_UNPACKING_WASM);

/**
 * Most memory of the instance that all blocks share; a writer's blocks need an eighth. Larger ones get an instance of
 * their own, which is freed.
 */
const SHARED_BYTES = 2 * 1024 * 1024;
/** What copies may run over the end of the block by. */
const SLACK = 16;

let shared: Kernel | undefined;

/** Makes the shared instance before the first request, in a Worker. */
export function openGenotypeUnpacking(): Kernel {
  return (shared ??= GENOTYPE_UNPACKING.instantiate());
}

/** The block that was packed (packed-genotypes.ts). Throws StoreError for damaged bytes; `name` says whose they are. */
export function unpackGenotypes(packed: Uint8Array, name: string): Uint8Array {
  const damaged = () => new StoreError(`${name} is damaged: its records do not fill it`);
  if (packed.length < PACKED_HEAD) throw damaged();
  const [count, length] = [readU32(packed, COUNT_AT), readU32(packed, LENGTH_AT)];
  // A record takes three bytes at least.
  if (3 * count > packed.length || length > packed.length + MOST_REPEATED) throw damaged();
  const basesAt = align(packed.length);
  const blockAt = basesAt + align(4 * count);
  const bytesNeeded = blockAt + length + SLACK;
  const { memory, unpack } = bytesNeeded <= SHARED_BYTES ? openGenotypeUnpacking() : GENOTYPE_UNPACKING.instantiate();
  ensureMemory(memory, bytesNeeded);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(packed);
  let isWhole: number;
  try {
    isWhole = unpack(0, packed.length, basesAt, blockAt, blockAt + length);
  } catch {
    // A trap: the bytes lead beyond the memory.
    throw damaged();
  }
  if (isWhole === 0) throw damaged();
  return bytes.slice(blockAt, blockAt + length);
}
