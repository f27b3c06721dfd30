/**
 * CRC-32 as gzip and PNG have it (polynomial 0xEDB88320), of what gzip does not check for us.
 *
 * In WebAssembly because of first requests: of 1.2 MB of genotypes a process that has just started has the sum after 1 to 2 ms of
 * CPU, in JavaScript that has not been optimised yet after 2 to 8. Afterwards both take 0.9 ms. The text is checksum.wat.
 */
import { CHECKSUM_WASM } from './checksum-module.ts';
import { KernelModule } from './kernel-module.ts';

export const CHECKSUM = new KernelModule(CHECKSUM_WASM);

interface Kernel {
  memory: WebAssembly.Memory;
  add(sum: number, at: number, length: number): number;
}

/** Behind the kernel's tables. */
const ROOM_AT = 16 * 1024;

let kernel: Kernel | undefined;
let room: Uint8Array;

/** Unsigned. */
export function crc32(bytes: Uint8Array): number {
  if (!kernel) {
    kernel = new WebAssembly.Instance(CHECKSUM.module).exports as unknown as Kernel;
    room = new Uint8Array(kernel.memory.buffer, ROOM_AT);
  }
  let sum = 0;
  for (let from = 0; from < bytes.length; from += room.length) {
    const part = bytes.length <= room.length ? bytes : bytes.subarray(from, from + room.length);
    room.set(part);
    sum = kernel.add(sum, ROOM_AT, part.length);
  }
  return sum >>> 0;
}
