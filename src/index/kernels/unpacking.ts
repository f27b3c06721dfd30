/**
 * Unpacks records to the block that they were packed from, in WebAssembly (unpacking.wat). In JavaScript, a lookup
 * whose blocks are not cached takes a fifth longer (docs/decisions/0022).
 */
import { StoreError } from '../../store/store.ts';
import { readU32 } from '../blocks/integers.ts';
import { kindBytes } from '../blocks/object-header.ts';
import { COUNT_AT, HEAD_LENGTH, MAX_REPEATED_BYTES } from '../tables/record-block.ts';
import { align, ensureMemory, KernelModule } from './kernel-module.ts';
import { UNPACKING_WASM } from './unpacking-module.ts';

interface Kernel {
  memory: WebAssembly.Memory;
  unpack(count: number, packed: number, end: number, block: number, limit: number): number;
}

export const UNPACKING = new KernelModule<Kernel>(UNPACKING_WASM);

/** Values that the kernel returns instead of the block's end. */
const [DAMAGED, NO_ROOM] = [0, 1];
const [SORTED] = kindBytes('sorted table');
/**
 * Memory of the instance that all blocks share; the compiler's blocks need half of it. Larger blocks get an instance of
 * their own, which is freed.
 */
const SHARED_BYTES = 512 * 1024;
/** Number of bytes by which copies may overrun the end of the block, and that the kernel keeps free for a length. */
const SLACK = 16;

let shared: Kernel | undefined;

/** Creates the shared instance; a Worker does so before the first request. */
export function openUnpacking(): Kernel {
  if (!shared) ensureMemory((shared = UNPACKING.instantiate()).memory, SHARED_BYTES);
  return shared;
}

/**
 * Unpacks a block (packed-records.ts). Throws StoreError for damaged bytes.
 *
 * @param name of the block, for errors
 */
export function unpackRecords(packed: Uint8Array, name: string): Uint8Array {
  const count = packed.length < HEAD_LENGTH ? Infinity : readU32(packed, COUNT_AT);
  const lists = packed[0] === SORTED ? 4 : 5;
  // A number in a list has at least one byte.
  if (count * lists > packed.length) throw damaged(name);
  const packedAt = align(4 * lists * count);
  const end = packedAt + packed.length;
  const blockAt = align(end);
  const run = (kernel: Kernel) => {
    const bytes = new Uint8Array(kernel.memory.buffer);
    bytes.set(packed, packedAt);
    const blockEnd = kernel.unpack(count, packedAt, end, blockAt, bytes.length - SLACK);
    if (blockEnd === DAMAGED) throw damaged(name);
    return blockEnd === NO_ROOM ? null : bytes.slice(blockAt, blockEnd);
  };
  let block = blockAt + packed.length + SLACK < SHARED_BYTES ? run(openUnpacking()) : null;
  const most = packed.length + MAX_REPEATED_BYTES;
  for (let room = Math.max(SHARED_BYTES, 4 * packed.length); !block; room *= 4) {
    const kernel = UNPACKING.instantiate();
    ensureMemory(kernel.memory, blockAt + Math.min(room, most) + SLACK);
    block = run(kernel);
    if (!block && room >= most) throw damaged(name);
  }
  return block;
}

function damaged(name: string): StoreError {
  return new StoreError(`${name} is damaged: its records do not fill it`);
}
