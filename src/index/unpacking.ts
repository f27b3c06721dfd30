/**
 * Packed records become the block that they were packed from, in WebAssembly because of first requests: each reads several blocks of 48 KiB,
 * and going over one byte by byte takes 1 to 5 ms of CPU in JavaScript that has not been optimised yet, a tenth of that here. Afterwards
 * it is three times as fast. The text is unpacking.wat.
 *
 * Blocks of few records are not worth a call, larger ones than the kernel has room for are rare, and it refuses what is not well-formed without
 * saying why: plain JavaScript unpacks these, as it does where there is no WebAssembly.
 */
import { readU32 } from './fixed-width.ts';
import { KernelModule } from './kernel-module.ts';
import { unpackPlainly } from './packed-records.ts';
import { COUNT_AT, HEAD_LENGTH } from './record-block.ts';
import { Unpacker, type Unpacking } from './unpacker.ts';
import { UNPACKING_WASM } from './unpacking-module.ts';

export const UNPACKING = new KernelModule(UNPACKING_WASM);

interface Kernel {
  memory: WebAssembly.Memory;
  unpack(count: number, end: number): number;
}

/** As the kernel's memory is laid out: lists of five words a record, packed records, the block. */
const PACKED_AT = 128 * 1024;
const BLOCK_AT = 256 * 1024;
const MOST_RECORDS = Math.floor(PACKED_AT / 20);
const FEW_RECORDS = 8;

/** Blocks of packed records. */
export const recordUnpacker = new Unpacker(kernelUnpacking, unpackPlainly);

/** With the compiled unpacking.wat; null where it does not run. */
export function kernelUnpacking(): Unpacking | null {
  const { module } = UNPACKING;
  if (!module) return null;
  const kernel = new WebAssembly.Instance(module).exports as unknown as Kernel;
  const memory = new Uint8Array(kernel.memory.buffer);
  return (packed) => {
    if (packed.length < HEAD_LENGTH || packed.length > BLOCK_AT - PACKED_AT) return null;
    const count = readU32(packed, COUNT_AT);
    if (count < FEW_RECORDS || count > MOST_RECORDS) return null;
    memory.set(packed, PACKED_AT);
    const end = kernel.unpack(count, PACKED_AT + packed.length);
    return end === 0 ? null : memory.slice(BLOCK_AT, end);
  };
}
